//! The two kinds of move, and counting the lines of play without playing the last two.

use std::fmt;

use super::board::Board;
use super::piece::{Cell, Piece};

/// A move: half of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuartoMove {
    /// Place the piece in hand.
    Place(Cell),
    /// Give the opponent a piece.
    Give(Piece),
}

impl fmt::Display for QuartoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => cell.fmt(f),
            Self::Give(piece) => piece.fmt(f),
        }
    }
}

/// Leaves `depth` plies below a position where one of the pieces in `left` is to be given. A finished game is one leaf.
pub(super) fn perft_giving(board: Board, left: u16, squares: bool, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(left.count_ones()),
        2 => u64::from(left.count_ones() * board.empty().count_ones()),
        _ => Piece::all(left)
            .map(|piece| perft_placing(board, left & !piece.bit(), piece, squares, depth - 1))
            .sum(),
    }
}

/// Leaves `depth` plies below a position where `piece` is to be placed.
pub(super) fn perft_placing(board: Board, left: u16, piece: Piece, squares: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let empty = board.empty();
    // The last piece of all ends the game wherever it goes.
    if depth == 1 || left == 0 {
        return u64::from(empty.count_ones());
    }
    let winning = board.winning_cells(piece, squares);
    let open = empty & !winning;
    let going_on: u64 = if depth == 2 {
        u64::from(open.count_ones() * left.count_ones())
    } else {
        Cell::all(open)
            .map(|cell| {
                let mut next = board;
                next.put(cell, piece);
                perft_giving(next, left, squares, depth - 1)
            })
            .sum()
    };
    u64::from(winning.count_ones()) + going_on
}
