//! What results are worth: scores, points, Elo differences with their bars, the likelihood of superiority, the sequential
//! test, and ratings of many players.

mod elo;
mod normal;
mod points;
mod ratings;
mod sprt;
mod tally;

pub use elo::{Elo, elo_from_score, score_from_elo};
pub use points::Points;
pub use ratings::{Encounter, Rating, ratings};
pub use sprt::{Sprt, Standing, Verdict};
pub use tally::Tally;
