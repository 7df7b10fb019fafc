//! Many threads with one answer: the pool, and seeds that do not depend on which thread takes which game.

use anyhow::Context as _;
pub(crate) use damero_arena::{derived_seed, thread_count};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of `threads` threads; 0 means one for each processor.
pub(crate) fn pool(threads: usize) -> anyhow::Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .context("--threads")
}
