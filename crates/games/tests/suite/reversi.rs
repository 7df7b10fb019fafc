//! Worked examples of Reversi: flips in all directions, passes, wipe-outs, formats and refusals.

use damero_games::reversi::{Reversi, ReversiMove, ReversiRules};
use damero_games::{
    Encode, Game, GameTree, InputError, Lang, Notation, Outcome, Player, Record, Session, Turn,
};

fn position(rows: [&str; 8], side: char) -> Reversi {
    position_under("standard", rows, side)
}

fn position_under(rules: &str, rows: [&str; 8], side: char) -> Reversi {
    let rules = rules.parse().expect("the rules exist");
    Reversi::from_position(&rules, &format!("{} {side}", rows.concat())).expect("the position is legal")
}

#[test]
fn one_move_turns_discs_in_all_eight_directions() {
    let mut game = position(
        [
            "X--X--X-", //
            "-O-O-O--", //
            "--OOO---", //
            "XOO-OOOX", //
            "--OOO---", //
            "-O-O-O--", //
            "X--O--X-", //
            "---X----",
        ],
        'X',
    );
    let m = game.read_move("d4").expect("d4 is legal");
    game.play(m).expect("d4 is legal");
    assert_eq!(
        game.position(),
        "X--X--X--X-X-X----XXX---XXXXXXXX--XXX----X-X-X--X--X--X----X---- O",
    );
    assert_eq!(
        game.turn(),
        Turn::Over(Outcome::Win(Player::First)),
        "white is wiped out"
    );
    let scores = game.scores().expect("there are scores");
    assert_eq!(
        (scores.first, scores.second),
        (64, 0),
        "the empty squares go to the winner"
    );
    assert!(game.ending().expect("it is over").reason.en.contains("no discs"));
}

#[test]
fn a_side_without_a_move_passes_in_the_middle() {
    // White turns nothing on h1 or h2; black turns a whole row on h1.
    let mut game = position(
        [
            "XOOOOOO-", //
            "XXXXXXX-", //
            "XXXXXXXX", //
            "XXXXXXXX", //
            "XXXXXXXX", //
            "XXXXXXXX", //
            "XXXXXXXX", //
            "XXXXXXXX",
        ],
        'O',
    );
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["--"]);
    let error = game.read_move("h1").expect_err("white must pass");
    assert_eq!(
        error.to_string(),
        "no disc can be placed, so you must pass; legal would be: --"
    );
    assert_eq!(game.read_move("pasar"), game.read_move("pass"));
    let pass = game.read_move("PA").expect("PA is a pass");
    game.play(pass).expect("white must pass");
    assert_eq!(game.turn(), Turn::Player(Player::First));
}

#[test]
fn two_sides_without_a_move_end_the_game_with_empty_squares_left() {
    let rows = [
        "XXXXXXX-", //
        "XXXXXXXX", //
        "XXXXXXXX", //
        "XXXXXXXX", //
        "XXXXXXXX", //
        "XXXXXXXX", //
        "XXXXXXX-", //
        "XXXXX--O",
    ];
    let game = position(rows, 'X');
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::First)));
    assert_eq!(game.scores().map(|s| (s.first, s.second)), Some((63, 1)));
    let raw = position_under("standard,score=raw", rows, 'X');
    assert_eq!(raw.scores().map(|s| (s.first, s.second)), Some((59, 1)));
}

#[test]
fn refusals_name_the_rule_and_a_legal_move() {
    let mut game = Reversi::start(&ReversiRules::default());
    let before = game.clone();
    for (text, message) in [
        ("d4", "d4 is occupied; legal would be: d3"),
        ("a1", "a disc on a1 turns no enemy disc; legal would be: d3"),
        (
            "--",
            "you may pass only when no disc can be placed; legal would be: d3",
        ),
        (
            "i5",
            "square, column 1: found \"i5\", expected a column from a to h",
        ),
        ("e9", "square, column 2: found \"9\", expected a row from 1 to 8"),
        ("e55", "square, column 3: found \"5\", expected the end"),
        (
            "",
            "square, column 1: found the end, expected a square from a1 to h8",
        ),
    ] {
        let error = game.read_move(text).expect_err("it is refused");
        assert_eq!(error.to_string(), message);
    }
    let error = game.read_move("a1").expect_err("it is refused");
    assert_eq!(
        error.message(Lang::Es),
        "una ficha en a1 no voltea ninguna; sería legal: d3"
    );
    let m = "a1".parse().expect("a1 is a square");
    assert_eq!(game.play(m).expect_err("it is refused").rule, "turns-nothing");
    assert_eq!(game, before);
}

