//! Worked examples of the rules of checkers, what is refused and why, notation and records.

use std::collections::HashSet;

use damero_games::checkers::{Checkers, CheckersRules, CheckersSetup, Square};
use damero_games::perft::perft;
use damero_games::random::seeded;
use damero_games::{
    ByPlayer, Game, InputError, Lang, Notation, Outcome, Player, Record, Rules, Session, Turn, View,
};

fn rules(id: &str) -> CheckersRules {
    id.parse().unwrap()
}

fn at(id: &str, position: &str) -> Checkers {
    Checkers::from_position(&rules(id), position).unwrap()
}

fn legal(game: &Checkers) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// Plays moves written as text.
fn play(game: &mut Checkers, moves: &str) {
    for text in moves.split_whitespace() {
        let m = game.read_move(text).unwrap();
        game.play(m).unwrap();
    }
}

/// The rule that refuses a move and the alternative that is offered; the game must not change.
fn refused(game: &Checkers, text: &str) -> (&'static str, String) {
    let before = game.clone();
    let Err(InputError::Illegal(illegal)) = game.read_move(text) else {
        panic!("{text} should be illegal in {}", game.position());
    };
    assert_eq!(*game, before);
    let instead = illegal.instead.unwrap_or_default();
    assert!(
        instead.is_empty() || legal(game).contains(&instead),
        "{instead} is not legal"
    );
    assert!(
        !illegal.why.es.is_empty() && illegal.why.en != illegal.why.es,
        "{text}"
    );
    (illegal.rule, instead)
}

#[test]
fn squares_have_the_standard_numbers() {
    for (row, column, number) in [
        (7, 0, 4),
        (5, 0, 12),
        (4, 1, 16),
        (0, 1, 32),
        (0, 7, 29),
        (7, 6, 1),
    ] {
        let square = Square::at(row, column).unwrap();
        assert_eq!(square.number(), number);
        assert_eq!(Square::from_number(number), Some(square));
        assert_eq!((square.row(), square.column()), (row, column));
    }
    let count = |row| (0..8).filter_map(move |column| Square::at(row, column)).count();
    assert_eq!((0..8).map(count).sum::<usize>(), 32);
}

#[test]
fn the_start_has_seven_moves_for_either_colour() {
    let red = Checkers::start(&CheckersRules::default());
    assert_eq!(red.position(), "B:W21-32:B1-12");
    assert_eq!(
        legal(&red),
        ["12-16", "11-16", "11-15", "10-15", "10-14", "9-14", "9-13"]
    );
    let black = Checkers::start(&rules("seed,first_player=black"));
    assert_eq!(black.turn(), Turn::Player(Player::Second));
    assert_eq!(black.position(), "W:W21-32:B1-12");
    assert_eq!(black.count_moves(), 7);
}

#[test]
fn a_crowned_man_goes_on_and_may_come_back_to_its_own_square() {
    let position = "B:W17,18,25,26:B23";
    let mut game = at("seed", position);
    assert_eq!(legal(&game), ["23x30x21x14x23"]);
    play(&mut game, "23x23");
    assert_eq!(game.position(), "W:W:BK23");
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));

    let mut game = at("english", position);
    assert_eq!(legal(&game), ["23x30"]);
    play(&mut game, "23-30");
    assert_eq!(game.position(), "W:W17,18,25:BK30");
}

#[test]
fn a_king_may_go_round_both_ways_and_unique_keeps_one() {
    let position = "W:WK26:B14,15,22,23";
    for id in ["seed", "english"] {
        assert_eq!(legal(&at(id, position)), ["26x19x10x17x26", "26x17x10x19x26"]);
        let unique = at(&format!("{id},action_identity=unique"), position);
        assert_eq!(legal(&unique), ["26x19x10x17x26"]);
        assert_eq!(
            refused(&unique, "26x17x10x19x26"),
            ("same-capture", "26x19x10x17x26".into())
        );
    }
}

