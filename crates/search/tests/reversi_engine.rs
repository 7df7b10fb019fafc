//! The player that solves endgames: it keeps to its limits, plays perfectly near the end, and beats plain search.

use std::time::{Duration, Instant};

use damero_games::random::seeded;
use damero_games::reversi::Reversi;
use damero_games::{Game, MoveBuf, Player};
use damero_search::reversi::{ReversiEngine, ReversiSolver};
use damero_search::{Agent, Limits, Stop};

/// A position of a random game with this many empty squares and a player to move.
fn random_position(squares: u32, seed: u64) -> Reversi {
    let mut rng = seeded(seed);
    loop {
        let mut game = Reversi::start(&Default::default());
        while game.turn().player().is_some() && (game.own() | game.enemy()).count_zeros() > squares {
            let m = game.random_move(&mut rng, &mut MoveBuf::new());
            game.play_unchecked(m);
        }
        if game.turn().player().is_some() {
            return game;
        }
    }
}

#[test]
fn near_the_end_it_plays_perfectly() {
    let mut engine = ReversiEngine::new(8, 1);
    let mut solver = ReversiSolver::new(4, 1);
    let limits = Limits::time(Duration::from_secs(20));
    for seed in 0..6 {
        let mut game = random_position(12, seed);
        let mover = game.to_move();
        let solution = solver
            .solve(&game, &Stop::default(), &mut |_| ())
            .expect("nobody stops it");
        while game.turn().player().is_some() {
            let thought = engine.think(&game, &limits, &Stop::default(), &mut |_| ());
            assert_eq!(thought.line.first(), Some(&thought.best));
            game.play(thought.best).expect("a legal move");
        }
        let scores = game.scores().expect("the game is over");
        assert_eq!(scores[mover] - scores[mover.other()], solution.score);
    }
}

#[test]
fn it_keeps_to_its_limits_everywhere() {
    let mut engine = ReversiEngine::new(8, 2);
    for squares in [60, 40, 24, 20, 18, 10, 1] {
        let game = random_position(squares, u64::from(squares));
        let start = Instant::now();
        let limits = Limits::time(Duration::from_millis(60));
        let thought = engine.think(&game, &limits, &Stop::default(), &mut |_| ());
        assert!(game.is_legal(thought.best));
        // The machine may be busy with other tests.
        assert!(
            start.elapsed() < Duration::from_millis(1_500),
            "{squares} empty squares"
        );

        let thought = engine.think(&game, &Limits::depth(2), &Stop::default(), &mut |_| ());
        assert!(game.is_legal(thought.best));
        let thought = engine.think(&game, &Limits::nodes(20_000), &Stop::default(), &mut |_| ());
        assert!(game.is_legal(thought.best));
    }
}

#[test]
fn a_stopped_player_still_moves() {
    let mut engine = ReversiEngine::new(2, 1);
    let stop = Stop::default();
    stop.now();
    for squares in [50, 18] {
        let game = random_position(squares, 3);
        let thought = engine.think(&game, &Limits::default(), &stop, &mut |_| ());
        assert!(game.is_legal(thought.best));
    }
}

#[test]
fn a_whole_game_ends_within_the_rules() {
    let mut engine = ReversiEngine::new(4, 1);
    let mut rng = seeded(9);
    let mut game = Reversi::start(&Default::default());
    while let Some(player) = game.turn().player() {
        let m = if player == Player::First {
            let limits = Limits::nodes(20_000);
            engine.think(&game, &limits, &Stop::default(), &mut |_| ()).best
        } else {
            game.random_move(&mut rng, &mut MoveBuf::new())
        };
        game.play(m).expect("a legal move");
    }
    let scores = game.scores().expect("the game is over");
    assert!(
        scores.first > scores.second,
        "it beats a random player: {scores:?}"
    );
}
