//! Making the weights of the pattern evaluation from nothing but the rules.
//!
//! Games are played with random deviations (`games.rs`); from the end of the game to its beginning the positions with
//! each number of empty squares are judged by the exact solver or by a search that uses what is already fitted
//! (`label.rs`); weights are fitted to these judgements (`fit.rs`); and last the errors of shallow searches are measured
//! for selective search (`calibrate.rs`). All of this happens in rounds: a short first one from games by a beginner's
//! rules, then one from games that the weights of the first have played, whose positions are those that a good player
//! meets. Everything follows from the seed, whatever the number of threads.

mod calibrate;
mod fit;
mod games;
mod label;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use self::calibrate::Spread;
use self::fit::{Sample, fit};
use self::games::{Line, positions};
use damero_search::Stop;
use damero_search::reversi::{CutModel, Folding, GROUPS, Origin, UNIT, Weights, WeightsError, stage_of};

/// How to train.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Positions for each number of empty squares in the last round.
    pub positions: u64,
    /// What all games follow from.
    pub seed: u64,
    /// Threads that work together; they do not change the result.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            positions: 250_000,
            seed: 1,
            threads: 1,
        }
    }
}

/// How often weights are made.
pub const ROUNDS: u32 = 2;

impl Options {
    /// What the weights of a round follow from.
    #[must_use]
    pub fn origin(&self, round: u32) -> Origin {
        let is_last = round + 1 == ROUNDS;
        Origin {
            round,
            positions: if is_last {
                self.positions
            } else {
                self.positions.div_ceil(5)
            },
            seed: self.seed,
            exact: 10,
            depth: if is_last { 6 } else { 4 },
        }
    }
}

/// How good the weights of one stage are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The round, from 0.
    pub round: u32,
    /// The fewest empty squares of the stage; the stage also has two more.
    pub empties: u32,
    /// Positions that the weights were fitted to.
    pub positions: usize,
    /// Root of the mean squared error in discs on these.
    pub error: f64,
    /// The same on positions that were held out.
    pub held_out: f64,
}

/// What is told while it works.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The work as a whole: steps done and to do.
    Progress {
        /// Steps done, those of an earlier run included.
        done: u64,
        /// All steps.
        total: u64,
    },
    /// A stage was fitted.
    Fitted(Fit),
    /// The error of shallow searches at some number of empty squares.
    Measured(Spread),
}

