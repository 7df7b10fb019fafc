//! Quarto joins the searchable games with the evaluation that lives beside its solver.

use damero_games::quarto::Quarto;

use super::Searchable;
use crate::agent::Agent;
use crate::engine::{EngineError, EngineOptions};
use crate::quarto::{QuartoEval, ResultSolver, SolvingAgent, SolvingOptions};
use crate::solve::Solver;

impl Searchable for Quarto {
    type Eval = QuartoEval;

    /// Placing and giving.
    const PLIES_PER_TURN: u32 = 2;

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
