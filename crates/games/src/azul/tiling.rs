//! What the end of a round does to both boards, step by step, so that a page can show where the points come from.
//!
//! Tiling happens inside the move that takes the last tiles, and the position keeps no trace of it. The view therefore
//! tells it in advance, for each move that would end the round: those are at most six, as only one colour of one source
//! is left then.

use serde::Serialize;

use super::board::Board;
use super::moves::Source;
use super::position::Azul;
use super::wall::{cell, complete, placement_points, wall_bonus, wall_column};
use crate::game::{Game, MoveBuf, Turn};
use crate::player::{ByPlayer, Player};

/// A move that ends the round, and what follows from it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "AzulRoundEnd"))]
pub struct RoundEnd {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What happens on both boards.
    pub boards: ByPlayer<Tiling>,
}

/// What the end of a round does to a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Tiling {
    /// The tiles that move to the wall, in their order.
    pub tiles: Vec<TilingStep>,
    /// What the floor line costs; the score does not fall below 0.
    pub penalty: u16,
    /// The score after the floor line.
    pub score: u16,
    /// What the wall adds if the game ends with this round.
    pub bonus: Option<Bonus>,
}

/// A tile that moves to the wall; places count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "AzulTilingStep"))]
pub struct TilingStep {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
    /// The points that it scores.
    pub points: u16,
}

/// The points of a wall at the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "AzulBonus"))]
pub struct Bonus {
    /// Complete rows, columns and colours.
    pub complete: [u32; 3],
    /// What they add.
    pub points: u16,
}

/// What each legal move that ends the round leads to; empty when none does.
pub(super) fn round_ends(game: &Azul) -> Vec<RoundEnd> {
    let Turn::Player(mover) = game.turn() else {
        return Vec::new();
    };
    // One bit for a colour in a source: the last one is the last move of the round.
    if game.present.count_ones() != 1 {
        return Vec::new();
    }
    let mut legal = MoveBuf::new();
    game.moves(&mut legal);
    let ends = legal.iter().map(|m| {
        let mut boards = game.boards.clone();
        let board = &mut boards[mover.index()];
        if m.source == Source::CENTRE && game.marker.is_none() {
            board.floor.take_marker();
        }
        let count = game.sources[m.source.index()].count(m.colour);
        board.place(m.colour, count, m.target, &mut game.lid());
        let [first, second] = boards.map(|board| tiling(&board));
        let mut boards = ByPlayer::new(first, second);
        let mut after = game.clone();
        after.play_unchecked(*m);
        if let Turn::Over(_) = after.turn() {
            for player in Player::ALL {
                let wall = after.boards[player.index()].wall;
                boards[player].bonus = Some(Bonus {
                    complete: complete(wall),
                    points: wall_bonus(wall),
                });
            }
        }
        RoundEnd {
            text: m.to_string(),
            boards,
        }
    });
    ends.collect()
}

fn tiling(board: &Board) -> Tiling {
    let (mut wall, mut score) = (board.wall, board.score);
    let mut tiles = Vec::new();
    for (row, line) in board.lines.iter().enumerate() {
        let Some((colour, _)) = line.content().filter(|&(_, fill)| fill as usize > row) else {
            continue;
        };
        let column = wall_column(colour, row);
        wall |= cell(row, column);
        let points = placement_points(wall, row, column);
        score += points;
        tiles.push(TilingStep { row, column, points });
    }
    Tiling {
        tiles,
        penalty: board.penalty(),
        score: score.saturating_sub(board.penalty()),
        bonus: None,
    }
}
