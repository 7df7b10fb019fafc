//! The evaluation that looks into the tables where they reach.

use std::sync::Arc;

use damero_games::checkers::{Checkers, CheckersMove};
use damero_games::{Player, PovOutcome};

use super::Tables;
use crate::eval::CheckersEval;
use crate::evaluate::Evaluate;
use crate::score::Score;

/// A won ending is worth this much, less a little for each ply that it takes: more than any lead on a full board,
/// less than a win that the search has seen itself.
const WON: i32 = 30_000;
const PLY: i32 = 50;

/// Exact in positions with few pieces, by hand in all others.
#[derive(Clone, Debug)]
pub struct TabledEval {
    eval: CheckersEval,
    tables: Arc<Tables>,
}

impl TabledEval {
    /// Joins an evaluation with tables.
    #[must_use]
    pub const fn new(eval: CheckersEval, tables: Arc<Tables>) -> Self {
        Self { eval, tables }
    }
}

impl Evaluate<Checkers> for TabledEval {
    const SCALE: f32 = <CheckersEval as Evaluate<Checkers>>::SCALE;

    fn evaluate(&self, game: &Checkers, player: Player) -> Score {
        let pieces = Player::ALL
            .map(|player| game.pieces(player).count_ones())
            .iter()
            .sum::<u32>();
        let known = if pieces <= u32::from(self.tables.pieces()) {
            self.tables.probe(game)
        } else {
            None
        };
        let Some(value) = known else {
            return self.eval.evaluate(game, player);
        };
        let points = WON - PLY * value.plies as i32;
        let score = match value.outcome {
            PovOutcome::Win => Score::new(points),
            PovOutcome::Draw => Score::DRAW,
            PovOutcome::Loss => Score::new(points).for_opponent(),
        };
        if game.to_move() == player {
            score
        } else {
            score.for_opponent()
        }
    }

    fn is_quiet(&self, game: &Checkers) -> bool {
        self.eval.is_quiet(game)
    }

    fn order(&self, game: &Checkers, m: CheckersMove) -> i32 {
        self.eval.order(game, m)
    }
}
