//! A move as a small value: where it goes, what it takes, how it is written.

use std::fmt;

use super::square::{Dir, Square};

/// A move: a step, or a whole capture with all its jumps.
///
/// Its text is `12-16` for a step and every square of the way for a capture: `14x21x30x23`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersMove {
    /// The captured pieces as a bitboard.
    pub(super) captured: u64,
    /// The directions of the jumps, or of the one step, two bits each, the first one lowest.
    dirs: u32,
    /// Numbers of bits on bitboards, not indices of squares.
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) jumps: u8,
}

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
        }
    }

    /// A single step.
    #[inline(always)]
    pub(super) const fn step(from: u8, dir: Dir) -> Self {
        Self {
            captured: 0,
            dirs: dir as u32,
            from,
            to: from.wrapping_add_signed(dir.offset()),
            jumps: 0,
        }
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
        }
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

    /// The directions of its jumps or of its one step, in order.
    pub(super) fn dirs(self) -> impl Iterator<Item = Dir> {
        (0..self.jumps.max(1)).map(move |i| Dir::ALL[(self.dirs >> (2 * i) & 3) as usize])
    }

    /// The squares that it touches, the first and the last included.
    pub fn path(self) -> impl Iterator<Item = Square> {
        let length = if self.is_capture() { 2 } else { 1 };
        let mut place = self.from;
        std::iter::once(self.from()).chain(self.dirs().map(move |dir| {
            place = place.wrapping_add_signed(length * dir.offset());
            Square::from_place(place)
        }))
    }

    /// The squares of the captured pieces, in the order in which they are jumped.
    pub fn captures(self) -> impl Iterator<Item = Square> {
        let mut place = self.from;
        self.dirs().take(self.jumps()).map(move |dir| {
            let over = place.wrapping_add_signed(dir.offset());
            place = over.wrapping_add_signed(dir.offset());
            Square::from_place(over)
        })
    }

    /// Whether both lead from the same square to the same square over the same pieces.
    pub(super) const fn same_result(self, other: Self) -> bool {
        self.from == other.from && self.to == other.to && self.captured == other.captured
    }
}

impl fmt::Display for CheckersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_capture() { 'x' } else { '-' };
        for (i, square) in self.path().enumerate() {
            if i > 0 {
                write!(f, "{mark}")?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}
