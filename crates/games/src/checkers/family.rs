//! Moves under any rules of the family: flying kings, men that take no kings, men that pass the far row.
//!
//! American checkers has faster ways (`steps.rs`, `captures.rs`); which of the two a game takes is decided once, by its
//! rules. Captured pieces stay on the board until the move ends, so that nothing passes over them again.

use super::board::Side;
use super::captures::keep_unique;
use super::moves::CheckersMove;
use super::precedence;
use super::rules::{ActionIdentity, CapturePriority, CheckersRules, LongestTie, MidCapturePromotion};
use super::square::Dir;

/// A board and its rules, as the side to move sees them.
#[derive(Clone, Copy)]
pub(super) struct Family<'a> {
    pub(super) side: Side,
    pub(super) rules: &'a CheckersRules,
}

impl<'a> Family<'a> {
    pub(super) const fn new(side: Side, rules: &'a CheckersRules) -> Self {
        Self { side, rules }
    }

    /// All legal moves; `jumpers` are the pieces that can capture.
    #[inline(never)]
    pub(super) fn moves(&self, jumpers: u64, buf: &mut Vec<CheckersMove>) {
        buf.clear();
        if jumpers == 0 {
            self.steps(buf);
            return;
        }
        self.captures(jumpers, buf);
        if self.rules.capture_priority != CapturePriority::Any {
            precedence::keep_best(self, buf);
        }
        if self.rules.action_identity == ActionIdentity::Unique {
            keep_unique(buf);
        }
        if self.rules.longest() && self.rules.longest_tie == LongestTie::First {
            buf.truncate(1);
        }
    }

    /// The pieces that can capture. Out of line: it would slow American checkers down where both are chosen from.
    #[cold]
    #[inline(never)]
    pub(super) fn jumpers(&self) -> u64 {
        let Side { own, kings, .. } = self.side;
        let mut able = self.springers(own & !kings, false);
        let mut left = own & kings;
        if !self.rules.flying() {
            return able | self.springers(left, true);
        }
        while left != 0 {
            let piece = left & left.wrapping_neg();
            left ^= piece;
            if self.can_go_on(piece, self.side.empty(), 0, true, None) {
                able |= piece;
            }
        }
        able
    }

    /// Which of these pieces, men or short kings, can capture a neighbour.
    fn springers(&self, pieces: u64, king: bool) -> u64 {
        let (prey, empty) = (self.prey(king), self.side.empty());
        let dirs = Dir::ALL.into_iter().filter(|&dir| self.may_jump(king, dir));
        pieces & dirs.fold(0, |able, dir| able | dir.back(prey & dir.back(empty)))
    }

    /// The enemy's pieces that a king or a man may take.
    pub(super) const fn prey(&self, king: bool) -> u64 {
        if king || self.rules.men_capture_kings {
            self.side.enemy
        } else {
            self.side.enemy & !self.side.kings
        }
    }

    /// Whether a king or a man may jump in a direction.
    pub(super) const fn may_jump(&self, king: bool, dir: Dir) -> bool {
        king || self.rules.men_capture_backward || dir.is_north() == self.side.red
    }

    /// Whether the rules crown a man, or let it go on as one, when it reaches the far row in the middle of a capture.
    pub(super) fn promotion(&self) -> MidCapturePromotion {
        self.rules.mid_capture_promotion
    }

    /// A piece that has not moved yet.
    pub(super) fn rest(&self, from: u8) -> CheckersMove {
        let at_end = self.promotion() == MidCapturePromotion::PassThrough;
        CheckersMove::rest(from).with_traits(self.rules.naming(), at_end)
    }

    fn steps(&self, buf: &mut Vec<CheckersMove>) {
        let (empty, flying) = (self.side.empty(), self.rules.flying());
        let mut left = self.side.own;
        while left != 0 {
            let piece = left & left.wrapping_neg();
            left ^= piece;
            let rest = self.rest(piece.trailing_zeros() as u8);
            let king = self.side.kings & piece != 0;
            for dir in Dir::ALL {
                if !king && dir.is_north() != self.side.red {
                    continue;
                }
                let (mut to, mut squares) = (dir.step(piece), 1);
                while to & empty != 0 {
                    buf.push(rest.slide(dir, squares));
                    if !(king && flying) {
                        break;
                    }
                    (to, squares) = (dir.step(to), squares + 1);
                }
            }
        }
    }

