//! The transposition table: what is known of positions already searched, shared by all threads without locks.
//!
//! A slot is two words, the second of which is the entry and the first the key folded with it. A reader that sees
//! halves of two writes finds a key that does not fit and takes it for a miss, so a race can lose an entry but never
//! invent one.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::score::Score;

/// The kind of bound that a score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Exact.
    Exact,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The score for the player to move, wins counted from this position.
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    /// The depth of the search that found it, in plies.
    pub(crate) depth: u8,
    /// The slot of the best move, see [`super::order::slot`].
    pub(crate) best: u16,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let score = u64::from(self.score.get() as u32);
        let bound = self.bound as u64;
        score
            | u64::from(self.best) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(age & 63) << 58
    }

    fn unpack(word: u64) -> Self {
        let bound = match word >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Self {
            score: Score::from_raw(word as u32 as i32),
            bound,
            depth: (word >> 48) as u8,
            best: (word >> 32) as u16,
        }
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

/// A table of a fixed size.
pub(crate) struct TranspositionTable {
    slots: Box<[Slot]>,
    age: u8,
}

impl TranspositionTable {
    /// The slots of a bucket.
    const BUCKET: usize = 4;

    /// The smallest table, in bytes.
    const SMALLEST: usize = 4096;

    /// A table of about this many mebibytes; zero gives the smallest there is, which only tests want.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let slots = (mebibytes << 20).max(Self::SMALLEST) / size_of::<Slot>();
        let slots = (slots / Self::BUCKET).next_power_of_two() * Self::BUCKET;
        Self {
            slots: (0..slots).map(|_| Slot::default()).collect(),
            age: 0,
        }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        for slot in &mut self.slots {
            *slot = Slot::default();
        }
        self.age = 0;
    }

    /// Starts a new generation: entries of earlier searches are replaced first.
    pub(crate) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1) & 63;
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = self.slots.len() / Self::BUCKET;
        let first = (key as usize & (buckets - 1)) * Self::BUCKET;
        &self.slots[first..first + Self::BUCKET]
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let word = slot.entry.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (word != 0 && check ^ word == key).then(|| Entry::unpack(word))
        })
    }

    /// Stores an entry in place of the same position, an empty slot, or the shallowest of the oldest entries.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let worth = |slot: &Slot| {
            let word = slot.entry.load(Ordering::Relaxed);
            if word == 0 || slot.check.load(Ordering::Relaxed) ^ word == key {
                return -1;
            }
            let fresh = i32::from((word >> 58) as u8 == self.age);
            256 * fresh + i32::from((word >> 48) as u8)
        };
        if let Some(slot) = self.bucket(key).iter().min_by_key(|slot| worth(slot)) {
            let word = entry.pack(self.age);
            slot.check.store(key ^ word, Ordering::Relaxed);
            slot.entry.store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1);
        for (i, score) in [Score::WIN, Score::LOSS, Score::new(-37), Score::DRAW]
            .into_iter()
            .enumerate()
        {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let entry = Entry {
                    score,
                    bound,
                    depth: 200,
                    best: 0xbeef,
                };
                table.put(i as u64 * 977 + 1, entry);
                assert_eq!(table.get(i as u64 * 977 + 1), Some(entry));
            }
        }
        assert_eq!(table.get(12_345), None);
    }

    #[test]
    fn a_full_bucket_loses_the_shallowest() {
        let table = TranspositionTable::new(1);
        let step = (table.slots.len() / TranspositionTable::BUCKET) as u64;
        let entry = |depth| Entry {
            score: Score::DRAW,
            bound: Bound::Exact,
            depth,
            best: 1,
        };
        for i in 0..=4_u64 {
            table.put(7 + i * step, entry(10 - i as u8));
        }
        assert_eq!(table.get(7 + 3 * step), None, "depth 7 made room for depth 6");
        assert_eq!(table.get(7).map(|entry| entry.depth), Some(10));
    }

    #[test]
    fn racing_threads_never_read_what_nobody_wrote() {
        let table = TranspositionTable::new(1);
        let entry = |key: u64| Entry {
            score: Score::new(key as i32 % 1000),
            bound: Bound::Exact,
            depth: (key % 100) as u8 + 1,
            best: (key * 31) as u16,
        };
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..200_000 {
                        let key = (i * 2_654_435_761 + thread) % 5_000 * 65_536;
                        table.put(key, entry(key));
                        if let Some(found) = table.get(key) {
                            assert_eq!(found, entry(key));
                        }
                    }
                });
            }
        });
    }
}
