//! Perft on bare bitboards: no history, no limits, and the last ply only counted.

use super::board::Side;
use super::moves::{CheckersMove, Jumping, Listing, Tally};
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
        if depth == 0 {
            return 1;
        }
        let jumpers = side.jumpers(self.how.men_backward);
        match (jumpers, depth) {
            (0, 1) => u64::from(side.count_steps()),
            (0, _) => self.steps(side, depth),
            (_, 1) => {
                let mut tally = Tally::new(self.longest);
                side.captures(self.how, jumpers, &mut tally);
                u64::from(tally.count)
            }
            (_, _) => {
                let mut buf = std::mem::take(&mut self.bufs[depth as usize - 1]);
                side.captures(self.how, jumpers, &mut Listing::new(&mut buf, self.longest));
                let leaves = buf.iter().map(|&m| self.count(side.after(m), depth - 1)).sum();
                self.bufs[depth as usize - 1] = buf;
                leaves
            }
        }
    }

    fn steps(&mut self, side: Side, depth: u32) -> u64 {
        let mut leaves = 0;
        for dir in Dir::ALL {
            let mut movers = side.movers(dir);
            while movers != 0 {
                let m = CheckersMove::step(movers.trailing_zeros() as u8, dir);
                movers &= movers - 1;
                leaves += self.count(side.after(m), depth - 1);
            }
        }
        leaves
    }
}
