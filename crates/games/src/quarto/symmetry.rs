//! The symmetries of Quarto: of the board, and of the attributes.
//!
//! Without the square rule there are 32 rearrangements of the cells that keep the ten lines, most of them no turn or
//! mirror image of the board. Only eight of them keep the squares, too. They are found at compile time among all ways
//! to permute the rows, permute the columns and exchange rows with columns; no other rearrangement keeps rows and
//! columns. The attributes may change places (24 ways) and each may be turned round (16 ways).

use super::board::{Board, groups};
use super::moves::QuartoMove;
use super::piece::{Cell, Piece};
use super::position::Quarto;
use crate::game::Game;
use crate::symmetry::Symmetry;
use crate::zobrist::mix;

/// Attribute symmetries: 24 orders times 16 ways to turn attributes round.
const OF_PIECES: usize = 384;

/// A rearrangement of the cells that keeps all groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardSymmetry {
    /// Where each cell goes.
    to: [u8; 16],
}

impl BoardSymmetry {
    /// Where a cell goes.
    #[inline]
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        Cell::new(self.to[usize::from(cell.index())]).unwrap_or(cell)
    }

    const fn mask(&self, mask: u16) -> u16 {
        let (mut mapped, mut cell) = (0, 0);
        while cell < 16 {
            mapped |= (mask >> cell & 1) << self.to[cell];
            cell += 1;
        }
        mapped
    }

    /// Whether all these groups are groups again.
    const fn keeps(&self, groups: &[u16]) -> bool {
        let mut i = 0;
        while i < groups.len() {
            let (mapped, mut j) = (self.mask(groups[i]), 0);
            while j < groups.len() && groups[j] != mapped {
                j += 1;
            }
            if j == groups.len() {
                return false;
            }
            i += 1;
        }
        true
    }
}

/// The symmetries of the board, the identity first. The first eight keep the squares, all keep the lines.
pub static BOARD_SYMMETRIES: [BoardSymmetry; 32] = board_symmetries();

const fn board_symmetries() -> [BoardSymmetry; 32] {
    let mut found = [BoardSymmetry { to: [0; 16] }; 32];
    let (mut with_squares, mut only_lines) = (0, 8);
    // Whether to exchange and the two permutations, as one number.
    let mut candidate = 0;
    while candidate < 2 * 24 * 24 {
        let (rows, columns) = (ORDERS[candidate / 24 % 24], ORDERS[candidate % 24]);
        let exchange = candidate >= 24 * 24;
        let mut symmetry = BoardSymmetry { to: [0; 16] };
        let mut cell = 0;
        while cell < 16 {
            let (row, column) = (rows[cell / 4], columns[cell % 4]);
            symmetry.to[cell] = if exchange {
                4 * column + row
            } else {
                4 * row + column
            };
            cell += 1;
        }
        if symmetry.keeps(groups(true)) {
            found[with_squares] = symmetry;
            with_squares += 1;
        } else if symmetry.keeps(groups(false)) {
            found[only_lines] = symmetry;
            only_lines += 1;
        }
        candidate += 1;
    }
    assert!(with_squares == 8 && only_lines == 32);
    found
}

/// All orders of four things, the usual one first.
static ORDERS: [[u8; 4]; 24] = orders();

const fn orders() -> [[u8; 4]; 24] {
    let mut found = [[0; 4]; 24];
    let (mut count, mut code) = (0, 0);
    while code < 256 {
        let order = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        if 1 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3] == 15 {
            found[count] = [order[0] as u8, order[1] as u8, order[2] as u8, order[3] as u8];
            count += 1;
        }
        code += 1;
    }
    found
}

/// For each order the number of the one that undoes it.
static UNDO: [u8; 24] = undo();

const fn undo() -> [u8; 24] {
    let mut table = [0; 24];
    let mut pair = 0;
    while pair < 24 * 24 {
        let (a, b) = (ORDERS[pair / 24], ORDERS[pair % 24]);
        let mut i = 0;
        while i < 4 && b[a[i] as usize] as usize == i {
            i += 1;
        }
        if i == 4 {
            table[pair / 24] = (pair % 24) as u8;
        }
        pair += 1;
    }
    table
}

/// For each board symmetry, where the cells of the low and of the high byte of a mask go.
static BYTES: [[[u16; 256]; 2]; 32] = bytes();

const fn bytes() -> [[[u16; 256]; 2]; 32] {
    let mut table = [[[0; 256]; 2]; 32];
    let mut symmetry = 0;
    while symmetry < 32 {
        let mut byte = 1_usize;
        while byte < 256 {
            // What the lowest cell adds to a mask that is already known.
            let (rest, cell) = (byte & (byte - 1), byte.trailing_zeros() as usize);
            let to = &BOARD_SYMMETRIES[symmetry].to;
            table[symmetry][0][byte] = table[symmetry][0][rest] | 1 << to[cell];
            table[symmetry][1][byte] = table[symmetry][1][rest] | 1 << to[8 + cell];
            byte += 1;
        }
        symmetry += 1;
    }
    table
}

