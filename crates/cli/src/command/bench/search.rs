//! How much alpha-beta saves, and how fast it is: nodes beside those of plain minimax, nodes a second, time by depth.

use std::time::{Duration, Instant};

use damero_games::Game;
use damero_games::playout::random_position;
use damero_games::random::seeded;
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, Limits, Searchable, minimax};

use super::{Measured, rate};
use crate::setup;

/// Positions on which nodes are counted.
const POSITIONS: usize = 24;

/// They stand at most so many moves from the beginning.
const PLIES: u32 = 30;

/// Without a depth, the deepest whose leaves are no more than this.
const LEAVES: u64 = 100_000;

/// Depths whose time is told.
const DEPTHS: u32 = 6;

/// Measures on `start` and on positions of random games from there.
pub(super) fn measure<G: Searchable>(start: &G, time: Duration, depth: Option<u32>) -> Vec<Measured> {
    let mut start = start.clone();
    setup::settle(&mut start, 0);
    let mut figures = nodes(&start, depth);
    figures.extend(speed(&start, time));
    figures
}

fn figure<G: Game>(name: &str, value: impl Into<serde_json::Number>, unit: &'static str) -> Measured {
    Measured {
        name: format!("{}.search.{name}", G::META.id),
        value: value.into(),
        unit,
    }
}

/// Nodes of minimax, of alpha-beta that finds the same value, and of the engine as it plays, all at the same depths.
fn nodes<G: Searchable>(start: &G, depth: Option<u32>) -> Vec<Measured> {
    let mut rng = seeded(0);
    let (mut slow, mut plain, mut full) = (0, 0, 0);
    let mut depths = 0;
    for _ in 0..POSITIONS {
        let game = random_position(start.clone(), PLIES, &mut rng).forget_past();
        let depth = depth.unwrap_or_else(|| affordable(&game));
        depths += u64::from(depth);
        if let Some(mover) = game.turn().player() {
            slow += minimax(&G::Eval::default(), &game, mover, depth).1;
        }
        let count = |options| {
            let mut engine = AlphaBeta::new(G::Eval::default(), options);
            engine.think(&game, Limits::depth(depth).into()).nodes
        };
        plain += count(AlphaBetaOptions::plain());
        full += count(AlphaBetaOptions::default());
    }
    let tenths = |ratio: f64| serde_json::Number::from_f64((10.0 * ratio).round() / 10.0);
    let ratio = tenths(slow as f64 / plain as f64).unwrap_or_else(|| 0.into());
    let mean = tenths(depths as f64 / POSITIONS as f64).unwrap_or_else(|| 0.into());
    vec![
        figure::<G>("depth", mean, "plies"),
        figure::<G>("minimax", slow, "nodes"),
        figure::<G>("alphabeta", plain, "nodes"),
        figure::<G>("ratio", ratio, "times"),
        figure::<G>("engine", full, "nodes"),
    ]
}

fn affordable<G: Game>(game: &G) -> u32 {
    let cheap = |&depth: &u32| game.perft(depth) <= LEAVES;
    (1..=8).take_while(cheap).last().unwrap_or(1)
}

/// Nodes a second, and how long each depth takes from the beginning.
fn speed<G: Searchable>(start: &G, time: Duration) -> Vec<Measured> {
    let mut engine = AlphaBeta::new(G::Eval::default(), AlphaBetaOptions::default());
    let think = |engine: &mut AlphaBeta<_>, limits: Limits| {
        let begun = Instant::now();
        let searched = engine.think(start, limits.into());
        (searched.nodes, begun.elapsed())
    };
    let (nodes, took) = think(&mut engine, Limits::time(time));
    let mut figures = vec![figure::<G>("speed", rate(nodes, took), "nodes/s")];
    for depth in 1..=DEPTHS {
        Agent::<G>::new_game(&mut engine);
        let (_, took) = think(&mut engine, Limits::depth(depth));
        let micros = took.as_micros() as u64;
        figures.push(figure::<G>(&format!("time.{depth}"), micros, "us"));
    }
    figures
}
