//! Networks as burn sees them, and what changes their weights.

mod dense;
mod kept;
mod learner;
mod loss;
mod network;
mod optimise;
mod parts;
mod schedule;
mod spread;
mod values;
mod weights;

pub use kept::{load, save};
pub use learner::{Learner, Stride};
pub use loss::{Distance, Goal};
pub use network::{Answers, BatchGradient, Reference, learn, tensor};
pub use optimise::{AdamW, AdamWConfig, clip_by_norm, soft_update};
pub use parts::learn_in_parts;
pub use schedule::{Schedule, Shape};
pub use spread::spread;
pub use values::{NetValues, rows, side_by_side};
pub use weights::Parameters;