#[inline]
fn map_mask(board: usize, mask: u16) -> u16 {
    let [low, high] = mask.to_le_bytes();
    BYTES[board][0][usize::from(low)] | BYTES[board][1][usize::from(high)]
}

/// The four planes as masks, lowest first.
#[inline]
fn split(planes: u64) -> [u16; 4] {
    [0, 16, 32, 48].map(|shift| (planes >> shift) as u16)
}

#[inline]
fn join(planes: [u16; 4]) -> u64 {
    planes
        .iter()
        .rev()
        .fold(0, |word, &plane| word << 16 | u64::from(plane))
}

/// One symmetry taken apart.
struct Parts {
    /// Index into [`BOARD_SYMMETRIES`].
    board: usize,
    /// Index into [`ORDERS`]: bit `i` of the new piece is bit `order[i]` of the old one.
    order: usize,
    /// The bits that are turned round after that.
    turned: u8,
}

impl Parts {
    const fn of(s: usize) -> Self {
        Self {
            board: s / OF_PIECES,
            order: s % OF_PIECES / 16,
            turned: (s % 16) as u8,
        }
    }

    fn piece(&self, piece: Piece) -> Piece {
        let order = ORDERS[self.order];
        let bits = (0..4).fold(0, |bits, i| bits | (piece.index() >> order[i] & 1) << i);
        Piece::new(bits ^ self.turned).unwrap_or(piece)
    }
}

/// Symmetry `s` is board symmetry `s / 384`, then order `s / 16 % 24` of the attributes, then turning round the
/// attributes whose bits are set in `s % 16`.
impl Symmetry for Quarto {
    fn symmetries(&self) -> usize {
        OF_PIECES * if self.squares_win() { 8 } else { 32 }
    }

    fn inverse(&self, s: usize) -> usize {
        let parts = Parts::of(s);
        let undone = BOARD_SYMMETRIES.iter().position(|other| {
            Cell::all(u16::MAX).all(|cell| other.cell(BOARD_SYMMETRIES[parts.board].cell(cell)) == cell)
        });
        let order = Parts {
            board: 0,
            order: usize::from(UNDO[parts.order]),
            turned: 0,
        };
        // Turning round first and reordering then is reordering first and turning round the reordered bits.
        let turned = order.piece(Piece::from_low_bits(u64::from(parts.turned)));
        undone.unwrap_or_default() * OF_PIECES + order.order * 16 + usize::from(turned.index())
    }

    fn map(&self, s: usize) -> Self {
        let parts = Parts::of(s);
        let occupied = map_mask(parts.board, self.board().occupied());
        let planes = split(self.board().planes());
        let mut mapped = [0; 4];
        for (i, plane) in mapped.iter_mut().enumerate() {
            let turned = parts.turned >> i & 1 != 0;
            *plane = map_mask(parts.board, planes[usize::from(ORDERS[parts.order][i])])
                ^ if turned { occupied } else { 0 };
        }
        let board = Board::from_planes(join(mapped), occupied);
        let hand = self.hand().map(|piece| parts.piece(piece));
        Self::with_pieces(board, hand, *self.rules())
    }

    fn map_move(&self, s: usize, m: QuartoMove) -> QuartoMove {
        let parts = Parts::of(s);
        match m {
            QuartoMove::Place(cell) => QuartoMove::Place(BOARD_SYMMETRIES[parts.board].cell(cell)),
            QuartoMove::Give(piece) => QuartoMove::Give(parts.piece(piece)),
        }
    }

    /// Tries the symmetries of the board only: reordering attributes only reorders the planes, and turning one round
    /// only complements its plane, so the least of all those forms is reached by complementing and sorting.
    fn canonical_key(&self) -> u64 {
        let board = self.board();
        let occupied = board.occupied();
        let mut planes = split(board.planes());
        if let Some(hand) = self.hand() {
            // Make every attribute of the piece in hand zero; that settles which planes are complemented.
            for (i, plane) in planes.iter_mut().enumerate() {
                *plane ^= if hand.index() >> i & 1 != 0 { occupied } else { 0 };
            }
        }
        let mut least = (u16::MAX, u64::MAX);
        for symmetry in 0..self.symmetries() / OF_PIECES {
            let mapped = map_mask(symmetry, occupied);
            if mapped > least.0 {
                continue;
            }
            let mut form = planes.map(|plane| map_mask(symmetry, plane));
            if self.hand().is_none() {
                form = form.map(|plane| plane.min(plane ^ mapped));
            }
            form.sort_unstable();
            least = least.min((mapped, join(form)));
        }
        let (occupied, planes) = least;
        mix(mix(planes) ^ u64::from(occupied) << 1 ^ u64::from(self.hand().is_some()))
    }
}
