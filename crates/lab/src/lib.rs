//! What makes data, apart from what plays with it: the weights, books and measurements that other crates ship or report.
//!
//! [`tune`] fits the checkers evaluation to games, [`patterns`] makes the weights of Reversi's patterns, [`book`] makes and
//! measures opening books, [`puzzles`] makes and proves puzzles, [`load`] plays against a server, and [`experiment`] compares ways to learn.
//!
//! ```
//! use damero_games::{Game, checkers::Checkers};
//! use damero_lab::tune::{SelfPlay, player};
//! use damero_search::eval::CheckersEval;
//! let games = SelfPlay { depth: 1, opening: 4 };
//! let start = Checkers::start(&Default::default());
//! let (moves, random) = games.game(&start, &mut player(CheckersEval::default()), 1);
//! assert!(random <= moves.len());
//! ```

pub mod book;
pub mod experiment;
mod kept;
pub mod load;
pub mod patterns;
pub mod puzzles;
pub mod tune;

pub use kept::Kept;
