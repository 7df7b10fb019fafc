//! Scores for all moves from a player that only looks for the best one.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use damero_games::{Game, MoveBuf, Player, PovOutcome, PovValue, Turn, perft::after};

use crate::agent::{Agent, MoveThought, Thought};
use crate::limits::{Limits, Stop};
use crate::score::Score;

/// Time for all questions when no limit says otherwise: as many defaults as there are moves would be too long.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Asks a player about the position, and then about the position after each of the other moves.
///
/// Half of the time and nodes go to the first question, the rest is shared by the others. The move of the first
/// answer stays the best, since it was thought about the longest.
pub(crate) struct EachMove<A>(pub(crate) A);

impl<G: Game, A: Agent<G>> Agent<G> for EachMove<A> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn think(
        &mut self,
        game: &G,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Thought<G::Move>),
    ) -> Thought<G::Move> {
        let start = Instant::now();
        let limits = match *limits == Limits::default() {
            true => &Limits::time(DEFAULT_TIME),
            false => limits,
        };
        let mover = game
            .turn()
            .player()
            .expect("an agent thinks only when a player is to move");
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let mut thought = self.0.think(game, &part(limits, 2), stop, report);
        moves.retain(|&m| m != thought.best);
        let each = Limits {
            depth: limits.depth.map(|depth| depth.saturating_sub(1).max(1)),
            ..part(limits, 2 * moves.len().max(1) as u32)
        };
        let mut others = Vec::new();
        for &m in &moves {
            let (score, value) = match stop.asked() {
                true => (None, None),
                false => self.judge(&after(game, m), mover, &each, stop, &mut thought.nodes),
            };
            others.push(MoveThought {
                m,
                score,
                value,
                share: None,
            });
        }
        others.sort_by_key(|other| Reverse(other.score));
        let best = MoveThought {
            m: thought.best,
            score: thought.score,
            value: thought.value,
            share: None,
        };
        thought.moves = std::iter::once(best).chain(others).collect();
        thought.time = start.elapsed();
        thought
    }

    fn new_game(&mut self) {
        self.0.new_game();
    }
}

impl<A> EachMove<A> {
    /// How good a position is for the player who has just moved.
    fn judge<G: Game>(
        &mut self,
        game: &G,
        mover: Player,
        limits: &Limits,
        stop: &Stop,
        nodes: &mut u64,
    ) -> (Option<Score>, Option<PovValue>)
    where
        A: Agent<G>,
    {
        match game.turn() {
            Turn::Over(outcome) => {
                let outcome: PovOutcome = outcome.pov(mover);
                (Some(Score::ended(outcome, 1)), Some(outcome.value()))
            }
            Turn::Chance => (None, None),
            Turn::Player(player) => {
                let reply = self.0.think(game, limits, stop, &mut |_| ());
                *nodes += reply.nodes;
                let score = reply.score.map(|score| score.to_root(1));
                if player == mover {
                    (score, reply.value)
                } else {
                    let value = reply.value.map(|value| PovValue(-value.0));
                    (score.map(Score::for_opponent), value)
                }
            }
        }
    }
}

/// One of so many equal parts.
fn part(limits: &Limits, parts: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(parts)).max(1)),
        time: limits.time.map(|time| time / parts),
        ..*limits
    }
}
