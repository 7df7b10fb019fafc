//! Positions for tests: somewhere in the middle of random games, under every named set of rules.

use damero_games::random::{SeededRng, below};
use damero_games::{Game, MoveBuf, Rules, Turn};

/// The rules of every preset of a game.
pub(crate) fn rulesets<G: Game>() -> Vec<G::Rules> {
    let presets = G::Rules::PRESETS.iter();
    presets
        .map(|preset| preset.name.parse().expect("a preset has a name that can be read"))
        .collect()
}

/// A position in which a player is to move, after up to `plies` random moves from the beginning.
pub(crate) fn random_position<G: Game>(rules: &G::Rules, plies: u32, rng: &mut SeededRng) -> G {
    let mut buf = MoveBuf::new();
    let mut game = G::start(rules);
    game.resolve_chance(rng);
    for _ in 0..below(rng, plies + 1) {
        let mut next = game.clone();
        let m = next.random_move(rng, &mut buf);
        next.play_unchecked(m);
        while next.turn() == Turn::Chance {
            next.resolve_chance(rng);
        }
        if next.turn().player().is_none() {
            break;
        }
        game = next;
    }
    game
}
