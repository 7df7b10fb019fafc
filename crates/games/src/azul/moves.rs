//! Moves of Azul, and the kernels that count them and pick one from two masks.
//!
//! `present` has in each colour's lane a bit for every source that holds the colour, `open` a bit for every target
//! that the colour may go to; a colour offers as many moves as the product of the two numbers of bits.

use std::fmt;

use super::tiles::{Colour, LANE_MASK, LANES};
use crate::bits::NTH_BIT;

/// Where tiles are taken from: one of the five factories, or the centre.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Source(u8);

impl Source {
    /// The centre.
    pub const CENTRE: Self = Self(5);
    /// All sources: the factories in order, then the centre.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The source with this index: 0 to 4 for the factories, 5 for the centre.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 6 { Some(Self(index)) } else { None }
    }

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `1` to `5` for a factory, `C` for the centre.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::CENTRE => f.write_str("C"),
            Self(factory) => write!(f, "{}", factory + 1),
        }
    }
}

/// Where tiles go: one of the five pattern lines, or the floor line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Target(u8);

impl Target {
    /// The floor line.
    pub const FLOOR: Self = Self(5);
    /// All targets: the lines from the top, then the floor.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The target with this index: 0 to 4 for the lines from the top, 5 for the floor.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 6 { Some(Self(index)) } else { None }
    }

    /// Its index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// `1` to `5` for a line, `F` for the floor.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::FLOOR => f.write_str("F"),
            Self(line) => write!(f, "{}", line + 1),
        }
    }
}

/// A move: all tiles of one colour from one source to one target.
///
/// Its text is source and colour, a hyphen, and the target: `2B-3` is the blue tiles of the second factory to the
/// third line, `CK-F` the black tiles of the centre to the floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AzulMove {
    /// Where the tiles are.
    pub source: Source,
    /// Which tiles.
    pub colour: Colour,
    /// Where they go.
    pub target: Target,
}

impl AzulMove {
    /// How many codes there are.
    pub const CODES: usize = 180;

    /// Its number: 30 × source + 6 × colour + target.
    #[inline]
    #[must_use]
    pub const fn code(self) -> usize {
        30 * self.source.index() + 6 * self.colour.index() + self.target.index()
    }

    /// The move with this number.
    #[must_use]
    pub fn from_code(code: usize) -> Option<Self> {
        Some(Self {
            source: *Source::ALL.get(code / 30)?,
            colour: Colour::ALL[code % 30 / 6],
            target: Target::ALL[code % 6],
        })
    }
}

impl fmt::Display for AzulMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.source, self.colour, self.target)
    }
}

/// The bit of a source in a mask of where colours are.
#[inline]
pub(super) const fn source_bit(colour: Colour, source: Source) -> u32 {
    1 << (colour.lane() + source.0 as u32)
}

/// The bit of a target in a mask of where colours may go.
#[inline]
pub(super) const fn target_bit(colour: Colour, target: Target) -> u32 {
    1 << (colour.lane() + target.0 as u32)
}

/// Calls `visit` with every move, ordered by code.
#[inline]
pub(super) fn each(present: u32, open: u32, mut visit: impl FnMut(AzulMove)) {
    for source in Source::ALL {
        if present & LANES << source.0 == 0 {
            continue;
        }
        for colour in Colour::ALL {
            if present & source_bit(colour, source) == 0 {
                continue;
            }
            let mut targets = open >> colour.lane() & LANE_MASK;
            while targets != 0 {
                let target = Target(targets.trailing_zeros() as u8);
                targets &= targets - 1;
                visit(AzulMove {
                    source,
                    colour,
                    target,
                });
            }
        }
    }
}

/// The number of set bits in each lane.
#[inline]
const fn lane_counts(mask: u32) -> u32 {
    const PAIR: u32 = 3 * LANES;
    let pairs = mask - (mask >> 1 & 0x1555_5555);
    (pairs & PAIR) + (pairs >> 2 & PAIR) + (pairs >> 4 & PAIR)
}

/// How many moves there are.
#[inline]
pub(super) fn count(present: u32, open: u32) -> u32 {
    let (sources, targets) = (lane_counts(present), lane_counts(open));
    let product =
        |colour: Colour| (sources >> colour.lane() & LANE_MASK) * (targets >> colour.lane() & LANE_MASK);
    Colour::ALL.into_iter().map(product).sum()
}

/// The `k`-th move, `k` being below [`count`], in an order of its own: by colour, then source, then target.
#[inline]
pub(super) fn nth(present: u32, open: u32, mut k: u32) -> AzulMove {
    let (sources, targets) = (lane_counts(present), lane_counts(open));
    let mut chosen = Colour::White;
    for colour in Colour::ALL {
        let product = (sources >> colour.lane() & LANE_MASK) * (targets >> colour.lane() & LANE_MASK);
        if k < product {
            chosen = colour;
            break;
        }
        k -= product;
    }
    let lane = chosen.lane();
    let per_source = targets >> lane & LANE_MASK;
    AzulMove {
        source: Source(nth_bit(present >> lane & LANE_MASK, k / per_source)),
        colour: chosen,
        target: Target(nth_bit(open >> lane & LANE_MASK, k % per_source)),
    }
}

/// The position of the `k`-th set bit of a lane.
#[inline]
fn nth_bit(mask: u32, k: u32) -> u8 {
    NTH_BIT[(mask & LANE_MASK) as usize][(k & 7) as usize]
}
