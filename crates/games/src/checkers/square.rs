//! The 32 squares, their names, and the layout of bitboards.
//!
//! Rows run from 0 at the top (black's home) to 7 at the bottom (red's home). Squares are indexed along the rows from
//! the top left. On a bitboard one unused bit lies between each two rows and the next two, so that every diagonal
//! step is the same shift from every square, and a step over the edge falls on an unused bit:
//!
//! ```text
//!      .  0  .  1  .  2  .  3
//!      4  .  5  .  6  .  7  .      8 is unused
//!      .  9  . 10  . 11  . 12
//!     13  . 14  . 15  . 16  .     17 is unused
//!      . 18  . 19  . 20  . 21
//!     22  . 23  . 24  . 25  .     26 is unused
//!      . 27  . 28  . 29  . 30
//!     31  . 32  . 33  . 34  .
//! ```

use std::fmt;

/// All playing squares.
pub(super) const BOARD: u64 = 0x7_fbfd_feff;

/// The squares of one row.
pub(super) const fn row(row: u32) -> u64 {
    0xf << (4 * row + row / 2)
}

/// One of the four diagonal directions, in the order in which moves are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dir {
    /// Up and left, towards row 0.
    NorthWest,
    /// Up and right.
    NorthEast,
    /// Down and left.
    SouthWest,
    /// Down and right.
    SouthEast,
}

impl Dir {
    pub(super) const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// What a step adds to the number of a bit.
    #[inline(always)]
    pub(super) const fn offset(self) -> i8 {
        [-5, -4, 4, 5][self as usize]
    }

    /// All squares of a bitboard one step this way.
    ///
    /// A rotation needs no branch when the direction is not known in advance. What it carries over the edge lies
    /// outside the board, like what a step over the side carries to an unused bit.
    #[inline(always)]
    pub(super) const fn step(self, bits: u64) -> u64 {
        bits.rotate_left(self.offset() as u32 & 63)
    }

    /// All squares of a bitboard one step the other way: where a step this way would come from.
    #[inline(always)]
    pub(super) const fn back(self, bits: u64) -> u64 {
        bits.rotate_right(self.offset() as u32 & 63)
    }

    /// Whether it leads towards row 0, where red's men go.
    pub(super) const fn is_north(self) -> bool {
        matches!(self, Self::NorthWest | Self::NorthEast)
    }
}

/// A playing square, indexed 0 to 31 along the rows from the top left.
///
/// Its text is its standard number: 1 to 32 from red's side.
///
/// ```
/// use damero_games::checkers::Square;
/// let square = Square::at(7, 0).unwrap();
/// assert_eq!(square.to_string(), "4");
/// assert_eq!(Square::from_number(29), Square::at(0, 7));
/// assert_eq!(Square::at(0, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this index, which must be below 32.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 32 { Some(Self(index)) } else { None }
    }

    /// The square in a row and a column, unless nothing ever stands there.
    #[must_use]
    pub const fn at(row: u8, column: u8) -> Option<Self> {
        if row < 8 && column < 8 && (row + column) % 2 == 1 {
            Some(Self(4 * row + column / 2))
        } else {
            None
        }
    }

    /// The square with a standard number, 1 to 32.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        if number >= 1 && number <= 32 {
            Some(Self(32 - number))
        } else {
            None
        }
    }

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its standard number, 1 to 32.
    #[must_use]
    pub const fn number(self) -> u8 {
        32 - self.0
    }

    /// Its row, 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// Its column, 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 4 * 2 + (self.row() + 1) % 2
    }

    /// The same square seen from the other side of the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(31 - self.0)
    }

    /// A bitboard with just this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.place()
    }

    /// The number of its bit on bitboards.
    #[inline]
    pub(super) const fn place(self) -> u8 {
        self.0 + self.0 / 8
    }

    /// The square of a bit, which must be a playing square.
    #[inline]
    pub(super) const fn from_place(place: u8) -> Self {
        Self((place - place / 9) & 31)
    }

    /// The squares of a bitboard, lowest first.
    pub fn all(bits: u64) -> impl Iterator<Item = Self> {
        let mut bits = bits & BOARD;
        std::iter::from_fn(move || {
            let place = bits.trailing_zeros() as u8;
            bits &= bits.wrapping_sub(1);
            (place < 64).then(|| Self::from_place(place))
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
