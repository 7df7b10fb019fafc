//! Every named set of rules of a game, for tests.

use damero_games::{Game, Rules};

/// The rules of every preset of a game.
pub(crate) fn rulesets<G: Game>() -> Vec<G::Rules> {
    let presets = G::Rules::PRESETS.iter();
    presets
        .map(|preset| preset.name.parse().expect("a preset has a name that can be read"))
        .collect()
}
