//! The player: alpha-beta in the middle game, the exact solver as soon as it can reach the end in time.

use std::time::{Duration, Instant};

use damero_games::PovValue;
use damero_games::reversi::{Reversi, ReversiMove};

use super::solver::ReversiSolver;
use crate::agent::{Agent, MoveThought, Thought};
use crate::alphabeta::{AlphaBeta, Options};
use crate::eval::ReversiEval;
use crate::limits::{Limits, Stop};
use crate::score::Score;

/// The nodes that a thread of the solver enters in a second, with a margin for slow machines.
const NODES_PER_SECOND: f64 = 10e6;

/// Nodes to solve a position of 16 empty squares, and the factor of each further one; some positions need several
/// times more.
const NODES_AT_16: f64 = 0.5e6;
const NODES_FACTOR: f64 = 2.2;

/// The share of the time that the solver may lose on a position that turns out too hard.
const SHARE: f64 = 0.5;

/// Time to think when no limit says otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Plays Reversi by search, and perfectly near the end.
///
/// A solved position has a proven score, [`Score::WIN`] less the plies to the end when it is won; among winning moves
/// it takes one with the most discs.
pub struct ReversiEngine {
    middle: AlphaBeta<ReversiEval>,
    solver: ReversiSolver,
    threads: usize,
}

impl ReversiEngine {
    /// A player on so many threads; `mib` mebibytes are shared by its two tables.
    #[must_use]
    pub fn new(mib: usize, threads: usize) -> Self {
        let threads = threads.max(1);
        let options = Options {
            threads,
            table_mib: mib / 2,
            ..Options::default()
        };
        Self {
            middle: AlphaBeta::new(ReversiEval, options),
            solver: ReversiSolver::new(mib / 2, threads),
            threads,
        }
    }

    /// What the solver may spend here, if the position is within its reach.
    fn solver_limits(&self, game: &Reversi, limits: &Limits) -> Option<Limits> {
        let empties = (game.own() | game.enemy()).count_zeros();
        // Who limits the depth asks for a weaker player, unless the end is within that depth.
        if limits.depth.is_some_and(|depth| depth < empties) {
            return None;
        }
        let expected = NODES_AT_16 * NODES_FACTOR.powi(empties as i32 - 16);
        let unlimited = limits.time.is_none() && limits.nodes.is_none();
        let time = limits.time.or(unlimited.then_some(DEFAULT_TIME));
        let share = Limits {
            time: time.map(|time| time.mul_f64(SHARE)),
            nodes: limits.nodes.map(|nodes| (nodes as f64 * SHARE) as u64),
            ..Limits::default()
        };
        let affordable = share
            .time
            .map_or(f64::INFINITY, |time| {
                time.as_secs_f64() * NODES_PER_SECOND * self.threads as f64
            })
            .min(share.nodes.map_or(f64::INFINITY, |nodes| nodes as f64));
        (expected <= affordable).then_some(share)
    }

    fn solve(&mut self, game: &Reversi, limits: Limits, stop: &Stop) -> Option<Thought<ReversiMove>> {
        self.solver.limit(limits);
        let solution = self.solver.solve(game, stop, &mut |_| ())?;
        let best = solution.best?;
        let plies = solution.line.len() as u32;
        let score = match solution.score {
            1.. => Score::WIN.plus(-(plies as i32)),
            0 => Score::DRAW,
            _ => Score::LOSS.plus(plies as i32),
        };
        let value = Some(PovValue(solution.score.signum() as f32));
        Some(Thought {
            best,
            score: Some(score),
            value,
            line: solution.line,
            moves: vec![MoveThought {
                m: best,
                score: Some(score),
                value,
                share: None,
            }],
            depth: plies,
            nodes: solution.nodes,
            time: solution.time,
        })
    }
}

impl Agent<Reversi> for ReversiEngine {
    fn name(&self) -> String {
        "reversi".to_owned()
    }

    fn think(
        &mut self,
        game: &Reversi,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<ReversiMove>),
    ) -> Thought<ReversiMove> {
        let start = Instant::now();
        if let Some(share) = self.solver_limits(game, limits)
            && let Some(thought) = self.solve(game, share, stop)
        {
            report(&thought);
            return thought;
        }
        let unlimited = limits.depth.is_none() && limits.time.is_none() && limits.nodes.is_none();
        let time = limits.time.or(unlimited.then_some(DEFAULT_TIME));
        let rest = Limits {
            time: time.map(|time| time.saturating_sub(start.elapsed())),
            ..*limits
        };
        self.middle.think(game, &rest, stop, report)
    }

    fn new_game(&mut self) {
        Agent::<Reversi>::new_game(&mut self.middle);
        self.solver.clear();
    }
}
