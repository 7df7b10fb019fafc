//! Games at the board: many at a time, so that a network is asked about all of them at once.
//!
//! Every game has a generator of its own and games are played in groups of fixed size, so what is played does not depend
//! on the number of threads.

mod policies;
mod slot;
mod threads;

pub use policies::{ByAgent, NetPolicy, Policy, Uniform, Values, pick};
pub use slot::{Slot, Tally, contest, self_play};
pub use threads::{GROUP, in_groups, pool};
