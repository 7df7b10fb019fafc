//! Networks that learn: self-play, replay and training, in run folders that can be stopped, resumed and looked at.
//!
//! Gradients, optimiser and inference are in `damero-nets`; here is what they learn from.
//!
//! A [`Method`](method::Method) makes a [`Trainer`](run::Trainer) from a resolved configuration; a driver runs it epoch
//! by epoch inside a run folder. `docs/learning.md` describes the folder for people.

pub mod alphazero;
mod azul;
pub mod checkers;
pub mod config;
pub mod dqn;
pub mod error;
pub mod events;
pub mod method;
pub mod model;
#[cfg(feature = "plot")]
pub mod plot;
pub mod quarto;
pub mod replay;
pub mod rng_streams;
pub mod run;
pub mod selfplay;

pub use error::LearnError;
