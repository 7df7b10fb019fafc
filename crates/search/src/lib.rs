//! Classical search over the games of Damero.
//!
//! Everything that chooses moves is an [`Agent`]: it takes a position and [`Limits`] and gives a [`SearchResult`].
//! [`AlphaBeta`] plays every game with an [`Evaluate`]; plain [`minimax`] is the reference that it is checked against.
//! [`Mcts`] plays every game by tree search over random playouts or whatever else judges its leaves.
//!
//! ```
//! use damero_games::{Game, quarto::Quarto};
//! use damero_search::{Agent, AlphaBeta, Limits, Mcts, Searchable, mcts};
//!
//! let game = Quarto::start(&Default::default());
//! let players: [Box<dyn Agent<Quarto>>; 2] = [
//!     Box::new(AlphaBeta::new(<Quarto as Searchable>::Eval::default(), Default::default())),
//!     Box::new(Mcts::new(mcts::Rollouts::default(), mcts::Options::default())),
//! ];
//! for mut player in players {
//!     let result = player.think(&game, Limits::nodes(200).into());
//!     assert!(game.is_legal(result.best), "{}", player.name());
//! }
//! ```

mod agent;
mod alphabeta;
pub mod book;
pub mod checkers;
pub mod chessfive;
pub mod endgames;
mod engine;
pub mod eval;
mod evaluate;
mod level;
mod limits;
pub mod mcts;
mod minimax;
pub mod puzzle;
pub mod quarto;
pub mod reversi;
mod rung;
mod score;
mod simple;
mod solve;
mod tempered;

pub use agent::{Agent, SearchContext, SearchResult, SearchedMove};
pub use alphabeta::{AlphaBeta, Options as AlphaBetaOptions};
pub use engine::{EngineError, EngineOptions};
pub use eval::Searchable;
pub use evaluate::{Blank, Evaluate};
pub use level::Level;
pub use limits::{Limits, Stop};
pub use mcts::Mcts;
pub use minimax::minimax;
pub use rung::Rung;
pub use score::Score;
pub use simple::{CarefulAgent, GreedyAgent, RandomAgent};
pub use solve::{MoveValue, Solved, Solver, Unsolved};
pub use tempered::Tempered;
