//! What a network needs around it to learn: losses, the target network, checkpoints, schedules.

mod kept;
mod learner;
mod loss;
mod schedule;
mod spread;
mod values;

pub use kept::{load, save};
pub use learner::{Learned, Learner, Stride};
pub use loss::{Distance, Goal};
pub use schedule::{Schedule, Shape};
pub use spread::spread;
pub use values::{NetValues, rows, side_by_side};
