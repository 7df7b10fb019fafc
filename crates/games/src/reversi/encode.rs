//! Reversi as numbers: three planes seen by the side to move, 64 squares and the pass as actions, eight symmetries.

use super::position::{Reversi, ReversiMove, Square};
use crate::bits::{expand, transpose};
use crate::encode::{ActionPlanes, Encode, Encoding, TensorSpec};
use crate::game::{Game, MoveBuf};
use crate::marks::Marks;
use crate::player::Player;
use crate::symmetry::Symmetry;

/// The action index of a pass; a placement has the index of its square.
const PASS: usize = 64;

impl Encode for Reversi {
    /// Own discs, enemy discs, legal squares; rows from 1 down to 8.
    const ENCODINGS: &'static [Encoding] = &[Encoding {
        name: "planes",
        binary: true,
        tensors: &[TensorSpec {
            name: "board",
            shape: &[3, 8, 8],
        }],
    }];
    const ACTIONS: usize = 65;
    const OWNED: usize = 64;

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        assert_eq!(
            out.len(),
            Self::ENCODINGS[encoding].len(),
            "the observation has a fixed size"
        );
        for (plane, bits) in out
            .chunks_exact_mut(64)
            .zip([self.own(), self.enemy(), self.legal()])
        {
            expand(bits, plane);
        }
    }

    fn action_index(&self, m: ReversiMove) -> usize {
        match m {
            ReversiMove::Place(square) => usize::from(square.index()),
            ReversiMove::Pass => PASS,
        }
    }

    /// One plane of squares; the pass is none.
    fn action_planes() -> Option<ActionPlanes> {
        Some(ActionPlanes {
            shape: [1, 8, 8],
            places: (0..PASS as u32).map(Some).chain([None]).collect(),
        })
    }

    fn owners(&self, player: Player, out: &mut [f32]) {
        let discs = self.discs();
        let [own, enemy] = [discs[player], discs[player.other()]];
        for (square, owner) in out.iter_mut().enumerate() {
            *owner = (own >> square & 1) as f32 - (enemy >> square & 1) as f32;
        }
    }

    fn action(&self, index: usize) -> Option<ReversiMove> {
        let m = match index {
            PASS => ReversiMove::Pass,
            _ => ReversiMove::Place(Square::new(u8::try_from(index).ok()?)?),
        };
        self.is_legal(m).then_some(m)
    }

    fn mark_legal<M: Marks + ?Sized>(&self, marks: &mut M, _: &mut MoveBuf<ReversiMove>) {
        marks.mark_all(0, self.legal());
        if self.is_legal(ReversiMove::Pass) {
            marks.mark(PASS);
        }
    }
}

/// Symmetry `s` transposes the board if bit 0 is set, then mirrors left and right if bit 1 is, then turns it upside
/// down if bit 2 is.
impl Symmetry for Reversi {
    fn symmetries(&self) -> usize {
        8
    }

    fn inverse(&self, s: usize) -> usize {
        // Undoing a transposition last makes the two mirrors change places.
        if s & 1 == 0 {
            s
        } else {
            1 | (s & 2) << 1 | (s & 4) >> 1
        }
    }

    fn map(&self, s: usize) -> Self {
        let discs = self.discs().map(|bits| map_bits(s, bits));
        Self::with_discs(discs.first, discs.second, self.to_move(), *self.rules())
    }

    fn map_move(&self, s: usize, m: ReversiMove) -> ReversiMove {
        match m {
            ReversiMove::Place(square) => {
                let mapped = map_bits(s, square.bit()).trailing_zeros() as u8;
                Square::new(mapped).map_or(m, ReversiMove::Place)
            }
            ReversiMove::Pass => m,
        }
    }
}

fn map_bits(s: usize, bits: u64) -> u64 {
    let bits = if s & 1 == 0 { bits } else { transpose(bits) };
    let bits = if s & 2 == 0 {
        bits
    } else {
        bits.reverse_bits().swap_bytes()
    };
    if s & 4 == 0 { bits } else { bits.swap_bytes() }
}
