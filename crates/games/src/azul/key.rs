//! The key of a position.
//!
//! It is mixed from the packed state when asked for: a move changes up to a dozen counters, so toggling a table entry for
//! each would cost every move more than this costs those who ask.

use super::position::Azul;
use super::tiles::Tiles;
use crate::game::Turn;
use crate::zobrist::{mix, table};

impl Azul {
    /// The key over these factories and floor lines, given by the caller in the order that shall count.
    #[inline]
    pub(super) fn key_of(&self, factories: &[Tiles; 5], floors: [u64; 2]) -> u64 {
        const SALT: [u64; 8] = table(0xa201);
        let [a, b, c, d, e] = factories.map(Tiles::bits);
        let phase = match self.turn {
            Turn::Player(_) => 0,
            Turn::Chance => 1,
            Turn::Over(_) => 2,
        };
        let holder = self.marker.map_or(0, |player| 1 + player as u64);
        let board = |i: usize| {
            let board = &self.boards[i];
            u64::from(board.wall) | floors[i] << 25 | u64::from(board.score) << 49
        };
        let words = [
            a | b << 32,
            c | d << 32,
            e | self.sources[5].bits() << 32,
            self.bag.bits() | self.lid.bits() << 32,
            board(0),
            board(1),
            self.boards[0].line_bits() | u64::from(self.round) << 40,
            self.boards[1].line_bits() | (phase | (self.mover as u64) << 2 | holder << 3) << 40,
        ];
        let mixed = words.into_iter().zip(SALT).map(|(word, salt)| mix(word ^ salt));
        mixed.fold(0, |key, word| key ^ word)
    }
}
