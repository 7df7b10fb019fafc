//! Work shared among cores without changing its result.

use std::sync::{Mutex, PoisonError};

use damero_games::text;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::LearnError;

/// How many games are played side by side. Fixed, as what a network answers may depend in the last bit on what else is
/// in the batch.
pub const GROUP: usize = 64;

/// Cuts `items` into groups, lets each group be worked on by whichever thread of the pool is free, and gives the results
/// back in order. `make` prepares what a thread needs, such as its own copy of a network.
///
/// # Panics
/// If `make` or `work` does.
pub fn in_groups<T, W, R, M, F>(pool: &ThreadPool, items: &mut [T], group: usize, make: M, work: F) -> Vec<R>
where
    T: Send,
    R: Send,
    M: Fn() -> W + Sync,
    F: Fn(&mut W, usize, &mut [T]) -> R + Sync,
{
    let group = group.max(1);
    let found: Vec<Mutex<Option<R>>> = (0..items.len().div_ceil(group))
        .map(|_| Mutex::default())
        .collect();
    let waiting = Mutex::new(items.chunks_mut(group).zip(&found).enumerate());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    on_every_thread(pool, &|| {
        let mut worker = None;
        while let Some((n, (chunk, place))) = next() {
            let result = work(worker.get_or_insert_with(&make), n, chunk);
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    });
    let results = found.into_iter().map(|place| place.into_inner().ok().flatten());
    results
        .map(|result| result.expect("every group was worked on"))
        .collect()
}

/// Runs `work` on all threads at once. It takes no type of a game, so that the compiler writes rayon's part once and not
/// for every loop of every game.
fn on_every_thread(pool: &ThreadPool, work: &(dyn Fn() + Sync)) {
    pool.broadcast(|_| work());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 3] {
            let pool = pool(threads).expect("threads");
            let mut numbers: Vec<u32> = (0..103).collect();
            let sums = in_groups(
                &pool,
                &mut numbers,
                10,
                || 1,
                |one, n, chunk| {
                    chunk.iter_mut().for_each(|number| *number += *one);
                    (n, chunk.iter().sum::<u32>())
                },
            );
            assert_eq!(sums.len(), 11);
            assert_eq!(sums[0], (0, 55));
            assert_eq!(sums[10], (10, 101 + 102 + 103));
            assert_eq!(numbers[102], 103);
            assert!(in_groups(&pool, &mut [(); 0], 4, || (), |(), n, _| n).is_empty());
        }
    }
}
