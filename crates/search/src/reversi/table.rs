//! What the solver knows of positions: bounds of the exact score, shared by all threads without locks.
//!
//! The bounds are facts about a position, whatever the search that found them, so entries never grow stale: they are
//! kept from one position to the next and two searches of the same position narrow the same entry.

use super::slots::Slots;

/// Bounds of the score for the side to move, and the move that proved the lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The best square so far, or [`Entry::NO_MOVE`].
    pub(super) best: u8,
}

impl Entry {
    pub(super) const NO_MOVE: u8 = 64;

    /// Set in every packed entry, so that none is the empty word.
    const USED: u64 = 1 << 63;

    fn pack(self, empties: u32, age: u8) -> u64 {
        u64::from(self.lower as u8)
            | u64::from(self.upper as u8) << 8
            | u64::from(self.best) << 16
            | u64::from(empties) << 24
            | u64::from(age) << 32
            | Self::USED
    }

    fn unpack(word: u64) -> Self {
        Self {
            lower: word as i8,
            upper: (word >> 8) as i8,
            best: (word >> 16) as u8,
        }
    }
}

/// A table of a fixed size.
pub(super) struct TranspositionTable(Slots);

impl TranspositionTable {
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

    /// See [`Slots::prefetch`].
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        self.0.prefetch(key);
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.0.get(key).map(Entry::unpack)
    }

    /// Narrows the entry of the same position, or takes an empty slot or that of the smallest of the oldest trees.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, mut entry: Entry, empties: u32) {
        let read = |word| ((word >> 32) as u8, (word >> 24) as u8);
        self.0.put(key, read, |before| {
            if let Some(known) = before.map(Entry::unpack) {
                entry.lower = entry.lower.max(known.lower);
                entry.upper = entry.upper.min(known.upper);
                if entry.best == Entry::NO_MOVE {
                    entry.best = known.best;
                }
            }
            Some(entry.pack(empties, self.0.age()))
        });
    }
}

/// The key of a position as the side to move sees it.
#[inline(always)]
pub(super) const fn key(own: u64, enemy: u64) -> u64 {
    // One product of both halves spreads every disc over all bits; the odd constants keep an empty half from
    // cancelling the other.
    let product = (own ^ 0x9e37_79b9_7f4a_7c15) as u128 * (enemy ^ 0xd1b5_4a32_d192_ed03) as u128;
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_the_same_position_are_merged() {
        let table = TranspositionTable::new(1024);
        let entry = |lower, upper, best| Entry { lower, upper, best };
        table.put(77, entry(-64, 10, Entry::NO_MOVE), 20);
        table.put(77, entry(4, 64, 12), 20);
        assert_eq!(table.get(77), Some(entry(4, 10, 12)));
        table.put(77, entry(-64, 4, Entry::NO_MOVE), 20);
        assert_eq!(table.get(77), Some(entry(4, 4, 12)));
        assert_eq!(table.get(78), None);
    }

    #[test]
    fn keys_of_similar_positions_differ() {
        let mut keys: Vec<u64> = (0..64)
            .flat_map(|i| (0..64).map(move |j| key(1 << i, 1 << j)))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 64 * 64);
    }
}
