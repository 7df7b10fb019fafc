//! Pieces on the board as bit planes, and the kernels that find completed groups and the cells that complete one.

use super::piece::{Attribute, Cell, Piece};

/// One copy of a 16-bit pattern for each of the four planes.
const fn lanes(pattern: u64) -> u64 {
    pattern * 0x0001_0001_0001_0001
}

/// The pieces on the board: which cells are taken, and for each attribute which cells hold a piece that has it.
///
/// The planes lie side by side in one word, plane `i` in the 16 bits from `16 * i` up, so that whatever is asked about
/// one attribute is answered for all four at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Board {
    planes: u64,
    occupied: u16,
}

impl Board {
    /// The taken cells.
    #[inline]
    #[must_use]
    pub const fn occupied(self) -> u16 {
        self.occupied
    }

    /// The empty cells.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> u16 {
        !self.occupied
    }

    /// The cells whose piece is tall, light, square or hollow.
    #[inline]
    #[must_use]
    pub const fn plane(self, attribute: Attribute) -> u16 {
        (self.planes >> (16 * attribute.bit())) as u16
    }

    /// All four planes, that of [`Attribute::Hole`] in the low bits.
    #[inline]
    #[must_use]
    pub const fn planes(self) -> u64 {
        self.planes
    }

    /// The board with these planes; cells outside `occupied` must be clear in all of them.
    #[inline]
    pub(super) const fn from_planes(planes: u64, occupied: u16) -> Self {
        Self { planes, occupied }
    }

    /// The piece on a cell.
    #[inline]
    #[must_use]
    pub const fn piece(self, cell: Cell) -> Option<Piece> {
        if self.occupied & cell.bit() == 0 {
            return None;
        }
        // Gathers one bit of each plane into neighbours; no two of the products meet.
        let bits = self.planes >> cell.index() & lanes(1);
        let gathered = bits.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3);
        Some(Piece::from_low_bits(gathered >> 48))
    }

    /// All taken cells with their pieces, from a1 along the rows.
    pub fn pieces(self) -> impl Iterator<Item = (Cell, Piece)> {
        Cell::all(self.occupied).filter_map(move |cell| Some((cell, self.piece(cell)?)))
    }

    /// Puts a piece on an empty cell.
    #[inline]
    pub const fn put(&mut self, cell: Cell, piece: Piece) {
        self.planes |= spread(piece) << cell.index();
        self.occupied |= cell.bit();
    }

    /// For each attribute, the taken cells whose piece agrees with `piece` in it; laid out as the planes are.
    #[inline]
    #[must_use]
    pub const fn agreeing(self, piece: Piece) -> u64 {
        // A plane times 0xffff is that plane filled.
        let wanted = spread(piece) * 0xffff;
        !(self.planes ^ wanted) & lanes(self.occupied as u64)
    }

    /// Whether a group is complete in an attribute in which `piece` agrees with all of it. After `piece` has been
    /// placed on a board without complete groups, this is whether it won.
    #[inline]
    #[must_use]
    pub const fn completed_by(self, piece: Piece, squares: bool) -> bool {
        has_group(self.agreeing(piece), squares)
    }

    /// The empty cells where placing `piece` completes a group.
    #[inline]
    #[must_use]
    pub const fn winning_cells(self, piece: Piece, squares: bool) -> u16 {
        completing(self.agreeing(piece), squares) & self.empty()
    }

    /// All complete groups as masks of cells.
    pub fn complete_groups(self, squares: bool) -> impl Iterator<Item = u16> {
        groups(squares)
            .iter()
            .copied()
            .filter(move |&group| self.shared(group).next().is_some())
    }

    /// The attributes that the pieces of a group share, each with whether they have it or lack it. A group with an
    /// empty cell shares nothing.
    pub fn shared(self, group: u16) -> impl Iterator<Item = (Attribute, bool)> {
        let full = self.occupied & group == group;
        Attribute::ALL
            .into_iter()
            .filter_map(move |attribute| match self.plane(attribute) & group {
                _ if !full => None,
                0 => Some((attribute, false)),
                having if having == group => Some((attribute, true)),
                _ => None,
            })
    }
}

/// The bits of a piece at the bottom of the planes.
#[inline]
const fn spread(piece: Piece) -> u64 {
    // Four copies, each shifted so that another bit lands at the bottom of its plane.
    (piece.index() as u64 * (1 | 1 << 15 | 1 << 30 | 1 << 45)) & lanes(1)
}

/// The groups that win: four rows, four columns and two diagonals, then under the square rule the nine 2x2 squares.
#[must_use]
pub const fn groups(squares: bool) -> &'static [u16] {
    if squares { &GROUPS } else { GROUPS.split_at(10).0 }
}

static GROUPS: [u16; 19] = all_groups();

