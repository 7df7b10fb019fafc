//! Several threads on one tree: young brothers wait.
//!
//! When the eldest move of a node has not cut it off, its brothers will probably all be needed, so the node becomes a
//! [`Split`] from which other threads take moves. Where a cut was expected, the second move has to fail as well: the
//! order of moves was wrong there and a later brother often cuts. A cut stops everybody below it.
//!
//! Large nodes are offered before anybody asks, so that whoever runs out of work finds a large piece of it; small ones
//! only while somebody waits. The thread that opened a split waits for its helpers, and meanwhile takes moves of splits
//! below its own.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::worker::{Move, Worker};

/// Smaller trees are not worth the talk between threads.
pub(super) const SPLIT_EMPTIES: u32 = 11;

/// From here on nodes are offered whether or not somebody waits.
const OFFER_EMPTIES: u32 = 14;

/// Looks for news before a thread goes to sleep: work mostly comes sooner than a sleeper wakes.
const SPINS: u32 = 20_000;

/// A node whose remaining moves are shared.
pub(super) struct Split {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) alpha: i32,
    /// See [`Worker::low`].
    pub(super) low: i32,
    empties: u32,
    moves: Vec<Move>,
    /// The next move to give away.
    next: AtomicUsize,
    /// Threads at work besides the one that opened it.
    helpers: AtomicUsize,
    cut: AtomicBool,
    best: Mutex<(i32, u8)>,
    parent: Option<Arc<Self>>,
}

impl Split {
    /// Whether nobody needs the results any more.
    pub(super) fn is_cut(&self) -> bool {
        let mut split = Some(self);
        while let Some(it) = split {
            if it.cut.load(Ordering::Relaxed) {
                return true;
            }
            split = it.parent.as_deref();
        }
        false
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        let mut parent = self.parent.as_ref();
        while let Some(it) = parent {
            if Arc::ptr_eq(it, other) {
                return true;
            }
            parent = it.parent.as_ref();
        }
        false
    }

    fn has_moves(&self) -> bool {
        self.next.load(Ordering::Relaxed) < self.moves.len() && !self.is_cut()
    }

    /// Takes the next move.
    pub(super) fn take(&self) -> Option<Move> {
        if self.is_cut() {
            return None;
        }
        self.moves.get(self.next.fetch_add(1, Ordering::Relaxed)).copied()
    }

    /// Notes the score of a move; the first above `alpha` ends the work.
    pub(super) fn note(&self, score: i32, m: Move) {
        let mut best = lock(&self.best);
        if score > best.0 {
            *best = (score, m.square as u8);
        }
        if score > self.alpha {
            self.cut.store(true, Ordering::Relaxed);
        }
    }

    /// The best score and its move.
    pub(super) fn best(&self) -> (i32, u8) {
        *lock(&self.best)
    }
}

/// Where threads meet.
pub(super) struct ParallelSearch {
    /// Threads that search, those that wait included.
    threads: usize,
    /// Threads that wait for work; every large node looks at it.
    idle: CacheAligned<AtomicUsize>,
    /// Counts what those who wait may want to know.
    events: CacheAligned<AtomicUsize>,
    split_points: Mutex<SplitPoints>,
    news: Condvar,
    dissolved: AtomicBool,
}

/// A value alone on its cache lines: who writes it disturbs nobody who reads something else.
#[repr(align(128))]
#[derive(Default)]
struct CacheAligned<T>(T);

/// What hangs out for all to see.
#[derive(Default)]
struct SplitPoints {
    /// Splits that threads may join.
    open: Vec<Arc<Split>>,
    /// Threads that no longer look by themselves.
    sleepers: usize,
}

