//! Results counted, game by game and pair by pair.

use damero_games::{Notation, PovOutcome};
use serde::Serialize;

use crate::log::Played;

/// The results of one player against another.
///
/// The two games of a pair share an opening, so they are not independent; the variance is taken from whole pairs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Whole pairs by the points that they brought: 0, ½, 1, 1½, 2.
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

    fn count(&mut self, result: PovOutcome) {
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

/// Half points.
const fn points(result: PovOutcome) -> usize {
    match result {
        PovOutcome::Loss => 0,
        PovOutcome::Draw => 1,
        PovOutcome::Win => 2,
    }
}
