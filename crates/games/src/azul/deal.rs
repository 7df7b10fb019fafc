//! The one chance event: which tiles the factories get at the beginning of a round.

use std::fmt;
use std::str::FromStr;

use rand_core::Rng;

use super::tiles::{Colour, Tiles};
use crate::error::ReadError;
use crate::lang::Text;
use crate::random::below;

/// The tiles of the five factories, four on each.
///
/// Its text is the letters of each factory, joined by slashes: `BBYR/KWWY/BRRK/YYWW/BYRK`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deal([Tiles; 5]);

serde_as_text!(Deal);

/// Why a deal cannot happen now.
pub(super) enum Refusal {
    /// More tiles of this colour than there are.
    Missing(Colour),
    /// Tiles of the lid although the bag still has this colour.
    BagFirst(Colour),
}

/// Bag and lid after a deal.
pub(super) struct Supply {
    pub(super) bag: Tiles,
    pub(super) lid: Tiles,
}

impl Deal {
    /// The deal with these tiles; `None` unless each factory gets four.
    #[must_use]
    pub fn new(factories: [Tiles; 5]) -> Option<Self> {
        let full = factories.iter().all(|tiles| tiles.total() == 4);
        full.then_some(Self(factories))
    }

    /// The tiles of each factory.
    #[inline]
    #[must_use]
    pub const fn factories(&self) -> [Tiles; 5] {
        self.0
    }

    /// Draws tile by tile; when the bag is empty and another tile is needed, the lid goes into the bag.
    ///
    /// # Panics
    /// If bag and lid together have less than 20 tiles, which no position allows.
    pub(super) fn sample<R: Rng + ?Sized>(bag: Tiles, lid: Tiles, rng: &mut R) -> (Self, Supply) {
        Self::draw(bag, lid, |total| below(rng, total))
    }

    /// The deal that takes the lowest colours first, as an example of what is possible.
    pub(super) fn example(bag: Tiles, lid: Tiles) -> Self {
        Self::draw(bag, lid, |_| 0).0
    }

    fn draw(bag: Tiles, lid: Tiles, mut pick: impl FnMut(u32) -> u32) -> (Self, Supply) {
        let mut pool = Pool::new(bag);
        let mut lid = lid;
        let mut factories = [Tiles::NONE; 5];
        for factory in &mut factories {
            for _ in 0..4 {
                if pool.total == 0 {
                    pool = Pool::new(lid);
                    lid = Tiles::NONE;
                }
                let nth = pick(pool.total);
                *factory = factory.plus(pool.take(nth), 1);
            }
        }
        let bag = pool.tiles();
        (Self(factories), Supply { bag, lid })
    }

    /// Bag and lid after this deal.
    ///
    /// The factories are filled in order, so while the bag lasts they hold tiles of the bag and no other.
    pub(super) fn check(&self, bag: Tiles, lid: Tiles) -> Result<Supply, Refusal> {
        let (mut bag, mut lid) = (bag, lid);
        let mut refilled = false;
        for &factory in &self.0 {
            let mut wanted = factory;
            if !refilled && bag.total() < 4 {
                if let Some(colour) = lacking(factory, bag) {
                    return Err(Refusal::BagFirst(colour));
                }
                wanted = factory.minus(bag);
                (bag, lid, refilled) = (lid, Tiles::NONE, true);
            }
            if let Some(colour) = lacking(bag, wanted) {
                return Err(Refusal::Missing(colour));
            }
            bag = bag.minus(wanted);
        }
        Ok(Supply { bag, lid })
    }
}

/// A colour of which `heap` has less than `wanted`.
fn lacking(heap: Tiles, wanted: Tiles) -> Option<Colour> {
    if heap.contains(wanted) {
        return None;
    }
    Colour::ALL
        .into_iter()
        .find(|&colour| heap.count(colour) < wanted.count(colour))
}

/// Tiles being drawn: in four bytes, how many tiles there are up to and with each colour but the last.
///
/// All four are compared with a number and lowered at once, so that a draw has no branch.
struct Pool {
    sums: u32,
    total: u32,
}

/// The lowest bit of each byte.
const BYTES: u32 = 0x0101_0101;

impl Pool {
    fn new(tiles: Tiles) -> Self {
        let [a, b, c, d, e] = Colour::ALL.map(|colour| tiles.count(colour));
        Self {
            sums: a * BYTES + ((b * BYTES) << 8) + ((c * BYTES) << 16) + (d << 24),
            total: a + b + c + d + e,
        }
    }

    /// Takes the `nth` tile, counting blue tiles first; `nth` is below `total`.
    #[inline]
    fn take(&mut self, nth: u32) -> Colour {
        // The highest bit of a byte stays set where the number has passed that colour.
        let passed = (((nth * BYTES) | (BYTES << 7)) - self.sums) >> 7 & BYTES;
        self.sums -= BYTES - passed;
        self.total -= 1;
        Colour::ALL[(passed.wrapping_mul(BYTES) >> 24) as usize % 5]
    }

    fn tiles(&self) -> Tiles {
        let [a, b, c, d] = self.sums.to_le_bytes().map(u32::from);
        let counts = [a, b - a, c - b, d - c, self.total - d];
        let heap = Colour::ALL.into_iter().zip(counts);
        heap.fold(Tiles::NONE, |heap, (colour, n)| heap.plus(colour, n))
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tiles) in self.0.iter().enumerate() {
            let slash = if i == 0 { "" } else { "/" };
            write!(f, "{slash}{tiles}")?;
        }
        Ok(())
    }
}

impl FromStr for Deal {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        const WHAT: Text = Text::new("deal", "reparto");
        let mut factories = [Tiles::NONE; 5];
        let (mut factory, mut tiles) = (0, 0);
        for (at, c) in text.char_indices() {
            match Colour::from_letter(c) {
                Some(colour) if tiles < 4 => {
                    factories[factory] = factories[factory].plus(colour, 1);
                    tiles += 1;
                }
                None if c == '/' && tiles == 4 && factory < 4 => (factory, tiles) = (factory + 1, 0),
                _ => return Err(ReadError::at(text, at, WHAT, expected(factory, tiles))),
            }
        }
        if (factory, tiles) == (4, 4) {
            Ok(Self(factories))
        } else {
            Err(ReadError::at(text, text.len(), WHAT, expected(factory, tiles)))
        }
    }
}

/// What may come after `tiles` tiles of a factory.
fn expected(factory: usize, tiles: usize) -> Text {
    match (factory, tiles) {
        (4, 4) => Text::new("the end", "el final"),
        (_, 4) => Text::new("a slash and the next factory", "una barra y la fábrica siguiente"),
        _ => {
            let (tile, factory) = (tiles + 1, factory + 1);
            text!(
                "tile {tile} of the four of factory {factory}: B, Y, R, K or W",
                "la loseta {tile} de las cuatro de la fábrica {factory}: B, Y, R, K o W"
            )
        }
    }
}