#[test]
fn positions_are_read_in_the_spellings_of_other_programs() {
    let rules = ReversiRules::default();
    let start = Reversi::start(&rules);
    for text in [
        "---------------------------OX------XO--------------------------- X;",
        "........ ........ ........ ...wb... ...bw... ........ ........ ........ b",
        "---------------------------O*------*O---------------------------\n*",
    ] {
        assert_eq!(
            Reversi::from_position(&rules, text).as_ref(),
            Ok(&start),
            "{text}"
        );
    }
    for (text, message) in [
        (
            "---",
            "Reversi position, column 4: found the end, expected 64 squares, not 3",
        ),
        (
            "---------------------------OX------XO-------------------------- X",
            "Reversi position, column 66: found the end, expected 64 squares, not 63",
        ),
        (
            "--Q",
            "Reversi position, column 3: found \"Q\", expected X, O or - for square 3 of 64",
        ),
        (
            "---------------------------OX------XO---------------------------",
            "Reversi position, column 65: found the end, expected the side to move, X or O",
        ),
        (
            "---------------------------OX------XO--------------------------- X O",
            "Reversi position, column 68: found \"O\", expected the end",
        ),
    ] {
        assert_eq!(
            Reversi::from_position(&rules, text)
                .expect_err("it is refused")
                .to_string(),
            message
        );
    }
}

#[test]
fn transcripts_may_leave_out_passes() {
    // The shortest games with a pass come from random play: find one, write it, drop the passes, read it back.
    let mut rng = damero_games::random::seeded(5);
    loop {
        let mut session = Session::<Reversi>::new(ReversiRules::default());
        while session.game().turn().outcome().is_none() {
            let m = session.game().random_move(&mut rng, &mut Vec::new());
            session.play(m).expect("a random move is legal");
        }
        let text = Reversi::write_record(session.record(), "transcript").expect("it can be written");
        if text.contains("--") {
            let back = Reversi::read_record(&text.replace("--", "")).expect("it reads back");
            assert_eq!(back, *session.record());
            return;
        }
    }
}

