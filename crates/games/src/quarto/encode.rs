//! Quarto as numbers: the pieces are shared, so both players see the same; 16 cells and 16 pieces as actions.

use super::moves::QuartoMove;
use super::piece::{Attribute, Cell, Piece};
use super::position::Quarto;
use crate::bits::expand;
use crate::encode::{ActionPlanes, Encode, Encoding, TensorSpec};
use crate::game::{Game, MoveBuf};
use crate::marks::Marks;

/// The action index of giving piece 0; placing on a cell has the index of the cell.
const GIVE: usize = 16;

impl Encode for Quarto {
    /// `planes` has a channel for each piece with a one where it stands, and the piece in hand one-hot (all zero while
    /// one is to be given). `attributes` has a channel of taken cells and one for each attribute, +1 and -1 on taken
    /// cells; the piece in hand likewise; and the pieces that are left. Channels of attributes are size, colour,
    /// shape, hole.
    const ENCODINGS: &'static [Encoding] = &[
        Encoding {
            name: "planes",
            binary: true,
            tensors: &[
                TensorSpec {
                    name: "board",
                    shape: &[16, 4, 4],
                },
                TensorSpec {
                    name: "piece",
                    shape: &[16],
                },
            ],
        },
        Encoding {
            name: "attributes",
            binary: false,
            tensors: &[
                TensorSpec {
                    name: "board",
                    shape: &[5, 4, 4],
                },
                TensorSpec {
                    name: "piece",
                    shape: &[5],
                },
                TensorSpec {
                    name: "left",
                    shape: &[16],
                },
            ],
        },
    ];
    const ACTIONS: usize = 32;
    const THREATS: usize = 16;

    fn observe(&self, encoding: usize, out: &mut [f32]) {
        let [board_spec, piece_spec, ..] = Self::ENCODINGS[encoding].tensors else {
            unreachable!("every encoding has a board and a piece");
        };
        assert_eq!(
            out.len(),
            Self::ENCODINGS[encoding].len(),
            "the observation has a fixed size"
        );
        out.fill(0.0);
        let (board, rest) = out.split_at_mut(board_spec.len());
        let (hand, left) = rest.split_at_mut(piece_spec.len());
        if encoding == 0 {
            for (cell, piece) in self.board().pieces() {
                board[16 * usize::from(piece.index()) + usize::from(cell.index())] = 1.0;
            }
            expand(self.hand().map_or(0, Piece::bit).into(), hand);
            return;
        }
        for (cell, piece) in self.board().pieces() {
            attributes(piece, &mut board[usize::from(cell.index())..], 16);
        }
        if let Some(piece) = self.hand() {
            attributes(piece, hand, 1);
        }
        expand(self.left().into(), left);
    }

    fn action_index(&self, m: QuartoMove) -> usize {
        match m {
            QuartoMove::Place(cell) => usize::from(cell.index()),
            QuartoMove::Give(piece) => GIVE + usize::from(piece.index()),
        }
    }

    /// One plane of cells to place on; the pieces to give are none.
    fn action_planes() -> Option<ActionPlanes> {
        let cells = (0..GIVE as u32).map(Some);
        Some(ActionPlanes {
            shape: [1, 4, 4],
            places: cells.chain([None; 16]).collect(),
        })
    }

    /// The pieces not yet placed that complete a group on the board as it stands.
    fn threats(&self, out: &mut [f32]) {
        let open = self.left() | self.hand().map_or(0, Piece::bit);
        for (index, threat) in out.iter_mut().enumerate() {
            let piece = Piece::new(index as u8).filter(|piece| open & piece.bit() != 0);
            let wins = |piece: Piece| self.board().winning_cells(piece, self.squares_win()) != 0;
            *threat = if piece.is_some_and(wins) { 1.0 } else { -1.0 };
        }
    }

    fn action(&self, index: usize) -> Option<QuartoMove> {
        let m = match index.checked_sub(GIVE) {
            None => QuartoMove::Place(Cell::new(index as u8)?),
            Some(piece) => QuartoMove::Give(Piece::new(u8::try_from(piece).ok()?)?),
        };
        self.is_legal(m).then_some(m)
    }

    fn mark_legal<M: Marks + ?Sized>(&self, marks: &mut M, _: &mut MoveBuf<QuartoMove>) {
        let first = if self.hand().is_some() { 0 } else { GIVE };
        marks.mark_all(first, self.choices().into());
    }
}

/// Writes that there is a piece, and its attributes as signs; channels are `stride` numbers apart.
fn attributes(piece: Piece, out: &mut [f32], stride: usize) {
    out[0] = 1.0;
    for (i, attribute) in Attribute::ALL.into_iter().enumerate() {
        out[stride * (i + 1)] = if piece.has(attribute) { 1.0 } else { -1.0 };
    }
}
