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
    use super::transpose;

    #[test]
    fn transposing_exchanges_row_and_column() {
        for place in 0..64 {
            assert_eq!(transpose(1 << place), 1 << (place % 8 * 8 + place / 8));
        }
    }
}
