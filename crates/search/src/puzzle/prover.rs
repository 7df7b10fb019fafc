//! The value of every move of a position, by one of the methods.

use damero_games::{MoveBuf, Player};

use super::points::points;
use super::rule::win_value;
use super::{Method, Puzzled, Values};
use crate::agent::Agent;
use crate::alphabeta::{AlphaBeta, Options};
use crate::engine::EngineOptions;
use crate::evaluate::Evaluate;
use crate::limits::{Limits, Stop};
use crate::score::Score;
use crate::solve::Solver;

/// No position is worth more work than this.
const MOST_NODES: u64 = 4_000_000;

/// Searches to the full width: no reductions, and table entries of the same depth only, so that the values are those of
/// minimax.
const FULL_WIDTH: Options = Options {
    threads: 1,
    table_mib: 16,
    reduce: false,
    extend: true,
    score_all: true,
    score_within: None,
    same_depth_only: true,
};

/// Only the end of a game counts; moves are ordered as the game's own evaluation does.
#[derive(Clone, Default)]
struct Wins<E>(E);

impl<G: Puzzled> Evaluate<G> for Wins<G::Eval> {
    const SCALE: f32 = 1.0;
    const REDUCE: bool = false;

    fn evaluate(&self, _game: &G, _player: Player) -> Score {
        Score::DRAW
    }

    fn order(&self, game: &G, m: G::Move) -> i32 {
        self.0.order(game, m)
    }
}

/// Only pieces count, once nothing is left to be captured.
#[derive(Clone, Default)]
struct Pieces<E>(E);

impl<G: Puzzled> Evaluate<G> for Pieces<G::Eval> {
    const SCALE: f32 = 100.0;
    const REDUCE: bool = false;

    fn evaluate(&self, game: &G, player: Player) -> Score {
        Score::new(game.material(player) - game.material(player.other()))
    }

    fn is_quiet(&self, game: &G) -> bool {
        game.is_settled()
    }

    fn order(&self, game: &G, m: G::Move) -> i32 {
        self.0.order(game, m)
    }
}

/// Values moves. It keeps its tables from position to position; the values do not depend on them.
pub struct Prover<G: Puzzled> {
    wins: AlphaBeta<Wins<G::Eval>>,
    pieces: AlphaBeta<Pieces<G::Eval>>,
    solver: Option<Box<dyn Solver<G>>>,
    nodes: u64,
}

impl<G: Puzzled> Default for Prover<G> {
    fn default() -> Self {
        let options = EngineOptions {
            table_mib: 16,
            score_all: true,
            ..EngineOptions::default()
        };
        Self {
            wins: AlphaBeta::new(Wins::default(), FULL_WIDTH),
            pieces: AlphaBeta::new(Pieces::default(), FULL_WIDTH),
            solver: G::solver(&options),
            nodes: 0,
        }
    }
}

impl<G: Puzzled> Prover<G> {
    /// Positions visited since the last time this was asked.
    pub fn take_nodes(&mut self) -> u64 {
        std::mem::take(&mut self.nodes)
    }

    /// Every legal move with its value for the player to move, in the order of the game; `None` when it is out of reach.
    pub fn values(&mut self, game: &G, method: Method) -> Option<Values<G>> {
        game.turn().player()?;
        let game = &game.forget_past();
        match method {
            Method::Exact => {
                let solved = self
                    .solver
                    .as_mut()?
                    .solve(game, &Stop::default(), &mut |_| ())
                    .ok()?;
                self.nodes += solved.nodes;
                let known = |m| solved.moves.iter().find(|one| one.m == m).map(|one| one.value);
                in_order(game, known)
            }
            Method::Points => {
                let (values, nodes) = points(game, MOST_NODES)?;
                self.nodes += nodes;
                Some(values)
            }
            Method::Forced(plies) => {
                let (values, nodes) = searched(&mut self.wins, game, plies)?;
                self.nodes += nodes;
                Some(values)
            }
            Method::Material(plies) => {
                let (values, nodes) = searched(&mut self.pieces, game, plies)?;
                self.nodes += nodes;
                Some(values)
            }
        }
    }
}

/// The values by a search of exactly so many plies, and its nodes.
fn searched<G: Puzzled, E: Evaluate<G>>(
    engine: &mut AlphaBeta<E>,
    game: &G,
    plies: u32,
) -> Option<(Values<G>, u64)> {
    let limits = Limits::depth(plies).and(Limits::nodes(MOST_NODES));
    let result = engine.think(game, limits.into());
    if result.depth < plies {
        return None;
    }
    let value = |score: Score| win_value(score).unwrap_or_else(|| score.get());
    let known = |m| {
        let found = result.moves.iter().find(|searched| searched.m == m);
        found.and_then(|searched| searched.score).map(value)
    };
    Some((in_order(game, known)?, result.nodes))
}

fn in_order<G: Puzzled>(game: &G, value: impl Fn(G::Move) -> Option<i32>) -> Option<Values<G>> {
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    moves.into_iter().map(|m| Some((m, value(m)?))).collect()
}
