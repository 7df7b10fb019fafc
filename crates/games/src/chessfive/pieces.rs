//! The vocabulary of ChessFive: kinds of pieces, squares, moves.

use std::fmt;

use crate::lang::Text;

/// A kind of piece. All behave as in chess, but the king is a piece like any other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Slides along ranks and files.
    Rook,
    /// Jumps.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks, files and diagonals.
    Queen,
    /// One step in any direction.
    King,
}

impl Kind {
    /// All kinds, in the order in which `fixed_order` drops them.
    pub const ALL: [Self; 5] = [Self::Rook, Self::Knight, Self::Bishop, Self::Queen, Self::King];

    /// 0 for the rook up to 4 for the king.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its upper-case letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Rook => 'R',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The kind with this letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Its name with an indefinite article.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::Rook => Text::new("a rook", "una torre"),
            Self::Knight => Text::new("a knight", "un caballo"),
            Self::Bishop => Text::new("a bishop", "un alfil"),
            Self::Queen => Text::new("a queen", "una dama"),
            Self::King => Text::new("a king", "un rey"),
        }
    }
}

/// A square: 0 is a1 in the bottom left corner, 7 is h1, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u8);

impl Square {
    /// The square with this index, which must be below 64.
    #[inline]
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The lowest square of a bitboard; a1 if it has none.
    #[inline]
    pub(super) const fn lowest(bits: u64) -> Self {
        Self(bits.trailing_zeros() as u8 & 63)
    }

    /// The square with the lowest six bits of `index`.
    #[inline]
    pub(super) const fn wrap(index: u8) -> Self {
        Self(index & 63)
    }

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its file, 0 for a.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// Its rank, 0 for the lowest.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The letter of its file.
    #[must_use]
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }

    /// A bitboard with just this square.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// All squares of its file.
    #[inline]
    #[must_use]
    pub const fn column(self) -> u64 {
        0x0101_0101_0101_0101 << self.file()
    }

    /// The squares of a bitboard, lowest first.
    pub fn all(mut bits: u64) -> impl Iterator<Item = Self> {
        std::iter::from_fn(move || {
            let square = Self::new(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(square)
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

/// A move: a drop in phase Gravity, a step in phase Chess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChessFiveMove {
    /// A piece falls from the hand.
    Drop {
        /// What falls.
        kind: Kind,
        /// Where it comes to rest: the lowest empty square of its column.
        to: Square,
    },
    /// A piece moves on the board.
    Step {
        /// What moves.
        kind: Kind,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// Whether it takes an enemy piece there.
        capture: bool,
    },
}

impl fmt::Display for ChessFiveMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Drop { kind, to } => write!(f, "{}@{}", kind.letter(), to.file_letter()),
            Self::Step {
                kind,
                from,
                to,
                capture,
            } => {
                let sign = if capture { 'x' } else { '-' };
                write!(f, "{}{from}{sign}{to}", kind.letter())
            }
        }
    }
}
