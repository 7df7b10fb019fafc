//! Transformations under which a game is the same game: for augmenting data and for canonical keys.

use crate::encode::Encode;
use crate::game::Game;

/// The symmetries of a position, numbered from 0, the identity.
///
/// A game without any keeps the defaults. Which symmetries there are may depend on the rules and on the phase of the
/// game, never on the details of the position; they always form a group.
///
/// ```
/// use damero_games::{Game, Notation, Symmetry, reversi::Reversi};
///
/// let start = Reversi::start(&Default::default());
/// let after = |text: &str| -> Result<Reversi, damero_games::InputError> {
///     let mut game = start.clone();
///     game.play(game.read_move(text)?)?;
///     Ok(game)
/// };
/// // The four first moves are the same one, seen from four sides.
/// assert_eq!(start.symmetries(), 8);
/// assert_ne!(after("f5")?.key(), after("c4")?.key());
/// assert_eq!(after("f5")?.canonical_key(), after("c4")?.canonical_key());
/// # Ok::<(), damero_games::InputError>(())
/// ```
pub trait Symmetry: Game {
    /// How many symmetries there are now.
    fn symmetries(&self) -> usize {
        1
    }

    /// The symmetry that undoes `s`.
    fn inverse(&self, s: usize) -> usize {
        s
    }

    /// The transformed game.
    #[must_use]
    fn map(&self, _s: usize) -> Self {
        self.clone()
    }

    /// The move that does in the transformed game what `m` does in this one.
    fn map_move(&self, _s: usize, m: Self::Move) -> Self::Move {
        m
    }

    /// The action index in the transformed game of what `index` is in this one; `None` when no legal move has it.
    fn map_action(&self, s: usize, index: usize) -> Option<usize>
    where
        Self: Encode,
    {
        let m = self.action(index)?;
        Some(self.map(s).action_index(self.map_move(s, m)))
    }

    /// A key that all symmetric positions share.
    fn canonical_key(&self) -> u64 {
        (0..self.symmetries())
            .map(|s| self.map(s).key())
            .min()
            .unwrap_or_default()
    }
}
