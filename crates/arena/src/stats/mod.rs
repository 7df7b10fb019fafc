//! What results are worth: scores, Elo differences with their bars, the likelihood of superiority, and the sequential
//! test.

mod elo;
mod normal;
mod sprt;
mod tally;

pub use elo::{Elo, elo_from_score, score_from_elo};
pub use sprt::{Sprt, Standing, Verdict};
pub use tally::Tally;
