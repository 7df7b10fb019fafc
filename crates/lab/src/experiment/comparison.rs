//! What an experiment comes to: scores with intervals, and verdicts for every pair of arms.
//!
//! Games between two networks tell of these two; trainings from other seeds give others. So an interval is the wider one
//! of two: that of the games, and Student's over the means of the networks.

use std::collections::BTreeMap;
use std::path::Path;

use damero_arena::stats::Tally;
use damero_arena::{Contest, Log};
use damero_learn::LearnError;
use damero_learn::model::spread;
use damero_learn::run::{Line, RunPath, read_log};
use damero_search::Searchable;
use serde::Serialize;

use super::Experiment;

/// The last measurements that are taken together.
const LAST: usize = 5;

/// The results of a schedule, by the places of the two players.
pub(super) struct Results(BTreeMap<(usize, usize), Tally>);

impl Results {
    pub(super) fn of<G: Searchable>(contest: &Contest<G>, log: &Log<G>) -> Self {
        let tally = |&(a, b): &(usize, usize)| ((a, b), Tally::of(log.games(), a, b));
        Self(contest.pairings.iter().map(tally).collect())
    }

    fn get(&self, a: usize, b: usize) -> Tally {
        self.0.get(&(a, b)).copied().unwrap_or_default()
    }
}

/// Everything that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// Seconds of processor time of each training.
    pub budget_cpu_seconds: f64,
    /// The trainings.
    pub trainings: Vec<Training>,
    /// Each arm against each baseline.
    pub baselines: Vec<Against>,
    /// Each arm against each later one.
    pub arms: Vec<Against>,
    /// What else was compared, for each arm and each later one.
    pub metrics: Vec<Finding>,
}

/// One training.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Training {
    /// The arm.
    pub arm: String,
    /// The seed.
    pub seed: u64,
    /// Epochs done.
    pub epochs: u64,
    /// Seconds of processor time.
    pub cpu: f64,
    /// The means of the last measurements of what is compared.
    pub last: BTreeMap<String, f64>,
}

/// The matches of the networks of an arm against a player or another arm.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Against {
    /// The arm.
    pub arm: String,
    /// Whom its networks met.
    pub other: String,
    /// All games together.
    pub tally: Tally,
    /// The score.
    pub score: f64,
    /// The deviation of the networks' scores.
    pub deviation: f64,
    /// The 95 % interval of the score.
    pub interval: (f64, f64),
    /// What it says.
    pub verdict: Verdict,
}

/// A metric of two arms at their ends.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// The metric.
    pub metric: String,
    /// One arm.
    pub arm: String,
    /// The other one.
    pub other: String,
    /// The means over seeds.
    pub means: (f64, f64),
    /// The 95 % interval of the difference; none with one seed, which says nothing of others.
    pub interval: Option<(f64, f64)>,
    /// What it says.
    pub verdict: Verdict,
}

/// What an interval says of one arm beside the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It lies above: more points, or a greater number.
    Better,
    /// It lies below.
    Worse,
    /// It holds the even.
    NoDifferenceShown,
}

impl Verdict {
    fn of((low, high): (f64, f64), even: f64) -> Self {
        if low > even {
            Self::Better
        } else if high < even {
            Self::Worse
        } else {
            Self::NoDifferenceShown
        }
    }
}

impl Comparison {
    pub(super) fn new(
        experiment: &Experiment,
        folder: &Path,
        baselines: &Results,
        arms: &Results,
    ) -> Result<Self, LearnError> {
        let Experiment { settings, .. } = experiment;
        let seeds = settings.seeds.len();
        let names: Vec<&String> = experiment.arms.iter().map(|arm| &arm.name).collect();
        let mut trainings = Vec::new();
        for arm in &experiment.arms {
            for &seed in &settings.seeds {
                let lines = read_log(&RunPath(folder.join(arm.run(seed))).metrics(), None)?;
                trainings.push(Training::of(&arm.name, seed, &lines, &settings.compare));
            }
        }
        let networks = |arm: usize| arm * seeds..(arm + 1) * seeds;
        let mut against = Vec::new();
        let mut between = Vec::new();
        let mut metrics = Vec::new();
        for (a, &arm) in names.iter().enumerate() {
            for (i, baseline) in settings.matches.baselines.iter().enumerate() {
                let place = names.len() * seeds + i;
                let each: Vec<Tally> = networks(a).map(|network| baselines.get(network, place)).collect();
                against.extend(Against::of(arm, baseline, &each, &[]));
            }
            for (b, &other) in names.iter().enumerate().skip(a + 1) {
                let own = networks(a).map(|one| networks(b).map(|two| arms.get(one, two)).sum());
                let theirs = networks(b).map(|two| networks(a).map(|one| arms.get(one, two)).sum());
                let (own, theirs): (Vec<_>, Vec<_>) = (own.collect(), theirs.collect());
                between.extend(Against::of(arm, other, &own, &theirs));
                for metric in &settings.compare {
                    metrics.extend(Finding::of(metric, arm, other, &trainings));
                }
            }
        }
        Ok(Self {
            budget_cpu_seconds: settings.budget_cpu_seconds,
            trainings,
            baselines: against,
            arms: between,
            metrics,
        })
    }
}

