//! Quarto joins the searchable games with the evaluation that lives beside its solver.

use damero_games::quarto::Quarto;

use super::Searchable;
use crate::agent::Agent;
use crate::engine::{EngineError, EngineOptions};
use crate::quarto::{QuartoEval, QuartoGlance, ResultSolver, SolvingAgent, SolvingOptions};
use crate::rung::Rung;
use crate::simple::GreedyAgent;
use crate::solve::Solver;

impl Searchable for Quarto {
    type Eval = QuartoEval;

    /// Placing and giving.
    const PLIES_PER_TURN: u32 = 2;

    const LADDER: [Rung; 10] = [
        Rung::near(1, 3.5),
        Rung::near(2, 2.0),
        Rung::near(2, 0.4),
        Rung::near(3, 0.45),
        Rung::MEDIUM,
        Rung::near(4, 0.2),
        Rung::HARD,
        Rung::EngineNodes(200_000),
        Rung::EngineNodes(500_000),
        Rung::Engine,
    ];

    /// Takes a win and gives no losing piece if it can; where pieces are placed is left to chance.
    fn greedy(seed: u64) -> Box<dyn Agent<Self>> {
        Box::new(GreedyAgent::new(QuartoGlance, seed))
    }

    /// Perfect as soon as the end is within reach.
    fn engine(options: &EngineOptions) -> Result<Box<dyn Agent<Self>>, EngineError> {
        Ok(Box::new(SolvingAgent::new(SolvingOptions {
            search: options.search(),
            ..SolvingOptions::default()
        })))
    }

    fn solver(options: &EngineOptions) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(ResultSolver::new(options)))
    }
}
