//! ChessFive: lines that can still be completed, threats that are real, the centre, mobility, the move.
//!
//! A line that lacks one piece is a threat only if a piece can get to the gap: by falling into it, or by a move of one
//! that is not part of the line. Whoever has such a threat and the move wins at once.

use damero_games::chessfive::{BoardSize, ChessFive, ChessFiveMove, Phase, Square, windows};
use damero_games::{Game, Player};

use super::Searchable;
use crate::agent::Agent;
use crate::chessfive::{ThreatAgent, ThreatSolver, is_within_reach};
use crate::engine::{EngineError, EngineOptions};
use crate::evaluate::Evaluate;
use crate::rung::Rung;
use crate::score::Score;
use crate::solve::Solver;

/// What a window without enemy pieces is worth by the number of pieces that it lacks. An enemy piece in it blocks it and
/// makes it worth nothing, so blocking needs no term of its own.
const LACKING: [i32; 6] = [0, 80, 24, 5, 1, 0];

/// What the first gap that can be filled is worth beyond its window, to the side that has to wait a turn.
const THREAT: i32 = 60;

/// What a second gap is worth then: one move seldom parries both.
const DOUBLE: i32 = 600;

/// What such a gap is worth to the side to move, who wins by it.
const WINNING: i32 = 5_000;

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

    const LADDER: [Rung; 10] = [
        Rung::near(1, 0.09),
        Rung::near(1, 0.01),
        Rung::near(2, 0.01),
        Rung::near(3, 0.1),
        Rung::MEDIUM,
        Rung::Nodes(2_500),
        Rung::HARD,
        Rung::EngineNodes(30_000),
        Rung::EngineNodes(80_000),
        Rung::Engine,
    ];

    /// Alpha-beta that plays wins by threats as soon as they are there.
    fn engine(options: &EngineOptions) -> Result<Box<dyn Agent<Self>>, EngineError> {
        Ok(Box::new(ThreatAgent::new(options.search())))
    }

    /// Knows what threats force, which is not all.
    fn solver(_options: &EngineOptions) -> Option<Box<dyn Solver<Self>>> {
        Some(Box::new(ThreatSolver::default()))
    }
}

impl Evaluate<ChessFive> for ChessFiveEval {
    const SCALE: f32 = 120.0;

    fn evaluate(&self, game: &ChessFive, player: Player) -> Score {
        let board = game.rules().board();
        let (own, enemy) = (lines(game, player), lines(game, player.other()));
        let mut points = own - enemy;
        points += centre(board, game.men().side(player)) - centre(board, game.men().side(player.other()));
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

/// What the lines of a player are worth, the threats among them included.
fn lines(game: &ChessFive, player: Player) -> i32 {
    let board = game.rules().board();
    let (own, enemy) = (game.men().side(player), game.men().side(player.other()));
    let mut points = 0;
    let mut gaps = 0;
    for &window in windows(board) {
        let pieces = own & window;
        if pieces == 0 || enemy & window != 0 {
            continue;
        }
        let lacking = u32::from(board.line()) - pieces.count_ones();
        points += LACKING[lacking as usize];
        if lacking == 1 {
            let gap = window & !pieces;
            if gaps & gap == 0 && is_within_reach(game, own & !window, gap) {
                gaps |= gap;
            }
        }
    }
    points
        + match (gaps.count_ones(), game.to_move() == player) {
            (0, _) => 0,
            (_, true) => WINNING,
            (1, false) => THREAT,
            (_, false) => THREAT + DOUBLE,
        }
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

#[cfg(test)]
mod tests {
    use damero_games::Notation;
    use damero_games::chessfive::ChessFiveRules;

    use super::*;

    /// What the move adds to the value of Cyan's lines: nothing unless Cyan has a threat.
    fn worth_of_the_move(position: &str) -> i32 {
        let lines = |turn| {
            let position = position.replace('?', turn);
            let game = ChessFive::from_position(&ChessFiveRules::default(), &position).expect("a position");
            lines(&game, Player::First)
        };
        lines("c") - lines("m")
    }

    #[test]
    fn a_four_is_a_threat_only_if_the_fifth_piece_gets_there() {
        // Four on a1 to d1; the rook on e4 reaches e1 unless something stands in its way.
        let open = "7R/6Q1/7K/k7/2q1R3/1b4rn/r1b5/NNBB1n2 ? - 10";
        assert_eq!(worth_of_the_move(open), WINNING - THREAT);
        let shut = "7R/6Q1/7K/k7/2q1R3/1b4rn/r3b3/NNBB1n2 ? - 10";
        assert_eq!(worth_of_the_move(shut), 0);
    }

    #[test]
    fn a_drop_threatens_only_where_it_lands() {
        let game =
            |position| ChessFive::from_position(&ChessFiveRules::default(), position).expect("a position");
        // Four on the first rank, then on the second, where e2 needs a piece under it first.
        let ground = game("8/8/8/8/8/8/rrnn4/RRNN4 c BBQK/bbqk 0");
        assert!(lines(&ground, Player::First) > WINNING);
        let air = game("8/8/8/8/8/8/RRNN4/rrnn4 c BBQK/bbqk 0");
        assert!(lines(&air, Player::First) < WINNING);
    }
}
