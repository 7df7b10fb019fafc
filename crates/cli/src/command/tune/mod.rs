//! `damero tune`: evaluations fitted to games of the engine against itself, one subcommand a game.

mod checkers;
mod reversi;

use clap::{Args, Subcommand};

use crate::errors::Status;
use crate::ui::Ui;

/// `damero tune`.
#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// Whose evaluation.
    #[command(subcommand)]
    game: Tune,
}

/// The games whose evaluations can be tuned.
#[derive(Subcommand, Debug)]
enum Tune {
    /// Fit the weights of the checkers evaluation
    Checkers(checkers::CheckersArgs),
    /// Make the weights of Reversi's pattern evaluation and calibrate its selective search
    Reversi(reversi::ReversiArgs),
}

/// Tunes.
pub(crate) fn run(args: &TuneArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    match &args.game {
        Tune::Checkers(args) => checkers::run(args, ui),
        Tune::Reversi(args) => reversi::run(args, ui),
    }
}
