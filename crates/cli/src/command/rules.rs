//! `damero rules`: how a game is played, and what can be changed about it.

use crate::args::RulesArgs;
use crate::command::games;
use crate::errors::Status;
use crate::markdown;
use crate::ui::Ui;

/// Prints the rules.
pub(crate) fn run(args: &RulesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let rules = args.game.meta().rules;
    let text = rules.get(ui.lang).trim_end();
    if ui.is_terminal() {
        let width = ui.width();
        ui.line(markdown::render(text, width))?;
    } else {
        ui.line(text)?;
    }
    ui.line("")?;
    games::choices(ui, &games::info(args.game))?;
    Ok(Status::Done)
}
