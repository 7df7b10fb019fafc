//! What the solver asks of a board besides flips and mobility: the score of the last empty square, and the tables that
//! its ordering reads.

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

/// The empty squares that are alone in their quadrants.
#[inline(always)]
pub(super) const fn lone_squares(empty: u64) -> u64 {
    let mut lone = 0;
    let mut quadrant = 0;
    while quadrant < 4 {
        let squares = empty & QUADRANT[(quadrant & 1) << 2 | (quadrant & 2) << 4];
        if squares & squares.wrapping_sub(1) == 0 {
            lone |= squares;
        }
        quadrant += 1;
    }
    lone
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
pub const fn near(discs: u64) -> u64 {
    let (not_a, not_h) = (0xfefe_fefe_fefe_fefe, 0x7f7f_7f7f_7f7f_7f7f);
    let sideways = discs | (discs & not_h) << 1 | (discs & not_a) >> 1;
    (sideways | sideways << 8 | sideways >> 8) & !discs
}

/// The score of a position with one empty square for the owner of `own`, who moves; all other discs are the enemy's.
#[inline(always)]
pub(super) fn last_score(own: u64, square: u32) -> i32 {
    let discs = own.count_ones() as i32;
    let enemy = !own & !(1 << square);
    let turned = flips(own, enemy, square as u8);
    if turned != 0 {
        return 2 * (discs + turned.count_ones() as i32) - 62;
    }
    let turned = flips(enemy, own, square as u8);
    if turned != 0 {
        return 2 * (discs - turned.count_ones() as i32) - 64;
    }
    2 * discs - unfilled(discs)
}

/// What is taken from twice the discs if nobody can place on the last square: it goes to the winner. There are 63
/// discs, so there is a winner.
#[inline(always)]
const fn unfilled(discs: i32) -> i32 {
    if discs >= 32 { 62 } else { 64 }
}

/// The twin of [`last_score`] for processors that gather the bits of a line in one instruction.
#[cfg(target_arch = "x86_64")]
pub(super) mod bmi2 {
    use std::arch::x86_64::_pext_u64;

    /// The row, the column and both diagonals of a square, and where [`TURNED`] has the answers for each.
    struct Lines {
        squares: [u64; 4],
        answers: [u16; 4],
    }

    static LINES: [Lines; 64] = lines();

    const fn lines() -> [Lines; 64] {
        let mut all = [const {
            Lines {
                squares: [0; 4],
                answers: [0; 4],
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
                let length = up.count_ones() + down.count_ones() + 1;
                all[square].squares[i] = up | down | 1 << square;
                all[square].answers[i] = first_answer(length, down.count_ones()) as u16;
                i += 1;
            }
            square += 1;
        }
        all
    }

    /// More than there are answers, and a power of two.
    const ANSWERS: usize = 1 << 12;

    /// Where the answers begin for a place on a line of so many squares: after those of all shorter lines, which take
    /// a power of two for each place.
    const fn first_answer(length: u32, place: u32) -> usize {
        let mut first = 0;
        let mut shorter = 1;
        while shorter < length {
            first += (shorter as usize) << shorter;
            shorter += 1;
        }
        first + ((place as usize) << length)
    }

    /// The discs turned on a line by its own discs, if all others are the enemy's: the low byte has what the mover
    /// turns, the high byte what the enemy would turn.
    static TURNED: [u16; ANSWERS] = turned();

    const fn turned() -> [u16; ANSWERS] {
        let mut all = [0; ANSWERS];
        let mut length = 1;
        while length <= 8 {
            let mut place = 0;
            while place < length {
                let mut own = 0_u32;
                while own < 1 << length {
                    let enemy = !own & ((1 << length) - 1) & !(1 << place);
                    let answer = between(own, place) | between(enemy, place) << 8;
                    all[first_answer(length, place) + own as usize] = answer as u16;
                    own += 1;
                }
                place += 1;
            }
            length += 1;
        }
        all
    }

    /// The squares between a place and the nearest disc on either side, if there is one.
    const fn between(discs: u32, place: u32) -> u32 {
        let above = discs >> (place + 1);
        let below = discs & ((1 << place) - 1);
        let mut count = 0;
        if above != 0 {
            count += above.trailing_zeros();
        }
        if below != 0 {
            count += place - 1 - below.ilog2();
        }
        count
    }

    /// See [`super::last_score`]. Nothing branches: which of the two can place is a coin toss.
    #[inline]
    #[target_feature(enable = "bmi2,popcnt")]
    pub(in super::super) fn last_score(own: u64, square: u32) -> i32 {
        let lines = &LINES[square as usize & 63];
        let mut turned = 0;
        for i in 0..4 {
            let answer = lines.answers[i] as usize + _pext_u64(own, lines.squares[i]) as usize;
            turned += i32::from(TURNED[answer & (ANSWERS - 1)]);
        }
        let discs = own.count_ones() as i32;
        let (mine, theirs) = (turned & 0xff, turned >> 8);
        let passed = if theirs != 0 {
            2 * theirs + 64
        } else {
            super::unfilled(discs)
        };
        2 * discs - if mine != 0 { 62 - 2 * mine } else { passed }
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
    fn the_twins_score_the_last_square_alike() {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("bmi2") {
            let mut rng = seeded(4);
            for _ in 0..2_000 {
                let discs = rng.next_u64();
                for square in 0..64 {
                    let own = discs & !(1 << square);
                    // SAFETY: the processor has the feature.
                    #[allow(unsafe_code)]
                    let fast = unsafe { super::bmi2::last_score(own, square) };
                    assert_eq!(fast, super::last_score(own, square), "{own:x} {square}");
                }
            }
        }
    }
}