impl ParallelSearch {
    /// A team of so many threads.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads,
            idle: CacheAligned::default(),
            events: CacheAligned::default(),
            split_points: Mutex::default(),
            news: Condvar::new(),
            dissolved: AtomicBool::new(false),
        }
    }

    /// Whether a node with so many empty squares should be shared now.
    #[inline(always)]
    pub(super) fn wants(&self, empties: u32) -> bool {
        self.threads > 1 && (empties >= OFFER_EMPTIES || self.idle.0.load(Ordering::Relaxed) > 0)
    }

    /// Shares the given moves of the node that `w` is at.
    pub(super) fn open(
        &self,
        w: &Worker<'_>,
        node: (u64, u64),
        alpha: i32,
        best: (i32, u8),
        moves: &[Move],
    ) -> Arc<Split> {
        let mut moves = moves.to_vec();
        moves.sort_by_key(|m| Reverse(m.rank));
        let split = Arc::new(Split {
            own: node.0,
            enemy: node.1,
            alpha,
            low: w.low,
            empties: (node.0 | node.1).count_zeros(),
            moves,
            next: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            best: Mutex::new(best),
            parent: w.split.clone(),
        });
        let mut split_points = lock(&self.split_points);
        split_points.open.push(Arc::clone(&split));
        self.tell(&split_points);
        split
    }

    /// Lets nobody else join.
    pub(super) fn close(&self, split: &Arc<Split>) {
        lock(&self.split_points)
            .open
            .retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits for any work; `None` when there will be none.
    pub(super) fn any_work(&self) -> Option<Arc<Split>> {
        self.work(|_| true, || self.dissolved.load(Ordering::Acquire))
    }

    /// Waits for work below `split`; `None` when all its helpers have left.
    pub(super) fn work_below(&self, split: &Arc<Split>) -> Option<Arc<Split>> {
        let done = || split.helpers.load(Ordering::Acquire) == 0;
        if done() {
            return None;
        }
        self.work(|other| other.is_below(split), done)
    }

    fn work(&self, fits: impl Fn(&Split) -> bool, done: impl Fn() -> bool) -> Option<Arc<Split>> {
        self.idle.0.fetch_add(1, Ordering::Relaxed);
        let mut split_points = lock(&self.split_points);
        let found = loop {
            if done() {
                break None;
            }
            let fitting = split_points
                .open
                .iter()
                .filter(|split| split.has_moves() && fits(split));
            if let Some(split) = fitting.min_by_key(|split| Reverse(split.empties)) {
                // Counted under the lock: whoever closes a split afterwards sees its helpers.
                split.helpers.fetch_add(1, Ordering::AcqRel);
                break Some(Arc::clone(split));
            }
            let seen = self.events.0.load(Ordering::Relaxed);
            drop(split_points);
            for _ in 0..SPINS {
                if self.events.0.load(Ordering::Relaxed) != seen {
                    break;
                }
                std::hint::spin_loop();
            }
            split_points = lock(&self.split_points);
            while self.events.0.load(Ordering::Relaxed) == seen {
                split_points.sleepers += 1;
                split_points = self
                    .news
                    .wait(split_points)
                    .unwrap_or_else(PoisonError::into_inner);
                split_points.sleepers -= 1;
            }
        };
        self.idle.0.fetch_sub(1, Ordering::Relaxed);
        found
    }

    /// Tells all who wait that something changed.
    fn tell(&self, split_points: &MutexGuard<'_, SplitPoints>) {
        self.events.0.fetch_add(1, Ordering::Relaxed);
        if split_points.sleepers > 0 {
            self.news.notify_all();
        }
    }

    /// A helper leaves a split.
    pub(super) fn leave(&self, split: &Split) {
        let split_points = lock(&self.split_points);
        split.helpers.fetch_sub(1, Ordering::AcqRel);
        self.tell(&split_points);
    }

    /// Sends everybody home.
    pub(super) fn dissolve(&self) {
        let split_points = lock(&self.split_points);
        self.dissolved.store(true, Ordering::Release);
        self.tell(&split_points);
    }
}

/// A thread that panicked leaves nothing half done behind these locks.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

macro_rules! teamwork {
    ($feature:meta) => {
        /// Searches the moves of a node from index `from` on together with whoever is idle; the best score and move.
        #[$feature]
        fn split(
            w: &mut Worker<'_>,
            node: (u64, u64),
            alpha: i32,
            best: (i32, u8),
            from: usize,
        ) -> (i32, u8) {
            let parallel = &w.shared.parallel;
            let split = parallel.open(w, node, alpha, best, &w.moves[from..]);
            take_part(w, &split);
            parallel.close(&split);
            while let Some(below) = parallel.work_below(&split) {
                take_part(w, &below);
                parallel.leave(&below);
            }
            w.stopped = w.is_cut();
            split.best()
        }

        /// Takes moves of a split until there are none.
        #[$feature]
        fn take_part(w: &mut Worker<'_>, split: &Arc<Split>) {
            let above = w.split.replace(Arc::clone(split));
            w.stopped = false;
            w.low = split.low;
            while let Some(m) = split.take() {
                let (next, other) = (split.enemy ^ m.turned, split.own | m.turned | 1 << m.square);
                let score = -null(w, next, other, -split.alpha - 1);
                if w.stopped {
                    break;
                }
                split.note(score, m);
            }
            w.split = above;
        }

        /// Works for others until the team is dissolved.
        #[$feature]
        pub(super) fn help(w: &mut Worker<'_>) {
            let parallel = &w.shared.parallel;
            while let Some(split) = parallel.any_work() {
                take_part(w, &split);
                parallel.leave(&split);
            }
            w.add_nodes();
        }
    };
}
pub(super) use teamwork;
