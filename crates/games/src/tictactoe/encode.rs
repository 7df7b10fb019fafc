//! Tic-tac-toe as numbers: own and enemy marks, and nine actions. The symmetries of the board are left out: they are
//! optional.

use super::moves::Cell;
use super::position::TicTacToe;
use crate::encode::{ActionPlanes, Encode, Encoding, TensorSpec};
use crate::game::Game;
use crate::player::Player;
use crate::symmetry::Symmetry;

impl Encode for TicTacToe {
    /// Own marks and enemy marks, seen by the player to move; rows from 1 up to 3.
    const ENCODINGS: &'static [Encoding] = &[Encoding {
        name: "planes",
        binary: true,
        tensors: &[TensorSpec {
            name: "board",
            shape: &[2, 3, 3],
        }],
    }];
    const ACTIONS: usize = 9;

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        let length = Self::ENCODINGS[encoding].len();
        assert_eq!(out.len(), length, "the observation has a fixed size");
        let marks = self.marks();
        // Once the game is over, whoever moved last looks at it.
        let viewer = self.turn().player().unwrap_or_else(|| {
            if marks.first.count_ones() > marks.second.count_ones() {
                Player::First
            } else {
                Player::Second
            }
        });
        let planes = [marks[viewer], marks[viewer.other()]];
        for (plane, bits) in out.chunks_exact_mut(Self::ACTIONS).zip(planes) {
            for (cell, value) in plane.iter_mut().enumerate() {
                *value = f32::from(bits >> cell & 1);
            }
        }
    }

    fn action_index(&self, m: Cell) -> usize {
        usize::from(m.index())
    }

    fn action_planes() -> Option<ActionPlanes> {
        Some(ActionPlanes {
            shape: [1, 3, 3],
            places: (0..9).map(Some).collect(),
        })
    }

    fn action(&self, index: usize) -> Option<Cell> {
        let m = Cell::new(u8::try_from(index).ok()?)?;
        self.is_legal(m).then_some(m)
    }
}

impl Symmetry for TicTacToe {}
