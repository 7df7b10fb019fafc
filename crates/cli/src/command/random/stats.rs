//! What is kept of many games. Everything is counted in whole numbers, so that the order in which games are added
//! makes no difference and any number of threads gives the same statistics.

use std::collections::BTreeMap;

use damero_games::{ByPlayer, Outcome, Player, Text};

/// One game that was played.
pub(super) struct Played {
    pub(super) outcome: Outcome,
    pub(super) plies: u32,
    /// Legal moves of all its positions together.
    pub(super) choices: u64,
    /// Legal moves of the position with the most.
    pub(super) most: u32,
    pub(super) truncated: bool,
    pub(super) reason: Option<Text>,
    pub(super) scores: Option<ByPlayer<i64>>,
}

/// The sum and the extremes of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spread {
    pub(super) sum: i64,
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Spread {
    fn one(value: i64) -> Self {
        Self {
            sum: value,
            min: value,
            max: value,
        }
    }

    fn merge(self, other: Self) -> Self {
        Self {
            sum: self.sum + other.sum,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// Why games ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EndingCount {
    pub(super) reason: Text,
    pub(super) truncated: bool,
    pub(super) games: u64,
}

/// Many games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Stats {
    pub(super) games: u64,
    pub(super) wins: ByPlayer<u64>,
    pub(super) draws: u64,
    /// Games by their number of plies.
    pub(super) lengths: BTreeMap<u32, u64>,
    pub(super) choices: u64,
    pub(super) most: u32,
    pub(super) scores: Option<ByPlayer<Spread>>,
    /// By the English reason.
    pub(super) endings: BTreeMap<String, EndingCount>,
}

impl Stats {
    /// Adds a game.
    pub(super) fn add(&mut self, played: Played) {
        self.games += 1;
        match played.outcome {
            Outcome::Win(player) => self.wins[player] += 1,
            Outcome::Draw => self.draws += 1,
        }
        *self.lengths.entry(played.plies).or_default() += 1;
        self.choices += played.choices;
        self.most = self.most.max(played.most);
        self.scores = merge_scores(self.scores, played.scores.map(|scores| scores.map(Spread::one)));
        if let Some(reason) = played.reason {
            let truncated = played.truncated;
            self.count_ending(EndingCount {
                reason,
                truncated,
                games: 1,
            });
        }
    }

    fn count_ending(&mut self, ending: EndingCount) {
        match self.endings.get_mut(&*ending.reason.en) {
            Some(known) => known.games += ending.games,
            None => {
                self.endings.insert(ending.reason.en.to_string(), ending);
            }
        }
    }

    /// Both together.
    pub(super) fn merge(mut self, other: Self) -> Self {
        self.games += other.games;
        for player in Player::ALL {
            self.wins[player] += other.wins[player];
        }
        self.draws += other.draws;
        for (plies, games) in other.lengths {
            *self.lengths.entry(plies).or_default() += games;
        }
        self.choices += other.choices;
        self.most = self.most.max(other.most);
        self.scores = merge_scores(self.scores, other.scores);
        for ending in other.endings.into_values() {
            self.count_ending(ending);
        }
        self
    }

    /// Plies of all games together.
    pub(super) fn plies(&self) -> u64 {
        self.lengths
            .iter()
            .map(|(&plies, games)| u64::from(plies) * games)
            .sum()
    }

    /// The shortest and the longest game.
    pub(super) fn length_range(&self) -> (u32, u32) {
        let first = self.lengths.first_key_value().map_or(0, |(&plies, _)| plies);
        (
            first,
            self.lengths.last_key_value().map_or(0, |(&plies, _)| plies),
        )
    }

    /// The lengths in classes: from, to, games. All but the shortest and longest hundredth lie in at most `rows`
    /// classes of equal width; those few, which would stretch the scale, have one class on each side.
    pub(super) fn histogram(&self, rows: u32) -> Vec<(u32, u32, u64)> {
        let (min, max) = self.length_range();
        let rare = self.games / 100;
        let low = nth(self.lengths.iter(), rare).unwrap_or(min);
        let high = nth(self.lengths.iter().rev(), rare).unwrap_or(max).max(low);
        let width = (high - low + 1).div_ceil(rows);
        let middle = (low..=high)
            .step_by(width as usize)
            .map(|from| (from, high.min(from + width - 1)));
        let below = (min < low).then(|| (min, low - 1));
        let above = (high < max).then(|| (high + 1, max));
        let classes = below.into_iter().chain(middle).chain(above);
        let games = |(from, to)| {
            (
                from,
                to,
                self.lengths.range(from..=to).map(|(_, games)| games).sum(),
            )
        };
        classes.map(games).collect()
    }

    /// The reasons for endings, the most frequent first. Reasons that differ only in squares and numbers are one.
    pub(super) fn endings(&self) -> Vec<EndingCount> {
        let mut groups: BTreeMap<String, EndingCount> = BTreeMap::new();
        for ending in self.endings.values() {
            let Text { en, es } = &ending.reason;
            let common = Text::owned(pattern(en), pattern(es));
            match groups.get_mut(&*common.en) {
                None => {
                    groups.insert(common.en.to_string(), ending.clone());
                }
                Some(group) => {
                    group.games += ending.games;
                    group.reason = common;
                }
            }
        }
        let mut endings: Vec<_> = groups.into_values().collect();
        endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
        endings
    }
}

/// A sentence with `…` for its squares and numbers.
fn pattern(sentence: &str) -> String {
    let words = sentence.split(' ').map(|word| {
        if word.contains(|c: char| c.is_ascii_digit()) {
            "…"
        } else {
            word
        }
    });
    let mut words: Vec<_> = words.collect();
    words.dedup_by(|a, b| a == b && *a == "…");
    words.join(" ")
}

/// The length of the game that has `skip` games before it.
fn nth<'a>(mut lengths: impl Iterator<Item = (&'a u32, &'a u64)>, skip: u64) -> Option<u32> {
    let mut seen = 0;
    lengths.find_map(|(&plies, games)| {
        seen += games;
        (seen > skip).then_some(plies)
    })
}

