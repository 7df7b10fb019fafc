//! What positions are worth: exactly near the end, by a search on the weights already fitted before that.
//!
//! A search flatters one side a little, and which one depends on whether its depth is even or odd. If all searches were
//! of an even depth, a stage would only ever be judged by stages of its own parity, and that bias would add up from the
//! end of the game to its beginning: it came to six discs for whoever is to move. So one position in [`DEEPER`] is
//! searched one ply deeper, which ties the two parities together and keeps the bias at that of one stage.

use std::sync::Arc;
use std::time::Instant;

use super::super::compiled::{Task, run};
use super::super::memory::SearchMemory;
use super::super::pattern::{UNIT, Weights};
use super::super::worker::Worker;
use super::{LATEST, Options, PART, in_order};
use crate::limits::{Limits, Stop};

/// Kibibytes of the tables of one part.
const TABLE: usize = 256;

/// One position in so many is searched one ply deeper.
const DEEPER: usize = 3;

/// The worth in discs of every position for its side to move; `None` when stopped.
pub(super) fn label(
    boards: &[(u64, u64)],
    empties: u32,
    weights: &Arc<Weights>,
    options: &Options,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Option<Vec<f32>> {
    let parts: Vec<&[(u64, u64)]> = boards.chunks(PART).collect();
    let mut labels = Vec::with_capacity(boards.len());
    // A few parts at a time, so that progress can be told in between.
    for some in parts.chunks(16 * options.threads.max(1)) {
        let found = in_order(some.len(), options.threads, stop, &|part| {
            label_part(some[part], empties, weights, options, stop)
        })?;
        for more in found {
            progress(more.len() as u64);
            labels.extend(more);
        }
    }
    Some(labels)
}

fn label_part(
    boards: &[(u64, u64)],
    empties: u32,
    weights: &Arc<Weights>,
    options: &Options,
    stop: &Stop,
) -> Vec<f32> {
    let memory = SearchMemory::new(TABLE, TABLE, Arc::clone(weights));
    let shared = memory.search(&Limits::default(), Instant::now(), stop);
    let mut worker = Worker::new(&shared, None);
    // The first positions must look past their own group, which is not fitted yet.
    let depth = options.origin.depth + empties.saturating_sub(LATEST);
    let label = |(i, &(own, enemy)): (usize, &(u64, u64))| {
        if empties <= options.origin.exact.max(7) {
            let task = Task::Score {
                own,
                enemy,
                alpha: -64,
                beta: 64,
            };
            return run(&mut worker, task, false) as f32;
        }
        let task = Task::Middle {
            own,
            enemy,
            alpha: -64 * UNIT,
            beta: 64 * UNIT,
            depth: depth + u32::from(i % DEEPER == 0),
        };
        run(&mut worker, task, false) as f32 / UNIT as f32
    };
    boards.iter().enumerate().map(label).collect()
}
