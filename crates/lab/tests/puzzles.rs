//! Puzzles are the same from the same seed, all different, and every proof of them holds.

use damero_games::quarto::Quarto;
use damero_games::reversi::Reversi;
use damero_lab::puzzles::{Wanted, check, make};
use damero_search::Stop;
use damero_search::puzzle::{PuzzleFile, Puzzled};

fn made<G: Puzzled>(count: usize, seed: u64) -> PuzzleFile {
    made_as::<G>(Wanted::any(count, seed))
}

fn made_as<G: Puzzled>(wanted: Wanted) -> PuzzleFile {
    let file = make::<G>(&G::Rules::default(), wanted, &Stop::default(), &mut |_| ());
    file.expect("the game has puzzles").expect("nobody stopped it")
}

#[test]
fn the_same_seed_makes_the_same_bytes_and_every_proof_holds() {
    let file = made::<Reversi>(20, 7);
    assert_eq!(file.write(), made::<Reversi>(20, 7).write());
    assert_ne!(file.write(), made::<Reversi>(20, 8).write());
    let mut done = 0;
    check::<Reversi>(&file, &Stop::default(), &mut |count| done = count).expect("every proof holds");
    assert_eq!(done, 20);
}

#[test]
fn no_kind_takes_more_than_its_share() {
    let file = made::<Quarto>(30, 1);
    let long = file
        .puzzles
        .iter()
        .filter(|puzzle| puzzle.decisions() == 1)
        .count();
    assert!(long < 30, "{long} of one move");
}

#[test]
fn what_is_missing_of_a_file_is_made_as_it_is_wanted() {
    let kept = made::<Reversi>(3, 7).puzzles;
    let wanted = Wanted {
        theme: Some("turns-the-game".to_owned()),
        rating: 1200,
        kept: kept.clone(),
        ..Wanted::any(5, 7)
    };
    let file = made_as::<Reversi>(wanted);
    assert_eq!(file.puzzles.len(), 5);
    for old in &kept {
        assert!(file.puzzles.contains(old), "{} is kept", old.id);
    }
    for new in file.puzzles.iter().filter(|puzzle| !kept.contains(puzzle)) {
        assert!(new.rating >= 1200, "{} is rated {}", new.id, new.rating);
        assert!(
            new.themes.iter().any(|theme| theme == "turns-the-game"),
            "{:?}",
            new.themes
        );
    }
    check::<Reversi>(&file, &Stop::default(), &mut |_| ()).expect("no two are the same one");
}

#[test]
fn wipe_outs_are_found_long_before_the_end() {
    let wanted = Wanted {
        theme: Some("wipe-out".to_owned()),
        ..Wanted::any(2, 1)
    };
    let file = made_as::<Reversi>(wanted);
    assert_eq!(file.puzzles.len(), 2);
    check::<Reversi>(&file, &Stop::default(), &mut |_| ()).expect("every proof holds");
    for puzzle in &file.puzzles {
        assert_eq!(puzzle.proof.method.to_string(), "forced:5");
    }
}

#[test]
fn a_theme_that_the_game_does_not_have_is_refused_with_those_that_it_has() {
    let wanted = Wanted {
        theme: Some("fork".to_owned()),
        ..Wanted::any(2, 1)
    };
    let why = make::<Reversi>(&Default::default(), wanted, &Stop::default(), &mut |_| ());
    let why = why.expect_err("no such theme");
    assert!(
        why.en.contains("wipe-out") && why.es.contains("hay one-move"),
        "{why:?}"
    );
}

#[test]
fn a_puzzle_that_is_there_twice_is_refused() {
    let mut file = made::<Reversi>(2, 7);
    file.puzzles[1] = file.puzzles[0].clone();
    let why = check::<Reversi>(&file, &Stop::default(), &mut |_| ()).expect_err("twice");
    assert!(why.to_string().contains("the same puzzle"), "{why}");
}

#[test]
fn whoever_is_told_to_stop_makes_nothing() {
    let stop = Stop::default();
    stop.now();
    let made = make::<Reversi>(&Default::default(), Wanted::any(5, 1), &stop, &mut |_| ());
    assert!(made.expect("the game has puzzles").is_none());
}
