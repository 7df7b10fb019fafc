//! Random play to the end of a game: the raw material of statistics, benchmarks and rollouts.

use rand_core::Rng;

use crate::game::{Game, MoveBuf, Turn};
use crate::outcome::Outcome;

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
