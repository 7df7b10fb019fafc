//! Position strings, move texts, records and views.

use crate::any::Playable;
use crate::game::{MoveBuf, Turn};
use crate::lang::Lang;
use crate::notation::NATIVE;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::record::Record;

/// Everything at one position that has a text form.
pub(super) fn check<G: Playable>(game: &G) {
    let text = game.position();
    let setup = game.setup();
    let back =
        G::from_position(game.rules(), &text).unwrap_or_else(|error| panic!("{text} is refused: {error}"));
    assert_eq!(back.setup(), setup, "the position does not read back: {text}");
    assert_eq!(back.position(), text, "the position string is not stable");
    assert_eq!(
        back.key(),
        game.key(),
        "the key does not survive the text: {text}"
    );
    let json = serde_json::to_string(&setup).expect("a setup is JSON");
    assert_eq!(
        serde_json::from_str::<G::Setup>(&json).expect("the JSON reads back"),
        setup,
        "{json}"
    );

    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    // A game may be over because of its past, which a position string does not tell.
    if let (Turn::Player(player), Turn::Player(_)) = (game.turn(), back.turn()) {
        let mut same = MoveBuf::new();
        back.moves(&mut same);
        assert_eq!(
            back.turn(),
            Turn::Player(player),
            "another player is to move: {text}"
        );
        assert_eq!(same, moves, "the moves do not survive the text: {text}");
    }
    for &m in &moves {
        let word = m.to_string();
        assert!(
            !word.is_empty() && !word.contains(char::is_whitespace),
            "{word:?} is not one word"
        );
        assert_eq!(
            game.read_move(&word).as_ref(),
            Ok(&m),
            "{word} does not read back: {text}"
        );
    }
    let view = serde_json::to_value(game.view()).expect("a view is JSON");
    assert!(view.is_object(), "a view is an object: {view}");
    for lang in Lang::ALL {
        assert!(
            !game.sketch(lang).plain().trim().is_empty(),
            "an empty drawing: {text}"
        );
    }
}

/// A whole game in all formats.
pub(super) fn check_record<G: Playable>(record: &Record<G>) {
    let mut record = record.clone();
    record
        .tags
        .push(("Event".to_owned(), "a \"quoted\" \\ name".to_owned()));
    let json = serde_json::to_string(&record).expect("a record is JSON");
    assert_eq!(
        serde_json::from_str::<Record<G>>(&json).expect("the JSON reads back"),
        record
    );
    for format in G::FORMATS.iter().chain([&NATIVE]) {
        let text =
            G::write_record(&record, format.name).unwrap_or_else(|error| panic!("{}: {error}", format.name));
        let back = G::read_record(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name));
        assert_eq!(
            back.events, record.events,
            "the moves do not survive {}:\n{text}",
            format.name
        );
        assert_eq!(
            back.result, record.result,
            "the result does not survive {}:\n{text}",
            format.name
        );
        if *format == NATIVE {
            assert_eq!(back, record, "the record does not survive:\n{text}");
        }
    }
    check_results(&record);
    assert!(
        G::write_record(&record, "no such format").is_err(),
        "an unknown format is refused"
    );
}

/// The rules decide the result of a finished game: a record that states another is refused, or set right.
fn check_results<G: Playable>(record: &Record<G>) {
    let reached = record.last().expect("a record can be replayed").turn().outcome();
    let wrong = [
        Outcome::Win(Player::First),
        Outcome::Win(Player::Second),
        Outcome::Draw,
    ];
    for stated in wrong
        .into_iter()
        .filter(|&outcome| reached.is_some() && Some(outcome) != reached)
    {
        let lie = Record {
            result: Some(stated),
            ..record.clone()
        };
        for format in G::FORMATS.iter().chain([&NATIVE]) {
            let Ok(text) = G::write_record(&lie, format.name) else {
                continue;
            };
            // A format may read it under rules by which the game is not over, so that the result stands.
            if let Ok(back) = G::read_record(&text) {
                let game = back.last().expect("a record can be replayed");
                let decided = game.turn().outcome().unwrap_or(stated);
                assert_eq!(
                    back.result,
                    Some(decided),
                    "{} keeps a wrong result:\n{text}",
                    format.name
                );
            }
        }
    }
}
