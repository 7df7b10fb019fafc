//! Quarto as text: pieces, cells, positions and records, and what is said about those that cannot be read.

use damero_games::quarto::{Cell, Piece, Quarto, QuartoMove, QuartoRules, QuartoSetup};
use damero_games::random::seeded;
use damero_games::{Game, Lang, Notation, Outcome, Player, ReadError, Record, Session, Turn, View};

const STANDARD: &str = "standard";
const SQUARE: &str = "square";

fn rules(id: &str) -> QuartoRules {
    id.parse().expect("known rules")
}

fn at(id: &str, position: &str) -> Quarto {
    Quarto::from_position(&rules(id), position).expect("a possible position")
}

#[test]
fn pieces_are_four_letters_or_a_number() {
    let all: Vec<Piece> = Piece::all(u16::MAX).collect();
    assert_eq!(all.len(), 16);
    for piece in all {
        let text = piece.to_string();
        assert_eq!(text.parse(), Ok(piece));
        assert_eq!(text.to_lowercase().parse(), Ok(piece));
        assert_eq!(piece.index().to_string().parse(), Ok(piece));
    }
    let piece: Piece = "TDRH".parse().expect("a piece");
    assert_eq!(piece.index(), 9);
    assert_eq!(piece.describe().get(Lang::En), "tall, dark, round, hollow");
    assert_eq!(piece.describe().get(Lang::Es), "alta, oscura, redonda, hueca");
}

#[test]
fn cells_are_a_column_and_a_row_from_the_top() {
    let cell: Cell = "B3".parse().expect("a cell");
    assert_eq!((cell.index(), cell.to_string()), (9, "b3".to_owned()));
    for cell in Cell::all(u16::MAX) {
        assert_eq!(cell.to_string().parse(), Ok(cell));
    }
}

#[test]
fn malformed_moves_say_what_was_expected() {
    let cases = [
        (
            "",
            "column 1: found the end, expected a cell such as b3 or a piece such as TLQH",
        ),
        ("x9", "column 1: found \"x9\", expected a cell such as b3"),
        ("a5", "column 2: found \"5\", expected a row from 1 to 4"),
        ("d", "column 2: found the end, expected a row from 1 to 4"),
        ("b33", "column 3: found \"3\", expected the end"),
        ("TLX", "column 3: found \"X\", expected Q (square) or R (round)"),
        ("TLQ", "column 4: found the end, expected H (hollow) or F (full)"),
        ("TLQHH", "column 5: found \"H\", expected the end"),
        ("16", "column 1: found \"16\", expected a number from 0 to 15"),
        ("tñqh", "column 2: found \"ñqh\", expected L (light) or D (dark)"),
    ];
    for (text, expected) in cases {
        let error: ReadError = text.parse::<QuartoMove>().expect_err(text);
        let message = error.to_string();
        assert!(message.contains(expected), "{message}");
        assert_ne!(error.message(Lang::En), error.message(Lang::Es));
    }
}

#[test]
fn positions_are_read_in_several_shapes() {
    let expected: QuartoSetup = "F.../.0../..../...A 3".parse().expect("canonical");
    for text in [
        "f....0.........a3",
        "F... .0.. ....\n...A 3",
        " F.../.0../..../...a  3 ",
    ] {
        assert_eq!(text.parse(), Ok(expected));
    }
    assert_eq!(expected.to_string(), "F.../.0../..../...A 3");
    for (text, expected) in [
        ("", "cell 1 of 16"),
        ("F...", "cell 5 of 16"),
        (
            "F../",
            "column 1: found 3 cells in row 1, expected 4 cells in each row",
        ),
        (
            "F.../.0..F/..../.... A",
            "column 6: found 5 cells in row 2, expected 4 cells in each row",
        ),
        ("F.../.0../..../..... A", "found 5 cells in row 4"),
        ("F.../.0../..../...", "found 3 cells in row 4"),
        ("F/.0../..../.... A", "found 1 cell in row 1"),
        ("F.../.0../..../....", "the piece in hand"),
        ("F.../.0../..../.... x", "the piece in hand"),
        ("F.../.0../..../.... 3 4", "the end"),
        ("F.../.0../.ñ../.... 3", "cell 10 of 16"),
    ] {
        let message = text.parse::<QuartoSetup>().expect_err(text).to_string();
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (position, en, es) in [
        (
            "F.../.F../..../.... 0",
            "TLQH is on a1 and on b2",
            "TLQH está en a1 y en b2",
        ),
        (
            "F.../..../..../.... F",
            "TLQH is in hand and on a1",
            "TLQH está en la mano y en a1",
        ),
        (
            "89AB/..../..../.... 0",
            "a1-b1-c1-d1 won the game",
            "a1-b1-c1-d1 ganó la partida",
        ),
        (
            "89AB/..../..../4567 -",
            "no single piece can have completed all of a1-b1-c1-d1, a4-b4-c4-d4",
            "ninguna pieza sola puede haber completado a1-b1-c1-d1, a4-b4-c4-d4",
        ),
    ] {
        let error = Quarto::from_position(&rules(STANDARD), position).expect_err(position);
        assert!(error.message(Lang::En).contains(en), "{error}");
        assert!(
            error.message(Lang::Es).contains(es),
            "{}",
            error.message(Lang::Es)
        );
    }
    // One piece in the corner may complete a row and a column.
    let game = at(STANDARD, "89AB/C.../D.../E... -");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::Second)));
    assert_eq!(game.view().groups.len(), 2);
}

