//! Hostile texts for every parser of a game. What must hold is in `damero_games::conformance::parsers`, which the
//! coverage-guided targets of the folder `fuzz` share.
//!
//! Three sources of text: anything at all, words over the alphabet of real texts, and real texts with a few
//! characters changed. With `DAMERO_FUZZ_SECONDS` set, each test goes on with new texts for that long.

use std::time::{Duration, Instant};

use damero_games::conformance::parsers;
use damero_games::random::{SeededRng, seeded};
use damero_games::{GameId, MoveBuf, NATIVE, Notation, Playable, Session, Turn, with_game};
use libtest_mimic::Trial;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const FUZZ_SECONDS: &str = "DAMERO_FUZZ_SECONDS";

pub(crate) fn trials(id: GameId) -> Vec<Trial> {
    vec![
        crate::trial(
            "parsers",
            id,
            "position",
            move || with_game!(id, G => positions::<G>()),
        ),
        crate::trial("parsers", id, "move", move || with_game!(id, G => moves::<G>())),
        crate::trial(
            "parsers",
            id,
            "record",
            move || with_game!(id, G => records::<G>()),
        ),
        crate::trial("parsers", id, "rules", move || with_game!(id, G => rules::<G>())),
    ]
}

fn positions<G: Playable>() {
    let rules = G::Rules::default();
    let texts = sample_games::<G>()
        .iter()
        .flat_map(|session| session.positions.clone())
        .collect();
    fuzz(texts, |text| parsers::position::<G>(&rules, text));
}

fn moves<G: Playable>() {
    let samples = sample_games::<G>();
    let texts = samples.iter().flat_map(|sample| sample.events.clone()).collect();
    let games: Vec<G> = samples.into_iter().flat_map(|sample| sample.games).collect();
    fuzz(texts, |text| {
        parsers::event(&games[text.len() * 31 % games.len()], text);
    });
}

fn records<G: Playable>() {
    let texts = sample_games::<G>()
        .into_iter()
        .flat_map(|sample| sample.records)
        .collect();
    fuzz(texts, parsers::record::<G>);
}

fn rules<G: Playable>() {
    fuzz(vec![G::Rules::default().to_string()], parsers::rules::<G>);
}

/// Real texts to start from.
struct Sample<G> {
    games: Vec<G>,
    positions: Vec<String>,
    events: Vec<String>,
    records: Vec<String>,
}

fn sample_games<G: Playable>() -> Vec<Sample<G>> {
    (0..4).map(|seed| sample_game(&mut seeded(seed))).collect()
}

fn sample_game<G: Playable>(rng: &mut SeededRng) -> Sample<G> {
    let mut session = Session::<G>::new(G::Rules::default());
    let mut games = vec![session.game().clone()];
    while session.game().turn().outcome().is_none() {
        match session.game().turn() {
            Turn::Chance => session.resolve_chance(rng),
            _ => session
                .play(session.game().random_move(rng, &mut MoveBuf::new()))
                .expect("it is legal"),
        }
        games.push(session.game().clone());
    }
    let write =
        |format: &str| G::write_record(session.record(), format).expect("a whole game can be written");
    Sample {
        positions: games.iter().map(Notation::position).collect(),
        events: session.record().events.iter().map(ToString::to_string).collect(),
        records: G::FORMATS
            .iter()
            .chain([&NATIVE])
            .map(|format| write(format.name))
            .collect(),
        games,
    }
}

/// Feeds texts derived from `samples` to `target`: a fixed set of cases, then new ones until the time is up.
fn fuzz(samples: Vec<String>, target: impl Fn(&str)) {
    let seconds = std::env::var(FUZZ_SECONDS)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let strategy = texts(samples);
    for round in 0_u64.. {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&round.to_le_bytes());
        let config = Config {
            cases: 400,
            failure_persistence: None,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        let result = runner.run(&strategy, |text| {
            target(&text);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{error}");
        }
        if Instant::now() >= deadline {
            break;
        }
    }
}

fn texts(samples: Vec<String>) -> impl Strategy<Value = String> {
    let alphabet: Vec<char> = samples
        .iter()
        .flat_map(|text| text.chars())
        .chain([' ', '\n', '9', 'é', '\0'])
        .collect();
    let word = prop::collection::vec(prop::sample::select(alphabet.clone()), 0..80)
        .prop_map(|chars| chars.into_iter().collect::<String>());
    let edits = prop::collection::vec(
        (
            any::<prop::sample::Index>(),
            0..3_u8,
            prop::sample::select(alphabet),
        ),
        0..4,
    );
    let mutated = (prop::sample::select(samples), edits).prop_map(|(text, edits)| {
        let mut chars: Vec<char> = text.chars().collect();
        for (place, kind, c) in edits {
            let place = place.index(chars.len() + 1);
            match kind {
                0 => chars.insert(place, c),
                1 if place < chars.len() => chars[place] = c,
                _ if place < chars.len() => drop(chars.remove(place)),
                _ => {}
            }
        }
        chars.into_iter().collect::<String>()
    });
    prop_oneof![1 => any::<String>(), 2 => word, 4 => mutated]
}
