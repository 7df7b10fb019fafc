//! `damero rules`: how a game is played, and what can be changed about it.

use clap::Args;
use damero_games::{GameId, Lang};
use serde::Serialize;

use crate::command::games::{self, Listed};
use crate::errors::Status;
use crate::ui::Ui;
use crate::{markdown, values};

/// `damero rules`.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game; `damero games` lists them
    #[arg(value_name = "GAME", value_parser = values::game)]
    pub(crate) game: GameId,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The rules for a program: what `damero games` says of the game, and the text in one language.
#[derive(Serialize)]
struct Page<'a> {
    #[serde(flatten)]
    game: Listed,
    lang: Lang,
    /// Markdown.
    text: &'a str,
}

/// Prints the rules.
pub(crate) fn run(args: &RulesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let rules = args.game.meta().rules;
    let text = rules.get(ui.lang).trim_end();
    if args.json {
        let (game, lang) = (games::listed(args.game), ui.lang);
        ui.json(&Page { game, lang, text })?;
        return Ok(Status::Done);
    }
    if ui.is_terminal() {
        let width = ui.width();
        ui.line(markdown::render(text, width))?;
    } else {
        ui.line(text)?;
    }
    ui.line("")?;
    games::choices(ui, damero_server::game(args.game))?;
    Ok(Status::Done)
}
