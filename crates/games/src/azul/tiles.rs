//! Colours, and heaps of tiles as five counters in one number.

use std::fmt;

use crate::lang::Text;

/// The colour of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Blue, `B`.
    Blue,
    /// Yellow, `Y`.
    Yellow,
    /// Red, `R`.
    Red,
    /// Black, `K`.
    Black,
    /// White, `W`.
    White,
}

impl Colour {
    /// All colours, in order.
    pub const ALL: [Self; 5] = [Self::Blue, Self::Yellow, Self::Red, Self::Black, Self::White];

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Blue => 'B',
            Self::Yellow => 'Y',
            Self::Red => 'R',
            Self::Black => 'K',
            Self::White => 'W',
        }
    }

    /// Its name, as of a tile.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::Blue => Text::new("blue", "azul"),
            Self::Yellow => Text::new("yellow", "amarilla"),
            Self::Red => Text::new("red", "roja"),
            Self::Black => Text::new("black", "negra"),
            Self::White => Text::new("white", "blanca"),
        }
    }

    /// The colour with this letter, large or small.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// 0 for blue to 4 for white.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Where its counter, or its part of a mask, begins.
    #[inline]
    pub(super) const fn lane(self) -> u32 {
        LANE * self as u32
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Bits for each colour: room for a counter, and for a mask of six sources or six targets.
pub(super) const LANE: u32 = 6;
/// The lowest bit of each colour's lane.
pub(super) const LANES: u32 = 0o01_01_01_01_01;
/// All bits of one lane.
pub(super) const LANE_MASK: u32 = (1 << LANE) - 1;
/// The highest bit of a lane, free in every counter because no heap has more than 20 tiles of a colour.
const HIGH: u32 = LANES << (LANE - 1);

/// A heap of tiles: how many of each colour, at most 20.
///
/// ```
/// use damero_games::azul::{Colour, Tiles};
/// let heap = Tiles::from_counts([2, 1, 0, 0, 1]);
/// assert_eq!(heap.to_string(), "BBYW");
/// assert_eq!(heap.count(Colour::Blue), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Tiles(u32);

impl Tiles {
    /// No tiles.
    pub const NONE: Self = Self(0);
    /// All tiles of the game: 20 of each colour.
    pub const ALL: Self = Self(20 * LANES);

    /// The heap with these numbers of tiles, each at most 20.
    ///
    /// # Panics
    /// If a number is larger.
    #[must_use]
    pub fn from_counts(counts: [u8; 5]) -> Self {
        Colour::ALL.iter().fold(Self::NONE, |heap, &colour| {
            let n = counts[colour.index()];
            assert!(n <= 20, "there are 20 tiles of each colour");
            heap.plus(colour, u32::from(n))
        })
    }

    /// The tiles of each colour.
    #[must_use]
    pub fn counts(self) -> [u8; 5] {
        Colour::ALL.map(|colour| self.count(colour) as u8)
    }

    /// How many tiles of this colour there are.
    #[inline]
    #[must_use]
    pub const fn count(self, colour: Colour) -> u32 {
        self.0 >> colour.lane() & LANE_MASK
    }

    /// How many tiles there are.
    #[inline]
    #[must_use]
    pub fn total(self) -> u32 {
        Colour::ALL.iter().map(|&colour| self.count(colour)).sum()
    }

    /// True when there is none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With `n` more tiles of a colour.
    #[inline]
    pub(super) const fn plus(self, colour: Colour, n: u32) -> Self {
        Self(self.0 + (n << colour.lane()))
    }

    /// With the tiles of another heap.
    #[inline]
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Without the tiles of another heap, all of which are here.
    #[inline]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// Without any tile of a colour.
    #[inline]
    pub(super) const fn without(self, colour: Colour) -> Self {
        Self(self.0 & !(LANE_MASK << colour.lane()))
    }

    /// True when all tiles of the other heap are here.
    #[inline]
    pub(super) const fn contains(self, other: Self) -> bool {
        (self.0 + HIGH).wrapping_sub(other.0) & HIGH == HIGH
    }

    /// The lowest bit of the lane of each colour that is here.
    #[inline]
    pub(super) const fn lanes(self) -> u32 {
        // Adding 31 carries into the highest bit of a lane unless its counter is zero.
        (self.0 + (HIGH - LANES)) >> (LANE - 1) & LANES
    }

    /// The counters as they are stored, for keys.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// The letters of the tiles, blue first; empty for none.
    #[must_use]
    pub fn letters(self) -> String {
        Colour::ALL
            .iter()
            .flat_map(|&colour| std::iter::repeat_n(colour.letter(), self.count(colour) as usize))
            .collect()
    }
}

/// The letters of the tiles, or `-` for none.
impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            f.write_str("-")
        } else {
            f.write_str(&self.letters())
        }
    }
}
