//! Wins at once, for games that see all of theirs.

use crate::any::Playable;
use crate::game::{MoveBuf, Turn};
use crate::outcome::Outcome;
use crate::perft::after;
use crate::playout::random_game;
use crate::random::seeded;

/// Plays random games and holds [`win_at_once`](crate::Game::win_at_once) against trying every move; returns how many
/// positions had such a win. Only for games that promise to see every one.
///
/// # Panics
/// If a win is not seen, or what is said to win does not.
#[must_use]
pub fn wins_at_once<G: Playable>(rules: &G::Rules, seed: u64, games: u32) -> u32 {
    let mut rng = seeded(seed);
    let mut buf = MoveBuf::new();
    let mut seen = 0;
    for _ in 0..games {
        for game in random_game(G::start(rules), &mut rng) {
            let Turn::Player(mover) = game.turn() else {
                continue;
            };
            game.moves(&mut buf);
            let wins = |m| after(&game, m).turn() == Turn::Over(Outcome::Win(mover));
            let found = game.win_at_once(&buf);
            let at = game.position();
            assert_eq!(found.is_some(), buf.iter().any(|&m| wins(m)), "{at}");
            assert!(found.is_none_or(wins), "{at}");
            seen += u32::from(found.is_some());
        }
    }
    seen
}
