//! ChessFive: lines that can still become five, the centre, mobility, the move.

use damero_games::chessfive::{BoardSize, ChessFive, ChessFiveMove, Phase, Square, windows};
use damero_games::{Game, Player};

use super::Searchable;
use crate::evaluate::Evaluate;
use crate::score::Score;

/// What a window without enemy pieces is worth by the number of own pieces in it: 0 to 4. An enemy piece in it blocks
/// it and makes it worth nothing, so blocking needs no term of its own.
const WINDOWS: [i32; 6] = [0, 1, 5, 24, 110, 0];

/// What a piece is worth by how close to the centre it stands, for each ring of squares from the edge.
const RINGS: [i32; 4] = [0, 2, 4, 6];

/// What each square that a piece can move to is worth.
const MOBILITY: i32 = 1;

/// What it is worth to have the move.
const TEMPO: i32 = 12;

/// The evaluation of ChessFive.
#[derive(Clone, Copy, Default, Debug)]
pub struct ChessFiveEval;

impl Searchable for ChessFive {
    type Eval = ChessFiveEval;
}

impl Evaluate<ChessFive> for ChessFiveEval {
    const SCALE: f32 = 120.0;

    fn evaluate(&self, game: &ChessFive, player: Player) -> Score {
        let board = game.rules().board();
        let (own, enemy) = (game.men().side(player), game.men().side(player.other()));
        let mut points = lines(board, own, enemy) + centre(board, own) - centre(board, enemy);
        if game.phase() == Phase::Chess {
            let moves = MOBILITY * game.count_moves() as i32;
            points += if game.to_move() == player { moves } else { -moves };
        }
        points += if game.to_move() == player { TEMPO } else { -TEMPO };
        Score::new(points)
    }

    fn order(&self, game: &ChessFive, m: ChessFiveMove) -> i32 {
        let (ChessFiveMove::Drop { to, .. } | ChessFiveMove::Step { to, .. }) = m;
        ring(game.rules().board(), to)
    }
}

fn lines(board: BoardSize, own: u64, enemy: u64) -> i32 {
    let worth = |window: &u64| match ((own & window).count_ones(), (enemy & window).count_ones()) {
        (n, 0) => WINDOWS[n as usize],
        (0, n) => -WINDOWS[n as usize],
        _ => 0,
    };
    windows(board).iter().map(worth).sum()
}

fn centre(board: BoardSize, pieces: u64) -> i32 {
    Square::all(pieces).map(|square| ring(board, square)).sum()
}

fn ring(board: BoardSize, square: Square) -> i32 {
    let last = board.side() - 1;
    let (file, rank) = (square.file(), square.rank());
    let from_edge = file.min(rank).min(last - file).min(last - rank);
    RINGS[usize::from(from_edge)]
}
