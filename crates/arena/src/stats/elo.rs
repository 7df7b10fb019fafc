//! The Elo difference that a score stands for, and how sure it is.

use serde::Serialize;

use super::normal::{Z95, cdf};
use super::tally::Tally;

/// The difference at which a player is expected to score `score`.
///
/// ```
/// use damero_arena::stats::elo_from_score;
/// assert_eq!(elo_from_score(0.5), 0.0);
/// assert!((elo_from_score(0.75) - 190.848).abs() < 1e-3);
/// ```
#[must_use]
pub fn elo_from_score(score: f64) -> f64 {
    // Zero, not minus zero, for an even score.
    400.0 * (score / (1.0 - score)).log10() + 0.0
}

/// The score that is expected at a difference of `elo`.
#[must_use]
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// An Elo difference measured in a match.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The difference; infinite if one side won everything.
    pub diff: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The likelihood that the player is the stronger one.
    pub superiority: f64,
}

impl Elo {
    /// Measures. The variance comes from whole pairs where there are some, else from single games.
    ///
    /// Few results spread less than many more would: bars from their plain variance hold the truth only four times in
    /// five after four pairs. Half a result of each kind, added before the spread is taken, brings that to nineteen
    /// times in twenty for short matches and long ones.
    #[must_use]
    pub fn of(tally: &Tally) -> Self {
        let score = tally.score();
        let pairs: u64 = tally.pairs.iter().sum();
        let (counts, kinds): (&[u64], f64) = if pairs > 1 {
            (&tally.pairs, 4.0)
        } else {
            (&[tally.losses, tally.draws, tally.wins], 2.0)
        };
        let error = standard_error(counts, kinds);
        let z = (score - 0.5) / error;
        Self {
            diff: elo_from_score(score),
            low: elo_from_score((score - Z95 * error).max(0.0)),
            high: elo_from_score((score + Z95 * error).min(1.0)),
            superiority: if tally.games() == 0 { 0.5 } else { cdf(z) },
        }
    }
}

/// The standard error of the mean of results that are worth 0, 1/`top`, 2/`top`, … 1.
fn standard_error(counts: &[u64], top: f64) -> f64 {
    let total: f64 = counts.iter().map(|&count| count as f64).sum();
    let weights = counts.iter().map(|&count| count as f64 + 0.5);
    let sum: f64 = weights.clone().sum();
    let valued = weights
        .zip(0..)
        .map(|(weight, i)| (weight / sum, f64::from(i) / top));
    let mean: f64 = valued.clone().map(|(share, value)| share * value).sum();
    let variance: f64 = valued
        .map(|(share, value)| share * (value - mean) * (value - mean))
        .sum();
    (variance / total.max(1.0)).sqrt()
}
