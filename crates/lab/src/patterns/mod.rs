//! Making the weights of the pattern evaluation from nothing but the rules.
//!
//! Games are played with random deviations (`games.rs`); from the end of the game to its beginning the positions with
//! each number of empty squares are judged by the exact solver or by a search that uses what is already fitted
//! (`label.rs`); weights are fitted to these judgements (`fit.rs`); and last the errors of shallow searches are measured
//! for selective search (`calibrate.rs`). Everything follows from the seed, whatever the number of threads.

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
use damero_search::reversi::{Folding, GROUPS, Origin, UNIT, Weights, WeightsError, stage_of};

/// How to train.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// What the weights follow from.
    pub origin: Origin,
    /// Threads that work together; they do not change the result.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        let origin = Origin {
            positions: 100_000,
            seed: 1,
            exact: 10,
            depth: 4,
        };
        Self { origin, threads: 1 }
    }
}

/// How good the weights of one stage are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
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
/// After every group of stages `keep` gets what is done so far; passing that as `begun` goes on from there.
///
/// # Errors
/// Only what `keep` returns.
pub fn train(
    options: &Options,
    begun: Option<Weights>,
    stop: &Stop,
    keep: &mut dyn FnMut(&Weights) -> Result<(), WeightsError>,
    report: &mut dyn FnMut(Event),
) -> Result<Option<Weights>, WeightsError> {
    let origin = options.origin;
    let mut weights = begun
        .filter(|begun| begun.origin() == origin)
        .unwrap_or_else(|| Weights::empty(origin));
    let mut steps = Steps {
        done: 0,
        total: origin.positions * (1 + 4 * GROUPS as u64) + calibrate::STEPS,
        report,
    };
    let Some(lines) = games::play(&origin, options.threads, stop, &mut |more| steps.add(more)) else {
        return Ok(None);
    };
    let folding = Folding::default();
    for group in ALL_GROUPS {
        if group as usize <= weights.groups() {
            steps.add(4 * origin.positions);
            continue;
        }
        let fitted = fit_group(group, &lines, weights, &folding, options, stop, &mut steps);
        let Some(more) = fitted else { return Ok(None) };
        weights = more;
        keep(&weights)?;
    }
    let weights = Arc::new(weights);
    let spreads = calibrate::measure(&weights, &lines, options, stop, &mut |more| steps.add(more));
    let Some(spreads) = spreads else { return Ok(None) };
    let model = calibrate::model(&spreads);
    for spread in spreads {
        (steps.report)(Event::Measured(spread));
    }
    // Nobody else holds them any more.
    let mut weights = Arc::into_inner(weights).unwrap_or_else(|| Weights::empty(origin));
    weights.set_model(model);
    keep(&weights)?;
    Ok(Some(weights))
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

/// Labels the positions of a group and fits its two stages.
fn fit_group(
    group: u32,
    lines: &[Line],
    mut weights: Weights,
    folding: &Folding,
    options: &Options,
    stop: &Stop,
    steps: &mut Steps<'_>,
) -> Option<Weights> {
    let fitted = Arc::new(weights.padded());
    let mut samples = [Vec::new(), Vec::new()];
    for empties in numbers(group) {
        let boards = positions(lines, empties);
        let is_first = empties > LATEST;
        let labels = label::label(&boards, empties, &fitted, options, stop, &mut |more| {
            steps.add(if is_first { 0 } else { more });
        })?;
        if !is_first {
            steps.add(options.origin.positions - boards.len() as u64);
        }
        let copies = if is_first { FIRST_COPIES } else { 1 };
        for (&(own, enemy), label) in boards.iter().zip(labels) {
            let sample = Sample::new(own, enemy, label, folding);
            samples[empties as usize % 2].extend(std::iter::repeat_n(sample, copies));
        }
    }
    let start = |parity: usize| {
        let later = (group > 1).then(|| weights.folded(folding, 2 * (group as usize - 2) + parity));
        later.map_or_else(
            || vec![0.0; folding.count()],
            |later| {
                later
                    .iter()
                    .map(|&weight| f32::from(weight) / UNIT as f32)
                    .collect()
            },
        )
    };
    let starts = [start(0), start(1)];
    let found = in_order(2, options.threads, stop, &|parity| {
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
            empties,
            positions: samples[parity].len(),
            error,
            held_out,
        }));
    }
    Some(weights)
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
    fn trained(threads: usize, begun: Option<Weights>, groups: usize) -> Vec<Vec<u8>> {
        let origin = Origin {
            positions: 12,
            seed: 7,
            ..Options::default().origin
        };
        let stop = Stop::default();
        let mut kept = Vec::new();
        let mut keep = |weights: &Weights| {
            kept.push(weights.to_bytes().expect("they are packed in memory"));
            if weights.groups() == groups {
                stop.now();
            }
            Ok(())
        };
        let made = train(&Options { origin, threads }, begun, &stop, &mut keep, &mut |_| ());
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
        const NEVER: usize = usize::MAX;
        let whole = trained(1, None, NEVER);
        assert_eq!(whole.len(), GROUPS + 1);
        let interrupted = trained(2, None, 4);
        assert_eq!(interrupted, whole[..4]);
        let begun = Weights::from_part(&interrupted[3]).expect("it was kept whole");
        assert_eq!(trained(2, Some(begun), NEVER), whole[4..]);
    }

    #[test]
    fn every_number_of_empty_squares_belongs_to_one_group() {
        let mut all: Vec<u32> = ALL_GROUPS.flat_map(numbers).collect();
        assert!(all.iter().all(|&empties| stage_of(empties) < 2 * GROUPS));
        all.dedup();
        assert_eq!(all, (4..=START).collect::<Vec<_>>());
    }
}
