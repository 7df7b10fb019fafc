//! The pieces on the board as three bitboards, and how a move changes them.

use super::moves::CheckersMove;
use super::square::{BOARD, Square, row};
use crate::player::Player;

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub player: Player,
    /// Whether it is crowned.
    pub king: bool,
}

/// All pieces. 24 bytes, compared and copied at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    /// The pieces of red and of black, in the order of the seats.
    pub(super) sides: [u64; 2],
    /// Those of them that are kings.
    pub(super) kings: u64,
}

impl Board {
    /// Twelve men each.
    pub(super) const START: Self = Self {
        sides: [row(5) | row(6) | row(7), row(0) | row(1) | row(2)],
        kings: 0,
    };

    /// The board as the player to move sees it.
    #[inline(always)]
    pub(super) const fn side(&self, player: Player) -> Side {
        let index = player.index();
        Side {
            own: self.sides[index],
            enemy: self.sides[1 - index],
            kings: self.kings,
            red: index == 0,
        }
    }

    /// What stands on a square.
    pub(super) fn piece(&self, square: Square) -> Option<Piece> {
        let bit = square.bit();
        let player = Player::ALL
            .into_iter()
            .find(|player| self.sides[player.index()] & bit != 0)?;
        Some(Piece {
            player,
            king: self.kings & bit != 0,
        })
    }
}

/// The board as one player sees it: own pieces and the enemy's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) own: u64,
    pub(super) enemy: u64,
    /// Kings of both.
    pub(super) kings: u64,
    /// Whether own men move towards row 0.
    pub(super) red: bool,
}

impl Side {
    /// The board apart from who looks at it.
    #[inline(always)]
    pub(super) const fn board(&self) -> Board {
        let sides = if self.red {
            [self.own, self.enemy]
        } else {
            [self.enemy, self.own]
        };
        Board {
            sides,
            kings: self.kings,
        }
    }

    /// The empty squares.
    #[inline(always)]
    pub(super) const fn empty(&self) -> u64 {
        BOARD & !(self.own | self.enemy)
    }

    /// The row where own men are crowned.
    #[inline(always)]
    pub(super) const fn far(&self) -> u64 {
        if self.red { row(0) } else { row(7) }
    }

    /// Whether the piece that makes this move is a man that is crowned by it, wherever it ends.
    ///
    /// A man reaches the far row in a capture exactly when it takes a piece from the row before it.
    #[inline(always)]
    pub(super) const fn crowns(&self, m: CheckersMove) -> bool {
        let before_far = if self.red { row(1) } else { row(6) };
        let passed = if m.crowns_at_end() {
            0
        } else {
            m.captured & before_far
        };
        let reached = 1 << m.to & self.far() | passed;
        self.kings >> m.from & 1 == 0 && reached != 0
    }

    /// The board after a move, as the other player sees it. A capture may end where it began.
    #[inline(always)]
    pub(super) const fn after(&self, m: CheckersMove) -> Self {
        let (from, to) = (1 << m.from, 1 << m.to);
        let king = self.kings & from != 0 || self.crowns(m);
        Self {
            own: self.enemy & !m.captured,
            enemy: self.own & !from | to,
            kings: self.kings & !(from | m.captured) | (king as u64) << m.to,
            red: !self.red,
        }
    }

    /// The same board as the other player sees it.
    #[inline(always)]
    pub(super) const fn other(&self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
            kings: self.kings,
            red: !self.red,
        }
    }
}
