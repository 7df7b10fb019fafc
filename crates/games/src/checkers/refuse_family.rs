//! Why a move is refused under the rules of the family, where kings may fly and captures have more than one precedence.

use super::family::Family;
use super::moves::CheckersMove;
use super::position::Checkers;
use super::precedence::{Rank, ranks};
use super::refuse::Objection;
use super::rules::MidCapturePromotion;
use super::square::{Dir, Square};
use crate::game::{Game, MoveBuf};

impl Checkers {
    pub(super) const fn family(&self) -> Family<'_> {
        Family::new(self.side(), &self.rules)
    }

    /// What the rules have against a move of the side to move that begins on one of its pieces.
    pub(super) fn family_objection(&self, m: CheckersMove) -> Option<Objection> {
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        if legal.contains(&m) {
            return None;
        }
        let family = self.family();
        if !m.is_capture() {
            return Some(self.objection_to_slide(m));
        }
        let mut all = Vec::new();
        family.captures(self.jumpers, &mut all);
        if !all.contains(&m) {
            return Some(self.objection_on_the_way(m));
        }
        let own = ranks(&family, m);
        let best = all.iter().map(|&m| ranks(&family, m)).max().unwrap_or_default();
        let rank = Rank::ALL
            .into_iter()
            .find(|&rank| own[rank as usize] != best[rank as usize]);
        Some(match rank {
            Some(Rank::Pieces) => Objection::Shorter,
            Some(Rank::ByKing) => Objection::KingFirst,
            Some(Rank::Kings) => Objection::FewerKings,
            Some(Rank::Early) => Objection::LaterKing,
            None => Objection::Represented,
        })
    }

    /// What is wrong with a move that takes nothing.
    fn objection_to_slide(&self, m: CheckersMove) -> Objection {
        let side = self.side();
        let king = side.kings >> m.from & 1 != 0;
        let Some(dir) = m.dirs().next().filter(|_| !self.must_capture()) else {
            return Objection::MustCapture;
        };
        if !king && dir.is_north() != side.red {
            return Objection::Backward;
        }
        let next = dir.step(1 << m.from);
        if next != 1 << m.to && !(king && self.rules.flying()) {
            return Objection::Far(m.from());
        }
        Objection::Occupied(self.blocked(dir, next, m.to, side.empty()).unwrap_or(m.to()))
    }

    /// The first square from `here` to the place `to` that is not empty.
    fn blocked(&self, dir: Dir, mut here: u64, to: u8, empty: u64) -> Option<Square> {
        while here & empty != 0 && here != 1 << to {
            here = dir.step(here);
        }
        (here & empty == 0).then(|| Square::all(here).next()).flatten()
    }

    /// What is wrong with a capture that is none, or that is not carried to its end.
    fn objection_on_the_way(&self, m: CheckersMove) -> Objection {
        let (family, side) = (self.family(), self.side());
        let empty = side.empty() | 1 << m.from;
        let mut king = side.kings >> m.from & 1 != 0;
        let mut stopped = false;
        let mut captured = 0;
        let mut here = m.from();
        for (dir, (over, land)) in m.dirs().zip(m.captures().zip(m.path().skip(1))) {
            let flies = king && self.rules.flying();
            let mut before = dir.step(here.bit());
            if flies {
                while before & empty != 0 {
                    before = dir.step(before);
                }
            }
            let behind = dir.step(over.bit());
            if stopped {
                return Objection::Crowned(here);
            }
            if !family.may_jump(king, dir) {
                return Objection::BackwardCapture;
            }
            if over.bit() & side.enemy & !captured == 0 {
                return Objection::NothingToJump(over);
            }
            if over.bit() & family.prey(king) == 0 {
                return Objection::Immune(over);
            }
            if before != over.bit() && flies {
                let blocker = Square::all(before).next();
                return Objection::Occupied(blocker.unwrap_or(over));
            }
            if !flies && (before != over.bit() || behind != land.bit()) {
                return Objection::Far(here);
            }
            if let Some(square) = self.blocked(dir, behind, land.place(), empty) {
                return Objection::Occupied(square);
            }
            captured |= over.bit();
            here = land;
            if !king && land.bit() & side.far() != 0 {
                king = family.promotion() != MidCapturePromotion::PassThrough;
                stopped = family.promotion() == MidCapturePromotion::Stop;
            }
        }
        if !stopped && family.can_go_on(here.bit(), empty, captured, king, None) {
            Objection::Unfinished(here)
        } else {
            Objection::Landing(here)
        }
    }

    /// The move along these squares, legal or not: one step, or jumps all the way.
    pub(super) fn along(&self, squares: &[Square]) -> Option<CheckersMove> {
        if !self.family {
            return CheckersMove::along(squares);
        }
        let (&from, rest) = squares.split_first()?;
        if rest.is_empty() || rest.len() > 12 {
            return None;
        }
        let family = self.family();
        let pieces = (self.side().own | self.side().enemy) & !from.bit();
        let mut m = family.rest(from.place());
        for &to in rest {
            let (dir, distance) = diagonal(m.to(), to)?;
            let places = (1..distance).map(|i| m.to.wrapping_add_signed(i * dir.offset()));
            let mut pieces_between = places.filter(|&place| pieces & !m.taken() & 1 << place != 0);
            let over = pieces_between.next();
            // Over nothing, or over a piece of its own, a piece would slide.
            let Some(over) = over.filter(|&over| self.side().own >> over & 1 == 0 || rest.len() > 1) else {
                return (rest.len() == 1).then(|| m.slide(dir, distance));
            };
            let behind = to.row().abs_diff(Square::from_place(over).row());
            m = m.fly(dir, 1 << over, behind - 1);
        }
        Some(m)
    }
}

/// The direction and the distance of two different squares on one diagonal.
fn diagonal(from: Square, to: Square) -> Option<(Dir, i8)> {
    let distance = from.row().abs_diff(to.row());
    if distance == 0 || distance != from.column().abs_diff(to.column()) {
        return None;
    }
    let dir = match (to.row() < from.row(), to.column() < from.column()) {
        (true, true) => Dir::NorthWest,
        (true, false) => Dir::NorthEast,
        (false, true) => Dir::SouthWest,
        (false, false) => Dir::SouthEast,
    };
    Some((dir, distance as i8))
}
