//! PDN records: what other programs write is read, and what is written is read back.

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::random::seeded;
use damero_games::{Game, Notation, Outcome, Player, Record, Session, Turn};

fn read(text: &str) -> Record<Checkers> {
    Checkers::read_record(text).unwrap()
}

fn written(record: &Record<Checkers>) -> String {
    Checkers::write_record(record, "pdn").unwrap()
}

fn moves(record: &Record<Checkers>) -> String {
    let words: Vec<String> = record.events.iter().map(ToString::to_string).collect();
    words.join(" ")
}

#[test]
fn comments_annotations_and_variations_are_passed_over() {
    let record = read(
        "\u{feff}% a line of its own\n[Event \"Example\"]\n[White \"Ana \\\"A\\\"\"]\n[Black \"Bea\"]\n\
         [Result \"1/2-1/2\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n\
         1. 11-15 {a {comment} 23-19! $1 2.8-11 (2. 9-14 22-17 (2... 18-23) {)}) 2... 22-17 ; 1-0 to the end\n\
         % 9-13 is not played\n3. 11-16(?!) 24-20?? * [Event \"Another\"] 1. nonsense",
    );
    assert_eq!(moves(&record), "11-15 23-19 8-11 22-17 11-16 24-20");
    assert_eq!(record.rules.to_string(), "english");
    assert_eq!(record.result, Some(Outcome::Draw));
    assert_eq!(
        record.tags,
        [("Event", "Example"), ("White", "Ana \"A\""), ("Black", "Bea")].map(|(a, b)| (a.into(), b.into()))
    );
    assert_eq!(read(&written(&record)), record);
}

#[test]
fn results_are_those_of_the_first_mover_first() {
    let (red, black) = (
        Some(Outcome::Win(Player::First)),
        Some(Outcome::Win(Player::Second)),
    );
    for (text, winner) in [
        ("1-0", red),
        ("0-1", black),
        ("1/2-1/2", Some(Outcome::Draw)),
        ("2-0", red),
        ("1-1", Some(Outcome::Draw)),
        ("*", None),
    ] {
        assert_eq!(read(&format!("1. 12-16 24-20 {text}")).result, winner, "{text}");
        let tagged = format!("[Result \"{text}\"]\n1. 12-16 24-20 *");
        assert_eq!(read(&tagged).result, winner, "{text}");
    }
    for (result, word) in [
        (red, "1-0"),
        (black, "0-1"),
        (Some(Outcome::Draw), "1/2-1/2"),
        (None, "*"),
    ] {
        let record = Record {
            result,
            ..read("1. 12-16 *")
        };
        let text = written(&record);
        assert!(text.contains(&format!("[Result \"{word}\"]")), "{text}");
        assert!(text.ends_with(&format!("1. 12-16 {word}\n")), "{text}");
        assert_eq!(read(&text), record);
    }
}

#[test]
fn records_of_before_keep_their_winners() {
    let old =
        |rest: &str| format!("[White \"Ana\"]\n[Result \"1-0\"]\n[GameType \"21\"]{rest}\n\n1. 12-16 *\n");
    assert_eq!(read(&old("")).result, Some(Outcome::Win(Player::Second)));
    assert_eq!(
        read(&old("\n[Rules \"seed\"]")).result,
        Some(Outcome::Win(Player::Second))
    );
    let others = old("").replace("12-16 *", "12-16 1-0");
    assert_eq!(read(&others).result, Some(Outcome::Win(Player::First)));
}

#[test]
fn any_text_may_stand_in_result() {
    for (text, result, remark) in [
        ("1-0 (time)", Some(Outcome::Win(Player::First)), Some("time")),
        ("1/2-1/2 agreed", Some(Outcome::Draw), Some("agreed")),
        ("White wins", None, Some("White wins")),
        ("", None, None),
        ("?", None, None),
    ] {
        let record = read(&format!("[Result \"{text}\"]\n1. 12-16 24-20"));
        assert_eq!(record.result, result, "{text}");
        let tags: Vec<_> = record
            .tags
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let expected: Vec<_> = remark.map(|remark| ("Termination", remark)).into_iter().collect();
        assert_eq!(tags, expected, "{text}");
        assert_eq!(read(&written(&record)), record, "{text}");
    }
}

