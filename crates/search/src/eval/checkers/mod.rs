//! Checkers: material, advancement, the home row, the centre, mobility, the opposition, and kings that hunt when ahead.
//!
//! The evaluation is a weighted sum of the terms in `terms.rs`, each with a weight for a full board and one for an empty
//! board and whatever lies between in between, so that it can be fitted to games by logistic regression: see
//! `damero tune checkers`. `weights.rs` reads and writes weights, `weights.txt` holds those that the engine plays with.

mod terms;
mod weights;

use std::sync::LazyLock;

use damero_games::checkers::{Checkers, CheckersMove};
use damero_games::{Lang, Player, ReadError, Text, text};

use self::terms::pieces;
pub use self::terms::{COUNT, FULL, NAMES, Terms};
use super::Searchable;
use crate::agent::Agent;
use crate::alphabeta::{AlphaBeta, Options};
use crate::checkers::{CheckersEndgames, Shelf, TableSolver, TabledEval};
use crate::endgames::Endgames;
use crate::engine::{EngineError, EngineOptions};
use crate::evaluate::Evaluate;
use crate::rung::Rung;
use crate::score::Score;
use crate::solve::Solver;

/// How much finer weights are than scores.
const FINER: i32 = 10;

/// The weights that the engine plays with, as `damero tune checkers` wrote them.
static TUNED: LazyLock<CheckersEval> = LazyLock::new(|| {
    include_str!("weights.txt")
        .parse()
        .expect("a test reads the weights that are built in")
});

/// The evaluation of checkers: a weight for each term on a full board and on an empty one.
///
/// Its text form is that of weight files:
///
/// ```
/// use damero_search::eval::CheckersEval;
/// let eval = CheckersEval::default();
/// assert_eq!(eval.to_string().parse(), Ok(eval));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersEval {
    early: Terms,
    late: Terms,
}

impl CheckersEval {
    /// An evaluation with these weights, `[full board, empty board]` in the order of [`NAMES`], in thousandths of a
    /// lead that wins three games in four.
    #[must_use]
    pub fn new(weights: [[i32; 2]; COUNT]) -> Self {
        Self {
            early: weights.map(|[early, _]| early),
            late: weights.map(|[_, late]| late),
        }
    }

    /// The weights, as [`new`](Self::new) takes them.
    #[must_use]
    pub fn weights(&self) -> [[i32; 2]; COUNT] {
        std::array::from_fn(|i| [self.early[i], self.late[i]])
    }

    /// What the evaluation looks at, for `player`.
    #[must_use]
    pub fn terms(game: &Checkers, player: Player) -> Terms {
        terms::terms(game, player)
    }

    /// How many pieces are left, which decides between the weights: [`FULL`] on a full board.
    #[must_use]
    pub fn pieces(game: &Checkers) -> i32 {
        pieces(game)
    }
}

impl Default for CheckersEval {
    fn default() -> Self {
        *TUNED
    }
}

impl Searchable for Checkers {
    type Eval = CheckersEval;

    const LADDER: [Rung; 10] = [
        Rung::near(2, 0.36),
        Rung::near(2, 0.16),
        Rung::near(2, 0.06),
        Rung::near(3, 0.16),
        Rung::MEDIUM,
        Rung::Nodes(450),
        Rung::HARD,
        Rung::EngineNodes(3_500),
        Rung::EngineNodes(13_500),
        Rung::Engine,
    ];

    /// From a file of weights, as `damero tune checkers` writes it.
    fn engine_by(eval: &str, options: Options) -> Result<Box<dyn Agent<Self>>, Text> {
        let text = std::fs::read_to_string(eval).map_err(|cause| text!("{cause}", "{cause}"))?;
        let eval: CheckersEval = text
            .parse()
            .map_err(|error: ReadError| Text::owned(error.message(Lang::En), error.message(Lang::Es)))?;
        Ok(Box::new(AlphaBeta::new(eval, options)))
    }

    /// Alpha-beta that looks endings up in the tables of the folder, if it holds any.
    fn engine(options: &EngineOptions) -> Result<Box<dyn Agent<Self>>, EngineError> {
        let shelf = options.data.as_deref().map(Shelf::open).transpose()?;
        let eval = CheckersEval::default();
        Ok(match shelf.filter(|shelf| shelf.most() > 0) {
            Some(shelf) => Box::new(AlphaBeta::new(TabledEval::new(eval, shelf), options.search())),
            None => Box::new(AlphaBeta::new(eval, options.search())),
        })
    }

    fn solver(options: &EngineOptions) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(TableSolver::new(options)))
    }

    fn endgames() -> Option<&'static dyn Endgames<Self>> {
        Some(&CheckersEndgames)
    }
}

impl Evaluate<Checkers> for CheckersEval {
    const SCALE: f32 = 100.0;

    fn evaluate(&self, game: &Checkers, player: Player) -> Score {
        let terms = terms::terms(game, player);
        let (mut early, mut late) = (0, 0);
        for ((term, a), b) in terms.iter().zip(&self.early).zip(&self.late) {
            early += term * a;
            late += term * b;
        }
        let pieces = pieces(game);
        // Division rounds towards zero, so both sides see the same score.
        Score::new((early * pieces + late * (FULL - pieces)) / (FULL * FINER))
    }

    fn is_quiet(&self, game: &Checkers) -> bool {
        !game.must_capture()
    }

    fn order(&self, game: &Checkers, m: CheckersMove) -> i32 {
        10 * m.jumps() as i32 + if game.crowns(m) { 15 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use damero_games::playout::random_game;
    use damero_games::{Game, random::seeded};

    use super::*;

    #[test]
    fn both_weight_files_can_be_read() {
        let hand: CheckersEval = include_str!("hand.txt").parse().expect("the weights by hand");
        assert_eq!(hand.weights()[0], [1000, 1480]);
        assert_eq!(
            CheckersEval::default().to_string().parse(),
            Ok(CheckersEval::default())
        );
    }

    #[test]
    fn what_one_side_gains_the_other_loses() {
        let mut rng = seeded(1);
        let game = random_game(Checkers::start(&Default::default()), &mut rng);
        for game in game.filter(|game| game.turn().player().is_some()) {
            let [red, black] =
                [Player::First, Player::Second].map(|side| CheckersEval::default().evaluate(&game, side));
            assert_eq!(red, black.for_opponent());
        }
    }

    #[test]
    fn faults_in_weights_are_told_with_their_place() {
        let good = CheckersEval::default().to_string();
        let faults = [
            (
                good.replace("king ", "queen "),
                "line 2, column 1: found \"queen\"",
            ),
            (good.replace("tempo ", "tempo x"), "expected a whole number"),
            (format!("{good}man 1 2\n"), "each term once"),
            (good.replace("corner", "# corner"), "a line for the term corner"),
            (good.replace("edge ", "edge 1 "), "the end of the line"),
            (good.replace("near ", "near 999999999999"), "a whole number"),
            (String::new(), "a line for the term man"),
        ];
        for (source, expected) in faults {
            let error = source.parse::<CheckersEval>().expect_err("a fault");
            assert!(
                error.to_string().contains(expected),
                "{error} is not about {expected}"
            );
        }
    }
}
