//! What a position is worth without search: it depends on the pieces that can be given without losing at once.
//!
//! Who has none has lost, and who has one that leaves the opponent none wherever it is placed has won. In between the
//! number of safe pieces matters, and its parity more than its size: with two of them the opponent often answers the
//! first so that the second is no longer safe.

use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::{Game, Player};

use super::grid::{Grid, Outlook, bits};
use crate::evaluate::Evaluate;
use crate::score::Score;

/// Hundredths of the expected result for the player who is to give, by the number of safe pieces: means of the exact
/// values of some 60,000 positions from random games with six to twelve pieces on the board, where neither side wins at
/// once. Zero safe pieces is a certain loss.
const STANDARD: [i32; 8] = [-SETTLED, -10, -45, -10, -15, -8, -5, -5];
const SQUARE: [i32; 8] = [-SETTLED, -18, -65, -28, -27, -24, -40, -27];

/// A won position whose end is not reached yet.
const SETTLED: i32 = 300;

/// Judges by the pieces that can be given safely.
#[derive(Clone, Copy, Default, Debug)]
pub struct QuartoEval;

impl QuartoEval {
    /// For the player to move.
    fn points<const SQUARES: bool>(game: &Quarto) -> i32 {
        let grid = Grid::of(game);
        let by_safe = if SQUARES { &SQUARE } else { &STANDARD };
        let worth = |safe: u16| by_safe[(safe.count_ones() as usize).min(7)];
        match game.hand() {
            None => match grid.safe::<SQUARES>() {
                0 => -SETTLED,
                // Nothing is left to give after the last piece, and that is no loss.
                _ if grid.placed() == 15 => 0,
                safe if Outlook::new::<SQUARES>(&grid).least_freedom(safe) == 0 => SETTLED,
                safe => worth(safe),
            },
            Some(piece) if game.board().winning_cells(piece, SQUARES) != 0 => SETTLED,
            Some(_) if grid.placed() == 15 => 0,
            Some(piece) => {
                let replies = Outlook::new::<SQUARES>(&grid).replies(u32::from(piece.index()));
                let cells = bits(!grid.occupied).map(|cell| worth(replies.safe_after(cell)));
                cells.max().unwrap_or_default()
            }
        }
    }

    fn rank<const SQUARES: bool>(game: &Quarto, m: QuartoMove) -> i32 {
        let grid = Grid::of(game);
        match (m, game.hand()) {
            (QuartoMove::Give(piece), _) => {
                if game.board().winning_cells(piece, SQUARES) != 0 {
                    return -SETTLED;
                }
                let replies = Outlook::new::<SQUARES>(&grid).replies(u32::from(piece.index()));
                -(replies.freedom() as i32)
            }
            (QuartoMove::Place(cell), Some(piece)) => {
                if game.board().winning_cells(piece, SQUARES) & cell.bit() != 0 {
                    return SETTLED;
                }
                let next = grid.after(u32::from(piece.index()), u32::from(cell.index()));
                match next.safe::<SQUARES>().count_ones() {
                    0 => -SETTLED,
                    safe => -(safe as i32),
                }
            }
            (QuartoMove::Place(_), None) => -SETTLED,
        }
    }
}

impl Evaluate<Quarto> for QuartoEval {
    /// An expectation of one half is three games in four.
    const SCALE: f32 = 50.0;

    fn evaluate(&self, game: &Quarto, player: Player) -> Score {
        let points = if game.squares_win() {
            Self::points::<true>(game)
        } else {
            Self::points::<false>(game)
        };
        let score = Score::new(points);
        if game.turn().player() == Some(player) {
            score
        } else {
            score.for_opponent()
        }
    }

    /// Wins first, then what leaves the fewest safe pieces, and what loses at once last.
    fn order(&self, game: &Quarto, m: QuartoMove) -> i32 {
        if game.squares_win() {
            Self::rank::<true>(game, m)
        } else {
            Self::rank::<false>(game, m)
        }
    }
}

#[cfg(test)]
mod tests {
    use damero_games::playout::random_game;
    use damero_games::random::seeded;
    use damero_games::{Game, PovOutcome};

    use super::*;
    use crate::limits::Stop;
    use crate::quarto::QuartoSolver;

    /// What the evaluation calls settled must be so, and on the whole it must favour the side that wins.
    #[test]
    fn settled_positions_are_settled_and_the_rest_leans_the_right_way() {
        let mut rng = seeded(11);
        for rules in ["square", "standard"] {
            let rules = rules.parse().expect("a preset");
            let mut solver = QuartoSolver::new(16);
            let (mut with, mut without) = (0, 0);
            for _ in 0..400 {
                for game in random_game(Quarto::start(&rules), &mut rng) {
                    let Some(player) = game.turn().player() else { break };
                    if game.board().occupied().count_ones() >= 8 {
                        let points = QuartoEval.evaluate(&game, player).get();
                        let solution = solver.solve(&game, &Stop::default(), &mut |_| ());
                        let outcome = solution.expect("nobody stops it").outcome;
                        match points {
                            SETTLED => assert_eq!(outcome, PovOutcome::Win, "{game:?}"),
                            points if points == -SETTLED => assert_eq!(outcome, PovOutcome::Loss, "{game:?}"),
                            _ => match outcome {
                                PovOutcome::Win => with += points,
                                PovOutcome::Loss => without += points,
                                PovOutcome::Draw => {}
                            },
                        }
                    }
                }
            }
            assert!(with > without, "{with} and {without}");
        }
    }
}