    /// All captures of these pieces that are carried to their end, whichever of them the rules prefer.
    pub(super) fn captures(&self, jumpers: u64, buf: &mut Vec<CheckersMove>) {
        buf.clear();
        let mut left = jumpers;
        while left != 0 {
            let piece = left & left.wrapping_neg();
            left ^= piece;
            // The moving piece has left its square: it may pass over it or end there.
            let empty = self.side.empty() | piece;
            let rest = self.rest(piece.trailing_zeros() as u8);
            self.go_on(empty, rest, self.side.kings & piece != 0, None, buf);
        }
    }

    /// The piece that can be taken in a direction from the square `here`.
    pub(super) fn target(&self, here: u64, empty: u64, captured: u64, king: bool, dir: Dir) -> Option<u64> {
        let mut next = dir.step(here);
        if king && self.rules.flying() {
            while next & empty != 0 {
                next = dir.step(next);
            }
        }
        let over = next & self.prey(king) & !captured;
        (dir.step(over) & empty != 0).then_some(over)
    }

    /// Whether a capture can go on from the square `here`, in other directions than `not`.
    pub(super) fn can_go_on(
        &self,
        here: u64,
        empty: u64,
        captured: u64,
        king: bool,
        not: Option<Dir>,
    ) -> bool {
        Dir::ALL.into_iter().any(|dir| {
            Some(dir) != not
                && self.may_jump(king, dir)
                && self.target(here, empty, captured, king, dir).is_some()
        })
    }

    /// Carries a capture on in all possible ways but `not`; hands it over where there are none.
    fn go_on(&self, empty: u64, m: CheckersMove, king: bool, not: Option<Dir>, buf: &mut Vec<CheckersMove>) {
        let here = 1 << m.to;
        let mut ended = true;
        for dir in Dir::ALL {
            if Some(dir) == not || !self.may_jump(king, dir) {
                continue;
            }
            let Some(over) = self.target(here, empty, m.captured, king, dir) else {
                continue;
            };
            ended = false;
            if king && self.rules.flying() {
                self.land(empty, m, dir, over, buf);
                continue;
            }
            let next = m.jump(dir, over);
            let crowned = !king && 1 << next.to & self.side.far() != 0;
            match self.promotion() {
                MidCapturePromotion::Stop if crowned => buf.push(next),
                MidCapturePromotion::ContinueAsKing => self.go_on(empty, next, king || crowned, None, buf),
                _ => self.go_on(empty, next, king, None, buf),
            }
        }
        if ended {
            buf.push(m);
        }
    }

    /// A flying king that has jumped lands where the capture can go on, if it can, and anywhere behind if not.
    ///
    /// Straight on to the same next piece is one way, wherever the king lands in between: the nearest square stands for
    /// all of them.
    fn land(&self, empty: u64, m: CheckersMove, dir: Dir, over: u64, buf: &mut Vec<CheckersMove>) {
        let captured = m.captured | over;
        let ahead = |further: u8| (further > 0).then_some(dir);
        let goes_on = |place: u64, further: u8| self.can_go_on(place, empty, captured, true, ahead(further));
        let landings = || {
            let first = (dir.step(over), 0);
            std::iter::successors(Some(first), |&(place, further)| {
                Some((dir.step(place), further + 1))
            })
            .take_while(|&(place, _)| place & empty != 0)
        };
        let on = landings().any(|(place, further)| goes_on(place, further));
        for (place, further) in landings() {
            let next = m.fly(dir, over, further);
            if !on {
                buf.push(next);
            } else if goes_on(place, further) {
                self.go_on(empty, next, true, ahead(further), buf);
            }
        }
    }
}
