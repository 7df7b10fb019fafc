//! A move as a small value: where it goes, what it takes, how it is written.

use std::fmt;

use super::naming::Naming;
use super::square::{BOARD, Dir, Square};

/// A move: a step, or a whole capture with all its jumps.
///
/// Its text is `12-16` for a step and every square of the way for a capture: `14x21x30x23`. Squares are called as the
/// rules say: `c3-d4` elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersMove {
    /// The captured pieces as a bitboard. From [`LANDINGS`] on how far behind the captured piece a flying king lands, three
    /// bits for each of the first nine jumps; no bit of the board is there, so that nothing has to be masked out.
    pub(super) captured: u64,
    /// The directions of the jumps, or of the one step, two bits each, the first one lowest. Above those of twelve jumps
    /// the landings of the tenth and the eleventh; the last landing is `to`.
    dirs: u32,
    /// Numbers of bits on bitboards, not indices of squares.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) jumps: u8,
    /// How squares are called, and [`CROWNS_AT_END`].
    traits: u8,
}

/// The first bit of the landings.
const LANDINGS: u32 = 36;
/// So many landings have room beside the captured pieces.
const LANDINGS_BESIDE: u32 = 9;
/// The first bit of the other landings, beside the directions.
const LANDINGS_ABOVE: u32 = 24;

/// A man is crowned only where the move ends, not where it passes.
const CROWNS_AT_END: u8 = 0x80;

impl CheckersMove {
    /// A piece that has not moved yet: where captures begin.
    #[inline(always)]
    pub(super) const fn rest(from: u8) -> Self {
        Self {
            captured: 0,
            dirs: 0,
            from,
            to: from,
            jumps: 0,
            traits: 0,
        }
    }

    /// A single step.
    #[inline(always)]
    pub(super) const fn step(from: u8, dir: Dir) -> Self {
        Self::rest(from).slide(dir, 1)
    }

    /// A piece that has not moved yet goes so many squares.
    #[inline(always)]
    pub(super) const fn slide(self, dir: Dir, squares: i8) -> Self {
        Self {
            dirs: dir as u32,
            to: self.from.wrapping_add_signed(squares * dir.offset()),
            ..self
        }
    }

    /// The same move with its squares called so, and with men that are crowned only at the end or on the way too.
    #[inline]
    pub(super) const fn with_traits(self, naming: Naming, crowns_at_end: bool) -> Self {
        let crowns = if crowns_at_end { CROWNS_AT_END } else { 0 };
        Self {
            traits: naming.bits() | crowns,
            ..self
        }
    }

    /// Whether a man that passes the far row goes on without a crown.
    #[inline(always)]
    pub(super) const fn crowns_at_end(self) -> bool {
        self.traits & CROWNS_AT_END != 0
    }

    /// How the squares are called.
    pub(super) const fn naming(self) -> Naming {
        Naming::from_bits(self.traits)
    }

    /// The same capture with one more jump, over the piece `over`.
    #[inline(always)]
    pub(super) const fn jump(self, dir: Dir, over: u64) -> Self {
        Self {
            captured: self.captured | over,
            dirs: self.dirs | (dir as u32) << (2 * self.jumps),
            from: self.from,
            to: self.to.wrapping_add_signed(2 * dir.offset()),
            jumps: self.jumps + 1,
            traits: self.traits,
        }
    }

    /// The same capture with one more jump of a flying king, over the one piece in `over` and `further` squares beyond the
    /// first behind it.
    #[inline]
    pub(super) const fn fly(self, dir: Dir, over: u64, further: u8) -> Self {
        let (place, i) = (over.trailing_zeros() as u8, self.jumps as u32);
        let landing = further as u64;
        let (beside, above) = if i < LANDINGS_BESIDE {
            (landing << (LANDINGS + 3 * i), 0)
        } else if i < LANDINGS_BESIDE + 2 {
            (
                0,
                (landing as u32) << (LANDINGS_ABOVE + 3 * (i - LANDINGS_BESIDE)),
            )
        } else {
            (0, 0)
        };
        let next = self.jump(dir, over | beside);
        Self {
            dirs: next.dirs | above,
            to: place.wrapping_add_signed((1 + further as i8) * dir.offset()),
            ..next
        }
    }

