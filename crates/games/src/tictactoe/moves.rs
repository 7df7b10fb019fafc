//! The one kind of move: a mark on a cell. Sets of cells are masks with one bit for each.

use std::fmt;
use std::str::FromStr;

use crate::error::ReadError;
use crate::lang::Text;

/// All nine cells.
pub(super) const BOARD: u16 = 0o777;

/// Rows, columns and diagonals.
pub(super) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// A cell, and the move that marks it: 0 is a1 in the bottom left corner, 2 is c1, 8 is c3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, which must be below 9.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 9 { Some(Self(index)) } else { None }
    }

    /// Its index: three times the row plus the column.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// A mask with just this cell.
    #[must_use]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cells of a mask, lowest first.
    pub fn all(mask: u16) -> impl Iterator<Item = Self> {
        (0..9).map(Self).filter(move |cell| mask & cell.bit() != 0)
    }

    /// All cells as a page and a text show them: row by row from the top.
    pub fn from_the_top() -> impl Iterator<Item = Self> {
        (0..9).map(|i| Self(6 - i / 3 * 3 + i % 3))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 3), self.0 / 3 + 1)
    }
}

impl FromStr for Cell {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let known = Self::all(BOARD).find(|cell| cell.to_string() == text.to_ascii_lowercase());
        known.ok_or_else(|| {
            let what = Text::new("cell", "casilla");
            let expected = Text::new("a cell from a1 to c3", "una casilla de a1 a c3");
            ReadError::at(text, 0, what, expected)
        })
    }
}
