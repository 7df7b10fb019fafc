//! Many threads with one answer: the pool, and seeds that do not depend on which thread takes which game.

use anyhow::Context as _;
pub(crate) use damero_arena::derived_seed;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// So many threads; 0 means one for each processor.
pub(crate) fn count(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// A pool of `threads` threads; 0 means one for each processor.
pub(crate) fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("--threads")
}
