//! The solver behind the trait that all games share: values are final disc differences.

use damero_games::reversi::{Reversi, ReversiMove};
use damero_games::{Game, Rules, Text};

use super::solver::ReversiSolver;
use crate::engine::EngineOptions;
use crate::limits::Stop;
use crate::solve::{MoveValue, Solved, Solver, Unsolved};

/// Nodes that 16 empty squares usually take, and the factor of each further one.
const NODES_AT_16: f64 = 0.3e6;
const FACTOR: f64 = 2.2;

/// Final disc differences, empty squares going to the winner.
pub struct DiscSolver {
    solver: ReversiSolver,
    every_move: bool,
}

impl DiscSolver {
    /// A solver with the threads and the table of `options`.
    #[must_use]
    pub fn new(options: &EngineOptions) -> Self {
        Self {
            solver: ReversiSolver::new(options.table_mib, options.threads),
            every_move: options.score_all,
        }
    }
}

impl Solver<Reversi> for DiscSolver {
    fn usual_nodes(&self, game: &Reversi) -> Option<u64> {
        let empties = (game.own() | game.enemy()).count_zeros();
        Some((NODES_AT_16 * FACTOR.powi(empties as i32 - 16)) as u64)
    }

    fn solve(
        &mut self,
        game: &Reversi,
        stop: &Stop,
        report: &mut dyn FnMut(u64),
    ) -> Result<Solved<ReversiMove>, Unsolved> {
        if game.rules().get("score").as_deref() == Some("raw") {
            return Err(Unsolved::OutOfReach(Text::new(
                "the solver gives empty squares to the winner; it does not know the rule score=raw",
                "el solucionador da las casillas vacías al ganador; no conoce la regla score=raw",
            )));
        }
        let solution = self.solver.solve(game, stop, report).ok_or(Unsolved::Stopped)?;
        let mut solved = Solved {
            value: solution.score,
            plies: Some(solution.pv.len() as u32),
            best: solution.best.into_iter().collect(),
            pv: solution.pv,
            moves: Vec::new(),
            nodes: solution.nodes,
            time: solution.time,
        };
        if self.every_move {
            let start = std::time::Instant::now();
            let before = solved.nodes;
            let mut more = 0;
            let moves = self.solver.solve_moves(game, stop, &mut |nodes| {
                more = nodes;
                report(before + nodes);
            });
            let moves = moves.ok_or(Unsolved::Stopped)?;
            let best = moves.iter().filter(|(_, score)| *score == solved.value);
            solved.best = best.map(|(m, _)| *m).collect();
            solved.moves = moves
                .into_iter()
                .map(|(m, value)| MoveValue {
                    m,
                    value,
                    plies: None,
                })
                .collect();
            solved.nodes += more;
            solved.time += start.elapsed();
        }
        Ok(solved)
    }
}
