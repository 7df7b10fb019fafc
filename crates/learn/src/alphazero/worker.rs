//! Many games at once: the leaves of all of them go through the network together.
//!
//! A worker has a network of its own and never waits for another one. Games are played in groups of fixed size, each by
//! whichever worker is free, so that the number of threads changes nothing: what a network answers may depend in the
//! last bit on what else is in its batch, but a batch depends on its group alone.

use std::time::Instant;

use damero_games::random::seeded;
use damero_games::{Encode, Symmetry};
use damero_nets::NetEvaluator;
use damero_search::mcts::{Evaluations, Evaluator, Views};
use damero_search::{EngineOptions, Solver};
use rayon::ThreadPool;

use super::counts::Counts;
use super::game::SelfPlayGame;
use super::params::SelfPlayParams;
use super::played::Played;
use super::trainer::Subject;
use crate::rng_streams::{Purpose, stream};
use crate::selfplay::in_groups;

/// Where the seconds of all threads went.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Spent {
    /// In the network, encoding positions and reading answers included.
    pub network: f64,
    /// In trees and rules.
    pub tree: f64,
    /// Waiting for other threads to finish their last games.
    pub waiting: f64,
    /// On the clock.
    pub wall: f64,
}

/// The games of a cycle.
#[derive(Clone, Debug)]
pub struct SelfPlayBatch<G: damero_games::Game> {
    /// The games, in the order of their numbers.
    pub games: Vec<Played<G>>,
    /// What was counted in them.
    pub counts: Counts,
    /// Where the time went.
    pub spent: Spent,
}

/// Which games are to be played.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The seed of the run.
    pub seed: u64,
    /// The number of the cycle; each one has other games.
    pub cycle: u64,
    /// How many games.
    pub games: u32,
    /// How many of them side by side.
    pub concurrent: usize,
}

/// The solver of positions that take up to `nodes` nodes, for one thread; none if there are to be none, or the game has
/// none.
#[must_use]
pub fn exact_solver<G: Subject>(nodes: u64) -> Option<Box<dyn Solver<G>>> {
    let options = EngineOptions {
        table_mib: 4,
        score_all: true,
        ..EngineOptions::default()
    };
    G::solver(&options).filter(|_| nodes > 0)
}

/// Plays games of a network with itself, and with those of the `past`, on all threads of `pool`.
pub fn self_play_batch<G: Subject>(
    pool: &ThreadPool,
    judge: &NetEvaluator<G>,
    past: &[NetEvaluator<G>],
    rules: &G::Rules,
    params: &SelfPlayParams,
    order: Order,
) -> SelfPlayBatch<G> {
    let begin = Instant::now();
    let mut boards: Vec<Option<SelfPlayGame<G>>> = (0..u64::from(order.games))
        .map(|n| {
            let rng = stream(order.seed, Purpose::Game, order.cycle, n);
            let mut board = SelfPlayGame::new(rules, params, rng);
            if !past.is_empty() {
                board.draw_rival(params);
            }
            Some(board)
        })
        .collect();
    let groups = in_groups(
        pool,
        &mut boards,
        order.concurrent,
        || {
            let judge = Views::new(judge.clone(), params.symmetries);
            (judge, exact_solver(params.exact_nodes))
        },
        |(judge, solver), n, boards| {
            let mut group: Vec<SelfPlayGame<G>> = boards.iter_mut().filter_map(Option::take).collect();
            group.iter_mut().for_each(|board| board.open(params, judge));
            // One older network a group, so that its leaves are judged together too.
            let rival = past.get((order.cycle as usize + n) % past.len().max(1));
            let mut rival = rival.map(|rival| Views::new(rival.clone(), params.symmetries));
            let spent = play(&mut group, (judge, rival.as_mut()), solver, params);
            let finished: Vec<_> = group.into_iter().map(SelfPlayGame::finish).collect();
            (finished, spent)
        },
    );
    let mut found = SelfPlayBatch {
        games: Vec::new(),
        counts: Counts::default(),
        spent: Spent::default(),
    };
    for (finished, spent) in groups {
        found.spent.network += spent.network;
        found.spent.tree += spent.tree;
        for (game, counts) in finished {
            found.games.push(game);
            found.counts.add(&counts);
        }
    }
    let spent = &mut found.spent;
    spent.wall = begin.elapsed().as_secs_f64();
    let all = spent.wall * pool.current_num_threads() as f64;
    spent.waiting = (all - spent.network - spent.tree).max(0.0);
    found
}

/// Plays all games of a group to the end; the second judge is that of the seats of an older network, and the solver, if there
/// is one, ends games within its reach.
pub fn play<G: Encode + Symmetry, J: Evaluator<G>>(
    boards: &mut [SelfPlayGame<G>],
    (judge, mut rival): (&mut J, Option<&mut J>),
    solver: &mut Option<Box<dyn Solver<G>>>,
    params: &SelfPlayParams,
) -> Spent {
    let begin = Instant::now();
    let mut spent = Spent::default();
    let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
    // Only symmetries are drawn from it, if any are.
    let mut rng = seeded(0);
    while boards.iter().any(|board| !board.is_over()) {
        for (judge, is_rivals) in [(Some(&mut *judge), false), (rival.as_deref_mut(), true)] {
            let Some(judge) = judge else {
                continue;
            };
            leaves.clear();
            answers.clear();
            for board in boards.iter_mut().filter(|board| board.is_rivals() == is_rivals) {
                board.gather(params, solver, &mut leaves);
            }
            if leaves.is_empty() {
                continue;
            }
            let asked = Instant::now();
            judge.evaluate(&leaves, &mut rng, &mut answers);
            spent.network += asked.elapsed().as_secs_f64();
            // A board that gathered nothing takes nothing.
            let mut answers = answers.iter();
            for board in &mut *boards {
                board.apply(&mut answers);
            }
        }
    }
    spent.wall = begin.elapsed().as_secs_f64();
    spent.tree = spent.wall - spent.network;
    spent
}
