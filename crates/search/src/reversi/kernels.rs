//! What the solver asks of a board besides flips and mobility: how many discs the last move turns, and the tables
//! that its ordering reads.

use damero_games::reversi::flips;

/// The squares of the quadrant of each square.
pub(super) static QUADRANT: [u64; 64] = quadrants();

const fn quadrants() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = 0x0f0f_0f0f << (square & 0x24);
        square += 1;
    }
    all
}

/// Whether two squares lie in the same quadrant.
#[inline(always)]
pub(super) const fn same_quadrant(a: u32, b: u32) -> bool {
    (a ^ b) & 0x24 == 0
}

/// The squares of all quadrants with an odd number of empty squares: whoever moves there first also moves last.
#[inline(always)]
pub(super) const fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    let mut quadrant = 0;
    while quadrant < 4 {
        let squares = QUADRANT[(quadrant & 1) << 2 | (quadrant & 2) << 4];
        if (empty & squares).count_ones() & 1 == 1 {
            odd |= squares;
        }
        quadrant += 1;
    }
    odd
}

/// The squares next to each square.
pub(super) static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = near(1 << square);
        square += 1;
    }
    all
}

/// The squares next to some disc that are not discs themselves.
#[inline(always)]
pub(super) const fn near(discs: u64) -> u64 {
    let (not_a, not_h) = (0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f);
    let sideways = discs | (discs & not_h) << 1 | (discs & not_a) >> 1;
    (sideways | sideways << 8 | sideways >> 8) & !discs
}

/// How many discs the owner of `own` turns on the only empty square.
#[inline(always)]
pub(super) fn last_flips(own: u64, square: u32) -> i32 {
    let enemy = !own & !(1 << square);
    flips(own, enemy, square as u8).count_ones() as i32
}

/// The twin of [`last_flips`] for processors that gather the bits of a line in one instruction.
#[cfg(target_arch = "x86_64")]
pub(super) mod bmi2 {
    use std::arch::x86_64::_pext_u64;

    /// The row, the column and both diagonals of a square, and its place on each.
    struct Lines {
        squares: [u64; 4],
        places: [u8; 4],
    }

    static LINES: [Lines; 64] = lines();

    const fn lines() -> [Lines; 64] {
        let mut all = [const {
            Lines {
                squares: [0; 4],
                places: [0; 4],
            }
        }; 64];
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let mut square = 0;
        while square < 64 {
            let mut i = 0;
            while i < 4 {
                let (rows, columns) = steps[i];
                let up = super::ray(square as i32, rows, columns);
                let down = super::ray(square as i32, -rows, -columns);
                all[square].squares[i] = up | down | 1 << square;
                all[square].places[i] = down.count_ones() as u8;
                i += 1;
            }
            square += 1;
        }
        all
    }

    /// The discs turned on a line by its place and the own discs; all the others are the enemy's.
    static TURNED: [[u8; 256]; 8] = turned();

    const fn turned() -> [[u8; 256]; 8] {
        let mut all = [[0; 256]; 8];
        let mut place = 0;
        while place < 8 {
            let mut own = 0_usize;
            while own < 256 {
                let above = (own >> (place + 1)) as u32;
                let below = (own & ((1 << place) - 1)) as u32;
                let mut count = 0;
                if above != 0 {
                    count += above.trailing_zeros();
                }
                if below != 0 {
                    count += place as u32 - 1 - below.ilog2();
                }
                all[place][own] = count as u8;
                own += 1;
            }
            place += 1;
        }
        all
    }

    /// See [`super::last_flips`].
    #[inline]
    #[target_feature(enable = "bmi2")]
    pub(in super::super) fn last_flips(own: u64, square: u32) -> i32 {
        let lines = &LINES[square as usize & 63];
        let mut count = 0;
        for i in 0..4 {
            let discs = _pext_u64(own, lines.squares[i]) as usize & 0xff;
            count += i32::from(TURNED[lines.places[i] as usize & 7][discs]);
        }
        count
    }
}

/// The squares from `square` on in one direction, without itself.
#[cfg(target_arch = "x86_64")]
const fn ray(square: i32, rows: i32, columns: i32) -> u64 {
    let (mut row, mut column) = (square / 8 + rows, square % 8 + columns);
    let mut bits = 0;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        bits |= 1 << (8 * row + column);
        row += rows;
        column += columns;
    }
    bits
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use rand_core::Rng;

    #[test]
    fn the_twins_count_the_same_last_flips() {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("bmi2") {
            let mut rng = seeded(4);
            for _ in 0..2_000 {
                let discs = rng.next_u64();
                for square in 0..64 {
                    let own = discs & !(1 << square);
                    // SAFETY: the processor has the feature.
                    #[allow(unsafe_code)]
                    let fast = unsafe { super::bmi2::last_flips(own, square) };
                    assert_eq!(fast, super::last_flips(own, square), "{own:x} {square}");
                }
            }
        }
    }
}
