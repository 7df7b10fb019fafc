//! Other ways to write a move than its number.

use crate::error::{Illegal, InputError};
use crate::game::Game;
use crate::notation::Notation;

/// A way to write the moves of a game for the programs that act in it.
///
/// A text is one for every game; a game may add others, such as the JSON objects of
/// [checkers](crate::checkers::Action).
pub trait ActionFormat<G: Game>: Sized {
    /// Why an action is refused.
    type Error: From<Illegal>;

    /// The action for a legal move.
    fn of(game: &G, m: G::Move) -> Self;

    /// The legal move that it describes.
    ///
    /// # Errors
    /// If no legal move fits.
    fn find(&self, game: &G) -> Result<G::Move, Self::Error>;
}

impl<G: Notation> ActionFormat<G> for String {
    type Error = InputError;

    fn of(_: &G, m: G::Move) -> Self {
        m.to_string()
    }

    fn find(&self, game: &G) -> Result<G::Move, InputError> {
        game.read_move(self)
    }
}
