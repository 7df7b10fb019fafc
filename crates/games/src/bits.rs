//! Tricks on bitboards that more than one game needs.

/// The place of each set bit of a byte, lowest first: `NTH_BIT[byte][n]`.
///
/// Drawing one of several by lot looks it up: clearing one bit after the other costs a mispredicted branch on nearly
/// every random move.
pub(crate) static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Writes the lowest bits as numbers, as many as there is room for: 1.0 where a bit is set, otherwise 0.0.
///
/// Eight at a time from a table: an observation is mostly such numbers, and computing each costs ten times as much.
#[inline]
pub(crate) fn expand(bits: u64, out: &mut [f32]) {
    let (eights, rest) = out.as_chunks_mut::<8>();
    let mut bytes = bits.to_le_bytes().into_iter();
    for (eight, byte) in eights.iter_mut().zip(&mut bytes) {
        *eight = NUMBERS[usize::from(byte)];
    }
    let last = NUMBERS[usize::from(bytes.next().unwrap_or(0))];
    for (number, bit) in rest.iter_mut().zip(last) {
        *number = bit;
    }
}

/// The eight bits of a byte as numbers, lowest first.
static NUMBERS: [[f32; 8]; 256] = {
    let mut table = [[0.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][bit] = 1.0;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Exchanges the rows and columns of an 8x8 board: single squares change places across the diagonal, then 2x2 blocks,
/// then quarters.
pub(crate) const fn transpose(bits: u64) -> u64 {
    let bits = swap(bits, 7, 0x00aa_00aa_00aa_00aa);
    let bits = swap(bits, 14, 0x0000_cccc_0000_cccc);
    swap(bits, 28, 0x0000_0000_f0f0_f0f0)
}

/// Exchanges the bits under `mask` with those `shift` places higher.
const fn swap(bits: u64, shift: u32, mask: u64) -> u64 {
    let differ = (bits ^ bits >> shift) & mask;
    bits ^ differ ^ differ << shift
}

#[cfg(test)]
mod tests {
    use super::{expand, transpose};
    use crate::zobrist::mix;

    #[test]
    fn bits_become_numbers() {
        for length in 0..=64_usize {
            let bits = mix(length as u64);
            let mut out = vec![f32::NAN; length];
            expand(bits, &mut out);
            for (place, number) in out.into_iter().enumerate() {
                assert_eq!(number, (bits >> place & 1) as f32);
            }
        }
    }

    #[test]
    fn transposing_exchanges_row_and_column() {
        for place in 0..64 {
            assert_eq!(transpose(1 << place), 1 << (place % 8 * 8 + place / 8));
        }
    }
}
