//! Texts of ChessFive: positions, moves, refusals, records, views.

use damero_games::chessfive::{ChessFive, ChessFiveSetup};
use damero_games::random::{below, seeded};
use damero_games::{AnyGame, Game, GameId, InputError, Lang, Notation, Session, View, registry};

const CHESS: &str = "8/8/8/8/8/8/KkBbNnRr/RrNnBbQq c - 0";

fn at(rules: &str, position: &str) -> ChessFive {
    ChessFive::from_position(&rules.parse().expect("rules that exist"), position).expect("a position")
}

fn after(rules: &str, moves: &str) -> Session<ChessFive> {
    let mut session = Session::new(rules.parse().expect("rules that exist"));
    for text in moves.split_whitespace() {
        session
            .play_text(text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    session
}

#[test]
fn moves_read_in_every_form() {
    let game = after("classic", "R@a r@a N@a").game().clone();
    let read = |text: &str| {
        game.read_move(text)
            .map(|m| m.to_string())
            .map_err(|error| error.to_string())
    };
    for text in ["R@a", "r@a", "R@A", "r@a4", " R@a4 "] {
        assert_eq!(read(text).as_deref(), Ok("R@a"));
    }
    let game = at("classic", CHESS);
    for text in ["Ka2-a3", "ka2-a3", "a2-a3", "a2a3", "Ka2a3", "KA2-A3"] {
        assert_eq!(
            game.read_move(text).map(|m| m.to_string()),
            Ok("Ka2-a3".to_owned())
        );
    }
    let game = at("classic", "8/8/8/8/8/1b6/KkB1NnRr/RrNnBbQq m - 1");
    for text in ["b3-c4", "bb3-c4", "Bb3c4", "b3c4"] {
        assert_eq!(
            game.read_move(text).map(|m| m.to_string()),
            Ok("Bb3-c4".to_owned())
        );
    }
    let game = at("classic,captures=on", CHESS);
    for text in ["Ra1xb1", "a1xb1", "a1b1", "Ra1-b1", "Ra1:b1"] {
        assert_eq!(
            game.read_move(text).map(|m| m.to_string()),
            Ok("Ra1xb1".to_owned())
        );
    }
}

#[test]
fn malformed_moves_say_where_and_what() {
    let game = at("classic", CHESS);
    for (text, message) in [
        (
            "",
            "ChessFive move, column 1: found the end, expected a column from a to h",
        ),
        (
            "x@a",
            "ChessFive move, column 1: found \"x@a\", expected a piece R, N, B, Q or K",
        ),
        (
            "R@",
            "ChessFive move, column 3: found the end, expected a column from a to h",
        ),
        (
            "R@z",
            "ChessFive move, column 3: found \"z\", expected a column from a to h",
        ),
        (
            "R@a9",
            "ChessFive move, column 4: found \"9\", expected a rank from 1 to 8",
        ),
        ("R@a1b", "ChessFive move, column 5: found \"b\", expected the end"),
        (
            "Re1-e9",
            "ChessFive move, column 6: found \"9\", expected a rank from 1 to 8",
        ),
        (
            "Re1",
            "ChessFive move, column 4: found the end, expected a column from a to h",
        ),
        ("e1e5q", "ChessFive move, column 5: found \"q\", expected the end"),
        (
            "ñ@a",
            "ChessFive move, column 1: found \"ñ@a\", expected a column from a to h",
        ),
        (
            "R@é",
            "ChessFive move, column 3: found \"é\", expected a column from a to h",
        ),
    ] {
        let error = game.read_move(text).expect_err("malformed");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn refusals_name_the_rule_and_a_legal_move() {
    let full = "R@a R@a N@a N@a B@a B@a Q@a Q@a";
    let cases = [
        ("classic", CHESS, "R@a", "all-dropped"),
        ("classic", "", "Ra1-a2", "drop-first"),
        ("speed", "R@a R@b", "R@c", "not-in-hand"),
        ("classic,fixed_order=on", "", "N@a", "fixed-order"),
        ("speed", "", "R@g", "off-board"),
        ("speed", "R@a R@a N@a N@a B@a B@a", "Q@a", "column-full"),
        ("classic", full, "K@a", "column-full"),
        ("classic", "R@a", "R@a1", "falls-elsewhere"),
        ("classic", CHESS, "Ra5-a6", "empty-square"),
        ("classic", CHESS, "Kb2-b3", "not-yours"),
        ("classic", CHESS, "Qa2-a3", "wrong-kind"),
        ("classic", CHESS, "Ka2-a1", "occupied"),
        ("classic", CHESS, "Ra1-b1", "no-captures"),
        ("classic", CHESS, "Ka2xa3", "nothing-to-capture"),
        ("classic", CHESS, "Ra1-a3", "blocked"),
        ("classic", CHESS, "Ka2-a4", "moves-otherwise"),
        ("speed", "6/6/6/6/QqKk2/RrNnBb c - 0", "Qa2-a7", "off-board"),
    ];
    for (rules, from, text, rule) in cases {
        let game = match from {
            _ if from.contains('/') => at(rules, from),
            _ => after(rules, from).game().clone(),
        };
        let before = game.clone();
        let Err(InputError::Illegal(refused)) = game.read_move(text) else {
            panic!("{text} is refused by {rule}");
        };
        assert_eq!(refused.rule, rule, "{text}: {refused}");
        let instead = refused.instead.expect("something is legal");
        assert!(game.read_move(&instead).is_ok(), "{text}: {instead}");
        assert_eq!(game, before);
    }
    let game = after("classic", "R@a").game().clone();
    let error = game.read_move("N@a1").expect_err("it falls on top");
    assert_eq!(
        error.to_string(),
        "a piece dropped in column a falls to a2, not to a1; legal would be: N@a"
    );
    assert_eq!(
        error.message(Lang::Es),
        "una pieza soltada en la columna a cae en a2, no en a1; sería legal: N@a"
    );
}

#[test]
fn a_finished_game_refuses_everything() {
    let session = after("speed", "R@c R@d N@c N@d B@c B@d Q@c");
    let error = session.game().read_move("K@a").expect_err("over");
    assert_eq!(error.to_string(), "the game is over");
    assert_eq!(session.game().count_moves(), 0);
}

#[test]
fn malformed_positions_say_where_and_what() {
    for (text, message) in [
        (
            "",
            "column 1: found the end, expected 8 ranks, or 6 on the small board",
        ),
        (
            "8/8/8/8/8/8/8 c - 0",
            "column 1: found 7 ranks, expected 8 ranks, or 6 on the small board",
        ),
        (
            "8/8/8/8/8/8/8/7 c - 0",
            "column 16: found a space, expected 8 squares in rank 1: pieces R N B Q K r n b q k or digits",
        ),
        (
            "8/8/8/8/8/8/8/9 c - 0",
            "column 15: found \"9\", expected 8 squares in rank 1: pieces R N B Q K r n b q k or digits",
        ),
        (
            "8/8/8/8/8/8/8/8R c - 0",
            "column 16: found \"R\", expected 8 squares in rank 1: pieces R N B Q K r n b q k or digits",
        ),
        (
            "8/8/8/8/8/8/8/8 w - 0",
            "column 17: found \"w\", expected the side to move, c or m",
        ),
        (
            "8/8/8/8/8/8/8/8 c",
            "column 18: found the end, expected the hands such as RNB/rnb, or -",
        ),
        (
            "8/8/8/8/8/8/8/8 c Rr/r 0",
            "column 20: found \"r/r\", expected the hands such as RNB/rnb, or -",
        ),
        (
            "8/8/8/8/8/8/8/8 c - x",
            "column 21: found \"x\", expected the plies of phase Chess, from 0 to 65535",
        ),
        (
            "8/8/8/8/8/8/8/8 c - 0 # 1",
            "column 25: found \"1\", expected the end",
        ),
    ] {
        let error = text.parse::<ChessFiveSetup>().expect_err("malformed");
        assert_eq!(error.to_string(), format!("ChessFive position, {message}"));
    }
}

#[test]
fn impossible_positions_say_why() {
    for (rules, text, part) in [
        (
            "speed",
            CHESS,
            "a classic board, but the rules ask for a speed board",
        ),
        ("classic", "8/8/8/8/8/8/8/RRR5 c - 0", "Cyan has 3 pieces R"),
        ("classic", "8/8/8/8/8/8/8/8 c - 0", "Cyan has 0 pieces R"),
        (
            "classic",
            "8/8/8/8/8/8/8/R7 c RNNBBQK/rrnnbbqk 0",
            "hands of 7 and 8 pieces",
        ),
        (
            "classic",
            "8/8/8/8/8/8/R7/8 m RNNBBQK/rrnnbbqk 0",
            "the piece on a2 has nothing below",
        ),
        (
            "classic",
            "8/8/8/8/8/8/8/8 c RRNNBBQK/rrnnbbqk 3",
            "although not all pieces",
        ),
        (
            "classic,fixed_order=on",
            "8/8/8/8/8/8/8/N7 m RRNBBQK/rrnnbbqk 0",
            "in the order",
        ),
        (
            "classic",
            "8/8/8/8/8/8/KkBbNnRr/RrNnBbQq m - 101",
            "phase Chess ends after ply 100",
        ),
        (
            "classic",
            "8/8/8/8/8/rnbr4/knbq4/RNBRNBQK c - 0",
            "already has a winning line",
        ),
        (
            "classic",
            "8/8/8/8/8/8/KkBbNnRr/RrNnBbQq c - 0 #",
            "cannot have completed",
        ),
        (
            "classic,gravity_win=off",
            "8/8/8/8/8/rnbr4/knbq4/RNBRNBQK m - 0 #",
            "cannot have completed",
        ),
    ] {
        let rules = rules.parse().expect("rules that exist");
        let error = ChessFive::from_position(&rules, text).expect_err("impossible");
        assert!(matches!(error, InputError::Setup(_)));
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn a_hand_may_be_empty_before_the_other() {
    let session = after("speed", "R@a R@b N@c N@d B@e B@f Q@a Q@b K@c");
    let position = session.game().position();
    assert_eq!(position, "6/6/6/6/QqK3/RrNnBb m -/k 0");
    assert_eq!(at("speed", &position), *session.game());
    assert_eq!(at("speed", &position.replace("-/k", "/k")), *session.game());
}

#[test]
fn positions_and_records_come_back() {
    for rules in [
        "classic",
        "speed",
        "classic,captures=on",
        "speed,gravity_win=off",
        "speed,fixed_order=on",
    ] {
        let mut rng = seeded(11);
        for _ in 0..20 {
            let mut session = after(rules, "");
            let length = below(&mut rng, 120);
            for _ in 0..length {
                let Some(m) = session.random_move(&mut rng) else {
                    break;
                };
                session.play_text(&m).expect("legal");
            }
            let game = session.game();
            let again = at(rules, &game.position());
            assert_eq!(again.position(), game.position());
            assert_eq!(again.key(), game.key());
            assert_eq!(again.forget_past(), game.forget_past());
            let json = serde_json::to_string(&game.setup()).expect("text");
            assert_eq!(
                serde_json::from_str::<ChessFiveSetup>(&json).ok(),
                Some(game.setup())
            );
            let text = ChessFive::write_record(session.record(), "damero").expect("its own format");
            let record = ChessFive::read_record(&text).expect("its own text");
            assert_eq!(&record, session.record());
            assert_eq!(record.last().as_ref(), Ok(game));
        }
    }
}

#[test]
fn the_registry_knows_it() {
    let id: GameId = "chess-five".parse().expect("an alias");
    assert_eq!(id, GameId::ChessFive);
    assert_eq!(serde_json::to_string(&id).ok().as_deref(), Some("\"chessfive\""));
    let mut game = registry::start(id, "speed").expect("a preset");
    assert_eq!(game.play("r@f1").ok().as_deref(), Some("R@f"));
}

#[test]
fn a_terminal_shows_everything_without_colours() {
    let session = after("speed", "R@c R@d N@c N@d");
    let drawn = session.game().sketch(Lang::En).plain();
    let expected = "   Gravity: 6 pieces to drop
 6  · · · · · ·
 5  · · · · · ·
 4  · · · · · ·
 3  · · + + · ·
 2  · · N n · ·
 1  + + R r + +
    a b c d e f
 > Cyan BQK
   Magenta bqk
";
    assert_eq!(drawn, expected);
    let session = after("speed", "R@c R@d N@c N@d B@c B@d Q@c");
    let drawn = session.game().sketch(Lang::Es).plain();
    assert!(drawn.contains(" 4  · ·*Q · · ·\n"), "{drawn}");
    assert!(drawn.contains("Gravedad: 3 piezas por soltar"), "{drawn}");
    let view = session.game().view();
    assert_eq!(view.winning, ["c1", "c2", "c3", "c4"]);
    assert_eq!(view.board[2], "..Q...");
    assert!(view.landings.is_empty());
}
