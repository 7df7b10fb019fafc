//! What a trainer tells about an epoch: numbers, distributions, notes, games and boards.
//!
//! Names are paths with slashes, as `TensorBoard` groups them. Plots and the page look for these:
//!
//! | name | what |
//! |---|---|
//! | `loss/mean`, `loss/std` | over the training steps of the epoch |
//! | `win_rate/BASELINE` | (wins + draws/2) / games of one evaluation; one series a baseline |
//! | `blunder/N` | share of decisions that give away value with N pieces on the board, by the exact solver |
//! | `blunder_count/N` | how many decisions that share is of |
//! | `q/place/loss`, `q/place/draw`, `q/place/win`, `q/select/…` | histograms of Q-values by the outcome of the game |
//! | `speed/games`, `speed/steps` | self-play games and training steps a second |
//!
//! Others are free; every scalar is drawn on the page.

use std::collections::BTreeMap;

use damero_arena::stats::Tally;
use serde::{Deserialize, Serialize};

/// Numbers by name. Only finite ones are written to files.
pub type Scalars = BTreeMap<String, f64>;

/// Adds the score of a match against a baseline, with its 95 % interval.
pub fn insert_win_rate(scalars: &mut Scalars, name: &str, tally: &Tally) {
    let (low, high) = tally.interval();
    scalars.insert(format!("win_rate/{name}"), tally.score());
    scalars.insert(format!("win_rate_low/{name}"), low);
    scalars.insert(format!("win_rate_high/{name}"), high);
}

/// What happened in one epoch.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Report {
    /// Numbers.
    pub scalars: Scalars,
    /// Distributions.
    pub histograms: BTreeMap<String, Histogram>,
    /// Sentences worth keeping, by name.
    pub notes: BTreeMap<String, String>,
}

impl Report {
    /// Adds a number.
    pub fn scalar(&mut self, name: impl Into<String>, value: impl Into<f64>) {
        self.scalars.insert(name.into(), value.into());
    }
}

/// How often values fell into equal bins between two limits.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Histogram {
    /// The lower end of the first bin.
    pub low: f64,
    /// The upper end of the last bin.
    pub high: f64,
    /// How many values fell into each bin.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// The limits of Q-values in the plots: a little more than what tanh gives.
    pub const Q_LIMIT: f64 = 1.1;

    /// Empty bins from `low` to `high`; at least one.
    #[must_use]
    pub fn new(low: f64, high: f64, bins: usize) -> Self {
        Self {
            low,
            high,
            counts: vec![0; bins.max(1)],
        }
    }

    /// Bins for Q-values between -1 and 1, 44 of 0.05 each.
    #[must_use]
    pub fn of_q() -> Self {
        Self::new(-Self::Q_LIMIT, Self::Q_LIMIT, 44)
    }

    /// Counts a value; beyond the limits it counts in the nearest bin, and what is no number is left out.
    pub fn add(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        let bins = self.counts.len();
        let place = (value - self.low) / (self.high - self.low) * bins as f64;
        let bin = (place.max(0.0) as usize).min(bins - 1);
        self.counts[bin] += 1;
    }

    /// How many values were counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// A whole game worth looking at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampleGame {
    /// What it is, as a short word such as `self-play` or `greedy`; it becomes part of a file name.
    pub name: String,
    /// The game in Damero's own format ([`write_native`](damero_games::record::write_native)).
    pub record: String,
}

/// A state and the next one, as the replay holds them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardPair {
    /// What stands above the two: `{piece}|{action}|{player} | R={reward}`.
    pub title: String,
    /// The board before, row by row; -1 is an empty cell, anything else a piece.
    pub before: Vec<Vec<i8>>,
    /// The board after.
    pub after: Vec<Vec<i8>>,
}

/// What people look at from time to time.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Samples {
    /// A few games.
    pub games: Vec<SampleGame>,
    /// A few transitions of a random batch.
    pub boards: Vec<BoardPair>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fall_into_their_bins() {
        let mut histogram = Histogram::new(-1.0, 1.0, 4);
        for value in [-1.0, -0.51, -0.5, 0.0, 0.99, 1.0, 7.0, -7.0, f64::NAN] {
            histogram.add(value);
        }
        assert_eq!(histogram.counts, [3, 1, 1, 3]);
        assert_eq!(histogram.total(), 8);
    }
}
