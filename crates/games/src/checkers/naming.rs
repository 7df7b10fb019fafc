//! How squares are called: numbers that begin at one of two corners, or letters and digits.
//!
//! Squares are always laid out with the dark corner at the left (`square.rs`); where it is at the right the board is the
//! mirror image, which changes the names of squares and how the board is drawn, and nothing else.

use std::fmt;

use super::rules::{DarkCorner, Numbering};
use super::square::Square;

/// Names for all squares. One byte, since every move carries it to write itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Naming(u8);

/// Numbers begin at the far left, as seen by red, instead of at the near right.
const TOP_LEFT: u8 = 1;
const ALGEBRAIC: u8 = 2;
const MIRRORED: u8 = 4;

impl Naming {
    /// All bits that a naming can have.
    pub(super) const BITS: u8 = TOP_LEFT | ALGEBRAIC | MIRRORED;

    pub(super) const fn new(numbering: Numbering, corner: DarkCorner) -> Self {
        let from = match numbering {
            Numbering::BottomRight => 0,
            Numbering::TopLeft => TOP_LEFT,
            // In numbers, which positions are written with, they are called as White sees them from the bottom.
            Numbering::Algebraic => TOP_LEFT | ALGEBRAIC,
        };
        let mirror = match corner {
            DarkCorner::Left => 0,
            DarkCorner::Right => MIRRORED,
        };
        Self(from | mirror)
    }

    pub(super) const fn from_bits(bits: u8) -> Self {
        Self(bits & Self::BITS)
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whether squares are called by letters and digits.
    pub(super) const fn has_letters(self) -> bool {
        self.has(ALGEBRAIC)
    }

    /// Whether the board is drawn in a mirror.
    pub(super) const fn is_mirrored(self) -> bool {
        self.has(MIRRORED)
    }

    /// The square in a row and a column of the board that is drawn.
    pub(super) const fn at(self, row: u8, column: u8) -> Option<Square> {
        if self.has(MIRRORED) && column < 8 {
            Square::at(row, 7 - column)
        } else {
            Square::at(row, column)
        }
    }

    /// The column on a board that is drawn.
    pub(super) const fn column(self, square: Square) -> u8 {
        if self.has(MIRRORED) {
            7 - square.column()
        } else {
            square.column()
        }
    }

    /// Squares by index become squares as standard numbers count them, 1 in the highest bit, and back.
    pub(super) const fn renumber(self, squares: u32) -> u32 {
        let mut bits = squares;
        if self.has(MIRRORED) {
            bits = (bits & 0x5555_5555) << 1 | bits >> 1 & 0x5555_5555;
            bits = (bits & 0x3333_3333) << 2 | bits >> 2 & 0x3333_3333;
        }
        if self.has(TOP_LEFT) {
            bits.reverse_bits()
        } else {
            bits
        }
    }

    /// The square with a number, 1 to 32.
    pub(super) const fn numbered(self, number: u8) -> Option<Square> {
        match Square::from_number(number) {
            // The same way there and back.
            Some(square) => Square::new(self.renumber(1 << square.index()).trailing_zeros() as u8),
            None => None,
        }
    }

    /// The number of a square.
    const fn number(self, square: Square) -> u8 {
        32 - self.renumber(1 << square.index()).trailing_zeros() as u8
    }

    /// The name of a square.
    pub(super) const fn name(self, square: Square) -> SquareName {
        SquareName { naming: self, square }
    }

    /// Reads the name of a square at the beginning of a text; returns what follows it. Where squares have letters, numbers
    /// are understood too.
    pub(super) fn read(self, text: &str) -> Option<(Square, &str)> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let square = text[..digits]
                .parse()
                .ok()
                .and_then(|number| self.numbered(number));
            return Some((square?, &text[digits..]));
        }
        let (square, rest) = text.split_at_checked(2)?;
        let number = algebraic_number(square).filter(|_| self.has(ALGEBRAIC))?;
        Some((self.numbered(number)?, rest))
    }
}

/// The number from the far left of a square such as `a1`, if it is one of a board with the dark corner at either side.
pub(super) fn algebraic_number(text: &str) -> Option<u8> {
    let &[column, row] = text.as_bytes() else {
        return None;
    };
    let column = column.to_ascii_lowercase();
    ((b'a'..=b'h').contains(&column) && (b'1'..=b'8').contains(&row))
        .then(|| 4 * (b'8' - row) + (column - b'a') / 2 + 1)
}

/// A square with the names that the rules use; its text is its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareName {
    naming: Naming,
    square: Square,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { naming, square } = *self;
        if naming.has(ALGEBRAIC) {
            let column = char::from(b'a' + naming.column(square));
            write!(f, "{column}{}", 8 - square.row())
        } else {
            naming.number(square).fmt(f)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back() {
        for corner in [DarkCorner::Left, DarkCorner::Right] {
            for numbering in [Numbering::BottomRight, Numbering::TopLeft, Numbering::Algebraic] {
                let naming = Naming::new(numbering, corner);
                for square in (0..32).filter_map(Square::new) {
                    let name = naming.name(square).to_string();
                    assert_eq!(naming.read(&format!("{name}x")), Some((square, "x")), "{name}");
                    assert_eq!(naming.numbered(naming.number(square)), Some(square));
                }
            }
        }
    }

    #[test]
    fn squares_are_called_as_in_each_country() {
        let name = |numbering, corner, row, column: u8| {
            let naming = Naming::new(numbering, corner);
            // The column on the drawn board.
            let square = (0..32).filter_map(Square::new);
            let mut square = square.filter(|&square| (square.row(), naming.column(square)) == (row, column));
            naming.name(square.next().expect("a playing square")).to_string()
        };
        use DarkCorner::{Left, Right};
        assert_eq!(name(Numbering::BottomRight, Left, 7, 0), "4");
        assert_eq!(name(Numbering::BottomRight, Right, 7, 7), "1");
        assert_eq!(name(Numbering::BottomRight, Right, 0, 0), "32");
        assert_eq!(name(Numbering::TopLeft, Right, 0, 0), "1");
        assert_eq!(name(Numbering::TopLeft, Right, 7, 7), "32");
        assert_eq!(name(Numbering::TopLeft, Right, 1, 1), "5");
        assert_eq!(name(Numbering::Algebraic, Left, 7, 0), "a1");
        assert_eq!(name(Numbering::Algebraic, Left, 0, 7), "h8");
        assert_eq!(name(Numbering::Algebraic, Left, 5, 2), "c3");
    }
}
