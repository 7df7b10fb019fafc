//! Puzzles are the same from the same seed, all different, and every proof of them holds.

use damero_games::quarto::Quarto;
use damero_games::reversi::Reversi;
use damero_lab::puzzles::{check, make};
use damero_search::Stop;
use damero_search::puzzle::{PuzzleFile, Puzzled};

fn made<G: Puzzled>(count: usize, seed: u64) -> PuzzleFile {
    let rules = G::Rules::default();
    let file = make::<G>(&rules, count, seed, &Stop::default(), &mut |_| ());
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
    let made = make::<Reversi>(&Default::default(), 5, 1, &stop, &mut |_| ());
    assert!(made.expect("the game has puzzles").is_none());
}
