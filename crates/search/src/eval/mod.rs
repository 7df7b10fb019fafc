//! Hand-made evaluations, one file a game, and the trait that joins a game to its own.

mod azul;
mod checkers;
mod chessfive;
mod quarto;
mod reversi;

pub use azul::AzulEval;
pub use checkers::CheckersEval;
pub use chessfive::ChessFiveEval;
pub use reversi::ReversiEval;

use damero_games::Playable;

use crate::evaluate::Evaluate;

/// A game that classical search knows how to play well.
pub trait Searchable: Playable {
    /// Its evaluation.
    type Eval: Evaluate<Self> + Default + 'static;

    /// How many decisions make up a usual turn, so that depths can be told in turns.
    const PLIES_PER_TURN: u32 = 1;
}
