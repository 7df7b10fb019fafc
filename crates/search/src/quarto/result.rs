//! The solver behind the trait that all games share: 1 for a win, 0 for a draw, -1 for a loss.

use std::cmp::Reverse;

use damero_games::quarto::{Quarto, QuartoMove};
use damero_games::{Game, PovOutcome};

use super::agent::usual_nodes;
use super::solver::QuartoSolver;
use crate::engine::EngineOptions;
use crate::limits::{Limits, Stop};
use crate::solve::{MoveValue, Solved, Solver, Unsolved};

/// Nodes for each further ply of the line. What the solver has proven on the way is mostly still in its table; where it
/// is not, the line ends.
const LINE_NODES: u64 = 5_000_000;

/// Results of Quarto with perfect play.
pub struct ResultSolver {
    solver: QuartoSolver,
    every_move: bool,
}

impl ResultSolver {
    /// A solver with the table of `options`, on one thread whatever they offer. From the empty board 256 MiB are enough.
    #[must_use]
    pub fn new(options: &EngineOptions) -> Self {
        Self {
            solver: QuartoSolver::new(options.table_mib),
            every_move: options.score_all,
        }
    }

    /// Best play from a position to the end, or as far as it is quickly known.
    fn pv(&mut self, game: &Quarto, first: QuartoMove, stop: &Stop) -> Vec<QuartoMove> {
        let mut pv = vec![first];
        let mut game = game.clone();
        game.play_unchecked(first);
        while game.turn().player().is_some() {
            let limits = Limits::nodes(LINE_NODES);
            let next = self.solver.solve_within(&game, &limits, stop, &mut |_| ());
            let Some(m) = next.and_then(|solution| solution.best) else {
                break;
            };
            pv.push(m);
            game.play_unchecked(m);
        }
        pv
    }
}

const fn value(outcome: PovOutcome) -> i32 {
    match outcome {
        PovOutcome::Win => 1,
        PovOutcome::Draw => 0,
        PovOutcome::Loss => -1,
    }
}

impl Solver<Quarto> for ResultSolver {
    fn usual_nodes(&self, game: &Quarto) -> Option<u64> {
        // Measured for all moves, so rather too much for the best one; with squares the empty board takes two fifths.
        let nodes = usual_nodes(game);
        Some(if game.squares_win() { nodes * 2 / 5 } else { nodes })
    }

    fn solve(
        &mut self,
        game: &Quarto,
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Solved<QuartoMove>, Unsolved> {
        let solution = self.solver.solve(game, stop, report).ok_or(Unsolved::Stopped)?;
        let mut solved = Solved {
            value: value(solution.outcome),
            plies: None,
            best: solution.best.into_iter().collect(),
            pv: Vec::new(),
            moves: Vec::new(),
            nodes: solution.nodes,
            time: solution.time,
        };
        if self.every_move {
            let mut tell = |nodes| report(solution.nodes + nodes);
            let all = self
                .solver
                .solve_moves(game, stop, &mut tell)
                .ok_or(Unsolved::Stopped)?;
            let moves = all.moves.iter().map(|&(m, outcome)| MoveValue {
                m,
                value: value(outcome),
                plies: None,
            });
            solved.moves = moves.collect();
            // The solver's own choice first: in a lost position it is the one that resists.
            solved
                .moves
                .sort_by_key(|one| (Reverse(one.value), Some(one.m) != solution.best));
            let best = solved.moves.iter().filter(|one| one.value == solved.value);
            solved.best = best.map(|one| one.m).collect();
            solved.nodes += all.nodes;
            solved.time += all.time;
        }
        if let Some(first) = solution.best {
            solved.pv = self.pv(game, first, stop);
        }
        Ok(solved)
    }
}
