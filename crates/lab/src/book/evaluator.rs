//! Who studies the positions of a book: any engine, asked for the score of every move.

use damero_games::{Game, MoveBuf, Turn, perft::after};

use damero_search::{Agent, Limits, Score, SearchContext, SearchResult, Stop};

/// What an engine found in one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookAnalysis<M> {
    /// All moves with their scores for the player to move, best first.
    pub moves: Vec<(M, Score)>,
    /// Plies that it looked ahead.
    pub depth: u8,
}

/// Studies positions. The same position must always give the same study.
pub trait BookEvaluator<G: Game>: Send {
    /// Scores all moves of a position in which a player is to move; `None` when stopped before it was done.
    fn study(&mut self, game: &G, stop: &Stop) -> Option<BookAnalysis<G::Move>>;
}

/// Any agent as an evaluator.
///
/// An agent that scores all moves is asked once; any other is asked about the position after each move, with its share
/// of the nodes.
pub struct AgentEvaluator<G: Game> {
    agent: Box<dyn Agent<G>>,
    limits: Limits,
}

impl<G: Game> AgentEvaluator<G> {
    /// The agent with what it may spend on a position. To give the same study again, the limits must not be of time.
    #[must_use]
    pub fn new(agent: Box<dyn Agent<G>>, limits: Limits) -> Self {
        Self { agent, limits }
    }

    /// What the agent thinks of a position without any memory of others: its last whole iteration, in which all moves
    /// were looked at equally deeply.
    fn think(&mut self, game: &G, limits: Limits, stop: &Stop) -> Option<SearchResult<G::Move>> {
        let mut whole = None;
        self.agent.new_game();
        let mut keep = |searched: &SearchResult<G::Move>| whole = Some(searched.clone());
        let ctx = SearchContext::new(limits).stopped_by(stop).reporting(&mut keep);
        let last = self.agent.think(game, ctx);
        (!stop.asked()).then(|| whole.unwrap_or(last))
    }

    /// The score for the player who moved of the position after a move.
    fn reply(&mut self, game: &G, next: &G, limits: Limits, stop: &Stop) -> Option<(Score, u32)> {
        let mover = game.turn().player()?;
        match next.turn() {
            Turn::Over(outcome) => Some((Score::ended(outcome.pov(mover), 1), u32::MAX)),
            Turn::Chance => None,
            Turn::Player(player) => {
                let searched = self.think(next, limits, stop)?;
                let score = searched.score?.to_root(1);
                let score = if player == mover {
                    score
                } else {
                    score.for_opponent()
                };
                Some((score, searched.depth + 1))
            }
        }
    }
}

impl<G: Game> BookEvaluator<G> for AgentEvaluator<G> {
    fn study(&mut self, game: &G, stop: &Stop) -> Option<BookAnalysis<G::Move>> {
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let limits = self.limits;
        let searched = self.think(game, limits, stop)?;
        let scored = searched.moves.iter().filter_map(|one| Some((one.m, one.score?)));
        let mut scored: Vec<_> = scored.collect();
        let mut depth = searched.depth;
        if scored.len() < moves.len() {
            let share = Limits {
                nodes: limits.nodes.map(|nodes| (nodes / moves.len() as u64).max(1)),
                ..limits
            };
            scored.clear();
            depth = u32::MAX;
            for m in moves {
                let (score, seen) = self.reply(game, &after(game, m), share, stop)?;
                scored.push((m, score));
                depth = depth.min(seen);
            }
        }
        scored.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        Some(BookAnalysis {
            moves: scored,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
        })
    }
}
