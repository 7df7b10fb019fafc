//! The memory behind the tables of exact bounds and of the middle game: words found by a key, shared by all threads
//! without locks.
//!
//! As in the table of alpha-beta, the first word of a slot is the key folded with the second: a torn read looks like a
//! miss. What a word means is the business of `table.rs` and `middle_table.rs`; all that counts here is that none is
//! zero.

use std::sync::atomic::{AtomicU64, Ordering};

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// Its word, and whether it belongs to the key.
    #[inline(always)]
    fn read(&self, key: u64) -> (u64, bool) {
        let word = self.word.load(Ordering::Relaxed);
        let is_of_key = self.check.load(Ordering::Relaxed) ^ word == key && word != 0;
        (word, is_of_key)
    }
}

/// The slots of one key: a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// A table of words of a fixed size.
pub(super) struct Slots {
    buckets: Box<[Bucket]>,
    age: u8,
}

impl Slots {
    /// At most this many kibibytes (one at least).
    pub(super) fn new(kibibytes: usize) -> Self {
        let most = (kibibytes.max(1) << 10) / size_of::<Bucket>();
        Self {
            buckets: (0..1_usize << most.ilog2()).map(|_| Bucket::default()).collect(),
            age: 0,
        }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// Begins a new age.
    pub(super) fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// The present age, which words keep so that old ones are the first to be replaced.
    #[inline(always)]
    pub(super) fn age(&self) -> u8 {
        self.age
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
    pub(super) fn get(&self, key: u64) -> Option<u64> {
        for slot in &self.bucket(key).0 {
            let (word, is_of_key) = slot.read(key);
            if is_of_key {
                return Some(word);
            }
        }
        None
    }

    /// Stores the word that `merge` makes of the present one of the key, if there is one; `None` leaves it. A new key
    /// takes an empty slot or that of the smallest of the oldest: `read` tells the age of a word and the size of the
    /// search behind it.
    #[inline(always)]
    pub(super) fn put(
        &self,
        key: u64,
        read: impl Fn(u64) -> (u8, u8),
        merge: impl FnOnce(Option<u64>) -> Option<u64>,
    ) {
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut known = None;
        let mut least = u64::MAX;
        for slot in &bucket.0 {
            let (word, is_of_key) = slot.read(key);
            if is_of_key {
                (place, known) = (slot, Some(word));
                break;
            }
            let (age, size) = read(word);
            let fresh = u64::from(age == self.age) << 8;
            let worth = if word == 0 {
                0
            } else {
                1 + (fresh | u64::from(size))
            };
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        if let Some(word) = merge(known) {
            place.check.store(key ^ word, Ordering::Relaxed);
            place.word.store(word, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word with an age and a size.
    fn put(slots: &Slots, key: u64, size: u8) {
        let word = 1 << 63 | u64::from(slots.age()) << 8 | u64::from(size);
        slots.put(key, |word| ((word >> 8) as u8, word as u8), |_| Some(word));
    }

    #[test]
    fn a_full_bucket_loses_the_smallest_of_the_oldest() {
        let mut slots = Slots::new(1024);
        let step = slots.buckets.len() as u64;
        put(&slots, 5, 30);
        slots.new_search();
        for i in 1..=4_u8 {
            put(&slots, 5 + u64::from(i) * step, 20 - i);
        }
        assert_eq!(slots.get(5), None, "the old one made room");
        put(&slots, 5 + 5 * step, 10);
        assert_eq!(slots.get(5 + 4 * step), None, "then the smallest");
        assert_eq!(slots.get(5 + step).map(|word| word as u8), Some(19));
    }

    #[test]
    fn a_word_is_merged_with_the_one_before_or_left() {
        let slots = Slots::new(1);
        let read = |_| (0, 0);
        slots.put(7, read, |before| {
            assert_eq!(before, None);
            Some(40)
        });
        slots.put(7, read, |before| before.map(|word| word + 2));
        assert_eq!(slots.get(7), Some(42));
        slots.put(7, read, |_| None);
        assert_eq!(slots.get(7), Some(42));
    }
}
