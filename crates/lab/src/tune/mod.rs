//! Evaluations from games: the engine plays itself, and logistic regression fits weights to how the games ended.
//!
//! `games.rs` plays, `logistic.rs` fits any weighted sum to results, and `checkers.rs` joins both to the terms of the
//! checkers evaluation; `file.rs` keeps the games. Threads are those of `damero tune`.

pub mod checkers;
mod file;
mod games;
pub mod logistic;

pub use file::{Played, open_games};
pub use games::{SelfPlay, player};
