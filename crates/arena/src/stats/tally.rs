//! Results counted, game by game and pair by pair.

use std::iter::Sum;
use std::ops::Add;

use damero_games::{Notation, PovOutcome};
use serde::{Deserialize, Serialize};

use super::normal::Z95;
use crate::log::Played;

/// The results of one player against another.
///
/// The two games of a pair share an opening, so they are not independent; the variance is taken from whole pairs.
///
/// ```
/// use damero_arena::stats::Tally;
///
/// // Four pairs of games: one brought half a point, three brought two.
/// let tally = Tally::of_pairs([0, 1, 0, 0, 3]);
/// assert_eq!((tally.wins, tally.draws, tally.losses), (6, 1, 1));
/// assert_eq!(tally.score(), 6.5 / 8.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Whole pairs by the points that they brought: 0, ½, 1, 1½, 2. Older files do not have them.
    #[serde(default)]
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts the games between `player` and `other`.
    pub fn of<'a, G: Notation>(
        games: impl IntoIterator<Item = &'a Played<G>>,
        player: usize,
        other: usize,
    ) -> Self {
        let mut tally = Self::default();
        let mut open: Option<(u64, PovOutcome)> = None;
        for game in games {
            if [game.first, game.second] != [player, other] && [game.first, game.second] != [other, player] {
                continue;
            }
            let result = game.result_for(player);
            tally.count(result);
            // Games come in the order of their numbers, so the halves of a pair are neighbours.
            match open.take() {
                Some((pair, before)) if pair == game.number / 2 => {
                    tally.pairs[points(before) + points(result)] += 1;
                }
                _ => open = Some((game.number / 2, result)),
            }
        }
        tally
    }

    /// A tally of whole pairs.
    #[must_use]
    pub const fn of_pairs(pairs: [u64; 5]) -> Self {
        // How the middle pairs came about does not matter for anything that is computed from pairs.
        Self {
            wins: 2 * pairs[4] + pairs[3] + pairs[2],
            draws: pairs[3] + pairs[1],
            losses: 2 * pairs[0] + pairs[1] + pairs[2],
            pairs,
        }
    }

    /// Counts a game that belongs to no pair.
    pub const fn count(&mut self, result: PovOutcome) {
        match result {
            PovOutcome::Win => self.wins += 1,
            PovOutcome::Draw => self.draws += 1,
            PovOutcome::Loss => self.losses += 1,
        }
    }

    /// Adds the result of a whole pair.
    pub fn add_pair(&mut self, first: PovOutcome, second: PovOutcome) {
        self.count(first);
        self.count(second);
        self.pairs[points(first) + points(second)] += 1;
    }

    /// How many games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: a win is one, a draw a half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points for each game, between 0 and 1; a half when there is none.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            0.5
        } else {
            self.points() / self.games() as f64
        }
    }

    /// The 95 % interval of the score. The variance comes from whole pairs where there are some, else from single games.
    ///
    /// Few results spread less than many more would: bars from their plain variance hold the truth only four times in
    /// five after four pairs. Half a result of each kind, added before the spread is taken, brings that to nineteen
    /// times in twenty for short matches and long ones.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let (score, margin) = (self.score(), Z95 * self.standard_error());
        ((score - margin).max(0.0), (score + margin).min(1.0))
    }

    /// The standard error of the score.
    pub(super) fn standard_error(&self) -> f64 {
        if self.pairs.iter().sum::<u64>() > 1 {
            standard_error(&self.pairs)
        } else {
            standard_error(&[self.losses, self.draws, self.wins])
        }
    }

    /// The same as the other player sees it.
    #[must_use]
    pub fn for_other(self) -> Self {
        let [a, b, c, d, e] = self.pairs;
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: [e, d, c, b, a],
        }
    }
}

impl Add for Tally {
    type Output = Self;

    /// Both counts together.
    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::add)
    }
}

/// The standard error of the mean of results that are worth 0 for the first kind, 1 for the last, and in equal steps
/// between.
fn standard_error(counts: &[u64]) -> f64 {
    let top = (counts.len() - 1) as f64;
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

/// Half points.
const fn points(result: PovOutcome) -> usize {
    match result {
        PovOutcome::Loss => 0,
        PovOutcome::Draw => 1,
        PovOutcome::Win => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_intervals() {
        let tally = Tally {
            wins: 70,
            draws: 20,
            losses: 10,
            pairs: [0; 5],
        };
        assert_eq!((tally.games(), tally.score()), (100, 0.8));
        // By hand: (10.5, 20.5, 70.5) / 101.5 at 0, ½, 1 have the standard deviation 0.33495.
        let (low, high) = tally.interval();
        assert!(
            (low - 0.7343).abs() < 1e-3 && (high - 0.8657).abs() < 1e-3,
            "{low} {high}"
        );
        assert_eq!(Tally::default().score(), 0.5);
        assert_eq!((tally + tally).games(), 200);
        let perfect = Tally {
            wins: 400,
            ..Tally::default()
        };
        assert!(perfect.interval().0 > 0.99 && perfect.interval().1 <= 1.0);
    }

    #[test]
    fn counts_of_older_files_are_read() {
        let read: Tally = serde_json::from_str(r#"{"wins":3,"draws":2,"losses":1}"#).expect("three counts");
        assert_eq!((read.points(), read.pairs), (4.0, [0; 5]));
    }
}
