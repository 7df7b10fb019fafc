//! Captures: whether there are any for all pieces at once, and where they lead piece by piece.

use super::board::Side;
use super::moves::CheckersMove;
use super::rules::{CheckersRules, MidCapturePromotion};
use super::square::{BOARD, Dir};

/// The options that shape a single capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jumping {
    /// Men capture backwards too.
    pub(super) men_backward: bool,
    /// A man that is crowned in the middle stops there.
    pub(super) stop_when_crowned: bool,
}

impl Jumping {
    #[inline(always)]
    pub(super) const fn new(rules: &CheckersRules) -> Self {
        Self {
            men_backward: rules.men_capture_backward,
            stop_when_crowned: matches!(rules.mid_capture_promotion, MidCapturePromotion::Stop),
        }
    }
}

impl Side {
    /// The squares from which a piece could jump in a direction.
    #[inline(always)]
    const fn springs(&self, dir: Dir) -> u64 {
        dir.back(self.enemy & dir.back(self.empty()))
    }

    /// The pieces that can capture.
    #[inline(always)]
    pub(super) const fn jumpers(&self, men_backward: bool) -> u64 {
        let ([a, b], [c, d]) = (self.forward(), self.backward());
        let forward = self.own & (self.springs(a) | self.springs(b));
        let able = self.own & if men_backward { BOARD } else { self.kings };
        // Half of the work is spared as long as there are no kings.
        if able == 0 {
            return forward;
        }
        forward | able & (self.springs(c) | self.springs(d))
    }

    /// The pieces that can jump in each of the two forward directions, if all captures are single jumps of men, as
    /// most are; nothing where they have to be searched.
    #[inline(always)]
    pub(super) const fn single_jumps(&self, how: Jumping, jumpers: u64) -> Option<[u64; 2]> {
        let [a, b] = self.forward();
        let (springs_a, springs_b) = (self.springs(a), self.springs(b));
        let (left, right) = (self.own & springs_a, self.own & springs_b);
        let landings = a.step(a.step(left)) | b.step(b.step(right));
        // What a man leaves behind matters only to one that turns back.
        let turns_back = if how.stop_when_crowned { 0 } else { self.far() };
        let goes_on = landings & (springs_a | springs_b | turns_back) != 0;
        if how.men_backward || jumpers & self.kings != 0 || goes_on {
            None
        } else {
            Some([left, right])
        }
    }

    /// The board after a single jump of a man, as the other player sees it; the squares as bitboards.
    #[inline(always)]
    pub(super) const fn after_jump(&self, from: u64, over: u64, to: u64) -> Self {
        Self {
            own: self.enemy ^ over,
            enemy: self.own ^ from ^ to,
            kings: self.kings & !over | to & self.far(),
            red: !self.red,
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
                enemy: self.enemy,
                // The moving piece has left its square: it may pass over it or end there.
                empty: self.empty() | 1 << from,
                far: self.far(),
                how,
            };
            let m = CheckersMove::rest(from);
            let king = self.kings >> from & 1 != 0;
            match (king || how.men_backward, self.red) {
                (true, _) => search.go_on(Dir::ALL, m, king, sink),
                (false, true) => search.go_on([Dir::NorthWest, Dir::NorthEast], m, king, sink),
                (false, false) => search.go_on([Dir::SouthWest, Dir::SouthEast], m, king, sink),
            }
        }
    }
}

/// What does not change while one piece jumps.
struct Search {
    enemy: u64,
    empty: u64,
    far: u64,
    how: Jumping,
}

impl Search {
    /// Carries a capture on in all possible ways in these directions; hands it over where there are none.
    fn go_on<const N: usize>(&self, dirs: [Dir; N], m: CheckersMove, king: bool, sink: &mut impl Sink) {
        let (here, enemy) = (1 << m.to, self.enemy & !m.captured);
        let mut ended = true;
        for dir in dirs {
            let over = dir.step(here) & enemy;
            let land = dir.step(over) & self.empty;
            if land == 0 {
                continue;
            }
            ended = false;
            let next = m.jump(dir, over);
            if king || land & self.far == 0 {
                self.go_on(dirs, next, king, sink);
            } else if self.how.stop_when_crowned {
                sink.take(next);
            } else {
                self.go_on(Dir::ALL, next, true, sink);
            }
        }
        if ended {
            sink.take(m);
        }
    }
}

/// Keeps of captures that are alike in all but the order of their jumps the first.
pub(super) fn keep_unique(buf: &mut Vec<CheckersMove>) {
    // Lists of captures are short: looking back over the ones kept so far beats any set.
    let mut kept = 0;
    for i in 0..buf.len() {
        let m = buf[i];
        if !buf[..kept].iter().any(|&other| other.same_result(m)) {
            buf[kept] = m;
            kept += 1;
        }
    }
    buf.truncate(kept);
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
pub(super) struct CaptureCounter {
    pub(super) count: u32,
    /// How many pieces the longest takes.
    pub(super) best: u8,
    longest: bool,
}

impl CaptureCounter {
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

impl Sink for CaptureCounter {
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
