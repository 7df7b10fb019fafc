//! Which move to try first: the hash move, then whatever leaves the enemy the fewest replies, with small amends for
//! parity. Where many squares are empty a shallow search decides; the amends then break ties.

use super::kernels::near;
use super::stability::Edges;

const CORNERS: u64 = 0x8100_0000_0000_0081;
const CORNER_DIAGONALS: u64 = 0x0042_0000_0000_4200;
const CORNER_EDGES: u64 = 0x4281_0000_0000_8142;

/// Corners count twice.
#[inline(always)]
pub fn weighted(moves: u64) -> i32 {
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// The rank of a move that leads to a position where `next` is to move with `replies`.
#[inline(always)]
pub(super) fn by_mobility(next: u64, other: u64, replies: u64, in_odd: bool) -> i32 {
    let potential = (near(other) & !next).count_ones() as i32;
    let corners = (other & CORNERS).count_ones() as i32;
    64 * i32::from(in_odd) + 64 * corners - 16 * potential - 256 * weighted(replies)
}

/// How good a position looks for `own`, in points of which some thirty are a disc.
#[inline(always)]
pub(super) fn estimate(edges: &Edges, own: u64, enemy: u64, moves: u64, replies: u64) -> i32 {
    let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
    let empty = !(own | enemy);
    let mobility = weighted(moves) - weighted(replies);
    let frontier = difference(near(enemy) & empty, near(own) & empty);
    let corners = difference(own & CORNERS, enemy & CORNERS);
    // Squares next to corners that are still empty give them away.
    let open = empty & CORNERS;
    let diagonal = CORNER_DIAGONALS & (open << 9 | open >> 9 | open << 7 | open >> 7);
    let beside = CORNER_EDGES & (open << 1 | open >> 1 | open << 8 | open >> 8);
    let stable = difference(edges.on_edges(own, enemy), edges.on_edges(enemy, own));
    48 * mobility + 4 * frontier + 112 * corners + 26 * stable
        - 60 * difference(own & diagonal, enemy & diagonal)
        - 10 * difference(own & beside, enemy & beside)
}
