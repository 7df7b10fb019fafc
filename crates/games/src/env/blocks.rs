//! Work in two passes over blocks that several threads take one after the other. The second pass begins when the whole
//! first one is done, and only if nothing was refused there.
//!
//! The caller works too. A helper that wakes up late finds less to do, and nobody waits for it. A pool that has nothing else to
//! do keeps its threads awake for a moment: a step takes as long as waking a thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{hint, thread};

use rayon::{Scope, ThreadPool};

/// How often a thread looks again before it lets others run.
const SPINS: u32 = 200;

/// How long helpers look for the next call before they sleep: longer than it takes to choose actions without a network.
const AWAKE: Duration = Duration::from_micros(200);

/// Threads that do nothing but help here, and stay awake between calls that follow each other closely.
#[derive(Clone, Debug)]
pub(super) struct Helpers {
    pool: Arc<ThreadPool>,
    /// How many calls there were. A helper that waits for the next one watches it.
    calls: Arc<AtomicUsize>,
}

impl Helpers {
    pub(super) fn new(pool: Arc<ThreadPool>) -> Self {
        Self {
            pool,
            calls: Arc::default(),
        }
    }

    /// Calls the helpers that are awake to the work that was just spawned.
    fn call(&self) {
        self.calls.fetch_add(1, Ordering::Release);
    }

    /// Keeps the threads from sleeping until the next call, for a moment.
    fn stay_awake(&self) {
        for _ in 0..self.pool.current_num_threads() {
            let calls = Arc::clone(&self.calls);
            let now = calls.load(Ordering::Acquire);
            self.pool.spawn(move || {
                let until = Instant::now() + AWAKE;
                while calls.load(Ordering::Acquire) == now && Instant::now() < until {
                    for _ in 0..SPINS / 4 {
                        hint::spin_loop();
                    }
                    thread::yield_now();
                }
            });
        }
    }
}

/// Does `check` to all blocks, and then `work`, with so many helpers, which are of the current rayon pool if none are given.
///
/// # Errors
/// The first refusal in the order of the blocks; then no block was worked on.
pub(super) fn two_passes<B: Send, E: Send>(
    blocks: Vec<B>,
    helpers: usize,
    own: Option<&Helpers>,
    check: impl Fn(&mut B) -> Result<(), E> + Sync,
    work: impl Fn(&mut B) + Sync,
) -> Result<(), E> {
    let passes = Passes {
        blocks: blocks.into_iter().map(Mutex::new).collect(),
        to_check: AtomicUsize::new(0),
        checked: AtomicUsize::new(0),
        to_work: AtomicUsize::new(0),
        refused: Mutex::new(None),
        check,
        work,
    };
    match own {
        Some(own) => {
            own.pool
                .in_place_scope(|scope| passes.share(scope, helpers, || own.call()));
            own.stay_awake();
        }
        None => rayon::in_place_scope(|scope| passes.share(scope, helpers, || ())),
    }
    let refused = passes
        .refused
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    refused.map_or(Ok(()), |(_, error)| Err(error))
}

struct Passes<B, E, C, W> {
    blocks: Vec<Mutex<B>>,
    /// The next block to check, how many are checked, and the next to work on.
    to_check: AtomicUsize,
    checked: AtomicUsize,
    to_work: AtomicUsize,
    /// The first block that was refused, and why.
    refused: Mutex<Option<(usize, E)>>,
    check: C,
    work: W,
}

/// Counts when it is dropped, also when a check panics: the others must not wait for ever.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

impl<B: Send, E: Send, C: Fn(&mut B) -> Result<(), E> + Sync, W: Fn(&mut B) + Sync> Passes<B, E, C, W> {
    fn share<'a>(&'a self, scope: &Scope<'a>, helpers: usize, call: impl FnOnce()) {
        for _ in 0..helpers {
            scope.spawn(|_| self.take_part());
        }
        call();
        self.take_part();
    }

    fn take_part(&self) {
        while let Some((i, block)) = self.next(&self.to_check) {
            let _counted = Counted(&self.checked);
            let mut block = block.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = (self.check)(&mut block) {
                let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
                if refused.as_ref().is_none_or(|&(first, _)| i < first) {
                    *refused = Some((i, error));
                }
            }
        }
        let mut spins = 0;
        while self.checked.load(Ordering::Acquire) < self.blocks.len() {
            spins += 1;
            if spins % SPINS == 0 {
                thread::yield_now();
            } else {
                hint::spin_loop();
            }
        }
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.is_some() {
            return;
        }
        drop(refused);
        while let Some((_, block)) = self.next(&self.to_work) {
            (self.work)(&mut block.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn next(&self, taken: &AtomicUsize) -> Option<(usize, &Mutex<B>)> {
        let i = taken.fetch_add(1, Ordering::Relaxed);
        Some((i, self.blocks.get(i)?))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rayon::ThreadPoolBuilder;

    use super::{Helpers, two_passes};

    #[test]
    fn helpers_of_their_own_do_the_same_in_call_after_call() {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let own = Helpers::new(Arc::new(pool));
        let mut numbers: Vec<u32> = (0..100).collect();
        for call in 1..=1_000 {
            let blocks = numbers.iter_mut().collect();
            let check = |_: &mut &mut u32| Ok::<(), ()>(());
            assert_eq!(two_passes(blocks, 2, Some(&own), check, |n| **n += 100), Ok(()));
            assert!(numbers.iter().copied().eq(call * 100..call * 100 + 100));
        }
    }

    #[test]
    fn the_first_refusal_counts_and_nothing_is_worked_on() {
        for helpers in 0..4 {
            let mut numbers: Vec<u32> = (0..100).collect();
            let run = |numbers: &mut Vec<u32>, limit| {
                let blocks = numbers.iter_mut().collect();
                let check = |n: &mut &mut u32| if **n < limit { Ok(()) } else { Err(**n) };
                two_passes(blocks, helpers, None, check, |n| **n += 100)
            };
            assert_eq!(run(&mut numbers, 50), Err(50));
            assert!(numbers.iter().copied().eq(0..100));
            assert_eq!(run(&mut numbers, 100), Ok(()));
            assert!(numbers.iter().copied().eq(100..200));
        }
    }
}
