//! Quarto solved: the exact value of every position, whether a piece is to be placed or to be given.
//!
//! [`QuartoSolver`] answers from four pieces on the board in a fraction of a second, and from the empty board in less
//! than a minute on one core: under both rules the game is a draw. [`QuartoEval`] judges positions without search, and
//! [`SolvingAgent`] plays by the solver as soon as the end is within its reach and by alpha-beta before.
//!
//! ```
//! use damero_games::{Notation, PovOutcome, quarto::Quarto};
//! use damero_search::Stop;
//! use damero_search::quarto::QuartoSolver;
//!
//! // Three light pieces in the first row, and a light one in hand.
//! let game = Quarto::from_position(&Default::default(), "47C./..../0.../.... 5")?;
//! let solution = QuartoSolver::new(16).solve(&game, &Stop::default(), &mut |_| ());
//! let solution = solution.expect("nobody stopped it");
//! assert_eq!(solution.outcome, PovOutcome::Win);
//! assert_eq!(solution.best.map(|m| m.to_string()).as_deref(), Some("d1"));
//! # Ok::<(), damero_games::InputError>(())
//! ```

mod agent;
mod canonical;
mod eval;
mod glance;
mod grid;
mod result;
mod search;
mod solver;
mod table;

pub use agent::{SolvingAgent, SolvingOptions};
pub use eval::QuartoEval;
pub use glance::QuartoGlance;
pub use result::ResultSolver;
pub use solver::{MoveValues, QuartoSolver, Solution};
