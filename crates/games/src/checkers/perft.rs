//! Perft on bare bitboards: no history, no limits, and the last ply only counted.

use super::board::Side;
use super::captures::{CaptureCounter, Jumping, Listing};
use super::moves::CheckersMove;
use super::square::Dir;

/// Counts leaves under one set of options.
pub(super) struct Perft {
    how: Jumping,
    longest: bool,
    /// One list of captures for each depth.
    bufs: Vec<Vec<CheckersMove>>,
}

impl Perft {
    /// Ready for `depth` plies.
    pub(super) fn new(how: Jumping, longest: bool, depth: u32) -> Self {
        Self {
            how,
            longest,
            bufs: vec![Vec::new(); depth as usize],
        }
    }

    /// Leaves `depth` plies below; a side that cannot move has none.
    pub(super) fn count(&mut self, side: Side, depth: u32) -> u64 {
        match (depth, side.red) {
            (0, _) => 1,
            (_, true) => self.walk::<true>(side, depth),
            (_, false) => self.walk::<false>(side, depth),
        }
    }

    /// The colour is a constant, so that its directions are too.
    fn walk<const RED: bool>(&mut self, side: Side, depth: u32) -> u64 {
        let side = Side { red: RED, ..side };
        let jumpers = side.jumpers(self.how.men_backward);
        if jumpers == 0 {
            if depth == 1 {
                return u64::from(side.count_steps());
            }
            let mut leaves = 0;
            let [a, b] = side.forward();
            for dir in [a, b] {
                leaves += self.steps(side, dir, depth);
            }
            if side.own & side.kings != 0 {
                let [c, d] = side.backward();
                for dir in [c, d] {
                    leaves += self.steps(side, dir, depth);
                }
            }
            return leaves;
        }
        let Some([left, right]) = side.single_jumps(self.how, jumpers) else {
            return self.captures(side, jumpers, depth);
        };
        if depth == 1 {
            return u64::from(left.count_ones() + right.count_ones());
        }
        let [a, b] = side.forward();
        self.jumps(side, a, left, depth) + self.jumps(side, b, right, depth)
    }

    #[inline(always)]
    fn steps(&mut self, side: Side, dir: Dir, depth: u32) -> u64 {
        let mut leaves = 0;
        let mut movers = side.movers(dir);
        while movers != 0 {
            let from = movers & movers.wrapping_neg();
            movers ^= from;
            leaves += self.below(side.after_step(from, dir.step(from)), depth);
        }
        leaves
    }

    #[inline(always)]
    fn jumps(&mut self, side: Side, dir: Dir, mut jumpers: u64, depth: u32) -> u64 {
        let mut leaves = 0;
        while jumpers != 0 {
            let from = jumpers & jumpers.wrapping_neg();
            jumpers ^= from;
            let over = dir.step(from);
            leaves += self.below(side.after_jump(from, over, dir.step(over)), depth);
        }
        leaves
    }

    #[inline(always)]
    fn below(&mut self, next: Side, depth: u32) -> u64 {
        if next.red {
            self.walk::<true>(next, depth - 1)
        } else {
            self.walk::<false>(next, depth - 1)
        }
    }

    fn captures(&mut self, side: Side, jumpers: u64, depth: u32) -> u64 {
        if depth == 1 {
            let mut tally = CaptureCounter::new(self.longest);
            side.captures(self.how, jumpers, &mut tally);
            return u64::from(tally.count);
        }
        let mut buf = std::mem::take(&mut self.bufs[depth as usize - 1]);
        side.captures(self.how, jumpers, &mut Listing::new(&mut buf, self.longest));
        let leaves = buf.iter().map(|&m| self.count(side.after(m), depth - 1)).sum();
        self.bufs[depth as usize - 1] = buf;
        leaves
    }
}
