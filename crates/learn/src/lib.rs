//! Networks that learn: self-play, replay and training, in run folders that can be stopped, resumed and looked at.
//!
//! The training framework (burn) is known here and nowhere else, behind the feature `burn`; what a trained network
//! plays with is in `damero-nets`.
//!
//! A [`Method`](method::Method) makes a [`Trainer`](run::Trainer) from a resolved configuration; a driver runs it epoch
//! by epoch inside a run folder. `docs/learning.md` describes the folder for people.

#[cfg(feature = "burn")]
pub mod alphazero;
#[cfg(feature = "burn")]
pub mod checkers;
pub mod config;
#[cfg(feature = "burn")]
pub mod dqn;
pub mod error;
pub mod events;
pub mod method;
#[cfg(feature = "burn")]
pub mod model;
#[cfg(feature = "plot")]
pub mod plot;
#[cfg(feature = "burn")]
pub mod quarto;
pub mod replay;
pub mod rng_streams;
pub mod run;
pub mod selfplay;

pub use error::LearnError;
