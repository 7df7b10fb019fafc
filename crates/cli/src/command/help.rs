//! `damero help`: the same pages as `--help`.

use clap::Args;

use crate::args;
use crate::errors::{Status, cut};
use crate::lang::tr;
use crate::ui::Ui;

/// `damero help`.
#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// The command to explain
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// Prints the page of a command, or of the program.
pub(crate) fn run(args: &HelpArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut root = args::command(ui.lang);
    root.build();
    let page = match &args.command {
        None => &mut root,
        Some(name) => {
            let known: Vec<_> = root
                .get_subcommands()
                .map(|command| command.get_name().to_owned())
                .collect();
            let known = known.join(", ");
            let unknown = || {
                let name = cut(name);
                anyhow::Error::msg(tr!(
                    ui.lang,
                    "unknown command {name}; there are {known}",
                    "orden desconocida {name}; hay {known}"
                ))
            };
            root.find_subcommand_mut(name).ok_or_else(unknown)?
        }
    };
    let page = page.render_help();
    ui.line(page.ansi())?;
    Ok(Status::Done)
}