fn merge_scores(a: Option<ByPlayer<Spread>>, b: Option<ByPlayer<Spread>>) -> Option<ByPlayer<Spread>> {
    match (a, b) {
        (Some(a), Some(b)) => Some(ByPlayer::new(a.first.merge(b.first), a.second.merge(b.second))),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(plies: u32, outcome: Outcome) -> Played {
        Played {
            outcome,
            plies,
            choices: u64::from(plies) * 3,
            most: plies,
            truncated: false,
            reason: Some(Text::same(if plies > 5 { "long" } else { "short" })),
            scores: Some(ByPlayer::new(i64::from(plies), -1)),
        }
    }

    #[test]
    fn any_grouping_of_games_gives_the_same_statistics() {
        let outcomes = [
            Outcome::Win(Player::First),
            Outcome::Draw,
            Outcome::Win(Player::Second),
        ];
        let games = |range: std::ops::Range<u32>| {
            let mut stats = Stats::default();
            range.for_each(|i| stats.add(played(i % 17, outcomes[i as usize % 3])));
            stats
        };
        let whole = games(0..100);
        assert_eq!(games(0..31).merge(games(31..100)), whole);
        assert_eq!(games(31..100).merge(Stats::default()).merge(games(0..31)), whole);
        assert_eq!(
            whole.histogram(5).iter().map(|(_, _, games)| games).sum::<u64>(),
            100
        );
        assert_eq!(whole.length_range(), (0, 16));
    }

    #[test]
    fn reasons_that_differ_in_squares_are_one() {
        let mut stats = Stats::default();
        for (reason, games) in [("a1 a2 are dark", 2), ("b1 b2 c3 are dark", 1), ("5 in line", 1)] {
            let reason = Some(Text::same(reason));
            (0..games).for_each(|_| {
                stats.add(Played {
                    reason: reason.clone(),
                    ..played(3, Outcome::Draw)
                });
            });
        }
        let endings: Vec<_> = stats
            .endings()
            .into_iter()
            .map(|ending| (ending.reason.es.to_string(), ending.games))
            .collect();
        assert_eq!(
            endings,
            [("… are dark".to_owned(), 3), ("5 in line".to_owned(), 1)]
        );
    }
}
