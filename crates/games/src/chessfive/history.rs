//! The past of phase Chess since the last capture, as far as repetition needs it.
//!
//! Each entry is one move and a fingerprint of the position before it. A repetition is first looked for among the
//! fingerprints, which is quick; what they suggest is checked by taking the moves back, so the answer is exact.

use super::pieces::Square;
use super::placement::Placement;

/// The moves since the last one that cannot be undone. Equality and hash are those of the moves.
#[derive(PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct History {
    /// 20 bits of fingerprint, 6 of origin, 6 of destination.
    entries: Vec<u32>,
}

/// Leaves room for the moves that whoever makes a copy is about to play, so that they do not allocate again.
impl Clone for History {
    fn clone(&self) -> Self {
        if self.entries.is_empty() {
            return Self::default();
        }
        let mut entries = Vec::with_capacity(self.entries.len() + 16);
        entries.extend_from_slice(&self.entries);
        Self { entries }
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
        let entry = fingerprint(key) << 12 | u32::from(from.index()) << 6 | u32::from(to.index());
        self.entries.push(entry);
    }

    /// Forgets everything: no earlier position can come back.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Whether the position now, with its key, stands for at least the `times`th time.
    #[inline]
    pub(super) fn reached(&self, times: u16, key: u64, now: &Placement) -> bool {
        let fingerprint = fingerprint(key);
        let alike = self.entries.iter().filter(|&&entry| entry >> 12 == fingerprint);
        let at_most = 1 + alike.count();
        at_most >= usize::from(times) && self.times(key, now) >= u32::from(times)
    }

    /// How many times the position now, with its key, has stood.
    pub(super) fn times(&self, key: u64, now: &Placement) -> u32 {
        let fingerprint = fingerprint(key);
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
    (
        Square::lowest(1 << (entry >> 6 & 63)),
        Square::lowest(1 << (entry & 63)),
    )
}