    /// How many squares beyond the first behind the captured piece the jump number `i` lands, the last one left aside.
    const fn further(self, i: u32) -> i8 {
        let bits = if i < LANDINGS_BESIDE {
            self.captured >> (LANDINGS + 3 * i)
        } else {
            (self.dirs >> (LANDINGS_ABOVE + 3 * (i - LANDINGS_BESIDE))) as u64
        };
        (bits & 7) as i8
    }

    /// Where it begins.
    #[must_use]
    pub const fn from(self) -> Square {
        Square::from_place(self.from)
    }

    /// Where it ends; for a capture this may be where it began.
    #[must_use]
    pub const fn to(self) -> Square {
        Square::from_place(self.to)
    }

    /// How many pieces it takes.
    #[inline]
    #[must_use]
    pub const fn jumps(self) -> usize {
        self.jumps as usize
    }

    /// Whether it takes anything.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.jumps != 0
    }

    /// The captured pieces as a bitboard, and nothing else.
    pub(super) const fn taken(self) -> u64 {
        self.captured & BOARD
    }

    /// The directions of its jumps or of its one step, in order.
    pub(super) fn dirs(self) -> impl Iterator<Item = Dir> {
        (0..self.jumps.max(1)).map(move |i| Dir::ALL[(self.dirs >> (2 * i) & 3) as usize])
    }

    /// The jumps one after the other: the places where each begins, of the captured piece, and where it lands.
    fn legs(self) -> impl Iterator<Item = (Dir, [u8; 3])> {
        let mut place = self.from;
        let jumps = self.dirs().take(self.jumps()).enumerate();
        jumps.map(move |(i, dir)| {
            let begin = place;
            let mut over = place.wrapping_add_signed(dir.offset());
            // Pieces taken earlier are never jumped again, and those taken later would stand in the way.
            while over < 35 && self.captured >> over & 1 == 0 {
                over = over.wrapping_add_signed(dir.offset());
            }
            place = if i + 1 == self.jumps() {
                self.to
            } else {
                over.wrapping_add_signed((1 + self.further(i as u32)) * dir.offset())
            };
            (dir, [begin, over, place])
        })
    }

    /// The squares that it touches, the first and the last included.
    pub fn path(self) -> impl Iterator<Item = Square> {
        let step = (!self.is_capture()).then_some(self.to);
        let landings = self.legs().map(|(_, [_, _, land])| land);
        std::iter::once(self.from)
            .chain(landings)
            .chain(step)
            .map(Square::from_place)
    }

    /// The squares that it touches and those that a flying king passes over, those of captured pieces left out.
    pub(super) fn way(self) -> impl Iterator<Item = Square> {
        let between = |(dir, [begin, over, land]): (Dir, [u8; 3])| {
            let mut place = begin;
            std::iter::from_fn(move || {
                (place != land).then(|| place = place.wrapping_add_signed(dir.offset()))?;
                Some(place)
            })
            .filter(move |&place| place != over)
        };
        let step = (!self.is_capture()).then_some(self.to);
        std::iter::once(self.from)
            .chain(self.legs().flat_map(between))
            .chain(step)
            .map(Square::from_place)
    }

    /// The squares of the captured pieces, in the order in which they are jumped.
    pub fn captures(self) -> impl Iterator<Item = Square> {
        self.legs().map(|(_, [_, over, _])| Square::from_place(over))
    }

    /// Whether both lead from the same square to the same square over the same pieces.
    pub(super) const fn same_result(self, other: Self) -> bool {
        self.from == other.from && self.to == other.to && self.taken() == other.taken()
    }
}

impl fmt::Display for CheckersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_capture() { 'x' } else { '-' };
        for (i, square) in self.path().enumerate() {
            if i > 0 {
                write!(f, "{mark}")?;
            }
            self.naming().name(square).fmt(f)?;
        }
        Ok(())
    }
}