/// What an earlier training has kept in a file; `None` if there is no such file.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn begun(path: &Path) -> Result<Option<Weights>, WeightsError> {
    match std::fs::read(path) {
        Ok(bytes) => Weights::from_part(&bytes).map(Some),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Groups of stages, from the end of the game.
const ALL_GROUPS: std::ops::RangeInclusive<u32> = 1..=GROUPS as u32;

/// The most empty squares that have a group of their own; the few positions before that belong to the last group.
const LATEST: u32 = 4 * GROUPS as u32 + 3;

/// The empty squares of the start.
const START: u32 = 60;

/// The positions of the first moves are so few, and so much looked at, that each counts as many.
const FIRST_COPIES: usize = 50;

/// The numbers of empty squares of a group.
fn numbers(group: u32) -> std::ops::RangeInclusive<u32> {
    let first = 4 * group;
    first..=if group as usize == GROUPS {
        START
    } else {
        first + 3
    }
}

/// Positions that a thread takes at a time; each such part begins with empty tables.
const PART: usize = 256;

/// Makes weights; `None` when stopped.
///
/// After every group of stages `keep` gets what is done so far of a round; passing the last of each round as `begun`
/// goes on from there.
///
/// # Errors
/// Only what `keep` returns.
pub fn train(
    options: &Options,
    begun: Vec<Weights>,
    stop: &Stop,
    keep: &mut dyn FnMut(&Weights) -> Result<(), WeightsError>,
    report: &mut dyn FnMut(Event),
) -> Result<Option<Weights>, WeightsError> {
    let total = (0..ROUNDS).map(|round| round_steps(&options.origin(round)));
    let mut steps = Steps {
        done: 0,
        total: total.sum(),
        report,
    };
    let mut begun: Vec<Option<Weights>> = begun.into_iter().map(Some).collect();
    let mut before = None;
    for round in 0..ROUNDS {
        let origin = options.origin(round);
        let is_this = |weights: &Weights| weights.origin() == origin;
        let begun = begun
            .iter_mut()
            .find_map(|begun| begun.take_if(|begun| is_this(begun)));
        if begun.as_ref().is_some_and(is_finished) {
            steps.add(round_steps(&origin));
            before = begun.map(Arc::new);
            continue;
        }
        let weights = begun.unwrap_or_else(|| Weights::empty(origin));
        let round = Round {
            origin,
            threads: options.threads,
            before: before.take(),
        };
        let Some(made) = round.make(weights, stop, keep, &mut steps)? else {
            return Ok(None);
        };
        before = Some(Arc::new(made));
    }
    // Nobody else holds them any more.
    Ok(before.and_then(Arc::into_inner))
}

/// Whether a round has nothing left to do: the model of errors comes last.
fn is_finished(weights: &Weights) -> bool {
    weights.is_complete() && weights.model() != CutModel::default()
}

fn round_steps(origin: &Origin) -> u64 {
    origin.positions * (1 + 4 * GROUPS as u64) + calibrate::STEPS
}

/// One making of all weights.
struct Round {
    origin: Origin,
    threads: usize,
    /// The weights of the round before.
    before: Option<Arc<Weights>>,
}

impl Round {
    /// Fits what is not fitted yet; `None` when stopped.
    fn make(
        &self,
        mut weights: Weights,
        stop: &Stop,
        keep: &mut dyn FnMut(&Weights) -> Result<(), WeightsError>,
        steps: &mut Steps<'_>,
    ) -> Result<Option<Weights>, WeightsError> {
        let Some(lines) = games::play(self, stop, &mut |more| steps.add(more)) else {
            return Ok(None);
        };
        let folding = Folding::default();
        for group in ALL_GROUPS {
            if group as usize <= weights.groups() {
                steps.add(4 * self.origin.positions);
                continue;
            }
            let Some(more) = self.fit_group(group, &lines, weights, &folding, stop, steps) else {
                return Ok(None);
            };
            weights = more;
            keep(&weights)?;
        }
        let weights = Arc::new(weights);
        let spreads = calibrate::measure(&weights, &lines, self.threads, stop, &mut |more| steps.add(more));
        let Some(spreads) = spreads else { return Ok(None) };
        let model = calibrate::model(&spreads);
        for spread in spreads {
            (steps.report)(Event::Measured(spread));
        }
        // Nobody else holds them any more.
        let mut weights = Arc::into_inner(weights).unwrap_or_else(|| Weights::empty(self.origin));
        weights.set_model(model);
        keep(&weights)?;
        Ok(Some(weights))
    }

    /// The weights that searches use while a round is under way.
    fn searching(&self, weights: &Weights) -> Weights {
        let before = self.before.as_deref();
        let mut fitted = weights.padded(before);
        if let Some(before) = before {
            fitted.set_model(before.model());
        }
        fitted
    }

    /// Labels the positions of a group and fits its two stages.
    fn fit_group(
        &self,
        group: u32,
        lines: &[Line],
        mut weights: Weights,
        folding: &Folding,
        stop: &Stop,
        steps: &mut Steps<'_>,
    ) -> Option<Weights> {
        let fitted = Arc::new(self.searching(&weights));
        let mut samples = [Vec::new(), Vec::new()];
        for empties in numbers(group) {
            let boards = positions(lines, empties);
            let is_first = empties > LATEST;
            let labels = label::label(&boards, empties, &fitted, self, stop, &mut |more| {
                steps.add(if is_first { 0 } else { more });
            })?;
            if !is_first {
                steps.add(self.origin.positions - boards.len() as u64);
            }
            let copies = if is_first { FIRST_COPIES } else { 1 };
            for (&(own, enemy), label) in boards.iter().zip(labels) {
                let sample = Sample::new(own, enemy, label, folding);
                samples[empties as usize % 2].extend(std::iter::repeat_n(sample, copies));
            }
        }
        let starts = [0, 1].map(|parity| {
            let stage = 2 * (group as usize - 1) + parity;
            match &self.before {
                Some(before) => discs(&before.folded(folding, stage)),
                None if group > 1 => discs(&weights.folded(folding, stage - 2)),
                None => vec![0.0; folding.count()],
            }
        });
        let found = in_order(2, self.threads, stop, &|parity| {
            fit(&samples[parity], starts[parity].clone())
        });
        for (parity, (fitted, error, held_out)) in found?.into_iter().enumerate() {
            let empties = 4 * group + parity as u32;
            debug_assert_eq!(stage_of(empties), 2 * (group as usize - 1) + parity);
            let units: Vec<i16> = fitted
                .iter()
                .map(|weight| (weight * UNIT as f32).round() as i16)
                .collect();
            weights.push(folding, &units);
            (steps.report)(Event::Fitted(Fit {
                round: self.origin.round,
                empties,
                positions: samples[parity].len(),
                error,
                held_out,
            }));
        }
        Some(weights)
    }
}

/// Weights in discs.
fn discs(units: &[i16]) -> Vec<f32> {
    units
        .iter()
        .map(|&weight| f32::from(weight) / UNIT as f32)
        .collect()
}

/// Counts what is done and tells it.
struct Steps<'a> {
    done: u64,
    total: u64,
    report: &'a mut dyn FnMut(Event),
}