#[test]
fn records_come_back() {
    let rng = &mut seeded(9);
    for id in [STANDARD, SQUARE] {
        for start in [None, Some("89../A..5/130./.E.. -"), Some("..../9.../C8.4/6.7. B")] {
            let mut session = match start {
                None => Session::<Quarto>::new(rules(id)),
                Some(text) => Session::from_position(rules(id), text).expect("possible"),
            };
            while session.game().turn().player().is_some() {
                let m = session.game().random_move(rng, &mut Vec::new());
                session.play(m).expect("legal");
            }
            let record = session.record();
            let text = Quarto::write_record(record, "damero").expect("the native format");
            let read = Quarto::read_record(&text).expect("its own record");
            assert_eq!(&read, record);
            assert_eq!(&read.last().expect("legal"), session.game());
            let json = serde_json::to_string(record).expect("serialisable");
            assert_eq!(
                &serde_json::from_str::<Record<Quarto>>(&json).expect("its own JSON"),
                record
            );
        }
    }
    let error = Quarto::read_record("[Game \"quarto\"]\n\nTLQH a1 TLQH").expect_err("used twice");
    assert!(
        error
            .to_string()
            .starts_with("move 3 (TLQH): TLQH is already on the board"),
        "{error}"
    );
}

/// A record whose stated result is not that of its moves once announced the wrong winner.
#[test]
fn a_record_cannot_state_another_result_than_its_moves() {
    let record =
        |result: &str| format!("[Game \"quarto\"]\n[Result \"{result}\"]\n\nSDRF a1 SDRH b1 SDQF c1 SDQH d1");
    let won = Quarto::read_record(&record("*")).expect("an open record is settled by its moves");
    assert_eq!(won.result.map(Outcome::as_str), Some("1-0"));
    for (stated, message) in [
        (
            "0-1",
            "the record says 0-1, but its moves end in 1-0 (first player first)",
        ),
        (
            "1/2-1/2",
            "the record says 1/2-1/2, but its moves end in 1-0 (first player first)",
        ),
        (
            "foo",
            "game record, line 2, column 1: found [Result \"foo\"], expected 1-0, 0-1, 1/2-1/2 or *",
        ),
    ] {
        assert_eq!(
            Quarto::read_record(&record(stated))
                .expect_err("it is refused")
                .to_string(),
            message
        );
    }
}

#[test]
fn malformed_records_are_refused_with_the_place() {
    for (text, message) in [
        (
            "",
            "game record, column 1: found the end, expected [Game \"quarto\"]",
        ),
        (
            "SDRF * a1",
            "game record, column 8: found \"a1\", expected the end after the result",
        ),
        (
            "[Rules \"square\"]\n[Rules \"standard\"]\nSDRF",
            "game record, line 2, column 1: found \"[Rules\", expected only one tag Rules",
        ),
        (
            "[Game \"reversi\"]\nf5",
            "game record, column 1: found [Game \"reversi\"], expected [Game \"quarto\"]",
        ),
        (
            "[Result \"1-0\"]\nSDRF 0-1",
            "game record, line 2, column 6: found \"0-1\", expected 1-0, as the tag Result says",
        ),
    ] {
        assert_eq!(
            Quarto::read_record(text).expect_err("it is refused").to_string(),
            message,
            "{text}"
        );
    }
}
