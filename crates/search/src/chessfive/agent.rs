//! ChessFive's own engine: alpha-beta that first looks for a win that threats force.

use damero_games::Game;
use damero_games::chessfive::{ChessFive, ChessFiveMove};

use super::threats::ThreatSolver;
use crate::agent::{Agent, SearchContext, SearchResult};
use crate::alphabeta::{AlphaBeta, Options};
use crate::eval::ChessFiveEval;
use crate::limits::Limits;
use crate::solve::Solver;

/// The share of a limit of nodes that the proof may use.
const SHARE: u64 = 8;

/// Nodes for the proof where only time or depth is limited: some milliseconds.
const PROOF_NODES: u64 = 30_000;

/// Plays forced wins as soon as they are there, and alpha-beta's move otherwise.
pub struct ThreatAgent {
    search: AlphaBeta<ChessFiveEval>,
    solver: ThreatSolver,
}

impl ThreatAgent {
    /// With these options of its search.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            search: AlphaBeta::new(ChessFiveEval, options),
            solver: ThreatSolver::default(),
        }
    }
}

impl Agent<ChessFive> for ThreatAgent {
    fn name(&self) -> String {
        self.search.name()
    }

    fn think(
        &mut self,
        game: &ChessFive,
        ctx: SearchContext<'_, SearchResult<ChessFiveMove>>,
    ) -> SearchResult<ChessFiveMove> {
        // A limit of depth is a promise to see no further.
        if ctx.limits.depth.is_some() {
            return self.search.think(game, ctx);
        }
        let nodes = ctx.limits.nodes.map_or(PROOF_NODES, |nodes| nodes / SHARE);
        if let (Some(solved), Some(mover)) = (self.solver.prove(game, nodes, &ctx.stop), game.turn().player())
            && let Some(&best) = solved.best.first()
            && solved.value > 0
        {
            return solved.into_result(best, mover);
        }
        let left = ctx.limits.nodes.map(|all| all - nodes);
        let left = Limits {
            nodes: left,
            ..Limits::default()
        };
        self.search.think(game, ctx.within(left))
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }
}
