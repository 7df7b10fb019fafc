//! `damero show`: one position, with everything that can be said about it.

use std::path::PathBuf;

use clap::Args;
use damero_games::Turn;
use damero_games::random::seeded;

use crate::args::PositionArgs;
use crate::errors::Status;
use crate::lang::tr;
use crate::ui::Ui;
use crate::{records, screen, values};

/// `damero show`.
#[derive(Args, Debug)]
#[command(mut_arg("position", |arg| arg.help("The position as text")))]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// A recorded game, shown where it stops; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "set"])]
    pub(crate) record: Option<PathBuf>,

    /// Draw the chance events that are due with this seed; the beginning of a game uses 0 by default
    #[arg(long, value_name = "SEED", value_parser = values::seed)]
    pub(crate) seed: Option<u64>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Shows the position.
pub(crate) fn run(args: &ShowArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let id = args.at.game.game;
    let mut game = match &args.record {
        Some(path) => records::load(id, path, lang)?,
        None => args.at.start_any(lang)?,
    };
    // What a position or a record leaves open is shown open, unless the user wants it drawn.
    let is_beginning = args.record.is_none() && args.at.position.is_none();
    if let Some(seed) = args.seed.or(is_beginning.then_some(0)) {
        let mut rng = seeded(seed);
        while game.turn() == Turn::Chance {
            game.resolve_chance(&mut rng);
        }
    }
    let moves = game.moves();
    if args.json {
        ui.json(&game.snapshot())?;
    } else {
        screen::title(ui, &*game)?;
        screen::board(ui, &*game)?;
        screen::state(ui, &*game)?;
        screen::fact(ui, &tr!(lang, "position", "posición"), &game.position())?;
        screen::fact(ui, &tr!(lang, "moves", "jugadas"), &moves.len().to_string())?;
        screen::moves(ui, &*game)?;
    }
    Ok(if moves.is_empty() {
        Status::Nothing
    } else {
        Status::Done
    })
}
