//! The past of phase Chess since the last capture, as far as repetition needs it.
//!
//! Each entry is one move and a fingerprint of the position before it. A small filter of fingerprints tells most new
//! positions from all earlier ones at once; the others are looked for among the entries, and what those suggest is
//! checked by taking the moves back, so the answer is exact.

use super::pieces::Square;
use super::placement::Placement;

/// The moves since the last one that cannot be undone. Equality and hash are those of the moves.
#[derive(PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct History {
    /// 20 bits of fingerprint, 6 of origin, 6 of destination.
    entries: Vec<u32>,
    seen: Filter,
}

/// Which of 256 classes of fingerprints have occurred at least once, and which at least twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
struct Filter {
    once: [u64; 4],
    twice: [u64; 4],
}

impl Filter {
    /// Where the class of a fingerprint is kept.
    #[inline]
    const fn place(fingerprint: u32) -> (usize, u64) {
        ((fingerprint >> 6 & 3) as usize, 1 << (fingerprint & 63))
    }

    #[inline]
    fn add(&mut self, fingerprint: u32) {
        let (word, bit) = Self::place(fingerprint);
        self.twice[word] |= self.once[word] & bit;
        self.once[word] |= bit;
    }

    /// False if certainly fewer than `times` such fingerprints have been added.
    #[inline]
    const fn may_have(&self, times: u16, fingerprint: u32) -> bool {
        let (word, bit) = Self::place(fingerprint);
        match times {
            0 => true,
            1 => self.once[word] & bit != 0,
            _ => self.twice[word] & bit != 0,
        }
    }
}

/// Leaves room for the moves that whoever makes a copy is about to play, so that they do not allocate again.
impl Clone for History {
    fn clone(&self) -> Self {
        if self.entries.is_empty() {
            return Self::default();
        }
        let mut entries = Vec::with_capacity(self.entries.len() + 16);
        entries.extend_from_slice(&self.entries);
        Self {
            entries,
            seen: self.seen,
        }
    }
}

const fn fingerprint(key: u64) -> u32 {
    (key >> 44) as u32
}

impl History {
    /// Notes the move that left the position with this key.
    #[inline]
    pub(super) fn push(&mut self, key: u64, from: Square, to: Square) {
        if self.entries.capacity() == 0 {
            self.entries.reserve(112);
        }
        let fingerprint = fingerprint(key);
        self.seen.add(fingerprint);
        let entry = fingerprint << 12 | u32::from(from.index()) << 6 | u32::from(to.index());
        self.entries.push(entry);
    }

    /// Forgets everything: no earlier position can come back.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.seen = Filter::default();
    }

    /// Whether the position now, with its key, stands for at least the `times`th time.
    #[inline]
    pub(super) fn reached(&self, times: u16, key: u64, now: &Placement) -> bool {
        self.seen.may_have(times.saturating_sub(1), fingerprint(key))
            && self.times(key, now) >= u32::from(times)
    }

    /// How many times the position now, with its key, has stood.
    pub(super) fn times(&self, key: u64, now: &Placement) -> u32 {
        let fingerprint = fingerprint(key);
        if !self.seen.may_have(1, fingerprint)
            || !self.entries.iter().any(|&entry| entry >> 12 == fingerprint)
        {
            return 1;
        }
        let mut then = *now;
        let mut times = 1;
        for (i, &entry) in self.entries.iter().rev().enumerate() {
            let (from, to) = squares(entry);
            then.shift(to, from);
            // The same side is to move only an even number of moves ago.
            if i % 2 == 1 && entry >> 12 == fingerprint && then == *now {
                times += 1;
            }
        }
        times
    }

    /// The moves, first to last.
    pub(super) fn moves(&self) -> impl DoubleEndedIterator<Item = (Square, Square)> + '_ {
        self.entries.iter().map(|&entry| squares(entry))
    }
}

/// Origin and destination of an entry.
#[inline]
const fn squares(entry: u32) -> (Square, Square) {
    (Square::wrap((entry >> 6) as u8), Square::wrap(entry as u8))
}
