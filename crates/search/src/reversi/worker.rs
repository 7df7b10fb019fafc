//! One thread of a search: what it counts, what it shares with the others, and when it stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::middle_table::MiddleTable;
use super::parallel::{ParallelSearch, Split};
use super::pattern::Weights;
use super::selectivity::Selectivity;
use super::stability::Edges;
use super::table::TranspositionTable;
use crate::limits::Stop;

/// Larger than any score.
pub(super) const INFINITY: i32 = 65;

/// Up to this many empty squares are left to the functions without lists and tables.
pub(super) const FEW: u32 = 6;

/// Positions with fewer empty squares than this go to a small table that each thread keeps to itself: they come up
/// again soon or never, and a table that stays in the cache answers many times faster.
const NEAR_EMPTIES: u32 = 11;

/// What all threads of one search look at.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) middle: &'a MiddleTable,
    pub(super) weights: &'a Weights,
    pub(super) edges: &'a Edges,
    pub(super) parallel: ParallelSearch,
    pub(super) stop: &'a Stop,
    pub(super) deadline: Option<Instant>,
    pub(super) max_nodes: u64,
    /// Set once somebody saw that the search must end.
    pub(super) ended: AtomicBool,
    /// Nodes of all threads, added up from time to time.
    pub(super) nodes: AtomicU64,
}

impl Shared<'_> {
    /// Tells all threads to stop.
    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Nodes of all threads that have been told.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// A move with what it turns and how early it should be tried.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) turned: u64,
    pub(super) square: u32,
    pub(super) rank: i32,
}

/// One thread.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// Bounds of positions near the end, see [`NEAR_EMPTIES`].
    near: TranspositionTable,
    /// Positions entered, those of the last squares and of the ordering searches included.
    pub(super) nodes: u64,
    /// Those of `nodes` that [`Shared::nodes`] has.
    reported: u64,
    /// The result of the search that is being unwound means nothing.
    pub(super) stopped: bool,
    /// The `alpha` of nodes that are expected to have no move above it. In one null-window search that is every node of
    /// one side; those of the other have another `alpha` and are expected to be cut off.
    pub(super) low: i32,
    /// The moves of all nodes on the way from the root, one list upon the other.
    pub(super) moves: Vec<Move>,
    /// How selective the middle game is.
    pub(super) selectivity: Selectivity,
    /// The innermost split that this thread works for.
    pub(super) split: Option<Arc<Split>>,
    /// When to look at the clock again.
    next_look: u64,
    progress: Option<&'a mut dyn FnMut(u64)>,
}

impl<'a> Worker<'a> {
    /// Nodes between two looks at the clock, which costs more than a node.
    const INTERVAL: u64 = 1 << 15;

    pub(super) fn new(shared: &'a Shared<'a>, progress: Option<&'a mut dyn FnMut(u64)>) -> Self {
        Self {
            shared,
            near: TranspositionTable::new(512),
            nodes: 0,
            reported: 0,
            stopped: false,
            low: 0,
            moves: Vec::with_capacity(512),
            selectivity: Selectivity::FULL,
            split: None,
            next_look: Self::INTERVAL.min(shared.max_nodes),
            progress,
        }
    }

    /// The table for positions with so many empty squares.
    #[inline(always)]
    pub(super) fn table(&self, empties: u32) -> &TranspositionTable {
        if empties < NEAR_EMPTIES {
            &self.near
        } else {
            self.shared.table
        }
    }

    /// Whether to unwind; asked at every node but those of the last squares.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look_up();
        }
        self.stopped |= self.is_cut();
        self.stopped
    }

    /// Whether nobody needs what this thread is looking for.
    #[inline(always)]
    pub(super) fn is_cut(&self) -> bool {
        self.shared.ended.load(Ordering::Relaxed) || self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    #[cold]
    fn look_up(&mut self) {
        let nodes = self.add_nodes();
        let left = self.shared.max_nodes.saturating_sub(nodes).max(1);
        self.next_look = self.nodes + Self::INTERVAL.min(left);
        if let Some(progress) = &mut self.progress {
            progress(nodes);
        }
        let late = self
            .shared
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline);
        if late || self.shared.stop.asked() || nodes >= self.shared.max_nodes {
            self.shared.ended.store(true, Ordering::Relaxed);
        }
    }

    /// Tells the others how much was done; the sum over all threads.
    pub(super) fn add_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    /// A bound at or below `alpha`, if the enemy's stable discs alone prove one.
    #[inline(always)]
    pub(super) fn stable_bound(&self, own: u64, enemy: u64, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < least_alpha(empties) {
            return None;
        }
        let stable = self.shared.edges.stable_discs(enemy, own);
        let bound = 64 - 2 * stable.count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }
}

/// Below this the enemy seldom has enough stable discs for a cut: looking would cost more than it saves.
const fn least_alpha(empties: u32) -> i32 {
    2 * empties as i32 - 2
}

/// The score of a finished game for the owner of `own`, empty squares going to the winner.
#[inline(always)]
pub(super) const fn finished(own: u64, enemy: u64) -> i32 {
    let (own, enemy) = (own.count_ones() as i32, enemy.count_ones() as i32);
    if own > enemy {
        64 - 2 * enemy
    } else if own < enemy {
        2 * own - 64
    } else {
        0
    }
}
