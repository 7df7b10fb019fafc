//! Games at the board: many at a time, so that a network is asked about all of them at once.
//!
//! Every game has a generator of its own and games are played in groups of fixed size, so what is played does not depend
//! on the number of threads.

mod opponent;
mod policies;
mod slot;
mod threads;

pub use opponent::{ByPlayer, Opponent};
pub use policies::{NetPolicy, Policy, Values, pick};
pub use slot::{Slot, contest, contests, points, self_play, tally, tally_pairs};
pub use threads::{GROUP, in_groups, pool};
