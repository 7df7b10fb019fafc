//! Several threads on one tree: young brothers wait.
//!
//! When the eldest move of a node has not cut it off, its brothers will probably all be needed, so the node becomes a
//! [`Split`] from which idle threads take moves. A cut stops everybody below it. The thread that opened a split waits
//! for its helpers, and meanwhile takes moves of splits below its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::worker::{Move, Worker};

/// Smaller trees are not worth the talk between threads.
pub(super) const SPLIT_EMPTIES: u32 = 12;

/// Looks for news before a thread goes to sleep: work mostly comes sooner than a sleeper wakes.
const SPINS: u32 = 4_000;

/// A node whose remaining moves are shared.
pub(super) struct Split {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) alpha: i32,
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
#[derive(Default)]
pub(super) struct Team {
    idle: AtomicUsize,
    open: Mutex<Vec<Arc<Split>>>,
    /// Counts what those who wait may want to know.
    events: AtomicUsize,
    news: Condvar,
    dissolved: AtomicBool,
}

impl Team {
    /// Whether some thread is waiting for work.
    #[inline(always)]
    pub(super) fn is_anyone_idle(&self) -> bool {
        self.idle.load(Ordering::Relaxed) > 0
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
        moves.sort_by_key(|m| std::cmp::Reverse(m.rank));
        let split = Arc::new(Split {
            own: node.0,
            enemy: node.1,
            alpha,
            moves,
            next: AtomicUsize::new(0),
            helpers: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            best: Mutex::new(best),
            parent: w.split.clone(),
        });
        let mut open = lock(&self.open);
        open.push(Arc::clone(&split));
        self.tell(&open);
        split
    }

    /// Lets nobody else join.
    pub(super) fn close(&self, split: &Arc<Split>) {
        lock(&self.open).retain(|other| !Arc::ptr_eq(other, split));
    }

    /// Waits for any work; `None` when there will be none.
    pub(super) fn any_work(&self) -> Option<Arc<Split>> {
        self.work(|_| true, || self.dissolved.load(Ordering::Acquire))
    }

    /// Waits for work below `split`; `None` when all its helpers have left.
    pub(super) fn work_below(&self, split: &Arc<Split>) -> Option<Arc<Split>> {
        let done = || split.helpers.load(Ordering::Acquire) == 0;
        self.work(|other| other.is_below(split), done)
    }

    fn work(&self, fits: impl Fn(&Split) -> bool, done: impl Fn() -> bool) -> Option<Arc<Split>> {
        self.idle.fetch_add(1, Ordering::Relaxed);
        let mut open = lock(&self.open);
        let found = loop {
            if done() {
                break None;
            }
            if let Some(split) = open.iter().find(|split| split.has_moves() && fits(split)) {
                // Counted under the lock: whoever closes a split afterwards sees its helpers.
                split.helpers.fetch_add(1, Ordering::AcqRel);
                break Some(Arc::clone(split));
            }
            let seen = self.events.load(Ordering::Relaxed);
            drop(open);
            for _ in 0..SPINS {
                if self.events.load(Ordering::Relaxed) != seen {
                    break;
                }
                std::hint::spin_loop();
            }
            open = lock(&self.open);
            while self.events.load(Ordering::Relaxed) == seen {
                open = self.news.wait(open).unwrap_or_else(PoisonError::into_inner);
            }
        };
        self.idle.fetch_sub(1, Ordering::Relaxed);
        found
    }

    /// Tells all who wait that something changed.
    fn tell(&self, _open: &MutexGuard<'_, Vec<Arc<Split>>>) {
        self.events.fetch_add(1, Ordering::Relaxed);
        self.news.notify_all();
    }

    /// A helper leaves a split.
    pub(super) fn leave(&self, split: &Split) {
        let open = lock(&self.open);
        split.helpers.fetch_sub(1, Ordering::AcqRel);
        self.tell(&open);
    }

    /// Sends everybody home.
    pub(super) fn dissolve(&self) {
        let open = lock(&self.open);
        self.dissolved.store(true, Ordering::Release);
        self.tell(&open);
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
            let team = &w.shared.team;
            let split = team.open(w, node, alpha, best, &w.moves[from..]);
            take_part(w, &split);
            team.close(&split);
            while let Some(below) = team.work_below(&split) {
                take_part(w, &below);
                team.leave(&below);
            }
            w.stopped = w.is_cut();
            split.best()
        }

        /// Takes moves of a split until there are none.
        #[$feature]
        fn take_part(w: &mut Worker<'_>, split: &Arc<Split>) {
            let above = w.split.replace(Arc::clone(split));
            w.stopped = false;
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
            let team = &w.shared.team;
            while let Some(split) = team.any_work() {
                take_part(w, &split);
                team.leave(&split);
            }
            w.add_nodes();
        }
    };
}
pub(super) use teamwork;
