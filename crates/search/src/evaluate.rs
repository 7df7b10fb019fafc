//! Static evaluation, one trait for all games.

use damero_games::{Game, Player};

use crate::score::Score;

/// A static evaluation with the few hints that alpha-beta takes from a game.
///
/// Positions are evaluated for a stated player, so that games in which a player moves twice in a row, and leaves where
/// chance is to decide, need no special care.
///
/// ```
/// use damero_games::{Game, Player, reversi::Reversi};
/// use damero_search::{Agent, AlphaBeta, Evaluate, Limits, Score};
///
/// #[derive(Clone)]
/// struct Discs;
///
/// impl Evaluate<Reversi> for Discs {
///     const SCALE: f32 = 10.0;
///
///     fn evaluate(&self, game: &Reversi, player: Player) -> Score {
///         let discs = game.discs();
///         let count = |player: Player| discs[player].count_ones() as i32;
///         Score::new(count(player) - count(player.other()))
///     }
/// }
///
/// let game = Reversi::start(&Default::default());
/// let mut engine = AlphaBeta::new(Discs, Default::default());
/// let result = engine.think(&game, Limits::depth(1).into());
/// assert_eq!(result.score, Some(Score::new(3)));
/// ```
pub trait Evaluate<G: Game>: Clone + Send + Sync {
    /// Points of advantage that win about three games in four.
    const SCALE: f32;

    /// Whether late-move reductions are allowed.
    const REDUCE: bool = true;

    /// How good an unfinished position is for `player`.
    fn evaluate(&self, game: &G, player: Player) -> Score;

    /// Whether the position is quiet, so that its static evaluation can be trusted. Quiescence search goes on in the others.
    fn is_quiet(&self, _game: &G) -> bool {
        true
    }

    /// A guess at how good a move is, for move ordering: larger is searched earlier.
    fn order(&self, _game: &G, _m: G::Move) -> i32 {
        0
    }
}

/// No knowledge: every unfinished position evaluates to a draw.
#[derive(Clone, Copy, Default, Debug)]
pub struct Blank;

impl<G: Game> Evaluate<G> for Blank {
    const SCALE: f32 = 1.0;

    fn evaluate(&self, _game: &G, _player: Player) -> Score {
        Score::DRAW
    }
}
