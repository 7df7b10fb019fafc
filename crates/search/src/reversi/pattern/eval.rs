//! The patterns as an evaluation for any search: read from scratch at every position, so slower than in our own.

use std::sync::Arc;

use damero_games::Player;
use damero_games::reversi::{Reversi, ReversiMove, flips, mobility};

use super::features::Features;
use super::weights::{UNIT, Weights};
use crate::evaluate::Evaluate;
use crate::score::Score;

/// Reversi by patterns, in hundredths of a disc.
#[derive(Clone)]
pub struct PatternEval {
    weights: Arc<Weights>,
}

impl PatternEval {
    /// An evaluation by these weights.
    #[must_use]
    pub fn new(weights: Arc<Weights>) -> Self {
        Self { weights }
    }

    /// The score of so many units of the pattern evaluation: hundredths of a disc.
    pub(crate) fn score(units: i32) -> Score {
        Score::new(units * 100 / UNIT)
    }
}

impl Default for PatternEval {
    fn default() -> Self {
        Self::new(Weights::shipped())
    }
}

impl Evaluate<Reversi> for PatternEval {
    const SCALE: f32 = 600.0;

    fn evaluate(&self, game: &Reversi, player: Player) -> Score {
        let (own, enemy) = (game.own(), game.enemy());
        let empties = (own | enemy).count_zeros();
        let moves = [mobility(own, enemy), mobility(enemy, own)].map(u64::count_ones);
        let points = Self::score(self.weights.evaluate(&Features::of(own, enemy), moves, empties));
        if player == game.to_move() {
            points
        } else {
            points.for_opponent()
        }
    }

    fn order(&self, game: &Reversi, m: ReversiMove) -> i32 {
        let ReversiMove::Place(square) = m else { return 0 };
        let turned = flips(game.own(), game.enemy(), square.index());
        let (next, other) = (game.enemy() ^ turned, game.own() | turned | square.bit());
        // Fastest first: leave the enemy few replies.
        -(mobility(next, other).count_ones() as i32)
    }
}