#[test]
fn refusals_name_the_rule_and_an_alternative() {
    let start = Checkers::start(&CheckersRules::default());
    assert_eq!(refused(&start, "21-17"), ("not-yours", "12-16".into()));
    assert_eq!(refused(&start, "16-20"), ("no-piece", "12-16".into()));
    assert_eq!(refused(&start, "10-18"), ("not-a-step", "10-15".into()));
    assert_eq!(refused(&start, "10-6"), ("backward", "10-15".into()));
    assert_eq!(refused(&start, "8-12"), ("occupied", "12-16".into()));
    assert_eq!(refused(&start, "12x19"), ("nothing-to-jump", "12-16".into()));
    assert_eq!(refused(&start, "12x3"), ("backward-capture", "12-16".into()));
    assert_eq!(
        refused(&at("seed", "B:W16,19:B1,12"), "12x19"),
        ("occupied", "1-6".into())
    );

    let game = at("seed", "B:W17,25,26:B12,14");
    assert_eq!(refused(&game, "12-16"), ("must-capture", "14x21x30x23".into()));
    assert_eq!(refused(&game, "12-20"), ("must-capture", "14x21x30x23".into()));
    assert_eq!(
        refused(&game, "14x21"),
        ("unfinished-capture", "14x21x30x23".into())
    );
    let error = game.read_move("12-16").unwrap_err();
    assert_eq!(
        error.to_string(),
        "a three-piece capture is available, and captures are compulsory; legal would be: 14x21x30x23"
    );
    assert_eq!(
        error.message(Lang::Es),
        "hay una captura de tres piezas, y capturar es obligatorio; sería legal: 14x21x30x23"
    );

    let stops = at("english", "B:W17,25,26:B12,14");
    assert_eq!(
        refused(&stops, "14x21x30x23"),
        ("crowning-ends", "14x21x30".into())
    );

    let longest = at("seed", "B:W9,16,23:B5,12");
    assert_eq!(refused(&longest, "5x14"), ("longest-capture", "12x19x26".into()));
    let any = at("english", "B:W9,16,23:B5,12");
    assert_eq!(legal(&any), ["12x19x26", "5x14"]);
    let first = at("seed,longest_tie=first", "B:W9,16,17,23:B5,12");
    assert_eq!(legal(&first), ["12x19x26"]);
    assert_eq!(
        refused(&first, "5x14x21"),
        ("first-of-the-longest", "12x19x26".into())
    );

    let over = at("seed", "W:W:B12");
    assert_eq!(refused(&over, "12-16"), ("game-over", String::new()));
}

#[test]
fn moves_of_another_position_are_refused_without_a_panic() {
    let round = at("seed", "B:W17,18,25,26:B23").read_move("23x23").unwrap();
    let king_step = at("seed", "B:W32:BK1").read_move("1-5").unwrap();
    let mut start = Checkers::start(&CheckersRules::default());
    let before = start.clone();
    for m in [round, king_step] {
        assert!(!start.is_legal(m));
        assert!(start.play(m).is_err());
        assert_eq!(start, before);
    }
}

#[test]
fn moves_are_read_in_several_forms() {
    let start = Checkers::start(&CheckersRules::default());
    for text in ["12-16", " 12 - 16 ", "12x16", "12:16", "12-16!", "12-16?!"] {
        assert_eq!(start.read_move(text).unwrap().to_string(), "12-16", "{text}");
    }
    let capture = at("seed", "B:W17,25,26:B12,14");
    for text in [
        "14x21x30x23",
        "14x23",
        "14-23",
        "14 x 21 x 30 x 23",
        "14:21:30:23",
    ] {
        assert_eq!(
            capture.read_move(text).unwrap().to_string(),
            "14x21x30x23",
            "{text}"
        );
    }
    let json =
        r#"{"from":[4,5],"to":[2,3],"captures":[[3,6],[1,6],[1,4]],"promotion":true,"sequence_length":3}"#;
    assert_eq!(capture.read_move(json).unwrap().to_string(), "14x21x30x23");
    let wrong = json.replace("true", "false");
    assert_eq!(
        refused(&capture, &wrong),
        ("no-such-action", "14x21x30x23".into())
    );
    let step = r#"{"from":[5,0],"to":[4,1]}"#;
    assert_eq!(refused(&capture, step), ("must-capture", "14x21x30x23".into()));

    let ambiguous = at("seed", "W:WK26:B14,15,22,23").read_move("26x26").unwrap_err();
    assert_eq!(
        ambiguous.to_string(),
        "checkers move, column 1: found \"26x26\", expected one of 26x19x10x17x26, 26x17x10x19x26"
    );
}

#[test]
fn malformed_moves_say_where() {
    let start = Checkers::start(&CheckersRules::default());
    for (text, column) in [
        ("", 1),
        ("  ", 3),
        ("pass", 1),
        ("12", 3),
        ("12-", 4),
        ("12-33", 4),
        ("0-4", 1),
        ("12-16 20", 7),
        ("12-999999999999", 4),
        ("¿", 1),
    ] {
        let Err(InputError::Read(error)) = start.read_move(text) else {
            panic!("{text:?} should be malformed");
        };
        assert_eq!(error.column, column, "{text:?}: {error}");
    }
    for text in [
        "{",
        "{}",
        r#"{"from":[5,0],"to":[4,1],"jump":1}"#,
        r#"{"from":[500,0],"to":[4,1]}"#,
    ] {
        assert!(
            matches!(start.read_move(text), Err(InputError::Read(_))),
            "{text}"
        );
    }
    let outside = r#"{"from":[9,9],"to":[4,1],"captures":[[0,0]]}"#;
    assert_eq!(refused(&start, outside).0, "no-such-action");
}

