//! Which move to try first: the hash move, then whatever leaves the enemy the fewest replies, with small amends for
//! parity. Where many squares are empty a shallow search decides; the amends then break ties.

use super::kernels::near;

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Corners count twice.
#[inline(always)]
pub(super) fn weighted(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The rank of a move that leads to a position where `next` is to move with `replies`.
#[inline(always)]
pub(super) fn by_mobility(next: u64, other: u64, replies: u64, in_odd: bool) -> i32 {
    let potential = (near(other) & !next).count_ones() as i32;
    let corners = (other & CORNERS).count_ones() as i32;
    64 * i32::from(in_odd) + 64 * corners - 16 * potential - 256 * weighted(replies)
}
