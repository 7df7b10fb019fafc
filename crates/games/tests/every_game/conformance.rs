//! The conformance suite under every ruleset.

use damero_games::conformance::check;
use damero_games::{GameId, Notation, with_game};
use libtest_mimic::Trial;

/// Enough random games to meet every rule; the suite looks at each of their positions in depth.
const GAMES: u32 = 24;

pub(crate) fn trial(id: GameId, rules: String) -> Trial {
    fn run<G: Notation + damero_games::Playable>(rules: &str) {
        let rules: G::Rules = rules.parse().expect("the ruleset exists");
        check::<G>(&rules, 20_261_115, GAMES);
    }
    crate::trial(
        "conformance",
        id,
        &rules.clone(),
        move || with_game!(id, G => run::<G>(&rules)),
    )
}
