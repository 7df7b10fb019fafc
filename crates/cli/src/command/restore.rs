//! `damero restore`: a copy becomes the playroom's data again.

use std::path::PathBuf;

use clap::Args;

use crate::command::backup::DataArgs;
use crate::command::serve::refused;
use crate::errors::Status;
use crate::lang::tr;
use crate::serve_config;
use crate::ui::Ui;

/// `damero restore`.
#[derive(Args, Debug)]
pub(crate) struct RestoreArgs {
    /// The file of the copy
    #[arg(value_name = "FILE")]
    pub(crate) from: PathBuf,

    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// Replace the data that is there, which stays beside it under another name
    #[arg(long)]
    pub(crate) force: bool,
}

/// Puts the copy in place.
pub(crate) fn run(args: &RestoreArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let folder = args.data.folder();
    let database = serve_config::database_of(&args.data, lang)?;
    let kept = damero_server::restore(&folder, database.as_ref(), &args.from, args.force)
        .map_err(|error| refused(&error, lang))?;
    let folder = folder.display();
    ui.line(tr!(lang, "restored to {folder}", "restaurado en {folder}"))?;
    if let Some(kept) = kept {
        let kept = kept.display();
        ui.line(tr!(
            lang,
            "what was there is now {kept}",
            "lo que había es ahora {kept}"
        ))?;
    }
    Ok(Status::Done)
}
