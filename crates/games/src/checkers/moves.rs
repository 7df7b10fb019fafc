//! Moves, and how they are found: whole bitboards at once for single steps, piece by piece for captures.

use std::fmt;

use super::board::Side;
use super::rules::{CheckersRules, MidCapturePromotion};
use super::square::{BOARD, Dir, Square};

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
    jumps: u8,
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

impl Side {
    /// The pieces that may go in a direction: all of them forwards, only kings backwards.
    #[inline(always)]
    const fn facing(&self, dir: Dir) -> u64 {
        if dir.is_north() == self.red {
            self.own
        } else {
            self.own & self.kings
        }
    }

    /// The pieces that can step in a direction, captures left aside.
    #[inline(always)]
    pub(super) const fn movers(&self, dir: Dir) -> u64 {
        self.facing(dir) & dir.back(self.empty())
    }

    /// Whether any piece can step, captures left aside.
    #[inline(always)]
    pub(super) const fn can_step(&self) -> bool {
        let empty = self.empty();
        let (north, south) = (empty << 5 | empty << 4, empty >> 4 | empty >> 5);
        let (forward, backward) = if self.red { (north, south) } else { (south, north) };
        self.own & (forward | backward & self.kings) != 0
    }

    /// How many steps there are, captures left aside.
    #[inline(always)]
    pub(super) const fn count_steps(&self) -> u32 {
        let empty = self.empty();
        let (north, south) = (self.facing(Dir::NorthWest), self.facing(Dir::SouthWest));
        let northward = (north & empty << 5).count_ones() + (north & empty << 4).count_ones();
        let southward = (south & empty >> 4).count_ones() + (south & empty >> 5).count_ones();
        northward + southward
    }

    /// The pieces that can capture.
    #[inline(always)]
    pub(super) const fn jumpers(&self, men_backward: bool) -> u64 {
        let (enemy, empty) = (self.enemy, self.empty());
        let north = enemy << 5 & empty << 10 | enemy << 4 & empty << 8;
        let south = enemy >> 4 & empty >> 8 | enemy >> 5 & empty >> 10;
        let (forward, backward) = if self.red { (north, south) } else { (south, north) };
        let able = if men_backward { BOARD } else { self.kings };
        self.own & (forward | backward & able)
    }

    /// Appends all steps, sorted by where they begin and end.
    pub(super) fn push_steps(&self, buf: &mut Vec<CheckersMove>) {
        let movers = Dir::ALL.map(|dir| self.movers(dir));
        let mut any = movers[0] | movers[1] | movers[2] | movers[3];
        while any != 0 {
            let from = any.trailing_zeros() as u8;
            any &= any - 1;
            for dir in Dir::ALL {
                if movers[dir as usize] >> from & 1 != 0 {
                    buf.push(CheckersMove::step(from, dir));
                }
            }
        }
    }

    /// Finds the captures of the pieces `jumpers` that are carried to their end, sorted by where they begin and by
    /// the pieces that they take one after the other.
    #[inline]
    pub(super) fn captures(&self, how: Jumping, jumpers: u64, sink: &mut impl Sink) {
        let mut left = jumpers;
        while left != 0 {
            let from = left.trailing_zeros() as u8;
            left &= left - 1;
            let search = Search {
                side: self,
                how,
                // The moving piece has left its square: it may pass over it or end there.
                empty: self.empty() | 1 << from,
            };
            search.go_on(CheckersMove::rest(from), self.kings >> from & 1 != 0, sink);
        }
    }
}

/// The options that shape a single capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumping {
    /// Men capture backwards too.
    pub(super) men_backward: bool,
    /// A man that is crowned in the middle stops there.
    pub(super) stop_when_crowned: bool,
}

impl Jumping {
    #[inline]
    pub(super) const fn new(rules: &CheckersRules) -> Self {
        Self {
            men_backward: rules.men_capture_backward,
            stop_when_crowned: matches!(rules.mid_capture_promotion, MidCapturePromotion::Stop),
        }
    }
}

struct Search<'a> {
    side: &'a Side,
    how: Jumping,
    empty: u64,
}

impl Search<'_> {
    /// Carries a capture on in all possible ways; hands it over where there are none.
    fn go_on(&self, m: CheckersMove, king: bool, sink: &mut impl Sink) {
        let enemy = self.side.enemy & !m.captured;
        let mut ended = true;
        for dir in Dir::ALL {
            if !(king || self.how.men_backward || dir.is_north() == self.side.red) {
                continue;
            }
            let over = dir.step(1 << m.to) & enemy;
            let land = dir.step(over) & self.empty;
            if land == 0 {
                continue;
            }
            ended = false;
            let next = m.jump(dir, over);
            let crowned = !king && land & self.side.far() != 0;
            if crowned && self.how.stop_when_crowned {
                sink.take(next);
            } else {
                self.go_on(next, king || crowned, sink);
            }
        }
        if ended {
            sink.take(m);
        }
    }
}

/// Where found captures go.
pub(super) trait Sink {
    /// Takes one.
    fn take(&mut self, m: CheckersMove);
}

/// Keeps captures in a list: all, or only the longest.
pub(super) struct Listing<'a> {
    buf: &'a mut Vec<CheckersMove>,
    longest: bool,
    best: u8,
}

impl<'a> Listing<'a> {
    /// A list that begins empty.
    #[inline]
    pub(super) fn new(buf: &'a mut Vec<CheckersMove>, longest: bool) -> Self {
        buf.clear();
        Self {
            buf,
            longest,
            best: 0,
        }
    }
}

impl Sink for Listing<'_> {
    #[inline(always)]
    fn take(&mut self, m: CheckersMove) {
        if self.longest && m.jumps != self.best {
            if m.jumps < self.best {
                return;
            }
            self.best = m.jumps;
            self.buf.clear();
        }
        self.buf.push(m);
    }
}

/// Counts captures: all, or only the longest.
pub(super) struct Tally {
    pub(super) count: u32,
    /// How many pieces the longest takes.
    pub(super) best: u8,
    longest: bool,
}

impl Tally {
    /// A count from zero.
    #[inline]
    pub(super) const fn new(longest: bool) -> Self {
        Self {
            count: 0,
            best: 0,
            longest,
        }
    }
}

impl Sink for Tally {
    #[inline(always)]
    fn take(&mut self, m: CheckersMove) {
        if m.jumps > self.best {
            self.best = m.jumps;
            if self.longest {
                self.count = 0;
            }
        }
        self.count += u32::from(!self.longest || m.jumps == self.best);
    }
}