impl Training {
    fn of(arm: &str, seed: u64, lines: &[Line<f64>], compared: &[String]) -> Self {
        let last = lines.last();
        let mean = |name: &String| {
            let found = lines
                .iter()
                .rev()
                .filter_map(|line| line.values.get(name))
                .take(LAST);
            let found: Vec<f64> = found.copied().collect();
            (!found.is_empty()).then(|| (name.clone(), spread(&found).0))
        };
        Self {
            arm: arm.to_owned(),
            seed,
            epochs: last.map_or(0, |line| line.epoch),
            cpu: last.and_then(|line| line.cpu).unwrap_or_default(),
            last: compared.iter().filter_map(mean).collect(),
        }
    }
}

impl Against {
    /// `own` are the results of each network of the arm; `theirs` those of each network on the other side, from the
    /// arm's point of view, if that is an arm too. `None` if no game was played.
    fn of(arm: &str, other: &str, own: &[Tally], theirs: &[Tally]) -> Option<Self> {
        let tally: Tally = own.iter().copied().sum();
        if tally.games() == 0 {
            return None;
        }
        let scores = |tallies: &[Tally]| tallies.iter().map(Tally::score).collect::<Vec<_>>();
        let (low, high) = tally.interval();
        let over_seeds = student(&scores(own), &scores(theirs)).unwrap_or_default();
        let interval = (
            low.min(tally.score() - over_seeds).max(0.0),
            high.max(tally.score() + over_seeds).min(1.0),
        );
        Some(Self {
            arm: arm.to_owned(),
            other: other.to_owned(),
            tally,
            score: tally.score(),
            deviation: spread(&scores(own)).1,
            interval,
            verdict: Verdict::of(interval, 0.5),
        })
    }
}

impl Finding {
    /// `None` if one of the arms has not measured it.
    fn of(metric: &str, arm: &str, other: &str, trainings: &[Training]) -> Option<Self> {
        let of = |arm: &str| {
            let own = trainings.iter().filter(|training| training.arm == arm);
            own.filter_map(|training| training.last.get(metric).copied())
                .collect::<Vec<_>>()
        };
        let (own, theirs) = (of(arm), of(other));
        if own.is_empty() || theirs.is_empty() {
            return None;
        }
        let means = (spread(&own).0, spread(&theirs).0);
        let apart = means.0 - means.1;
        let interval = student(&own, &theirs).map(|margin| (apart - margin, apart + margin));
        Some(Self {
            metric: metric.to_owned(),
            arm: arm.to_owned(),
            other: other.to_owned(),
            means,
            interval,
            verdict: interval.map_or(Verdict::NoDifferenceShown, |interval| Verdict::of(interval, 0.0)),
        })
    }
}

/// Half the 95 % interval of the difference of two means, or of one if the other list is empty; `None` if a single number
/// says nothing of how they scatter.
fn student(own: &[f64], theirs: &[f64]) -> Option<f64> {
    let lists = [own, theirs].into_iter().filter(|list| !list.is_empty());
    let mut variance = 0.0;
    let mut degrees = 0;
    for list in lists {
        let n = list.len();
        // The deviation is that of the list itself; that of what it was drawn from is a little larger.
        variance += spread(list).1.powi(2) / n.checked_sub(1).filter(|&rest| rest > 0)? as f64;
        degrees += n - 1;
    }
    Some(quantile(degrees) * variance.sqrt())
}

/// The 97.5 % quantile of Student's distribution.
fn quantile(degrees: usize) -> f64 {
    const FEW: [f64; 10] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    ];
    // Beyond the table two terms of its expansion around the normal one are right to three digits.
    let many = |degrees: f64| 1.960 + 2.372 / degrees + 2.823 / degrees.powi(2);
    match degrees {
        0 => f64::INFINITY,
        few => FEW.get(few - 1).copied().unwrap_or_else(|| many(few as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: variances 1 and 4 of three numbers each, four degrees of freedom.
    #[test]
    fn margins_are_those_worked_by_hand() {
        let margin = student(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]).expect("enough numbers");
        assert!((margin - 2.776 * (5.0_f64 / 3.0).sqrt()).abs() < 1e-9);
        assert_eq!(student(&[1.0], &[2.0, 3.0]), None);
        assert!((quantile(11) - 2.201).abs() < 3e-3 && (quantile(30) - 2.042).abs() < 3e-3);
    }

    /// Three networks that all win most games are better; three that differ widely show nothing, however many games.
    #[test]
    fn verdicts_need_networks_that_agree() {
        let of = |shares: [u64; 3]| {
            let each = shares.map(|wins| Tally::of_pairs([100 - wins, 0, 0, 0, wins]));
            Against::of("a", "b", &each, &each).expect("games").verdict
        };
        assert_eq!(of([70, 72, 68]), Verdict::Better);
        assert_eq!(of([30, 28, 32]), Verdict::Worse);
        assert_eq!(of([95, 40, 75]), Verdict::NoDifferenceShown);
        assert_eq!(Against::of("a", "b", &[Tally::default()], &[]), None);
    }
}
