//! What every search of Reversi needs besides a position: tables, weights and limits, set up in one place.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use super::middle_table::MiddleTable;
use super::parallel::ParallelSearch;
use super::pattern::Weights;
use super::stability::Edges;
use super::table::TranspositionTable;
use super::worker::Shared;
use crate::limits::{Limits, Stop};

static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);

/// The memory of a player.
pub(super) struct SearchMemory {
    /// Bounds of exact scores.
    pub(super) table: TranspositionTable,
    /// What searches of the middle game found.
    pub(super) middle: MiddleTable,
    pub(super) weights: Arc<Weights>,
    /// Do without instructions that only some processors have.
    pub(super) portable: bool,
}

impl SearchMemory {
    /// Tables of so many kibibytes for exact scores and for the middle game.
    pub(super) fn new(exact_kib: usize, middle_kib: usize, weights: Arc<Weights>) -> Self {
        Self {
            table: TranspositionTable::new(exact_kib),
            middle: MiddleTable::new(middle_kib),
            weights,
            portable: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.middle.clear();
    }

    pub(super) fn new_search(&mut self) {
        self.table.new_search();
        self.middle.new_search();
    }

    /// A search that began at `start`.
    pub(super) fn search<'a>(&'a self, limits: &Limits, start: Instant, stop: &'a Stop) -> Shared<'a> {
        Shared {
            table: &self.table,
            middle: &self.middle,
            weights: &self.weights,
            edges: &EDGES,
            parallel: ParallelSearch::new(1),
            stop,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            ended: AtomicBool::new(stop.asked()),
            nodes: AtomicU64::new(0),
        }
    }
}
