//! Which move to try first: the hash move, then whatever leaves the enemy the fewest replies, with small amends for
//! parity and places. Where many squares are empty a shallow search decides; the amends then break ties.

use super::kernels::near;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const CORNER_DIAGONALS: u64 = 0x0042_0000_0000_4200;

/// How good a square is, whatever else is there.
static PLACES: [i8; 64] = places();

const fn places() -> [i8; 64] {
    // One eighth of the board; the rest by symmetry.
    let corner = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        all[square] = corner[row][column];
        square += 1;
    }
    all
}

/// Corners count twice.
#[inline(always)]
fn weighted(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The rank of a move that leads to a position where `next` is to move with `replies`.
#[inline(always)]
pub(super) fn by_mobility(next: u64, other: u64, replies: u64, square: u32, in_odd: bool) -> i32 {
    let potential = (near(other) & !next).count_ones() as i32;
    let corners = (other & CORNERS).count_ones() as i32;
    i32::from(PLACES[square as usize & 63]) + 8 * i32::from(in_odd) + 64 * corners
        - 16 * potential
        - 256 * weighted(replies)
}

/// How good a position looks for `own`, in sixteenths of a disc.
#[inline(always)]
pub(super) fn estimate(own: u64, enemy: u64, moves: u64, replies: u64) -> i32 {
    let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
    let empty = !(own | enemy);
    let mobility = weighted(moves) - weighted(replies);
    let frontier = difference(near(enemy) & empty, near(own) & empty);
    let corners = difference(own & CORNERS, enemy & CORNERS);
    // Diagonal neighbours of corners that are still empty.
    let open = empty & CORNERS;
    let near_corner = CORNER_DIAGONALS & (open << 9 | open >> 9 | open << 7 | open >> 7);
    let dangers = difference(own & near_corner, enemy & near_corner);
    24 * mobility + 8 * frontier + 160 * corners - 80 * dangers
}
