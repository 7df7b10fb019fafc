//! What the solver knows of positions: bounds of the exact score, shared by all threads without locks.
//!
//! The bounds are facts about a position, whatever the search that found them, so entries never grow stale: they are
//! kept from one position to the next and two searches of the same position narrow the same entry. As in the table of
//! alpha-beta, the first word of a slot is the key folded with the second: a torn read looks like a miss.

use std::sync::atomic::{AtomicU64, Ordering};

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

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    entry: AtomicU64,
}

/// The slots of one key: a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of a fixed size.
pub(super) struct Table {
    buckets: Box<[Bucket]>,
    age: u8,
}

impl Table {
    /// A table of at most this many kibibytes (one at least).
    pub(super) fn new(kibibytes: usize) -> Self {
        let most = (kibibytes.max(1) << 10) / size_of::<Bucket>();
        let buckets = 1 << most.ilog2();
        Self {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            age: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// Entries of earlier searches become the first to be replaced.
    pub(super) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Asks the memory for the slots of a key some time before they are looked at.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: the hint reads nothing that anybody sees, and every x86_64 has it.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
            };
        }
    }

    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        for slot in &self.bucket(key).0 {
            let word = slot.entry.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ word == key && word != 0 {
                return Some(Entry::unpack(word));
            }
        }
        None
    }

    /// Narrows the entry of the same position, or takes an empty slot or that of the smallest of the oldest trees.
    #[inline(always)]
    pub(super) fn put(&self, key: u64, mut entry: Entry, empties: u32) {
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = u64::MAX;
        for slot in &bucket.0 {
            let word = slot.entry.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ word == key && word != 0 {
                let known = Entry::unpack(word);
                entry.lower = entry.lower.max(known.lower);
                entry.upper = entry.upper.min(known.upper);
                if entry.best == Entry::NO_MOVE {
                    entry.best = known.best;
                }
                place = slot;
                break;
            }
            let fresh = u64::from((word >> 32) as u8 == self.age) << 8;
            let worth = if word == 0 {
                0
            } else {
                1 + (fresh | (word >> 24 & 0xff))
            };
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        let word = entry.pack(empties, self.age);
        place.check.store(key ^ word, Ordering::Relaxed);
        place.entry.store(word, Ordering::Relaxed);
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
        let table = Table::new(1024);
        let entry = |lower, upper, best| Entry { lower, upper, best };
        table.put(77, entry(-64, 10, Entry::NO_MOVE), 20);
        table.put(77, entry(4, 64, 12), 20);
        assert_eq!(table.get(77), Some(entry(4, 10, 12)));
        table.put(77, entry(-64, 4, Entry::NO_MOVE), 20);
        assert_eq!(table.get(77), Some(entry(4, 4, 12)));
        assert_eq!(table.get(78), None);
    }

    #[test]
    fn a_full_bucket_loses_the_smallest_tree_of_the_oldest() {
        let mut table = Table::new(1024);
        let step = table.buckets.len() as u64;
        let entry = Entry {
            lower: 0,
            upper: 0,
            best: 1,
        };
        table.put(5, entry, 30);
        table.new_search();
        for i in 1..=4_u64 {
            table.put(5 + i * step, entry, 20 - i as u32);
        }
        assert_eq!(table.get(5), None, "the old one made room");
        table.put(5 + 5 * step, entry, 10);
        assert_eq!(table.get(5 + 4 * step), None, "then the smallest");
        assert_eq!(table.get(5 + step), Some(entry));
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
