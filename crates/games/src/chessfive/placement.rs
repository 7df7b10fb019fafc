//! What stands where: seven bitboards, and the keys of what they hold.

use super::pieces::{Kind, Square};
use crate::player::{ByPlayer, Player};
use crate::zobrist;

/// The pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Placement {
    kinds: [u64; 5],
    sides: ByPlayer<u64>,
}

impl Placement {
    /// All squares that are not empty.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u64 {
        self.sides.first | self.sides.second
    }

    /// The pieces of a player.
    #[inline]
    #[must_use]
    pub fn side(&self, player: Player) -> u64 {
        self.sides[player]
    }

    /// The pieces of a kind, of both players.
    #[inline]
    #[must_use]
    pub const fn kind(&self, kind: Kind) -> u64 {
        self.kinds[kind.index()]
    }

    /// The pieces of a player that are of a kind.
    #[inline]
    #[must_use]
    pub fn of(&self, player: Player, kind: Kind) -> u64 {
        self.sides[player] & self.kind(kind)
    }

    /// The kind of the piece on a square; on an empty square the answer means nothing.
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Kind {
        let on = |board: u64| (board >> (square.index() & 63) & 1) as usize;
        let index = on(self.kinds[1]) + 2 * on(self.kinds[2]) + 3 * on(self.kinds[3]) + 4 * on(self.kinds[4]);
        Kind::ALL[if index < 5 { index } else { 0 }]
    }

    /// The piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Player, Kind)> {
        let owner = Player::ALL
            .into_iter()
            .find(|&player| self.sides[player] & square.bit() != 0)?;
        Some((owner, self.kind_on(square)))
    }

    /// Puts a piece on an empty square, or takes it away again.
    #[inline]
    pub fn toggle(&mut self, player: Player, kind: Kind, bits: u64) {
        self.sides[player] ^= bits;
        self.kinds[kind.index()] ^= bits;
    }

    /// Moves whatever stands on `from` to the empty square `to`.
    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        for board in self
            .kinds
            .iter_mut()
            .chain([&mut self.sides.first, &mut self.sides.second])
        {
            if *board & from.bit() != 0 {
                *board ^= both;
            }
        }
    }

    /// The placement with every bitboard changed by `f`.
    pub(super) fn map(&self, f: impl Fn(u64) -> u64) -> Self {
        Self {
            kinds: self.kinds.map(&f),
            sides: self.sides.map(&f),
        }
    }

    /// The key of the pieces, computed piece by piece.
    pub(super) fn key(&self) -> u64 {
        let mut key = 0;
        for player in Player::ALL {
            for kind in Kind::ALL {
                for square in Square::all(self.of(player, kind)) {
                    key ^= piece_key(player, kind, square);
                }
            }
        }
        key
    }
}

static KEYS: [u64; 2 * 5 * 64] = zobrist::table(0xc5);

/// The part of the key that one piece contributes.
#[inline]
pub(super) fn piece_key(player: Player, kind: Kind, square: Square) -> u64 {
    KEYS[(5 * player.index() + kind.index()) * 64 + usize::from(square.index())]
}