const fn all_groups() -> [u16; 19] {
    let mut groups = [0; 19];
    let mut i = 0;
    while i < 4 {
        groups[i] = 0x000f << (4 * i);
        groups[4 + i] = 0x1111 << i;
        groups[8] |= 1 << (5 * i);
        groups[9] |= 1 << (3 * i + 3);
        i += 1;
    }
    let mut i = 0;
    while i < 9 {
        groups[10 + i] = 0x0033 << (4 * (i / 3) + i % 3);
        i += 1;
    }
    groups
}

/// Whether any plane contains a whole group.
///
/// Every cell asks its neighbours at once: a pair of pairs is a group. The masks keep the cells from which a group
/// does not leave its plane.
#[inline]
const fn has_group(planes: u64, squares: bool) -> bool {
    let across = planes & planes >> 1;
    let down = planes & planes >> 4;
    let falling = planes & planes >> 5;
    let rising = planes & planes >> 3;
    let lines = across & across >> 2 & lanes(0x1111)
        | down & down >> 8 & lanes(0x000f)
        | falling & falling >> 10 & lanes(0x0001)
        | rising & rising >> 6 & lanes(0x0008);
    let corners = if squares { lanes(0x0777) } else { 0 };
    lines | across & across >> 4 & corners != 0
}

/// The cells that are the only one missing from a group in some plane, and perhaps cells that are not missing.
#[inline]
const fn completing(planes: u64, squares: bool) -> u16 {
    const FALLING: u64 = lanes(0x8421);
    const RISING: u64 = lanes(0x1248);
    // Turn every row, column or diagonal by one, two and three cells: all three together surround a cell.
    let row = (planes >> 1 & lanes(0x7777) | planes << 3 & lanes(0x8888))
        & (planes >> 2 & lanes(0x3333) | planes << 2 & lanes(0xcccc))
        & (planes >> 3 & lanes(0x1111) | planes << 1 & lanes(0xeeee));
    let column = (planes >> 4 & lanes(0x0fff) | planes << 12 & lanes(0xf000))
        & (planes >> 8 & lanes(0x00ff) | planes << 8 & lanes(0xff00))
        & (planes >> 12 & lanes(0x000f) | planes << 4 & lanes(0xfff0));
    let d = planes & FALLING;
    let falling = (d >> 5 | d << 15) & (d >> 10 | d << 10) & (d >> 15 | d << 5) & FALLING;
    let d = planes & RISING;
    let rising = (d >> 3 | d << 9) & (d >> 6 | d << 6) & (d >> 9 | d << 3) & RISING;
    let mut found = row | column | falling | rising;
    if squares {
        // Squares are named by their top left cell; each corner is found there and moved to its place.
        const TOP_LEFT: u64 = lanes(0x0777);
        let top = planes & planes >> 1;
        let bottom = top >> 4;
        found |= planes >> 1 & bottom & TOP_LEFT
            | (planes & bottom & TOP_LEFT) << 1
            | (top & planes >> 5 & TOP_LEFT) << 4
            | (top & planes >> 4 & TOP_LEFT) << 5;
    }
    let halves = found | found >> 32;
    (halves | halves >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every mask in every plane, between planes that are full or empty, against the list of groups.
    #[test]
    fn kernels_agree_with_the_list_of_groups() {
        for squares in [false, true] {
            for mask in 0..=u16::MAX {
                let whole = groups(squares).iter().any(|group| mask & group == *group);
                let missing: u16 = groups(squares)
                    .iter()
                    .map(|group| group & !mask)
                    .filter(|rest| rest.count_ones() == 1)
                    .fold(0, |cells, cell| cells | cell);
                for plane in 0..4 {
                    let alone = u64::from(mask) << (16 * plane);
                    assert_eq!(has_group(alone, squares), whole, "{mask:016b}");
                    assert_eq!(completing(alone, squares) & !mask, missing, "{mask:016b}");
                    // The four corners: no group of their own, but next to the borders of the planes.
                    let noise = lanes(0x9009) & !(0xffff << (16 * plane));
                    assert_eq!(has_group(alone | noise, squares), whole, "{mask:016b}");
                    let quiet = completing(noise, squares);
                    assert_eq!(
                        completing(alone | noise, squares) & !mask,
                        (missing | quiet) & !mask
                    );
                }
            }
        }
    }

    #[test]
    fn pieces_come_back_from_the_planes() {
        for cell in Cell::all(u16::MAX) {
            for piece in Piece::all(u16::MAX) {
                let mut board = Board::default();
                board.put(cell, piece);
                assert_eq!(board.pieces().collect::<Vec<_>>(), [(cell, piece)]);
                for other in Piece::all(u16::MAX) {
                    let agreeing = board.agreeing(other);
                    for attribute in Attribute::ALL {
                        let agrees = agreeing >> (16 * attribute.bit()) & 0xffff == u64::from(cell.bit());
                        assert_eq!(agrees, piece.has(attribute) == other.has(attribute));
                    }
                }
            }
        }
    }
}
