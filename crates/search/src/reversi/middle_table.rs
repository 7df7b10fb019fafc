//! What the middle game knows of positions: bounds found by searches of some depth and selectivity, shared by all
//! threads without locks, as in `table.rs`.

use super::selectivity::Selectivity;
use super::slots::Slots;

/// Bounds of the score for the side to move, in units, and the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lower: i16,
    pub(super) upper: i16,
    pub(super) depth: u8,
    pub(super) selectivity: Selectivity,
    /// The best square so far, or one that is not on the board.
    pub(super) best: u8,
}

impl Known {
    /// No score is larger.
    pub(super) const MOST: i16 = i16::MAX;

    /// Set in every packed entry, so that none is the empty word.
    const USED: u64 = 1 << 63;

    /// Whether it answers a search of this depth and selectivity.
    #[inline(always)]
    pub(super) fn is_good_for(&self, depth: u32, selectivity: Selectivity) -> bool {
        u32::from(self.depth) >= depth && self.selectivity >= selectivity
    }

    fn pack(self, age: u8) -> u64 {
        u64::from(self.lower as u16)
            | u64::from(self.upper as u16) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.selectivity.to_bits() & 15) << 40
            | u64::from(self.best & 0x7f) << 44
            | u64::from(age) << 52
            | Self::USED
    }

    fn unpack(word: u64) -> Self {
        Self {
            lower: word as i16,
            upper: (word >> 16) as i16,
            depth: (word >> 32) as u8,
            selectivity: Selectivity::from_bits((word >> 40 & 15) as u8),
            best: (word >> 44 & 0x7f) as u8,
        }
    }
}

/// A table of a fixed size.
pub(super) struct MiddleTable(Slots);

impl MiddleTable {
    /// A table of at most this many kibibytes (one at least).
    pub(super) fn new(kibibytes: usize) -> Self {
        Self(Slots::new(kibibytes))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Entries of earlier searches become the first to be replaced.
    pub(super) fn new_search(&mut self) {
        self.0.new_search();
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        self.0.get(key).map(Known::unpack)
    }

    /// Narrows what the same search found before, replaces what a lesser one found, and keeps what a better one did;
    /// otherwise it takes an empty slot or that of the least depth of the oldest.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, mut known: Known) {
        let read = |word| ((word >> 52) as u8, (word >> 32) as u8);
        self.0.put(key, read, |before| {
            if let Some(before) = before.map(Known::unpack) {
                if before.depth == known.depth && before.selectivity == known.selectivity {
                    // Only selective searches contradict each other; the newer one is then right.
                    let (lower, upper) = (known.lower.max(before.lower), known.upper.min(before.upper));
                    if lower <= upper {
                        (known.lower, known.upper) = (lower, upper);
                    }
                } else if before.is_good_for(u32::from(known.depth), known.selectivity) {
                    return None;
                }
                if known.best > 63 {
                    known.best = before.best;
                }
            }
            Some(known.pack(self.0.age()))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lower: i16, upper: i16, depth: u8, selectivity: Selectivity) -> Known {
        Known {
            lower,
            upper,
            depth,
            selectivity,
            best: 5,
        }
    }

    #[test]
    fn what_is_packed_comes_back() {
        for selectivity in Selectivity::ALL {
            let known = known(-2048, Known::MOST, 59, selectivity);
            assert_eq!(Known::unpack(known.pack(255)), known);
        }
    }

    #[test]
    fn the_same_search_narrows_and_a_better_one_stays() {
        let table = MiddleTable::new(64);
        let (fast, full) = (Selectivity::FASTEST, Selectivity::FULL);
        table.put(9, known(-Known::MOST, 40, 8, full));
        table.put(9, known(10, Known::MOST, 8, full));
        assert_eq!(table.get(9), Some(known(10, 40, 8, full)));
        table.put(9, known(50, 50, 4, full));
        table.put(9, known(50, 50, 8, fast));
        assert_eq!(table.get(9), Some(known(10, 40, 8, full)), "neither is better");
        table.put(9, known(50, 50, 9, fast));
        assert_eq!(table.get(9), Some(known(50, 50, 9, fast)), "deeper");
        assert!(!known(0, 0, 8, fast).is_good_for(8, full));
        assert!(known(0, 0, 8, full).is_good_for(7, fast));
    }
}
