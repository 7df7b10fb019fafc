//! What checkers says about texts that it cannot take: the right reason, at the right place, in both languages.

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{Game, InputError, Lang, Notation};
use proptest::prelude::*;

fn at(position: &str) -> Checkers {
    Checkers::from_position(&CheckersRules::default(), position).unwrap()
}

fn position_error(text: &str) -> InputError {
    Checkers::from_position(&CheckersRules::default(), text).unwrap_err()
}

#[test]
fn the_first_square_of_a_move_is_judged_first() {
    // 17 is no neighbour of 12, and on the second board there is a capture: neither is the point.
    for position in ["B:W24:B5", "B:W9:B5"] {
        let error = at(position).read_move("12-17").unwrap_err();
        assert!(
            error.message(Lang::En).starts_with("nothing stands on 12;"),
            "{error}"
        );
        assert!(
            error.message(Lang::Es).starts_with("no hay nada en 12;"),
            "{error}"
        );
    }
    let error = at("B:W24:B5").read_move("24-12").unwrap_err();
    assert!(
        error.to_string().starts_with("the piece on 24 is not yours"),
        "{error}"
    );
}

#[test]
fn a_square_with_two_pieces_is_named() {
    let error = position_error("B:W1:B1");
    assert_eq!(error.message(Lang::En), "impossible position: 1 holds two pieces");
    assert_eq!(error.message(Lang::Es), "posición imposible: 1 tiene dos piezas");
}

#[test]
fn a_square_named_twice_is_refused() {
    for (text, column, square) in [
        ("B:W20,20:B2", 7, 20),
        ("B:WK20,20:B2", 8, 20),
        ("B:W18-22,K21:B2", 10, 21),
        ("B:W21,18-22:B2", 7, 21),
    ] {
        let InputError::Read(error) = position_error(text) else {
            panic!("{text} should be malformed");
        };
        assert_eq!(error.column, column, "{text}: {error}");
        let expected = format!("each square once, but {square} came before");
        assert_eq!(error.expected.en, expected, "{text}");
    }
}

#[test]
fn json_faults_are_told_in_both_languages() {
    let game = Checkers::start(&CheckersRules::default());
    let example = r#"{"from":[5,0],"to":[4,1],"captures":[]}"#;
    for (text, column, en, es) in [
        (
            r#"{"from":[5,0]}"#,
            14,
            r#"no "to" in the object"#,
            r#"un objeto sin "to""#,
        ),
        (
            r#"{"from":[5,0],"to":"d4"}"#,
            23,
            r#""to": "d4""#,
            r#""to": "d4""#,
        ),
        (
            r#"{"from":[5,0],"to":[4,1],"jump":1}"#,
            31,
            r#""jump": 1"#,
            r#""jump": 1"#,
        ),
        (r#"{"from":[5,0"#, 13, "the end", "el final"),
        (r#"{"from";[5,0]}"#, 8, r#"";[5,0]}""#, r#"";[5,0]}""#),
    ] {
        let error = game.read_move(text).unwrap_err();
        assert_eq!(
            error.message(Lang::En),
            format!(
                "checkers action, column {column}: found {en}, expected a JSON action with from, to and \
                 captures, such as {example}"
            )
        );
        assert_eq!(
            error.message(Lang::Es),
            format!(
                "acción de damas, columna {column}: hay {es}, se esperaba una acción JSON con from, to y \
                 captures, como {example}"
            )
        );
    }
}

/// JSON actions of real positions with a few characters changed, and values of every kind in their fields.
fn actions() -> impl Strategy<Value = String> {
    let samples = [
        r#"{"from":[5,0],"to":[4,1],"captures":[]}"#,
        r#"{"from":[4,5],"to":[2,3],"captures":[[3,6],[1,6],[1,4]],"promotion":true,"sequence_length":3}"#,
        r#"{"from":[5,2],"to":[4,3],"captures":[],"path":[[5,2],[4,3]]}"#,
    ];
    let alphabet: Vec<char> = r#"{}[]",:0123456789eE+-. truefalsnmcp\é"#.chars().collect();
    let edit = (
        any::<prop::sample::Index>(),
        0..3_u8,
        prop::sample::select(alphabet),
    );
    let edited = (
        prop::sample::select(samples.to_vec()),
        prop::collection::vec(edit, 0..5),
    )
        .prop_map(|(text, edits)| {
            let mut chars: Vec<char> = text.chars().collect();
            for (place, kind, c) in edits {
                // The brace at the beginning is what makes it an action.
                let place = 1 + place.index(chars.len());
                match kind {
                    0 => chars.insert(place, c),
                    1 if place < chars.len() => chars[place] = c,
                    _ if place < chars.len() => drop(chars.remove(place)),
                    _ => {}
                }
            }
            chars.into_iter().collect::<String>()
        });
    let value = prop_oneof![
        Just("null".to_owned()),
        Just("[]".to_owned()),
        Just("1e999".to_owned()),
        any::<i64>().prop_map(|n| n.to_string()),
        prop::collection::vec(any::<u8>(), 0..4).prop_map(|cells| format!("{cells:?}")),
        prop::collection::vec([0..9_u8, 0..9_u8], 0..14).prop_map(|cells| format!("{cells:?}")),
    ];
    let fields = [
        "from",
        "to",
        "captures",
        "promotion",
        "sequence_length",
        "path",
        "other",
    ];
    let field = (prop::sample::select(fields.to_vec()), value)
        .prop_map(|(name, value)| format!("\"{name}\":{value}"));
    let composed =
        prop::collection::vec(field, 0..7).prop_map(|fields| format!("{{{}}}", fields.join(",\n")));
    prop_oneof![edited, composed]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_json_action_is_too_strange(text in actions()) {
        for position in ["B:W21-32:B1-12", "W:W21-32:B1-12", "B:W17,25,26:B12,14"] {
            let game = at(position);
            match game.read_move(&text) {
                Ok(m) => prop_assert!(game.is_legal(m), "{text} was read as {m}"),
                Err(error) => {
                    if let InputError::Read(error) = &error {
                        prop_assert!(error.line >= 1 && error.column >= 1, "{error}");
                        prop_assert!(!error.found.es.is_empty(), "{error}");
                    }
                    prop_assert_ne!(error.message(Lang::En), error.message(Lang::Es));
                }
            }
        }
    }
}
