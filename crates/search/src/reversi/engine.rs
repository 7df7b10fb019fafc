//! The player: a selective search by patterns in the middle game, the exact solver as soon as it can reach the end in
//! time.

use std::time::{Duration, Instant};

use damero_games::PovValue;
use damero_games::reversi::{Reversi, ReversiMove};

use super::pattern::{PatternEval, UNIT, Weights};
use super::root::{Root, Step, full_steps, selective_steps};
use super::solver::ReversiSolver;
use super::worker::Worker;
use crate::agent::{Agent, SearchContext, SearchResult, SearchedMove};
use crate::engine::EngineOptions;
use crate::evaluate::Evaluate;
use crate::limits::{Limits, Stop};
use crate::score::Score;

/// The nodes that a thread of the solver enters in a second, with a margin for slow machines.
const NODES_PER_SECOND: f64 = 10e6;

/// Nodes to solve a position of 16 empty squares, and the factor of each further one; some positions need several
/// times more.
const NODES_AT_16: f64 = 0.5e6;
const NODES_FACTOR: f64 = 2.2;

/// How many times more it takes to solve every move.
const ALL_MOVES: f64 = 6.0;

/// The share of the time that the solver may lose on a position that turns out too hard.
const SHARE: f64 = 0.5;

/// Time to think when no limit says otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Plays Reversi by patterns, and perfectly near the end.
///
/// Scores are hundredths of a disc. A request for a depth is searched in full; one for time or nodes is searched
/// selectively, as deep as it goes. The score of a solved position is the final difference of discs, and its value is
/// won, drawn or lost. One thread is deterministic but for the clock.
pub struct ReversiEngine {
    solver: ReversiSolver,
    threads: usize,
    score_all: bool,
}

impl ReversiEngine {
    /// A player with the weights that come with the program.
    #[must_use]
    pub fn new(options: &EngineOptions) -> Self {
        Self::with_weights(options, Weights::shipped())
    }

    /// A player with other weights.
    #[must_use]
    pub fn with_weights(options: &EngineOptions, weights: std::sync::Arc<Weights>) -> Self {
        let threads = options.threads.max(1);
        let kib = options.table_mib << 9;
        Self {
            solver: ReversiSolver::with_tables(kib, kib, threads, weights),
            threads,
            score_all: options.score_all,
        }
    }

    /// What the solver may spend here, if the position is within its reach.
    fn solver_limits(&self, empties: u32, limits: &Limits) -> Option<Limits> {
        let mut expected = NODES_AT_16 * NODES_FACTOR.powi(empties as i32 - 16);
        if self.score_all {
            expected *= ALL_MOVES;
        }
        let share = Limits {
            time: limits.time.map(|time| time.mul_f64(SHARE)),
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

    /// The exact scores; `None` when that takes too long.
    fn solve(&mut self, game: &Reversi, limits: Limits, stop: &Stop) -> Option<SearchResult<ReversiMove>> {
        self.solver.limit(limits);
        let solution = self.solver.solve(game, stop, &mut |_| ())?;
        let best = solution.best?;
        let mut moves = vec![exact(best, solution.score)];
        if self.score_all {
            let all = self.solver.solve_moves(game, stop, &mut |_| ())?;
            let others = all.into_iter().filter(|&(m, _)| m != best);
            moves.extend(others.map(|(m, score)| exact(m, score)));
        }
        Some(SearchResult {
            best,
            score: moves[0].score,
            value: moves[0].value,
            depth: solution.pv.len() as u32,
            pv: solution.pv,
            moves,
            nodes: solution.nodes,
            time: solution.time,
        })
    }

    /// A search by patterns.
    fn search(
        &mut self,
        game: &Reversi,
        steps: &[Step],
        mut ctx: SearchContext<'_, SearchResult<ReversiMove>>,
    ) -> SearchResult<ReversiMove> {
        let start = Instant::now();
        let empties = (game.own() | game.enemy()).count_zeros();
        let score_all = self.score_all;
        let helpers = self.threads - 1;
        let memory = self.solver.memory();
        memory.new_search();
        let memory = &*memory;
        let stop = ctx.stop.clone();
        let shared = memory.search(&ctx.limits, start, &stop);
        let root = || Root::new(game, memory, Worker::new(&shared, None), score_all);
        let mut searched = std::thread::scope(|scope| {
            for helper in 0..helpers {
                // Every other helper runs one step ahead, so that the threads do not tread the same path.
                let steps = &steps[(helper + 1) % 2 % steps.len()..];
                scope.spawn(move || root().deepen(steps, &mut |_| ()));
            }
            let mut root = root();
            root.deepen(steps, &mut |root| {
                ctx.report(&searched(root, empties, root.nodes(), start));
            });
            shared.end();
            searched(&root, empties, 0, start)
        });
        searched.nodes = shared.nodes();
        searched
    }
}

/// A move of a solved position.
fn exact(m: ReversiMove, discs: i32) -> SearchedMove<ReversiMove> {
    SearchedMove {
        m,
        score: Some(Score::new(100 * discs)),
        value: Some(PovValue(discs.signum() as f32)),
        visit_share: None,
    }
}

/// What the root knows.
fn searched(root: &Root<'_>, empties: u32, nodes: u64, start: Instant) -> SearchResult<ReversiMove> {
    let is_exact = root.done.is_some_and(|step| step.is_exact(empties));
    let score_all = root.score_all();
    let moves = root.moves.iter().enumerate().map(|(i, root_move)| {
        if is_exact && (i == 0 || score_all) {
            return exact(root_move.m, root_move.score.div_euclid(UNIT));
        }
        // Unless all are scored, the others are only known to be no better.
        let score = (i == 0 || score_all).then(|| PatternEval::score(root_move.score));
        SearchedMove {
            m: root_move.m,
            score,
            value: score.map(|score| score.value(PatternEval::SCALE)),
            visit_share: None,
        }
    });
    let moves: Vec<_> = moves.collect();
    SearchResult {
        best: moves[0].m,
        score: moves[0].score,
        value: moves[0].value,
        pv: root.moves[0].pv.clone(),
        moves,
        depth: root.done.map_or(0, |step| step.depth),
        nodes,
        time: start.elapsed(),
    }
}

impl Agent<Reversi> for ReversiEngine {
    fn name(&self) -> String {
        "reversi".to_owned()
    }

    fn think(
        &mut self,
        game: &Reversi,
        mut ctx: SearchContext<'_, SearchResult<ReversiMove>>,
    ) -> SearchResult<ReversiMove> {
        let start = Instant::now();
        let empties = (game.own() | game.enemy()).count_zeros();
        let limits = &mut ctx.limits;
        let is_unlimited = limits.depth.is_none() && limits.time.is_none() && limits.nodes.is_none();
        limits.time = limits.time.or(is_unlimited.then_some(DEFAULT_TIME));
        // Who limits the depth asks for a weaker player, unless the end is within that depth.
        let depth = limits.depth.filter(|&depth| depth < empties);
        if depth.is_none()
            && let Some(share) = self.solver_limits(empties, limits)
        {
            if let Some(mut searched) = self.solve(game, share, &ctx.stop) {
                searched.time = start.elapsed();
                ctx.report(&searched);
                return searched;
            }
            limits.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            limits.nodes = limits.nodes.map(|nodes| nodes - nodes / 2);
        }
        let steps = match depth {
            Some(depth) => full_steps(empties, depth.max(1)),
            None => selective_steps(empties),
        };
        self.search(game, &steps, ctx)
    }

    fn new_game(&mut self) {
        self.solver.clear();
    }
}