impl Steps<'_> {
    fn add(&mut self, steps: u64) {
        self.done += steps;
        (self.report)(Event::Progress {
            done: self.done,
            total: self.total,
        });
    }
}

/// The answers for all parts in their order, worked out by several threads; `None` when stopped.
fn in_order<T: Send>(
    parts: usize,
    threads: usize,
    stop: &Stop,
    work: &(impl Fn(usize) -> T + Sync),
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        while !stop.asked() {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                break;
            }
            done.push((part, work(part)));
        }
        done
    };
    let mut done = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.clamp(1, parts.max(1)))
            .map(|_| scope.spawn(take))
            .collect();
        let mut done = take();
        for helper in helpers {
            match helper.join() {
                Ok(more) => done.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        done
    });
    done.sort_by_key(|&(part, _)| part);
    (done.len() == parts).then(|| done.into_iter().map(|(_, answer)| answer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trains on a few games; stops after so many groups if told to. The bytes of every file on the way, the finished one
    /// last.
    fn trained(threads: usize, begun: Vec<Weights>, stop_at: (u32, usize)) -> Vec<Vec<u8>> {
        let options = Options {
            positions: 12,
            seed: 7,
            threads,
        };
        let stop = Stop::default();
        let mut kept = Vec::new();
        let mut keep = |weights: &Weights| {
            kept.push(weights.to_bytes().expect("they are packed in memory"));
            if (weights.origin().round, weights.groups()) == stop_at {
                stop.now();
            }
            Ok(())
        };
        let made = train(&options, begun, &stop, &mut keep, &mut |_| ());
        let made = made.expect("nothing is written");
        assert_eq!(made.is_some(), !stop.asked());
        if let Some(made) = made {
            assert!(made.is_complete());
            assert_eq!(kept.last(), made.to_bytes().ok().as_ref());
        }
        kept
    }

    #[test]
    fn threads_and_interruptions_do_not_change_a_byte() {
        const NEVER: (u32, usize) = (ROUNDS, 0);
        let whole = trained(1, Vec::new(), NEVER);
        assert_eq!(whole.len(), ROUNDS as usize * (GROUPS + 1));
        let read = |bytes: &Vec<u8>| Weights::from_part(bytes).expect("it was kept whole");
        let interrupted = trained(2, Vec::new(), (0, 4));
        assert_eq!(interrupted, whole[..4]);
        assert_eq!(trained(2, vec![read(&interrupted[3])], NEVER), whole[4..]);
        // In the second round, which needs the first.
        let first = GROUPS + 1;
        let kept = [&whole[first - 1], &whole[first + 1]].map(read);
        assert_eq!(trained(2, kept.into(), NEVER), whole[first + 2..]);
    }

    #[test]
    fn every_number_of_empty_squares_belongs_to_one_group() {
        let mut all: Vec<u32> = ALL_GROUPS.flat_map(numbers).collect();
        assert!(all.iter().all(|&empties| stage_of(empties) < 2 * GROUPS));
        all.dedup();
        assert_eq!(all, (4..=START).collect::<Vec<_>>());
    }
}
