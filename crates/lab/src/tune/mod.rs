//! Evaluations from games: the engine plays itself, and logistic regression fits weights to how the games ended.
//!
//! `games.rs` plays, `logistic.rs` fits any weighted sum to results, and `checkers.rs` joins both to the terms of the
//! checkers evaluation. Nothing here reads files or starts threads; `damero tune` does that.

pub mod checkers;
mod games;
pub mod logistic;

pub use games::{SelfPlay, player};
