//! Players without a search tree: random, greedy, and the careful beginner.

use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, MoveBuf, Player, PovOutcome, Turn, perft::after};

use crate::agent::{Agent, SearchContext, SearchResult};
use crate::evaluate::Evaluate;
use crate::score::Score;

/// Plays any legal move, each equally likely.
#[derive(Clone, Debug)]
pub struct RandomAgent {
    rng: SeededRng,
}

impl RandomAgent {
    /// A player whose choices follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: seeded(seed) }
    }
}

impl<G: Game> Agent<G> for RandomAgent {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn think(&mut self, game: &G, _: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        SearchResult::bare(game.random_move(&mut self.rng, &mut MoveBuf::new()))
    }
}

/// Plays the move whose result looks best to an evaluation, any of the best with equal chances.
#[derive(Clone, Debug)]
pub struct GreedyAgent<E> {
    eval: E,
    rng: SeededRng,
}

impl<E> GreedyAgent<E> {
    /// A player whose choices among equals follow from `seed`.
    pub fn new(eval: E, seed: u64) -> Self {
        Self {
            eval,
            rng: seeded(seed),
        }
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for GreedyAgent<E> {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn think(&mut self, game: &G, _: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let mover = mover(game);
        let value = |next: &G| match next.turn() {
            Turn::Over(outcome) => Score::ended(outcome.pov(mover), 1),
            Turn::Player(_) | Turn::Chance => self.eval.evaluate(next, mover),
        };
        let best = best_by(game, value);
        SearchResult::bare(best[below(&mut self.rng, best.len() as u32) as usize])
    }
}

/// Takes a win, avoids a loss at the opponent's next turn, and is otherwise random.
#[derive(Clone, Debug)]
pub struct CarefulAgent {
    rng: SeededRng,
}

impl CarefulAgent {
    /// A player whose choices follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: seeded(seed) }
    }
}

impl<G: Game> Agent<G> for CarefulAgent {
    fn name(&self) -> String {
        "careful".to_owned()
    }

    fn think(&mut self, game: &G, _: SearchContext<'_, SearchResult<G::Move>>) -> SearchResult<G::Move> {
        let best = careful_moves(game);
        SearchResult::bare(best[below(&mut self.rng, best.len() as u32) as usize])
    }
}

/// The moves that take a win if there is one, and otherwise avoid a loss at the opponent's next decision if they can.
pub(crate) fn careful_moves<G: Game>(game: &G) -> MoveBuf<G::Move> {
    let mover = mover(game);
    best_by(game, |next| prospect(next, mover, Reply::Awaited))
}

/// Whether the opponent has answered yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reply {
    Awaited,
    Given,
}

/// What is certain for `player` once the opponent has made one decision; a draw stands for "nothing yet".
fn prospect<G: Game>(game: &G, player: Player, reply: Reply) -> PovOutcome {
    let mover = match game.turn() {
        Turn::Over(outcome) => return outcome.pov(player),
        Turn::Player(mover) if reply == Reply::Awaited => mover,
        Turn::Player(_) | Turn::Chance => return PovOutcome::Draw,
    };
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    let prospects = buf.into_iter().map(|m| {
        let reply = if mover == player {
            Reply::Awaited
        } else {
            Reply::Given
        };
        prospect(&after(game, m), player, reply)
    });
    let result = if mover == player {
        prospects.max()
    } else {
        prospects.min()
    };
    result.unwrap_or(PovOutcome::Draw)
}

fn mover<G: Game>(game: &G) -> Player {
    game.turn()
        .player()
        .expect("an agent thinks only when a player is to move")
}

/// The moves whose results have the largest value.
fn best_by<G: Game, V: Ord>(game: &G, value: impl Fn(&G) -> V) -> MoveBuf<G::Move> {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    let mut best: Option<V> = None;
    let mut found = MoveBuf::new();
    for m in buf {
        let value = value(&after(game, m));
        match best.as_ref().map(|best| value.cmp(best)) {
            Some(std::cmp::Ordering::Less) => continue,
            Some(std::cmp::Ordering::Equal) => {}
            Some(std::cmp::Ordering::Greater) | None => {
                best = Some(value);
                found.clear();
            }
        }
        found.push(m);
    }
    found
}
