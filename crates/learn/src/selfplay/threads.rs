//! Work shared among cores without changing its result.

use damero_games::text;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::LearnError;

/// How many games are played side by side. Fixed, as what a network answers may depend in the last bit on what else is
/// in the batch.
pub const GROUP: usize = 64;

/// Cuts `items` into groups, lets each group be worked on by whoever is free, and gives the results back in order.
/// `make` prepares what a worker needs, such as its own copy of a network.
pub fn in_groups<T, W, R, M, F>(items: &mut [T], group: usize, make: M, work: F) -> Vec<R>
where
    T: Send,
    R: Send,
    M: Fn() -> W + Sync + Send,
    F: Fn(&mut W, usize, &mut [T]) -> R + Sync + Send,
{
    items
        .par_chunks_mut(group.max(1))
        .enumerate()
        .map_init(make, |worker, (n, chunk)| work(worker, n, chunk))
        .collect()
}

/// So many threads.
///
/// # Errors
/// If the system does not give them.
pub fn pool(threads: usize) -> Result<ThreadPool, LearnError> {
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
    pool.map_err(|error| {
        LearnError::Refused(text!(
            "threads cannot be started: {error}",
            "no se pueden iniciar los hilos: {error}"
        ))
    })
}
