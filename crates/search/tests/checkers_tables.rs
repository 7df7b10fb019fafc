//! Endgame tables of checkers: proven by the verifier, known endings, the file, and the engine that uses them.

use std::sync::LazyLock;

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{Game, Notation, Outcome, Player, PovOutcome, Turn};
use damero_search::checkers::{Shelf, TableValue, TabledEval, Tables, build, verify};
use damero_search::endgames::TableError;
use damero_search::{Agent, AlphaBeta, Limits, Stop};

fn rules(preset: &str) -> CheckersRules {
    preset.parse().expect("the preset exists")
}

static SEED: LazyLock<Tables> = LazyLock::new(|| built("seed"));
static ENGLISH: LazyLock<Tables> = LazyLock::new(|| built("english"));

fn built(preset: &str) -> Tables {
    build(&rules(preset), 3, &Stop::default(), &mut |_| ()).expect("nobody stops it")
}

fn probe(tables: &Tables, preset: &str, position: &str) -> TableValue {
    let game = Checkers::from_position(&rules(preset), position).expect("the position is legal");
    tables.probe(&game).expect("it has few pieces")
}

#[test]
fn every_value_follows_from_the_moves() {
    for tables in [&*SEED, &*ENGLISH] {
        let checked = verify(tables, &Stop::default(), &mut |_| ()).expect("nobody stops it");
        assert!(
            checked.as_ref().is_ok_and(|&count| count > 100_000),
            "{checked:?}"
        );
    }
}

#[test]
fn a_damaged_file_is_refused() {
    let path = std::env::temp_dir().join(format!("damero-tables-{}", std::process::id()));
    SEED.save(&path).expect("it can be written");
    assert_eq!(Tables::load(&path).expect("it reads back"), *SEED);
    let mut bytes = std::fs::read(&path).expect("it reads back");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, &bytes).expect("it can be written");
    let error = Tables::load(&path).expect_err("it is damaged");
    std::fs::remove_file(&path).expect("it can be removed");
    assert!(matches!(error, TableError::Damaged { .. }), "{error}");
    assert!(error.to_string().contains("checksum"));
}

#[test]
fn known_endings() {
    for (tables, preset) in [(&*SEED, "seed"), (&*ENGLISH, "english")] {
        // One king each, far apart: nobody can force anything.
        assert_eq!(probe(tables, preset, "B:WK32:BK1").outcome, PovOutcome::Draw);
        // Two kings beat one, even from the double corner.
        assert_eq!(probe(tables, preset, "B:WK1:BK14,K15").outcome, PovOutcome::Win);
        assert_eq!(probe(tables, preset, "W:WK1:BK14,K15").outcome, PovOutcome::Loss);
        // A capture that ends the game.
        assert_eq!(
            probe(tables, preset, "B:WK18:BK15"),
            TableValue {
                outcome: PovOutcome::Win,
                plies: 1
            }
        );
    }
}

#[test]
fn other_rules_and_larger_positions_are_not_known() {
    let start = Checkers::start(&rules("seed"));
    assert_eq!(SEED.probe(&start), None);
    let english = Checkers::from_position(&rules("english"), "B:WK32:BK1").expect("it is legal");
    assert_eq!(SEED.probe(&english), None);
}

/// Following the tables wins in exactly as many plies as they say.
#[test]
fn the_winner_needs_as_long_as_the_table_says() {
    let mut game =
        Checkers::from_position(&rules("english").without_limits(), "B:WK1:BK14,K15").expect("it is legal");
    let value = |game: &Checkers| match game.turn() {
        Turn::Over(outcome) => TableValue {
            outcome: outcome.pov(game.to_move()),
            plies: 0,
        },
        _ => ENGLISH.probe(game).expect("it has few pieces"),
    };
    let mut left = value(&game).plies;
    while left > 0 {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let next = moves.into_iter().map(|m| damero_games::perft::after(&game, m));
        game = next
            .into_iter()
            .find(|next| value(next).plies == left - 1)
            .expect("the best move is one ply closer");
        left -= 1;
    }
    assert_eq!(
        game.turn().outcome().and_then(Outcome::winner),
        Some(Player::First)
    );
}

#[test]
fn the_engine_wins_a_won_ending_with_tables() {
    let mut game = Checkers::from_position(&rules("english"), "B:WK1:BK14,K15").expect("it is legal");
    let eval = TabledEval::new(Default::default(), Shelf::holding(ENGLISH.clone()));
    let mut engine = AlphaBeta::new(eval, Default::default());
    while let Turn::Player(_) = game.turn() {
        let m = engine
            .think(&game, &Limits::depth(3), &Stop::default(), &mut |_| ())
            .best;
        game.play(m).expect("the engine plays legal moves");
    }
    assert_eq!(
        game.turn().outcome().and_then(Outcome::winner),
        Some(Player::First)
    );
}
