//! Random play: the raw material of statistics, benchmarks, rollouts and tests.

use std::iter;

use rand_core::Rng;

use crate::game::{Game, MoveBuf, Turn};
use crate::outcome::Outcome;
use crate::random::below;

/// Plays random moves until the game is over; returns the result and how many moves it took.
pub fn playout<G: Game, R: Rng + ?Sized>(
    game: &mut G,
    rng: &mut R,
    buf: &mut MoveBuf<G::Move>,
) -> (Outcome, u32) {
    let mut plies = 0;
    loop {
        match game.turn() {
            Turn::Player(_) => {
                game.play_random(rng, buf);
                plies += 1;
            }
            Turn::Chance => game.resolve_chance(rng),
            Turn::Over(outcome) => return (outcome, plies),
        }
    }
}

/// The positions of a random game from `start` to its end: before each move, before each chance event, and the last.
/// Nothing is drawn before the next position is asked for.
///
/// ```
/// use damero_games::{Game, playout::random_game, random::seeded, reversi::Reversi};
/// let start = Reversi::start(&Default::default());
/// let last = random_game(start, &mut seeded(1)).last().expect("it begins with the start");
/// assert!(last.turn().outcome().is_some());
/// ```
pub fn random_game<G: Game, R: Rng + ?Sized>(start: G, rng: &mut R) -> impl Iterator<Item = G> {
    let (mut last, mut buf): (Option<G>, _) = (None, MoveBuf::new());
    iter::from_fn(move || {
        let mut next = last.as_ref().unwrap_or(&start).clone();
        if last.is_some() {
            match next.turn() {
                Turn::Player(_) => next.play_random(rng, &mut buf),
                Turn::Chance => next.resolve_chance(rng),
                Turn::Over(_) => return None,
            }
        }
        last = Some(next.clone());
        Some(next)
    })
}

/// So many positions of random games from the beginning, one game after the other; in each a player is to move.
pub fn random_positions<G: Game, R: Rng + ?Sized>(rules: &G::Rules, count: usize, rng: &mut R) -> Vec<G> {
    let mut found: Vec<G> = Vec::with_capacity(count);
    while found.len() < count {
        let game = random_game(G::start(rules), rng).filter(|game| game.turn().player().is_some());
        found.extend(game.take(count - found.len()));
    }
    found
}

/// A position after up to `plies` random moves from `start`, in which a player is to move.
///
/// # Panics
/// If the game is over at the start.
pub fn random_position<G: Game, R: Rng + ?Sized>(mut start: G, plies: u32, rng: &mut R) -> G {
    start.resolve_chance(rng);
    let moves = below(rng, plies + 1) as usize;
    let game = random_game(start, rng).filter(|game| game.turn().player().is_some());
    game.take(moves + 1)
        .last()
        .expect("the game goes on at the start")
}
