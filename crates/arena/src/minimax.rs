//! Plain minimax as a player: slow, obvious, and the yardstick for everything that is faster.

use std::time::Instant;

use damero_games::{Game, MoveBuf, perft::after};
use damero_search::{Agent, Evaluate, SearchContext, SearchResult, SearchedMove, minimax};

/// Searches every move to a fixed depth. It looks at no clock: only `depth` limits it further.
#[derive(Clone, Debug)]
pub struct MinimaxAgent<E> {
    eval: E,
    depth: u32,
}

impl<E> MinimaxAgent<E> {
    /// A player that looks `depth` plies ahead, at least one.
    pub const fn new(eval: E, depth: u32) -> Self {
        Self { eval, depth }
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for MinimaxAgent<E> {
    fn name(&self) -> String {
        "minimax".to_owned()
    }

    fn think(&mut self, game: &G, ctx: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let start = Instant::now();
        let mover = game
            .turn()
            .player()
            .expect("an agent thinks only when a player is to move");
        let depth = ctx.limits.depth.unwrap_or(self.depth).min(self.depth).max(1);
        let mut nodes = 1;
        let mut buf = MoveBuf::new();
        game.moves(&mut buf);
        let mut moves: Vec<SearchedMove<G::Move>> = Vec::with_capacity(buf.len());
        for m in buf {
            if ctx.stop.asked() && !moves.is_empty() {
                break;
            }
            let (score, visited) = minimax(&self.eval, &after(game, m), mover, depth - 1);
            nodes += visited;
            let score = score.to_root(1);
            moves.push(SearchedMove {
                m,
                score: Some(score),
                value: Some(score.value(E::SCALE)),
                visit_share: None,
            });
        }
        // The sort is stable: of equals, the first in the game's own order is played.
        moves.sort_by_key(|searched| std::cmp::Reverse(searched.score));
        let best = moves[0];
        SearchResult {
            best: best.m,
            score: best.score,
            value: best.value,
            pv: vec![best.m],
            moves,
            depth,
            nodes,
            time: start.elapsed(),
        }
    }
}
