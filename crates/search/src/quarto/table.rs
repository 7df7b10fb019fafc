//! What the solver has proven, in one word for each position.
//!
//! Keys are exact: the planes go through a bijection, some of the bits say which bucket, and all the others are kept.
//! So no two positions can be taken for each other, and a proof stays a proof.
//!
//! The table begins small and grows as it fills: a short search should not pay for touching memory that only a long
//! one needs.

use damero_games::zobrist::mix;

use super::canonical::Form;
use super::search::Goal;

/// What is known of a position for the player who is to give.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Bounds {
    draw: Option<bool>,
    win: Option<bool>,
}

impl Bounds {
    /// Whether the player reaches `goal`, if that is known.
    #[inline]
    pub(super) const fn reached(self, goal: Goal) -> Option<bool> {
        match goal {
            Goal::Draw => self.draw,
            Goal::Win => self.win,
        }
    }

    /// What is known when it is also known whether the player reaches `goal`.
    #[inline]
    pub(super) const fn and(self, goal: Goal, reached: bool) -> Self {
        match (goal, reached) {
            // Who wins reaches a draw, and who does not reach a draw does not win.
            (Goal::Win, true) | (Goal::Draw, false) => Self {
                draw: Some(reached),
                win: Some(reached),
            },
            (Goal::Draw, true) => Self {
                draw: Some(true),
                ..self
            },
            (Goal::Win, false) => Self {
                win: Some(false),
                ..self
            },
        }
    }

    /// Four bits, not all zero if anything is known.
    #[inline]
    const fn pack(self) -> u64 {
        const fn two(known: Option<bool>) -> u64 {
            match known {
                None => 0,
                Some(false) => 1,
                Some(true) => 2,
            }
        }
        two(self.draw) | two(self.win) << 2
    }

    #[inline]
    const fn unpack(bits: u64) -> Self {
        const fn known(two: u64) -> Option<bool> {
            match two & 3 {
                1 => Some(false),
                2 => Some(true),
                _ => None,
            }
        }
        Self {
            draw: known(bits),
            win: known(bits >> 2),
        }
    }
}

/// A word is, from the bottom: the bounds (4 bits), how much work they were (5), the lowest taken cell (4), and the
/// bits of the scattered planes that do not choose the bucket. A word without bounds is empty.
const BOUNDS: u64 = 15;
const WORK: u32 = 4;
const LOWEST: u32 = 9;
const PLANES: u32 = 13;

/// As many words as fill a line of the cache. Empty ones come last.
type Bucket = [u64; 8];

/// Bits that choose a bucket at first: one mebibyte. At least 13, so that the other bits of the planes fit in a word.
const FIRST_BITS: u32 = 14;

/// A table that grows up to a given size.
pub(super) struct TranspositionTable {
    buckets: Vec<Bucket>,
    used: usize,
    bits: u32,
    max_bits: u32,
}

/// Where a position belongs, and its word apart from bounds and work.
#[derive(Clone, Copy)]
pub(super) struct TableKey {
    bucket: usize,
    word: u64,
}

impl TableKey {
    #[inline]
    const fn is(self, word: u64) -> bool {
        word >> LOWEST == self.word >> LOWEST
    }
}

