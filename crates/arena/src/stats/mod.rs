//! What results are worth: scores, Elo differences with their bars, the likelihood of superiority, the sequential
//! test, and ratings of many players.

mod elo;
mod normal;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Elo, elo_from_score, score_from_elo};
pub use ratings::{Encounter, Rating, ratings};
pub use sprt::{Sprt, Standing, Verdict};
pub use tally::Tally;
