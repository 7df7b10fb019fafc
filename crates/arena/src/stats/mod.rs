//! What results are worth: scores, Elo differences with their bars, and the likelihood of superiority.

mod elo;
mod normal;
mod tally;

pub use elo::{Elo, elo_from_score, score_from_elo};
pub use tally::Tally;