#[test]
fn positions_are_read_in_several_forms_and_written_in_one() {
    let written = "B:W21-32:B1-12";
    for text in [
        written,
        "B:B1-12:W21-32",
        "b:w21-32:b1-12.",
        " B : W 21-32 : B 1-12 . ",
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5-12",
    ] {
        assert_eq!(
            text.parse::<CheckersSetup>().unwrap().to_string(),
            written,
            "{text}"
        );
    }
    for text in ["W:WK1-3,K5,9,10:BK32", "B:W:B7", "B:WK31,K32:B"] {
        let setup: CheckersSetup = text.parse().unwrap();
        assert_eq!(setup.to_string(), text);
        assert_eq!(
            serde_json::from_str::<CheckersSetup>(&serde_json::to_string(&setup).unwrap()).unwrap(),
            setup
        );
        assert_eq!(CheckersSetup::from_cells(&setup.cells(), setup.turn), Ok(setup));
    }
    for (text, column) in [
        ("", 1),
        ("X:W1:B2", 1),
        ("B", 2),
        ("B:W33:B1", 4),
        ("B:W1,:B2", 6),
        ("B:W5-3:B1", 6),
        ("B:W1:W2", 6),
        ("B:W1:B2 extra", 9),
        ("B:W1:B2:", 9),
    ] {
        let error = text.parse::<CheckersSetup>().unwrap_err();
        assert_eq!(error.column, column, "{text:?}: {error}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for text in [
        "B:W:B",
        "B:W5:B5",
        "B:WK5:B5",
        "B:W1:B5",
        "B:W5:B29",
        "B:WK20:B1-13",
    ] {
        let result = Checkers::from_position(&CheckersRules::default(), text);
        assert!(matches!(result, Err(InputError::Setup(_))), "{text}");
    }
    let mut cells = [[0; 8]; 8];
    cells[0][0] = 1;
    assert!(CheckersSetup::from_cells(&cells, Player::First).is_err());
    cells[0][0] = 0;
    cells[0][1] = 3;
    assert!(CheckersSetup::from_cells(&cells, Player::First).is_err());
}

#[test]
fn a_side_without_a_move_loses_unless_both_are_stuck() {
    let stuck = at("seed", "W:W13:B6,9");
    assert_eq!(stuck.turn(), Turn::Over(Outcome::Win(Player::First)));
    let both = "B:W29-32:B21-28";
    assert_eq!(at("seed", both).turn(), Turn::Over(Outcome::Draw));
    assert_eq!(
        at("english", both).turn(),
        Turn::Over(Outcome::Win(Player::Second))
    );
    assert_eq!(
        at("seed", &both.replace("B:W", "W:W")).turn(),
        Turn::Over(Outcome::Draw)
    );
}

#[test]
fn a_side_without_pieces_has_lost_whoever_is_to_move() {
    for text in ["B:W:B12", "W:W:B12", "B:W:BK29-32,25-28"] {
        assert_eq!(
            at("seed", text).turn(),
            Turn::Over(Outcome::Win(Player::First)),
            "{text}"
        );
    }
}

#[test]
fn the_third_occurrence_is_a_draw_and_the_start_counts() {
    let round = "4-8 29-25 8-4 25-29 ";
    let mut game = at("seed", "B:WK29:BK4");
    play(&mut game, &round.repeat(2)[..round.len() * 2 - 6]);
    assert_eq!(
        (game.turn(), game.occurrences()),
        (Turn::Player(Player::Second), 2)
    );
    play(&mut game, "25-29");
    assert_eq!((game.turn(), game.occurrences()), (Turn::Over(Outcome::Draw), 3));
    assert!(!game.ending().unwrap().truncated);
    let forgotten = game.forget_past();
    assert_eq!(forgotten.turn(), Turn::Player(Player::First));
    assert_eq!(forgotten.key(), game.key());

    let mut other_side = at("seed,repetition=2", "B:WK29:BK4");
    play(&mut other_side, "4-8 29-25 8-4");
    assert_eq!(other_side.turn(), Turn::Player(Player::Second));
}

#[test]
fn games_without_progress_are_drawn_when_the_rules_say_so() {
    let position = "B:WK29,21:BK4,12";
    let mut captures_only = at("seed,no_progress=3", position);
    play(&mut captures_only, "12-16 21-17");
    assert_eq!(captures_only.idle(), 2);
    play(&mut captures_only, "4-8");
    assert_eq!(captures_only.turn(), Turn::Over(Outcome::Draw));
    let mut men_too = at("english,no_progress=3", position);
    play(&mut men_too, "12-16 21-17 4-8");
    assert_eq!(men_too.idle(), 1);
    play(&mut men_too, "29-25 8-4");
    assert_eq!(men_too.turn(), Turn::Over(Outcome::Draw));
}

#[test]
fn the_limit_on_plies_is_reported_as_truncation_and_never_takes_a_win_away() {
    let mut game = Checkers::start(&rules("seed,max_episode_steps=2"));
    play(&mut game, "12-16 24-20");
    let ending = game.ending().unwrap();
    assert!(ending.truncated);
    assert_eq!(ending.outcome, Outcome::Draw);
    let mut won = at("seed,max_episode_steps=1", "B:W17,18,25,26:B23");
    play(&mut won, "23x23");
    assert_eq!(won.turn(), Turn::Over(Outcome::Win(Player::First)));
    assert_eq!(Checkers::max_plies(&rules("seed")), 300);
    assert_eq!(Checkers::max_plies(&rules("seed,max_episode_steps=off")), 65_536);
}

#[test]
fn the_fast_ways_agree_with_the_plain_ones() {
    let mut rng = seeded(2);
    let mut buf = Vec::new();
    for id in [
        "seed",
        "english",
        "seed,capture_priority=any,men_capture_backward=on",
        "seed,action_identity=unique,longest_tie=first",
    ] {
        for _ in 0..30 {
            let mut game = Checkers::start(&rules(id));
            while let Turn::Player(_) = game.turn() {
                assert_eq!(game.perft(3), perft(&game, 3), "{id} {}", game.position());
                let mut legal = Vec::new();
                game.moves(&mut legal);
                let draws: HashSet<_> = (0..40 * legal.len())
                    .map(|_| game.random_move(&mut rng, &mut buf))
                    .collect();
                assert_eq!(draws, legal.into_iter().collect(), "{id} {}", game.position());
                let m = game.random_move(&mut rng, &mut buf);
                game.play(m).unwrap();
            }
        }
    }
}

#[test]
fn rules_ids_round_trip() {
    for id in [
        "seed",
        "english",
        "seed,capture_priority=any",
        "english,first_player=black",
        "seed,repetition=off,max_episode_steps=off",
    ] {
        assert_eq!(rules(id).to_string(), id);
    }
    let error = "seed,king_size=short".parse::<CheckersRules>().unwrap_err();
    assert!(error.to_string().contains("unknown option"), "{error}");
    let error = "seed,repetition=1".parse::<CheckersRules>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "option repetition does not take \"1\": a number from 2 to 65535 | off (also 0)"
    );
    assert_eq!(rules("seed,repetition=0"), rules("seed,repetition=off"));
    assert_eq!(CheckersRules::PRESETS.len(), 8);
}

