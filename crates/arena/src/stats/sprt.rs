//! The sequential test: play until it is clear which of two hypotheses holds, and no longer.
//!
//! The log-likelihood ratio is that of the generalised test on whole pairs: under each hypothesis the shares of the
//! five results are those that fit best among all with the expected score that the hypothesis demands.

use damero_games::Notation;
use serde::Serialize;

use super::elo::score_from_elo;
use super::tally::Tally;
use crate::log::Log;

/// A sequential test of "the difference is `elo1`" against "the difference is `elo0`".
///
/// ```
/// use damero_arena::stats::{Sprt, Verdict};
///
/// // Error rates of 5 %: is the new version 10 Elo stronger, or is it not?
/// let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
/// assert_eq!(sprt.verdict(sprt.llr(&[0; 5])), Verdict::Open);
/// assert_eq!(sprt.verdict(sprt.llr(&[20, 200, 500, 300, 60])), Verdict::H1);
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The difference of the hypothesis to be beaten.
    pub elo0: f64,
    /// The difference hoped for, larger than `elo0`.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
}

/// What a test has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// The difference is more like `elo0`.
    H0,
    /// The difference is more like `elo1`.
    H1,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// The log-likelihood ratio: positive speaks for `elo1`.
    pub llr: f64,
    /// At or below this, `elo0` is accepted.
    pub lower: f64,
    /// At or above this, `elo1` is accepted.
    pub upper: f64,
    /// What is decided.
    pub verdict: Verdict,
    /// The results that were looked at: up to the decision.
    pub tally: Tally,
}

impl Sprt {
    /// The bounds of the log-likelihood ratio, after Wald.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of whole pairs.
    #[must_use]
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let total: u64 = pairs.iter().sum();
        if total == 0 {
            return 0.0;
        }
        // A result that has not happened yet is not impossible.
        let weights = pairs.map(|count| (count as f64).max(1e-3));
        let sum: f64 = weights.iter().sum();
        let shares = weights.map(|weight| weight / sum);
        let under = |elo: f64| best_fit(&shares, score_from_elo(elo));
        let (null, hoped) = (under(self.elo0), under(self.elo1));
        let each = (0..5).map(|i| shares[i] * (hoped[i] / null[i]).ln());
        sum * each.sum::<f64>()
    }

    /// What is decided at a log-likelihood ratio.
    #[must_use]
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::Open
        }
    }

    /// Where the test of the first player of `log` against the second stands.
    ///
    /// Pairs are looked at in their order and only as far as none is missing, so the verdict depends neither on the
    /// number of threads nor on which game happened to end first.
    #[must_use]
    pub fn standing<G: Notation>(&self, log: &Log<G>) -> Standing {
        let mut tally = Tally::default();
        let mut games = log.games();
        let (lower, upper) = self.bounds();
        let mut llr = 0.0;
        let mut verdict = Verdict::Open;
        for pair in 0.. {
            let (Some(one), Some(two)) = (games.next(), games.next()) else {
                break;
            };
            if (one.number, two.number) != (2 * pair, 2 * pair + 1) {
                break;
            }
            tally.add_pair(one.result_for(0), two.result_for(0));
            llr = self.llr(&tally.pairs);
            verdict = self.verdict(llr);
            if verdict != Verdict::Open {
                break;
            }
        }
        Standing {
            llr,
            lower,
            upper,
            verdict,
            tally,
        }
    }
}

/// The distribution nearest to `shares` (in likelihood) whose mean is `score`, on the values 0, ¼, ½, ¾, 1.
///
/// It has the form `share / (1 + t (value - score))`; the one unknown is found by bisection, because the mean falls
/// as `t` grows.
fn best_fit(shares: &[f64; 5], score: f64) -> [f64; 5] {
    let offset: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - score);
    // Between these every share stays positive.
    let (mut low, mut high) = (-1.0 / offset[4], -1.0 / offset[0]);
    let excess = |t: f64| -> f64 {
        (0..5)
            .map(|i| shares[i] * offset[i] / (1.0 + t * offset[i]))
            .sum()
    };
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + t * offset[i]))
}