#[test]
fn moves_may_be_broken_and_captures_written_jump_by_jump() {
    let plain = read("1. 11-15 22-18 2. 15x22 25x18 *");
    for text in [
        "1. 11-15 22-18 2. 15x 22 25 x18 *",
        "1. 11-\r\n15 22-18 2.15x\n22 25x18 *",
        "1. 11 - 15 22-18 2. 15:22 25:18 *",
    ] {
        assert_eq!(read(text), plain, "{text}");
    }
    let start = "[FEN \"W:W26:B22,14,6\"]\n";
    let whole = read(&format!("{start}26x17x10x1 1-0"));
    for text in ["26x17 17x10 10x1", "26x17\n17x10x1", "26x 17x10 10x1", "26x1"] {
        assert_eq!(read(&format!("{start}{text} 1-0")), whole, "{text}");
    }
    assert_eq!(read("1. 11-15 22-18 2. 15x22 25x18 } *"), plain);
}

#[test]
fn the_board_decides_the_result_of_a_game_that_it_has_ended() {
    let record = read("[FEN \"W:W26:B22\"]\n[Result \"1-0\"]\n26x17 1-0");
    assert_eq!(record.result, Some(Outcome::Win(Player::Second)));
}

#[test]
fn quotes_may_stand_inside_of_quotes() {
    let record = read("[Event \"The \"Big\" match\"]\n[White \"Ana\"]\n1. 12-16 *");
    assert_eq!(record.tags[0].1, "The \"Big\" match");
    assert_eq!(record.tags[1].1, "Ana");
}

#[test]
fn positions_and_rules_are_kept_in_tags() {
    let mut session = Session::<Checkers>::from_position("seed".parse().unwrap(), "W:W9,30:B3,6,7").unwrap();
    session.play_text("9x2x11").unwrap();
    let text = written(session.record());
    assert_eq!(
        text,
        "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n[Rules \"seed\"]\n[SetUp \"1\"]\n[FEN \"W:W9,30:B3,6,7\"]\n\n1... 9x11 *\n"
    );
    assert_eq!(read(&text), *session.record());
    let start = Record::<Checkers>::new("english".parse().unwrap());
    assert_eq!(
        written(&start),
        "[Result \"*\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n*\n"
    );
    let black = Record::<Checkers>::new("english,first_player=black".parse().unwrap());
    assert!(written(&black).contains("[FEN \"W:W21-32:B1-12\"]"));
    assert_eq!(read(&written(&black)), black);
}

#[test]
fn an_ambiguous_capture_is_written_in_full() {
    let mut session =
        Session::<Checkers>::from_position("english".parse().unwrap(), "W:WK26:B14,15,22,23").unwrap();
    session.play_text("26x17x10x19x26").unwrap();
    let text = written(session.record());
    assert!(text.contains("1... 26x17x10x19x26 0-1"), "{text}");
    assert_eq!(read(&text), *session.record());
}

#[test]
fn real_games_may_go_on_where_english_would_declare_a_draw() {
    let shuffle = "4-8 29-25 8-4 25-29 ".repeat(3);
    let text = format!("[FEN \"B:WK29:BK4\"]\n{shuffle} 1/2-1/2");
    let record = read(&text);
    assert_eq!(record.events.len(), 12);
    assert_eq!(record.rules, record.rules.without_limits());
    let strict = format!("[Rules \"english\"]\n{text}");
    assert!(Checkers::read_record(&strict).is_err());
}

#[test]
fn malformed_records_are_refused_with_the_place() {
    for (text, expected) in [
        (
            "[GameType \"20\"]\n1. 32-28 *",
            "found [GameType \"20\"], expected a GameType of 21, 22, 23, 24, 25, 26, 29",
        ),
        ("", "column 1: found the end, expected tags such as"),
        ("\u{feff} \n", "found the end, expected tags such as"),
        ("[FEN \"B:W99:B1\"]\n*", "tag FEN"),
        ("1. 12-16 { never closed", "closing }"),
        ("1. 12-16 (2. 24-20", "closing )"),
        ("1. 12-16 ) 24-20", "a move"),
        ("1. 12-16 12-16", "move 2 (12-16)"),
        ("1. 12-16 hello", "move 2 (hello)"),
        ("[Event", "[Name"),
    ] {
        let error = Checkers::read_record(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn random_games_round_trip_under_all_presets() {
    for id in [
        "seed",
        "english",
        "seed,first_player=black,action_identity=unique",
    ] {
        let rules: CheckersRules = id.parse().unwrap();
        for seed in 0..40 {
            let mut rng = seeded(seed);
            let mut session = Session::<Checkers>::new(rules);
            let mut buf = Vec::new();
            while let Turn::Player(_) = session.game().turn() {
                let m = session.game().random_move(&mut rng, &mut buf);
                session.play(m).unwrap();
            }
            let text = written(session.record());
            assert_eq!(read(&text), *session.record(), "{text}");
        }
    }
}