/// Leaves where a pass is no ply of its own; a finished game is one leaf.
fn leaves_without_passes(game: &Reversi, depth: u32) -> u64 {
    if depth == 0 || game.turn().outcome().is_some() {
        return 1;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let passes = moves == [ReversiMove::Pass];
    if depth == 1 && !passes {
        return moves.len() as u64;
    }
    let below = moves.into_iter().map(|m| {
        let mut next = game.clone();
        next.play_unchecked(m);
        leaves_without_passes(&next, if passes { depth } else { depth - 1 })
    });
    below.sum()
}

#[test]
fn leaves_with_passes_not_counted_are_the_known_ones() {
    let start = Reversi::start(&ReversiRules::default());
    for (depth, leaves) in [(8, 390_216), (9, 3_005_320), (10, 24_571_420)] {
        assert_eq!(leaves_without_passes(&start, depth), leaves, "depth {depth}");
    }
}

#[test]
fn ggf_as_servers_write_it() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[ann]PW[bob]RB[2000]TI[15:00]TY[8r]RE[+2.000]\
                BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
                B[F5//0.01]W[d6/1.50/2]B[C3];)";
    let record: Record<Reversi> = Reversi::read_record(&text[2..]).expect("it reads");
    assert_eq!(record.events.len(), 3);
    assert_eq!(record.result, Some(Outcome::Win(Player::First)));
    assert!(record.tags.contains(&("Black".to_owned(), "ann".to_owned())));
    let error = Reversi::read_record("(;GM[Othello]B[a1];)").expect_err("a1 is refused");
    assert!(matches!(error, InputError::Inside { .. }));
    assert_eq!(
        error.to_string(),
        "move 1 (B[a1]): a disc on a1 turns no enemy disc; legal would be: d3"
    );
}

#[test]
fn ggf_keeps_the_comments_of_the_main_line() {
    let board = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    let text = format!("(;GM[Othello]{board}C[before]B[F5//0.01]C[the diagonal] W[d6/1.50/2]C[two]C[more];)");
    let tree = Reversi::read_tree(&text).expect("it reads");
    let said =
        |tree: &GameTree| -> Vec<String> { tree.nodes.iter().map(|node| node.comment.clone()).collect() };
    assert_eq!(said(&tree), ["before", "the diagonal", "two more"]);
    let written = Reversi::write_tree(&tree, "ggf").expect("it can be written");
    assert!(
        written.contains("C[before]B[F5//0.01]C[the diagonal]W[D6]C[two more]")
            || written.contains("C[before]B[F5]C[the diagonal]W[D6]C[two more]"),
        "{written}"
    );
    assert_eq!(
        said(&Reversi::read_tree(&written).expect("it is read again")),
        said(&tree)
    );
    // A comment may hold what would begin a game, and has no way to hold what would end it.
    let mut hostile = tree;
    hostile.nodes[1].comment = "a [sic] (;GM[Othello] ;) <script>".to_owned();
    let written = Reversi::write_tree(&hostile, "ggf").expect("it can be written");
    assert_eq!(Reversi::split_records(&written).len(), 1, "{written}");
    let again = Reversi::read_tree(&written).expect("it is read again");
    assert_eq!(again.nodes.len(), 3);
    assert_eq!(again.nodes[1].comment, "a [sic) (;GM[Othello) ;) <script>");
}

#[test]
fn ggf_moves_belong_to_the_side_to_move() {
    let start = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    for (text, message) in [
        (
            format!("(;GM[Othello]{start}W[F5];)"),
            "GGF record, column 93: found W[F5], expected B[…], as Black is to move",
        ),
        (
            format!("(;GM[Othello]{start}B[F5]B[D6];)"),
            "GGF record, column 98: found B[D6], expected W[…], as White is to move",
        ),
    ] {
        let error = Reversi::read_record(&text).expect_err("the other side is to move");
        assert_eq!(error.to_string(), message);
    }
    // Black has no move, so the move of White says that Black passed; a move of Black cannot be.
    let board = "OXXXXXX- OOOOOOO- OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO";
    let read = |m: &str| Reversi::read_record(&format!("(;GM[Othello]BO[8 {board} *]{m};)"));
    let record = read("W[H1]").expect("the pass is implied");
    assert_eq!(record.events.len(), 2);
    let error = read("B[H1]").expect_err("it is White who can move");
    assert!(
        error.to_string().contains("found B[H1], expected W[…]"),
        "{error}"
    );
}

#[test]
fn ggf_results_are_numbers_or_unknown() {
    for unknown in ["?", ""] {
        let record = Reversi::read_record(&format!("(;GM[Othello]RE[{unknown}]B[F5];)"));
        assert_eq!(record.expect("it reads").result, None);
    }
    let error = Reversi::read_record("(;GM[Othello]RE[foo]B[F5];)").expect_err("foo is no result");
    assert_eq!(
        error.to_string(),
        "GGF record, column 17: found \"foo\", expected black's lead such as +2.000 or -14.000:r, or ?"
    );
}

#[test]
fn records_without_content_are_refused() {
    for text in ["", " \n", "\u{feff}"] {
        let error = Reversi::read_record(text).expect_err("there is no game");
        assert!(
            error
                .to_string()
                .ends_with("found the end, expected moves such as f5d6c3"),
            "{error}"
        );
    }
    let error = Reversi::read_record("(;)").expect_err("there is no game");
    assert_eq!(
        error.to_string(),
        "GGF record, column 3: found \")\", expected GM[Othello]"
    );
}

#[test]
fn transcript_faults_are_placed_by_column() {
    let error = Reversi::read_record("f5 d6 ¿3").expect_err("it is refused");
    assert!(
        error.message(Lang::Es).starts_with("jugada 3, en la columna 7: "),
        "{error}"
    );
}

#[test]
fn the_observation_is_the_board_seen_by_the_mover() {
    let mut session = Session::<Reversi>::new(ReversiRules::default());
    for text in ["f5", "d6", "c3"] {
        session.play_text(text).expect("it is legal");
    }
    let game = session.game();
    let mut numbers = vec![0.0; Reversi::ENCODINGS[0].len()];
    game.observe(0, &mut numbers);
    let plane = |n: usize| -> u64 {
        (0..64)
            .filter(|i| numbers[64 * n + i] == 1.0)
            .map(|i| 1 << i)
            .sum()
    };
    assert_eq!(
        (plane(0), plane(1), plane(2)),
        (game.own(), game.enemy(), game.legal())
    );
    let text = game.position();
    let white: u64 = text
        .chars()
        .take(64)
        .enumerate()
        .filter(|(_, c)| *c == 'O')
        .map(|(i, _)| 1 << i)
        .sum();
    assert_eq!(plane(0), white, "white is to move, so its discs come first");
}
