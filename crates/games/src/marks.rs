//! Masks of legal action indices: a truth value for each, or a bit for each.

/// Where legal action indices are marked. A slice of truth values has an entry for each index; a slice of bytes has a
/// bit for each, the lowest of a byte first.
///
/// ```
/// use damero_games::Marks;
/// let (mut mask, mut bits) = ([false; 12], [0_u8; 2]);
/// mask.mark_all(7, 0b1011);
/// bits.mark_all(7, 0b1011);
/// assert_eq!([mask[7], mask[8], mask[9], mask[10]], [true, true, false, true]);
/// assert_eq!(bits, [0b1000_0000, 0b101]);
/// ```
pub trait Marks {
    /// Marks one index.
    fn mark(&mut self, index: usize);

    /// Marks `first + i` for every bit `i` that is set.
    fn mark_all(&mut self, first: usize, bits: u64);
}

impl Marks for [bool] {
    #[inline]
    fn mark(&mut self, index: usize) {
        self[index] = true;
    }

    #[inline]
    fn mark_all(&mut self, first: usize, mut bits: u64) {
        while bits != 0 {
            self[first + bits.trailing_zeros() as usize] = true;
            bits &= bits - 1;
        }
    }
}

impl Marks for [u8] {
    #[inline]
    fn mark(&mut self, index: usize) {
        self[index / 8] |= 1 << (index % 8);
    }

    #[inline]
    fn mark_all(&mut self, first: usize, bits: u64) {
        let (at, shift) = (first / 8, first % 8);
        let (low, high) = (bits << shift, (bits >> 1 >> (63 - shift)) as u8);
        let bytes = &mut self[at..];
        if let Some(eight) = bytes.first_chunk_mut() {
            *eight = (u64::from_le_bytes(*eight) | low).to_le_bytes();
        } else {
            for (byte, more) in bytes.iter_mut().zip(low.to_le_bytes()) {
                *byte |= more;
            }
        }
        if high != 0 {
            bytes[8] |= high;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;
    use crate::zobrist::mix;

    /// Both masks against marking index by index, also where a mask ends.
    #[test]
    fn many_marks_are_single_marks() {
        for seed in 0..2000_u64 {
            let first = (mix(seed) % 80) as usize;
            let bits = mix(seed + 5000) & mix(seed + 9000);
            let length = first + 64 - bits.leading_zeros() as usize;
            let (mut mask, mut packed) = (vec![false; length], vec![0_u8; length.div_ceil(8)]);
            mask.mark_all(first, bits);
            packed.mark_all(first, bits);
            let mut single = vec![0_u8; packed.len()];
            for index in (0..length).filter(|&index| index >= first && bits >> (index - first) & 1 != 0) {
                single.mark(index);
                assert!(mask[index]);
            }
            assert_eq!(packed, single);
            assert_eq!(mask.iter().filter(|&&set| set).count() as u32, bits.count_ones());
        }
    }
}
