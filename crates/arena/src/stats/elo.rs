//! The Elo difference that a score stands for, and how sure it is.

use serde::Serialize;

use super::normal::cdf;
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
///
/// ```
/// use damero_arena::stats::{Elo, Tally};
///
/// let elo = Elo::of(&Tally::of_pairs([0, 1, 2, 3, 4]));
/// assert!(elo.low < elo.diff && elo.diff < elo.high);
/// assert!(elo.superiority > 0.95);
/// ```
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
    /// Measures, with the interval of [`Tally::interval`].
    #[must_use]
    pub fn of(tally: &Tally) -> Self {
        let score = tally.score();
        let (low, high) = tally.interval();
        let z = (score - 0.5) / tally.standard_error();
        Self {
            diff: elo_from_score(score),
            low: elo_from_score(low),
            high: elo_from_score(high),
            superiority: if tally.games() == 0 { 0.5 } else { cdf(z) },
        }
    }

    /// The difference with half a game added to either side, so that it is finite: for curves and sums.
    #[must_use]
    pub fn finite(tally: &Tally) -> f64 {
        elo_from_score((tally.points() + 0.5) / (tally.games() as f64 + 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_differences_of_known_shares() {
        let elo = |wins, losses| {
            Elo::finite(&Tally {
                wins,
                losses,
                ..Tally::default()
            })
        };
        assert!(elo(20, 20).abs() < 1e-9);
        assert!((elo(759, 240) - 200.0).abs() < 1.0, "{}", elo(759, 240));
        assert!(elo(40, 0) > 700.0 && elo(0, 40) < -700.0);
        assert_eq!(elo(0, 0), 0.0);
    }
}
