//! The evaluation that looks into the tables where they reach.

use std::sync::Arc;

use damero_games::checkers::{Checkers, CheckersMove};
use damero_games::{Game, Player, PovOutcome};

use super::shelf::Shelf;
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
    shelf: Arc<Shelf>,
}

impl TabledEval {
    /// Joins an evaluation with tables, of which it takes those for the rules of the game.
    #[must_use]
    pub const fn new(eval: CheckersEval, shelf: Arc<Shelf>) -> Self {
        Self { eval, shelf }
    }
}

impl Evaluate<Checkers> for TabledEval {
    const SCALE: f32 = <CheckersEval as Evaluate<Checkers>>::SCALE;

    fn evaluate(&self, game: &Checkers, player: Player) -> Score {
        // Most positions have more pieces than any table.
        let known = if Shelf::pieces(game) <= self.shelf.most() {
            self.shelf
                .tables(game.rules())
                .and_then(|tables| tables.probe(game))
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