#[test]
fn the_view_and_the_sketch_show_the_board() {
    let game = at("seed", "B:WK17,25,26:B12,14");
    let view = serde_json::to_value(game.view()).unwrap();
    assert_eq!(view["board"][3][6], -2);
    assert_eq!(view["board"][5][0], 1);
    assert_eq!(view["turn"], "first");
    assert_eq!(view["legal"][0]["text"], "14x21x30x23");
    assert_eq!(view["legal"][0]["path"][1], serde_json::json!([2, 7]));
    assert_eq!(game.view().kings, ByPlayer::new(0, 1));
}

#[test]
fn the_sketch_shows_the_number_of_every_square() {
    let game = at("seed", "B:WK17,25,26:B12,14,K2");
    let drawing = game.sketch(Lang::Es).plain();
    let rows: Vec<Vec<&str>> = drawing
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows[1], ["28", ".", "27", ".", "b26", ".", "b25", "."]);
    assert_eq!(rows[3], ["20", ".", "19", ".", "18", ".", "B17", "."]);
    assert_eq!(rows[5], ["r12", ".", "11", ".", "10", ".", "9", "."]);
    assert_eq!(rows[7], ["4", ".", "3", ".", "R2", ".", "1", "."]);
    assert!(drawing.lines().take(8).all(|line| line.len() == 40), "{drawing}");
    assert!(drawing.contains("Negras 2+1"), "{drawing}");
    assert_eq!(rows.len(), 9);
}

#[test]
fn native_records_round_trip() {
    let mut session = Session::<Checkers>::from_position(rules("seed"), "B:W17,25,26:B12,14").unwrap();
    session.play_text("14x23").unwrap();
    let text = Checkers::write_record(session.record(), "damero").unwrap();
    assert!(text.contains("14x21x30x23"), "{text}");
    assert_eq!(Checkers::read_record(&text).unwrap(), *session.record());
    assert!(session.undo());
    assert_eq!(session.game().position(), "B:W17,25,26:B12,14");
    assert!(session.record().events.is_empty());
    let empty: Record<Checkers> = Record::new(rules("english"));
    assert_eq!(
        Checkers::read_record(&Checkers::write_record(&empty, "damero").unwrap()).unwrap(),
        empty
    );
}
