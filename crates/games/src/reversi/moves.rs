//! The two kernels of the game on bitboards: which squares are legal, and which discs a move turns.

/// Everything but the a and h files: lines that run sideways must not wrap around the edge.
pub(super) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares where the owner of `own` may place a disc.
///
/// For each direction, enemy discs are gathered in runs that start next to an own disc; the square behind a run is
/// legal if it is empty. Runs are doubled instead of walked, so there is no branch at all.
#[inline(always)]
#[must_use]
pub fn mobility(own: u64, enemy: u64) -> u64 {
    let inner = enemy & INNER;
    let behind =
        line::<1>(own, inner) | line::<8>(own, enemy) | line::<7>(own, inner) | line::<9>(own, inner);
    behind & !(own | enemy)
}

/// The squares behind runs of enemy discs in both directions of one line.
#[inline(always)]
const fn line<const SHIFT: u32>(own: u64, enemy: u64) -> u64 {
    let mut up = enemy & (own << SHIFT);
    let mut down = enemy & (own >> SHIFT);
    up |= enemy & (up << SHIFT);
    down |= enemy & (down >> SHIFT);
    let pairs_up = enemy & (enemy << SHIFT);
    let pairs_down = pairs_up >> SHIFT;
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    up |= pairs_up & (up << (2 * SHIFT));
    down |= pairs_down & (down >> (2 * SHIFT));
    (up << SHIFT) | (down >> SHIFT)
}

/// The enemy discs that a disc of the owner of `own` on `square` turns; empty if the move is not legal.
///
/// On the rays towards higher squares a carry runs through the enemy discs to the first other square; on the rays
/// towards lower squares the highest other square is found by counting leading zeros. Whatever lies between is
/// turned if that square is an own disc.
#[inline(always)]
#[must_use]
pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let mut turned = 0;
    for ray in rays.up {
        let end = (enemy | !ray).wrapping_add(1) & own & ray;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        let stops = !enemy & ray;
        let end = (0x8000_0000_0000_0000_u64 >> (stops | 1).leading_zeros()) & own & ray;
        turned |= (end << 1).wrapping_neg() & ray;
    }
    turned
}

/// The eight rays from one square, without the square itself.
pub(super) struct Rays {
    pub(super) up: [u64; 4],
    pub(super) down: [u64; 4],
}

pub(super) static RAYS: [Rays; 64] = rays();

const fn rays() -> [Rays; 64] {
    let mut all = [const {
        Rays {
            up: [0; 4],
            down: [0; 4],
        }
    }; 64];
    let steps = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (row_step, column_step) = steps[i];
            all[square].up[i] = ray(square as i32, row_step, column_step);
            all[square].down[i] = ray(square as i32, -row_step, -column_step);
            i += 1;
        }
        square += 1;
    }
    all
}

const fn ray(square: i32, row_step: i32, column_step: i32) -> u64 {
    let (mut row, mut column) = (square / 8 + row_step, square % 8 + column_step);
    let mut bits = 0;
    while row >= 0 && row < 8 && column >= 0 && column < 8 {
        bits |= 1 << (8 * row + column);
        row += row_step;
        column += column_step;
    }
    bits
}

/// The body of a perft over the given kernels, so that each instance is compiled for its own processor.
macro_rules! perft_with {
    ($perft:ident, $mobility:ident, $flips:ident, $own:ident, $enemy:ident, $depth:ident) => {{
        let mut legal = $mobility($own, $enemy);
        if $depth == 0 {
            return 1;
        }
        if legal == 0 {
            return if $mobility($enemy, $own) == 0 {
                1
            } else {
                $perft($enemy, $own, $depth - 1)
            };
        }
        if $depth == 1 {
            return u64::from(legal.count_ones());
        }
        let mut leaves = 0;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let turned = $flips($own, $enemy, square as u8);
            leaves += $perft($enemy ^ turned, $own | turned | 1 << square, $depth - 1);
        }
        leaves
    }};
}
pub(super) use perft_with;

/// Leaves `depth` plies below the position: a pass is a ply, a finished game one leaf, the last ply only counted.
pub(super) fn perft(own: u64, enemy: u64, depth: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if super::avx2::available() {
        // SAFETY: the processor has the features for which the function is compiled.
        #[allow(unsafe_code)]
        return unsafe { super::avx2::perft(own, enemy, depth) };
    }
    portable_perft(own, enemy, depth)
}

pub(super) fn portable_perft(own: u64, enemy: u64, depth: u32) -> u64 {
    perft_with!(portable_perft, mobility, flips, own, enemy, depth)
}
