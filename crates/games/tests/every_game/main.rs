//! Tests that run on every registered game and ruleset without naming any of them.
//!
//! The list of tests is made from the registry and the files under `tests/data`, so a new game is tested by being
//! registered. A custom harness gives each (game, ruleset) a test of its own, which then run side by side.

mod conformance;
mod golden;
mod parsers;

use std::path::PathBuf;
use std::process::ExitCode;

use damero_games::{GameId, Notation, Rules, with_game};
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let mut trials = Vec::new();
    for &id in GameId::ALL {
        for rules in rulesets(id) {
            trials.push(conformance::trial(id, rules));
        }
        for preset in presets(id) {
            trials.push(golden::playthrough_of(id, preset));
        }
        trials.extend(golden::perft(id));
        trials.extend(parsers::trials(id));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Where the golden files are.
fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(path)
}

fn presets(id: GameId) -> Vec<String> {
    fn of<G: Notation>() -> Vec<String> {
        G::Rules::PRESETS
            .iter()
            .map(|preset| preset.name.to_owned())
            .collect()
    }
    with_game!(id, G => of::<G>())
}

/// The presets, and the combinations of options that `rulesets.txt` adds for the game.
fn rulesets(id: GameId) -> Vec<String> {
    let text = std::fs::read_to_string(data("rulesets.txt")).expect("rulesets.txt is there");
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("{id} ")));
    presets(id)
        .into_iter()
        .chain(lines.map(|line| line.trim().to_owned()))
        .collect()
}

/// A test named after what it does, the game and the case.
fn trial(kind: &str, id: GameId, case: &str, run: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(format!("{kind}::{id}::{case}"), move || {
        run();
        Ok(())
    })
}
