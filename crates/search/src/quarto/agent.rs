//! A player that is perfect as soon as it can be.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use damero_games::PovOutcome;
use damero_games::quarto::{Quarto, QuartoMove};

use super::eval::QuartoEval;
use super::solver::{MoveValues, QuartoSolver};
use crate::agent::{Agent, SearchContext, SearchResult, SearchedMove};
use crate::alphabeta::{AlphaBeta, Options};
use crate::evaluate::Evaluate;
use crate::limits::Limits;
use crate::score::Score;

/// How a [`SolvingAgent`] plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvingOptions {
    /// Positions that the solver may visit for one move. The default is enough from five pieces on the board, almost
    /// always from four.
    pub solver_nodes: u64,
    /// Size of the solver's table in MiB.
    pub solver_mib: usize,
    /// How it searches before that.
    pub search: Options,
}

impl Default for SolvingOptions {
    fn default() -> Self {
        Self {
            solver_nodes: 20_000_000,
            solver_mib: 256,
            search: Options::default(),
        }
    }
}

/// Solves positions that are within reach, and searches the others by alpha-beta with [`QuartoEval`].
pub struct SolvingAgent {
    solver: QuartoSolver,
    engine: AlphaBeta<QuartoEval>,
    solver_nodes: u64,
}

impl SolvingAgent {
    /// An agent that knows nothing yet.
    #[must_use]
    pub fn new(options: SolvingOptions) -> Self {
        Self {
            solver: QuartoSolver::new(options.solver_mib),
            engine: AlphaBeta::new(QuartoEval, options.search),
            solver_nodes: options.solver_nodes,
        }
    }

    /// What the solver may use of `limits`; `None` when it need not even try.
    fn share(&self, game: &Quarto, limits: &Limits) -> Option<Limits> {
        let plies = plies_left(game);
        if limits.depth.is_some_and(|depth| depth < plies) {
            return None;
        }
        // If the solver fails, the other half is for searching.
        let nodes = limits
            .nodes
            .map_or(u64::MAX, |nodes| nodes / 2)
            .min(self.solver_nodes);
        let share = Limits {
            nodes: Some(nodes),
            time: limits.time.map(|time| time / 2),
            ..Limits::default()
        };
        (usual_nodes(game) <= nodes).then_some(share)
    }
}

impl Default for SolvingAgent {
    fn default() -> Self {
        Self::new(SolvingOptions::default())
    }
}

/// What is left to be given and placed until the board is full.
fn plies_left(game: &Quarto) -> u32 {
    2 * game.board().empty().count_ones() - u32::from(game.hand().is_some())
}

/// Nodes that solving all moves usually takes, by the pieces on the board; measured with lines only, which takes longer
/// than with squares.
const USUAL_NODES: [u64; 7] = [
    350_000_000,
    600_000_000,
    200_000_000,
    65_000_000,
    7_000_000,
    1_500_000,
    90_000,
];

pub(super) fn usual_nodes(game: &Quarto) -> u64 {
    // That the next piece is given already saves about as much as if it were placed.
    let placed = game.board().occupied().count_ones() + u32::from(game.hand().is_some());
    USUAL_NODES.get(placed as usize).copied().unwrap_or_default()
}

/// The value of a move when only the result is known: the longest that the game can still take.
fn score(game: &Quarto, m: QuartoMove, outcome: PovOutcome) -> Score {
    let wins_now = matches!((m, game.hand()), (QuartoMove::Place(cell), Some(piece))
        if game.board().winning_cells(piece, game.squares_win()) & cell.bit() != 0);
    Score::ended(outcome, if wins_now { 1 } else { plies_left(game) })
}

fn searched(
    game: &Quarto,
    solved: &MoveValues,
    nodes: u64,
    time: Duration,
) -> Option<SearchResult<QuartoMove>> {
    let mut moves: Vec<_> = solved
        .moves
        .iter()
        .map(|&(m, outcome)| SearchedMove {
            m,
            score: Some(score(game, m, outcome)),
            value: Some(outcome.value()),
            visit_share: None,
        })
        .collect();
    // Of equal moves the one that makes it hardest for the opponent.
    moves.sort_by_cached_key(|searched| Reverse((searched.score, QuartoEval.order(game, searched.m))));
    let best = *moves.first()?;
    Some(SearchResult {
        best: best.m,
        score: best.score,
        value: best.value,
        pv: vec![best.m],
        moves,
        depth: plies_left(game),
        nodes,
        time,
    })
}

impl Agent<Quarto> for SolvingAgent {
    fn name(&self) -> String {
        "solver".to_owned()
    }

    fn think(
        &mut self,
        game: &Quarto,
        mut ctx: SearchContext<'_, SearchResult<QuartoMove>>,
    ) -> SearchResult<QuartoMove> {
        let start = Instant::now();
        // Of a solver that gives up, the nodes until its last report.
        let mut spent = 0;
        if let Some(share) = self.share(game, &ctx.limits) {
            let solved = self
                .solver
                .solve_moves_within(game, &share, &ctx.stop, &mut |nodes| spent = nodes);
            let searched = solved.and_then(|solved| searched(game, &solved, solved.nodes, start.elapsed()));
            if let Some(searched) = searched {
                ctx.report(&searched);
                return searched;
            }
            let limits = &mut ctx.limits;
            limits.nodes = limits
                .nodes
                .map(|nodes| nodes - share.nodes.unwrap_or_default().min(nodes));
            limits.time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
        }
        let mut searched = self.engine.think(game, ctx);
        searched.nodes += spent;
        searched.time = start.elapsed();
        searched
    }

    fn new_game(&mut self) {
        self.solver.clear();
        Agent::<Quarto>::new_game(&mut self.engine);
    }
}
