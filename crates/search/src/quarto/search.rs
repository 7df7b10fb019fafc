//! The search itself: whether the player who is to give reaches a goal.
//!
//! Two questions with yes or no, "a win?" and "at least a draw?", are cheaper than one with three answers. A player
//! reaches a goal by giving a safe piece that the opponent cannot place anywhere without missing the opposite goal;
//! whoever has no safe piece left has lost. Both orders follow from that: give what leaves the opponent the fewest safe
//! pieces over all placements, and place where the own best gift does so.

use super::canonical::Symmetries;
use super::grid::{Grid, Outlook, bits};
use super::table::TranspositionTable;
use crate::limits::Meter;

/// What a player wants to get at least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Goal {
    Draw,
    Win,
}

impl Goal {
    /// A player reaches a goal if and only if the opponent does not reach this one.
    #[inline]
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Draw => Self::Win,
            Self::Win => Self::Draw,
        }
    }

    /// Whether a player with a safe piece to give reaches the goal, where the number of pieces on the board settles it.
    ///
    /// Nobody wins by giving the last piece; and who has a safe piece to give when two are left can no longer lose,
    /// because the last one is placed by the same player.
    #[inline]
    const fn settled(self, placed: u32) -> Option<bool> {
        match (self, placed) {
            (Self::Draw, 14..) => Some(true),
            (Self::Win, 15..) => Some(false),
            _ => None,
        }
    }
}

/// Positions with more pieces are faster solved again than found in a table that is larger than the caches.
const MAX_STORED: u32 = 9;

/// With more pieces on the board, looking at the best gift after every placement costs more than it saves.
const MAX_LOOK_AHEAD: u32 = 8;

/// Nodes between two reports of progress.
const REPORT: u64 = 1 << 20;

/// One search under one of the rules.
pub(super) struct Search<'a, const SQUARES: bool> {
    pub(super) symmetries: &'a Symmetries,
    pub(super) table: &'a mut TranspositionTable,
    pub(super) meter: Meter,
    pub(super) progress: &'a mut dyn FnMut(u64),
}

impl<const SQUARES: bool> Search<'_, SQUARES> {
    /// Whether the player who is to give reaches `goal`; `None` when the search was stopped.
    pub(super) fn giver_reaches(&mut self, grid: &Grid, goal: Goal) -> Option<bool> {
        let placed = grid.placed();
        match grid.safe::<SQUARES>() {
            _ if placed == 16 => Some(goal == Goal::Draw),
            0 => Some(false),
            safe => goal
                .settled(placed)
                .map_or_else(|| self.visit(grid, safe, goal), Some),
        }
    }

    /// Whether the player who must place `piece`, which does not win anywhere, reaches `goal`.
    pub(super) fn placer_reaches(
        &mut self,
        grid: &Grid,
        outlook: &Outlook,
        piece: u32,
        goal: Goal,
    ) -> Option<bool> {
        let placed = grid.placed() + 1;
        if placed == 16 {
            return Some(goal == Goal::Draw);
        }
        let replies = outlook.replies(piece);
        let cells = bits(!grid.occupied).map(|cell| (cell, replies.safe_after(cell)));
        let mut cells = cells.filter(|&(_, safe)| safe != 0);
        if let Some(reached) = goal.settled(placed) {
            return Some(reached && cells.next().is_some());
        }
        let mut ranked = Ranked::default();
        for (cell, safe) in cells {
            let rank = if placed <= MAX_LOOK_AHEAD + 1 {
                Outlook::new::<SQUARES>(&grid.after(piece, cell)).least_freedom(safe) << 4 | safe.count_ones()
            } else {
                safe.count_ones()
            };
            ranked.insert(rank, (cell, safe));
        }
        for &(_, (cell, safe)) in ranked.as_slice() {
            if self.visit(&grid.after(piece, cell), safe, goal)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Answers from the table, or expands and remembers. There are safe pieces, and nothing is settled.
    fn visit(&mut self, grid: &Grid, safe: u16, goal: Goal) -> Option<bool> {
        if self.meter.tick() {
            return None;
        }
        let before = self.meter.nodes();
        if before.is_multiple_of(REPORT) {
            (self.progress)(before);
        }
        if grid.placed() > MAX_STORED {
            return self.expand(grid, safe, goal);
        }
        let form = self.symmetries.form(grid);
        let known = self.table.get(self.table.place(form));
        if let Some(reached) = known.reached(goal) {
            return Some(reached);
        }
        let reached = self.expand(grid, safe, goal)?;
        let nodes = self.meter.nodes() - before;
        // The table may have grown meanwhile, and then the place is another.
        self.table
            .put(self.table.place(form), known.and(goal, reached), nodes);
        Some(reached)
    }

    fn expand(&mut self, grid: &Grid, safe: u16, goal: Goal) -> Option<bool> {
        let outlook = Outlook::new::<SQUARES>(grid);
        let against = goal.opposite();
        if against.settled(grid.placed() + 1) == Some(true) {
            // Any safe piece saves the opponent.
            return Some(outlook.least_freedom(safe) == 0);
        }
        let mut gifts = Ranked::default();
        for piece in bits(safe) {
            let freedom = outlook.replies(piece).freedom();
            if freedom == 0 {
                return Some(true);
            }
            gifts.insert(freedom, piece);
        }
        for &(_, piece) in gifts.as_slice() {
            if !self.placer_reaches(grid, &outlook, piece, against)? {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// At most sixteen things, the least rank first; equal ranks keep their order.
#[derive(Default)]
struct Ranked<T> {
    items: [(u32, T); 16],
    len: usize,
}

impl<T: Copy> Ranked<T> {
    #[inline]
    fn insert(&mut self, rank: u32, item: T) {
        let mut i = self.len;
        while i > 0 && self.items[i - 1].0 > rank {
            self.items[i] = self.items[i - 1];
            i -= 1;
        }
        self.items[i] = (rank, item);
        self.len += 1;
    }

    fn as_slice(&self) -> &[(u32, T)] {
        &self.items[..self.len]
    }
}
