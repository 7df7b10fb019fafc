//! How good a position looks without searching, behind one trait for all games.

use damero_games::{Game, Player};

use crate::score::Score;

/// A static evaluation with the few hints that alpha-beta takes from a game.
///
/// Positions are evaluated for a stated player, so that games in which a player moves twice in a row, and leaves where
/// chance is to decide, need no special care.
pub trait Evaluate<G: Game>: Clone + Send + Sync {
    /// Points of advantage that win about three games in four.
    const SCALE: f32;

    /// Whether late moves may be searched less deeply first.
    const REDUCE: bool = true;

    /// How good an unfinished position is for `player`.
    fn evaluate(&self, game: &G, player: Player) -> Score;

    /// Whether the static evaluation can be trusted here; a position that is not quiet is searched on.
    fn is_quiet(&self, _game: &G) -> bool {
        true
    }

    /// A guess at how good a move is, for ordering: larger is searched earlier.
    fn order(&self, _game: &G, _m: G::Move) -> i32 {
        0
    }
}

/// Knows nothing: every unfinished position is balanced.
#[derive(Clone, Copy, Default, Debug)]
pub struct Blank;

impl<G: Game> Evaluate<G> for Blank {
    const SCALE: f32 = 1.0;

    fn evaluate(&self, _game: &G, _player: Player) -> Score {
        Score::DRAW
    }
}
