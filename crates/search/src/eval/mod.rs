//! Hand-made evaluations, one file a game, and the trait that joins a game to its own. A game without one gets
//! [`MobilityEval`].

mod azul;
pub mod checkers;
mod chessfive;
mod mobility;
mod quarto;
mod reversi;

pub use azul::AzulEval;
pub use checkers::CheckersEval;
pub use chessfive::ChessFiveEval;
pub use mobility::MobilityEval;
pub use reversi::{DiscsEval, ReversiEval};

use damero_games::Text;

use crate::agent::Agent;
use crate::alphabeta::{AlphaBeta, Options};
use crate::book::Bookable;
use crate::endgames::Endgames;
use crate::engine::{EngineError, EngineOptions};
use crate::evaluate::Evaluate;
use crate::rung::Rung;
use crate::simple::GreedyAgent;
use crate::solve::Solver;

/// A game that classical search knows how to play well.
pub trait Searchable: Bookable {
    /// Its evaluation.
    type Eval: Evaluate<Self> + Default + 'static;

    /// How many decisions make up a usual turn, so that depths can be told in turns.
    const PLIES_PER_TURN: u32 = 1;

    /// What its ten levels do, weakest first: medium, hard and max are the same for every game, the others are chosen so
    /// that each level scores 60 to 70 % against the one below. The usual numbers are for a game that nobody has measured.
    const LADDER: [Rung; 10] = [
        Rung::near(1, 2.0),
        Rung::near(1, 1.0),
        Rung::near(1, 0.4),
        Rung::near(2, 0.2),
        Rung::MEDIUM,
        Rung::near(4, 0.1),
        Rung::HARD,
        Rung::EngineNodes(5_000),
        Rung::EngineNodes(20_000),
        Rung::Engine,
    ];

    /// Whether a tree search with the network that comes with the program beats the game's own engine in the same time, so
    /// that it is the highest level.
    const NETWORK_IS_STRONGEST: bool = false;

    /// An engine with another evaluation than its own: one of those that the game names, or one from a file.
    ///
    /// # Errors
    /// If there is none of this name: which there are.
    fn engine_by(_eval: &str, _options: Options) -> Result<Box<dyn Agent<Self>>, Text> {
        Err(Text::new(
            "there is only one evaluation, which needs no name",
            "hay una sola evaluación, que no necesita nombre",
        ))
    }

    /// The player that takes what looks best at once: by its evaluation, unless the game means something else by greed.
    /// Its choices among equals follow from `seed`.
    #[must_use]
    fn greedy(seed: u64) -> Box<dyn Agent<Self>> {
        Box::new(GreedyAgent::new(Self::Eval::default(), seed))
    }

    /// Its own strongest player: alpha-beta, unless the game knows something better, such as an exact solver.
    ///
    /// # Errors
    /// If what lies in the folder of `options` cannot be used.
    fn engine(options: &EngineOptions) -> Result<Box<dyn Agent<Self>>, EngineError> {
        Ok(Box::new(AlphaBeta::new(Self::Eval::default(), options.search())))
    }

    /// Who knows exact values, if anybody does for this game. With `score_all` every move gets its value.
    #[must_use]
    fn solver(_options: &EngineOptions) -> Option<Box<dyn Solver<Self>>> {
        None
    }

    /// Its tables of endings, if it has any.
    #[must_use]
    fn endgames() -> Option<&'static dyn Endgames<Self>> {
        None
    }
}

/// Games that bring what they know in a file of their own; every other one is searched with what holds for all.
macro_rules! searchable {
    (Checkers $module:ident) => {};
    (Quarto $module:ident) => {};
    (ChessFive $module:ident) => {};
    (Azul $module:ident) => {};
    (Reversi $module:ident) => {};
    ($Game:ident $module:ident) => {
        impl Searchable for damero_games::$module::$Game {
            type Eval = MobilityEval;
        }
    };
}
damero_games::for_each_game!(searchable);
