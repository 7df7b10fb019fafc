//! Every game as an environment for reinforcement learning: reset, look, step.
//!
//! [`Env`] is one game, [`VecEnv`] many that step together. Both are told what to do by one [`EnvConfig`]. What a game
//! pays besides its result is a [`Reward`]; how its moves are written besides their text is an [`ActionFormat`]. Chance
//! events are drawn from the environment's own seed, so that a player is always to move until the game is over.

mod action;
mod blocks;
mod buffers;
mod config;
mod episode;
mod reward;
mod single;
mod vector;

pub use action::ActionFormat;
pub use buffers::{Buffers, StepMemory, mask_bytes};
pub use config::{ActionNumbers, EnvConfig};
pub use reward::{ResultReward, Reward};
pub use single::{Env, Info, Step};
pub use vector::{AutoReset, SKIP, VecEnv};

pub(crate) use reward::{number, number_option};