impl TranspositionTable {
    /// An empty table that will take at most this many mebibytes, or one.
    pub(super) fn new(mebibytes: usize) -> Self {
        let max_bits = FIRST_BITS + mebibytes.clamp(1, 1 << 24).ilog2();
        Self {
            buckets: vec![[0; 8]; 1 << FIRST_BITS],
            used: 0,
            bits: FIRST_BITS,
            max_bits,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets = vec![[0; 8]; 1 << FIRST_BITS];
        self.used = 0;
        self.bits = FIRST_BITS;
    }

    /// Where a position belongs, until something is put into the table.
    #[inline]
    pub(super) fn place(&self, form: Form) -> TableKey {
        let scattered = mix(form.planes);
        let shift = 64 - self.bits;
        let kept = scattered & ((1 << shift) - 1);
        TableKey {
            bucket: (scattered >> shift) as usize,
            word: kept << PLANES | u64::from(form.lowest) << LOWEST,
        }
    }

    #[inline]
    pub(super) fn get(&self, place: TableKey) -> Bounds {
        let mut words = self.buckets[place.bucket].iter();
        let found = words.find(|&&word| place.is(word) && word & BOUNDS != 0);
        found.map_or_else(Bounds::default, |&word| Bounds::unpack(word))
    }

    /// Stores what is known in place of the same position, an empty word, or what took the least work to find.
    #[inline]
    pub(super) fn put(&mut self, place: TableKey, bounds: Bounds, nodes: u64) {
        let rank = |word: u64| {
            let replaceable = word & BOUNDS == 0 || place.is(word);
            if replaceable { 0 } else { 1 + (word >> WORK & 31) }
        };
        let words = self.buckets[place.bucket].iter_mut();
        if let Some(word) = words.min_by_key(|word| rank(**word)) {
            self.used += usize::from(*word & BOUNDS == 0);
            let work = u64::from(nodes.max(1).ilog2().min(31));
            *word = place.word | work << WORK | bounds.pack();
        }
        // Half full is four words in a bucket on the average: few buckets are full.
        if self.used > 4 * self.buckets.len() && self.bits < self.max_bits {
            self.grow();
        }
    }

    /// Doubles the buckets: one more bit of the planes chooses, and one less is kept.
    fn grow(&mut self) {
        let top = 63 - self.bits + PLANES;
        let before = self.buckets.len();
        self.buckets.resize(2 * before, [0; 8]);
        // From above, so that no bucket is overwritten before it was split.
        for i in (0..before).rev() {
            let bucket = std::mem::take(&mut self.buckets[i]);
            let mut halves = [[0; 8]; 2];
            let mut lens = [0; 2];
            for word in bucket.into_iter().filter(|word| word & BOUNDS != 0) {
                let half = (word >> top & 1) as usize;
                halves[half][lens[half]] = word & !(1 << top);
                lens[half] += 1;
            }
            [self.buckets[2 * i], self.buckets[2 * i + 1]] = halves;
        }
        self.bits += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(i: u64) -> Form {
        Form {
            planes: i * 0x1_0001_0003,
            lowest: (i % 16) as u8,
        }
    }

    /// Bounds of all kinds, told by the number of the position.
    fn bounds(i: u64) -> Bounds {
        let goal = if i.is_multiple_of(2) {
            Goal::Draw
        } else {
            Goal::Win
        };
        Bounds::default().and(goal, i.is_multiple_of(3))
    }

    #[test]
    fn nothing_is_lost_or_mixed_up_while_the_table_grows() {
        let mut table = TranspositionTable::new(64);
        const COUNT: u64 = 1_000_000;
        for i in 0..COUNT {
            table.put(table.place(form(i)), bounds(i), i);
        }
        assert!(table.bits > FIRST_BITS + 2);
        let mut lost = 0;
        for i in 0..COUNT {
            let found = table.get(table.place(form(i)));
            lost += u64::from(found == Bounds::default());
            assert!(found == bounds(i) || found == Bounds::default());
        }
        assert!(lost < COUNT / 20, "{lost} of {COUNT} were lost");
        for i in COUNT..2 * COUNT {
            assert_eq!(table.get(table.place(form(i))), Bounds::default());
        }
        table.clear();
        assert_eq!(table.get(table.place(form(1))), Bounds::default());
    }

    #[test]
    fn a_full_table_keeps_to_its_size_and_loses_the_least_work() {
        let mut table = TranspositionTable::new(1);
        for i in 0..1_000_000 {
            table.put(table.place(form(i)), bounds(i), if i < 100 { 1 << 20 } else { 2 });
        }
        assert_eq!(table.buckets.len(), 1 << FIRST_BITS);
        for i in 0..100 {
            assert_eq!(table.get(table.place(form(i))), bounds(i));
        }
    }

    #[test]
    fn a_win_is_at_least_a_draw() {
        let none = Bounds::default();
        assert_eq!(none.and(Goal::Win, true).reached(Goal::Draw), Some(true));
        assert_eq!(none.and(Goal::Draw, false).reached(Goal::Win), Some(false));
        let draw = none.and(Goal::Draw, true).and(Goal::Win, false);
        assert_eq!(
            (draw.reached(Goal::Draw), draw.reached(Goal::Win)),
            (Some(true), Some(false))
        );
        assert_eq!(Bounds::unpack(draw.pack()), draw);
    }
}
