//! Whatever text comes in, nothing panics, and an error says where and why in both languages.
//!
//! One function for each parser. The proptests of this crate and the coverage-guided targets of the folder `fuzz` call
//! the same ones.

use crate::any::Playable;
use crate::error::InputError;
use crate::game::{MoveBuf, Turn};
use crate::lang::Lang;
use crate::random::seeded;
use crate::record::Record;

/// A position that is accepted must carry a whole game.
///
/// # Panics
/// If it does not, or if an error has no place or no reason.
pub fn position<G: Playable>(rules: &G::Rules, text: &str) {
    match G::from_position(rules, text) {
        Ok(game) => play_on(game),
        Err(error) => check_error(&error, text),
    }
}

/// A move that is accepted in `game` must be legal there; the text is also read as a chance event.
///
/// # Panics
/// If it is not, or if an error has no place or no reason.
pub fn event<G: Playable>(game: &G, text: &str) {
    match game.read_move(text) {
        Ok(m) => assert!(game.is_legal(m), "{text:?} was read as {m}, which is not legal"),
        Err(error) => check_error(&error, text),
    }
    if let Err(error) = game.read_chance(text) {
        check_error(&error, text);
    }
}

/// A record that is accepted, in any format of the game, must be replayed to its end.
///
/// # Panics
/// If it cannot, or if an error has no place or no reason.
pub fn record<G: Playable>(text: &str) {
    match G::read_record(text) {
        Ok(record) => drop(record.last().expect("a record that was read can be replayed")),
        Err(error) => check_error(&error, text),
    }
    for game in G::split_records(text) {
        match G::read_tree(game) {
            Ok(mut tree) => assert_eq!(
                tree.check::<G>(),
                Ok(()),
                "a tree that was read is refused: {text:?}"
            ),
            Err(error) => check_error(&error, game),
        }
    }
    let json = serde_json::json!({ "game": G::META.id, "rules": text, "events": [text], "start": text });
    assert!(
        serde_json::from_value::<Record<G>>(json).is_err(),
        "nonsense was accepted: {text:?}"
    );
}

/// Rules that are accepted must carry a whole game.
///
/// # Panics
/// If they do not, or if an error has no place or no reason.
pub fn rules<G: Playable>(text: &str) {
    match text.parse::<G::Rules>() {
        Ok(rules) => play_on(G::start(&rules)),
        Err(error) => check_error(&error.into(), text),
    }
}

fn check_error(error: &InputError, text: &str) {
    if let InputError::Read(error) = error {
        assert!(
            error.line >= 1 && error.column >= 1,
            "no place in {error:?} for {text:?}"
        );
        assert!(
            !error.expected.en.is_empty() && !error.found.en.is_empty(),
            "no reason in {error:?} for {text:?}"
        );
    }
    for lang in Lang::ALL {
        assert!(!error.message(lang).is_empty(), "no words in {error:?}");
    }
}

/// Everything that a trusted position must bear: being drawn, observed and played.
fn play_on<G: Playable>(mut game: G) {
    let mut rng = seeded(game.key());
    let mut buf = MoveBuf::new();
    let mut numbers = vec![0.0; G::ENCODINGS[0].len()];
    for _ in 0..12 {
        assert!(!game.sketch(Lang::Es).lines.is_empty());
        game.observe(0, &mut numbers);
        assert_eq!(game.key(), game.key_from_scratch(), "{}", game.position());
        match game.turn() {
            Turn::Over(_) => return,
            Turn::Chance => game.resolve_chance(&mut rng),
            Turn::Player(_) => {
                let m = game.random_move(&mut rng, &mut buf);
                game.play(m).expect("a random move is legal");
            }
        }
    }
}
