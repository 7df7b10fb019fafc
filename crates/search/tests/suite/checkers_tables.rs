//! Endgame tables of checkers: proven by the verifier, known endings, the file, and the engine that uses them.

use std::path::PathBuf;
use std::sync::LazyLock;

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{Game, Notation, Outcome, Player, PovOutcome, Turn};
use damero_search::checkers::{
    Builder, CheckersEndgames, Shelf, TableSolver, TableValue, TabledEval, Tables, build, verify,
};
use damero_search::endgames::{Built, Endgames, TableError, Verified};
use damero_search::{Agent, AlphaBeta, EngineOptions, Level, Limits, Searchable, Solver, Stop, Unsolved};

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
        let m = engine.think(&game, Limits::depth(3).into()).best;
        game.play(m).expect("the engine plays legal moves");
    }
    assert_eq!(
        game.turn().outcome().and_then(Outcome::winner),
        Some(Player::First)
    );
}

/// A folder for data of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damero-{name}-{}", std::process::id()));
        Self(path)
    }

    fn options(&self) -> EngineOptions {
        EngineOptions {
            table_mib: 1,
            data: Some(self.0.clone()),
            ..EngineOptions::default()
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_building_that_was_stopped_is_taken_up_again() {
    let folder = Folder::new("stopped");
    let (seed, stop) = (rules("seed"), Stop::default());
    let mut seen = 0;
    let built = CheckersEndgames.build(&seed, 3, &folder.0, &stop, &mut |progress| {
        seen = progress.done;
        stop.now();
    });
    let Ok(Built::Stopped(part)) = built else {
        panic!("{built:?}");
    };
    assert!(seen > 0 && part.exists());
    let unfinished = Tables::load_part(&part).expect("it reads back");
    assert!(!unfinished.is_complete() && unfinished.len() < SEED.len());
    assert!(Tables::load(&part).is_err(), "it is unfinished");

    let go_on = Stop::default();
    let mut first = None;
    let mut report = |progress: damero_search::endgames::TableProgress| {
        first.get_or_insert(progress.done);
    };
    let built = CheckersEndgames.build(&seed, 3, &folder.0, &go_on, &mut report);
    let Ok(Built::Complete(file)) = built else {
        panic!("{built:?}");
    };
    assert!(first.is_some_and(|first| first >= unfinished.len()));
    assert_eq!(Tables::load(&file.path).expect("it reads back"), *SEED);
    assert!(!part.exists());
    let again = CheckersEndgames.build(&seed, 3, &folder.0, &go_on, &mut |_| ());
    assert_eq!(again.expect("nothing fails"), Built::Already(file));
    let verified = CheckersEndgames.verify(&seed, &folder.0, &go_on, &mut |_| ());
    assert!(matches!(verified, Ok(Verified::Sound(199_520))), "{verified:?}");
}

#[test]
fn tables_with_fewer_pieces_are_a_beginning() {
    let two = build(&rules("seed"), 2, &Stop::default(), &mut |_| ()).expect("nobody stops it");
    let mut builder = Builder::resume(two, 3);
    while !builder.is_complete() {
        builder
            .step(&Stop::default(), &mut |_| ())
            .expect("nobody stops it");
    }
    assert_eq!(builder.finish(), *SEED);
}

#[test]
fn an_engine_refuses_damaged_tables_and_plays_without_any() {
    let folder = Folder::new("damaged");
    assert!(
        Checkers::engine(&folder.options()).is_ok(),
        "no folder, no tables"
    );
    let path = Shelf::path(&folder.0, &rules("seed"));
    std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
    std::fs::write(&path, "nothing of the kind").expect("it can be written");
    let error = Checkers::engine(&folder.options()).err().expect("it is no table");
    assert!(error.0.en.contains("seed.tables is not a usable"), "{error}");
    assert!(
        error.0.es.contains("no es un archivo de tablas"),
        "{}",
        error.0.es
    );
    assert!(Level::MAX.agent::<Checkers>(0, &folder.options()).is_err());
    assert!(
        Level::MEDIUM.agent::<Checkers>(0, &folder.options()).is_ok(),
        "it does not look"
    );
}

#[test]
fn the_solver_says_what_is_missing() {
    let folder = Folder::new("missing");
    let mut solver = TableSolver::new(&folder.options());
    let mut ask = |position: &str| {
        let game = Checkers::from_position(&rules("english"), position).expect("it is legal");
        match solver.solve(&game, &Stop::default(), &mut |_| ()) {
            Err(Unsolved::OutOfReach(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    assert!(
        ask("B:WK1:BK14,K15")
            .en
            .contains("tables build checkers --rules english")
    );
    assert!(ask("B:WK1,K2,K3:BK30,K31,K32").es.contains("6 piezas"));
    let path = Shelf::path(&folder.0, &rules("english"));
    std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
    ENGLISH.save(&path).expect("it can be written");
    assert!(ask("B:WK1,K2:BK14,K15").en.ends_with("--pieces 4"));
    let game = Checkers::from_position(&rules("english"), "W:WK1:BK14,K15").expect("it is legal");
    let solved = TableSolver::new(&folder.options())
        .solve(&game, &Stop::default(), &mut |_| ())
        .expect("it has three pieces");
    assert_eq!(
        (solved.value, solved.plies.map(|plies| plies as usize)),
        (-1, Some(solved.pv.len()))
    );
    assert!(solved.moves.iter().all(|one| one.value == -1));
}

/// Won endings of two kings against one that take long.
fn long_wins() -> Vec<Checkers> {
    let pairs = (1..=32).flat_map(|a| (a + 1..=32).map(move |b| (a, b)));
    let places = pairs.flat_map(|(a, b)| (1..=32).map(move |c| format!("B:WK{c}:BK{a},K{b}")));
    let games = places.filter_map(|place| Checkers::from_position(&rules("english"), &place).ok());
    let long = games.filter(|game| {
        let value = ENGLISH.probe(game);
        value.is_some_and(|value| value.outcome == PovOutcome::Win && value.plies >= 19)
    });
    long.step_by(40).take(12).collect()
}

/// How many of these endings an engine wins against one that resists as long as it can.
fn conversions(
    engine: &mut dyn Agent<Checkers>,
    resist: &mut dyn Solver<Checkers>,
    games: &[Checkers],
) -> usize {
    let wins = |start: &Checkers, engine: &mut dyn Agent<Checkers>, resist: &mut dyn Solver<Checkers>| {
        let mut game = start.clone();
        while let Turn::Player(player) = game.turn() {
            let stop = Stop::default();
            let m = if player == Player::First {
                engine.think(&game, Limits::depth(5).into()).best
            } else {
                resist
                    .solve(&game, &stop, &mut |_| ())
                    .expect("it has three pieces")
                    .best[0]
            };
            game.play(m).expect("both play legal moves");
        }
        game.turn() == Turn::Over(Outcome::Win(Player::First))
    };
    games.iter().filter(|game| wins(game, engine, resist)).count()
}

#[test]
fn the_engine_wins_with_tables_what_it_does_not_win_without() {
    let folder = Folder::new("converts");
    let path = Shelf::path(&folder.0, &rules("english"));
    std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
    ENGLISH.save(&path).expect("it can be written");
    let games = long_wins();
    assert_eq!(games.len(), 12);
    let mut resist = TableSolver::new(&folder.options());
    let without = EngineOptions {
        data: None,
        ..folder.options()
    };
    let mut count = |options: &EngineOptions| {
        let mut engine = Checkers::engine(options).expect("the file is sound");
        conversions(&mut *engine, &mut resist, &games)
    };
    assert_eq!(count(&folder.options()), games.len());
    let alone = count(&without);
    println!("without tables {alone} of {}", games.len());
    assert!(alone < games.len());
}
