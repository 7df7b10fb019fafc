//! The words of the game: cells, the sixteen pieces and the attributes that they share.

use std::fmt;

use crate::bits::NTH_BIT;
use crate::lang::Text;

/// A cell: 0 is a1 in the top left corner, 3 is d1, 15 is d4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index, which must be below 16.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 16 { Some(Self(index)) } else { None }
    }

    /// Its index: four times the row plus the column.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// A mask with just this cell.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The cells of a mask, lowest first.
    pub fn all(mask: u16) -> impl Iterator<Item = Self> {
        bits(mask).map(Self)
    }

    /// The cell of the `n`-th bit of a mask, which must have more than `n`.
    #[inline]
    pub(super) fn nth(mask: u16, n: u32) -> Self {
        Self(nth_bit(mask, n))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 4), self.0 / 4 + 1)
    }
}

/// One of the sixteen pieces, each combination of the four attributes once.
///
/// The index has one bit for each attribute, from high to low: size (tall), colour (light), shape (square), hole
/// (hollow). Its text is a letter for each in that order: `TLQH` is 15, `SDRF` is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The piece with this index, which must be below 16.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 16 { Some(Self(index)) } else { None }
    }

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// A set with just this piece.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u16 {
        1 << self.0
    }

    /// The pieces of a set, lowest first.
    pub fn all(set: u16) -> impl Iterator<Item = Self> {
        bits(set).map(Self)
    }

    /// The piece of the `n`-th bit of a set, which must have more than `n`.
    #[inline]
    pub(super) fn nth(set: u16, n: u32) -> Self {
        Self(nth_bit(set, n))
    }

    /// The piece made of the low four bits.
    #[inline]
    pub(super) const fn from_low_bits(bits: u64) -> Self {
        Self((bits & 15) as u8)
    }

    /// Whether it is tall, light, square or hollow.
    #[inline]
    #[must_use]
    pub const fn has(self, attribute: Attribute) -> bool {
        self.0 >> attribute.bit() & 1 != 0
    }

    /// The piece in words, such as "tall, light, square, hollow".
    #[must_use]
    pub fn describe(self) -> Text {
        let words = Attribute::ALL.map(|attribute| attribute.word(self.has(attribute)));
        let join = |words: Vec<&str>| words.join(", ");
        Text::owned(
            join(words.iter().map(|word| &*word.en).collect()),
            join(words.iter().map(|word| &*word.es).collect()),
        )
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for attribute in Attribute::ALL {
            write!(f, "{}", attribute.letter(self.has(attribute)))?;
        }
        Ok(())
    }
}

/// What pieces can have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attribute {
    /// Tall or short.
    Size,
    /// Light or dark.
    Colour,
    /// Square or round.
    Shape,
    /// Hollow or full.
    Hole,
}

impl Attribute {
    /// All attributes, in the order of the letters of a piece.
    pub const ALL: [Self; 4] = [Self::Size, Self::Colour, Self::Shape, Self::Hole];

    /// The bit of a piece's index, and the number of the plane in a [`Board`](super::Board).
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u32 {
        match self {
            Self::Size => 3,
            Self::Colour => 2,
            Self::Shape => 1,
            Self::Hole => 0,
        }
    }

    /// The letter of pieces that have it set (tall, light, square, hollow) or not.
    #[must_use]
    pub const fn letter(self, set: bool) -> char {
        match (self, set) {
            (Self::Size, true) => 'T',
            (Self::Size, false) => 'S',
            (Self::Colour, true) => 'L',
            (Self::Colour, false) => 'D',
            (Self::Shape, true) => 'Q',
            (Self::Shape, false) => 'R',
            (Self::Hole, true) => 'H',
            (Self::Hole, false) => 'F',
        }
    }

    /// The word for it; a Spanish plural takes an s.
    #[must_use]
    pub const fn word(self, set: bool) -> Text {
        match (self, set) {
            (Self::Size, true) => Text::new("tall", "alta"),
            (Self::Size, false) => Text::new("short", "baja"),
            (Self::Colour, true) => Text::new("light", "clara"),
            (Self::Colour, false) => Text::new("dark", "oscura"),
            (Self::Shape, true) => Text::new("square", "cuadrada"),
            (Self::Shape, false) => Text::new("round", "redonda"),
            (Self::Hole, true) => Text::new("hollow", "hueca"),
            (Self::Hole, false) => Text::new("full", "maciza"),
        }
    }
}

/// The numbers of the bits that are set, lowest first.
fn bits(mut mask: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then_some(mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// The number of the `n`-th set bit of a mask that has more than `n`.
#[inline]
fn nth_bit(mask: u16, n: u32) -> u8 {
    let [low, high] = mask.to_le_bytes();
    let in_low = low.count_ones();
    let (byte, n, base) = if n < in_low {
        (low, n, 0)
    } else {
        (high, n - in_low, 8)
    };
    base + NTH_BIT[usize::from(byte)][(n & 7) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nth_bit_is_the_one_that_counting_finds() {
        for mask in 0..=u16::MAX {
            for (n, bit) in bits(mask).enumerate() {
                assert_eq!(nth_bit(mask, n as u32), bit, "{mask:016b} {n}");
            }
        }
    }
}
