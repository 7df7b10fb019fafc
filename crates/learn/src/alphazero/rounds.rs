//! Games that are played in rounds, so that a schedule can count them.

use damero_games::Game;
use damero_games::azul::Azul;
use damero_games::checkers::Checkers;
use damero_games::chessfive::ChessFive;
use damero_games::quarto::Quarto;
use damero_games::reversi::Reversi;

/// What a schedule may count besides moves.
pub trait Rounds: Game {
    /// Whether the game has rounds.
    const ROUNDS: bool = false;

    /// The round, of which the first is 1; always 1 in a game without rounds.
    fn round(&self) -> u64 {
        1
    }
}

impl Rounds for Azul {
    const ROUNDS: bool = true;

    fn round(&self) -> u64 {
        u64::from(Self::round(self))
    }
}

impl Rounds for Checkers {}
impl Rounds for ChessFive {}
impl Rounds for Quarto {}
impl Rounds for Reversi {}
