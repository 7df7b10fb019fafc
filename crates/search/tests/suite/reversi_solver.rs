//! The exact solver of Reversi against plain negamax, against the published scores of the FFO suite, and against
//! itself on other kernels, tables and numbers of threads.

use std::time::{Duration, Instant};

use damero_games::playout::random_game;
use damero_games::random::seeded;
use damero_games::reversi::{Reversi, ReversiMove, ReversiSetup};
use damero_games::{Game, MoveBuf, Notation, PovOutcome, Turn, perft::after};
use damero_search::reversi::{ReversiSolver, Solution};
use damero_search::{Limits, Stop};

/// The score for the side to move, read straight from the rules.
fn negamax(game: &Reversi) -> i32 {
    let mover = game.to_move();
    if let Turn::Over(_) = game.turn() {
        let scores = game.scores().expect("a finished game has scores");
        return scores[mover] - scores[mover.other()];
    }
    let mut moves = MoveBuf::new();
    game.moves(&mut moves);
    let scores = moves.iter().map(|&m| -negamax(&after(game, m)));
    scores.max().expect("a player to move has a move")
}

fn empties(game: &Reversi) -> u32 {
    (game.own() | game.enemy()).count_zeros()
}

/// Positions of random games with this many empty squares, finished ones included.
fn random_positions(squares: u32, count: usize, seed: u64) -> Vec<Reversi> {
    let mut rng = seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = random_game(Reversi::start(&Default::default()), &mut rng);
        found.extend(game.find(|game| empties(game) == squares || game.turn().player().is_none()));
    }
    found
}

fn solve(solver: &mut ReversiSolver, game: &Reversi) -> Solution {
    solver
        .solve(game, &Stop::default(), &mut |_| ())
        .expect("nobody stops it")
}

/// Plays the line out: it must be legal, end the game, and end it with the score.
fn check_line(game: &Reversi, solution: &Solution) {
    assert_eq!(solution.best, solution.pv.first().copied());
    let mut end = game.clone();
    for &m in &solution.pv {
        end.play(m)
            .unwrap_or_else(|illegal| panic!("{illegal:?} in {}", game.position()));
    }
    assert!(end.turn().outcome().is_some(), "{}", game.position());
    let sign = if end.to_move() == game.to_move() { 1 } else { -1 };
    assert_eq!(sign * negamax(&end), solution.score, "{}", game.position());
}

#[test]
fn scores_moves_and_lines_are_those_of_plain_negamax() {
    let mut solver = ReversiSolver::new(1, 1);
    let mut portable = ReversiSolver::new(1, 1).portable();
    for squares in 0..=8 {
        for game in random_positions(squares, 60, u64::from(squares)) {
            let score = negamax(&game);
            for solver in [&mut solver, &mut portable] {
                let solution = solve(solver, &game);
                assert_eq!(solution.score, score, "{}", game.position());
                check_line(&game, &solution);
            }
        }
    }
}

#[test]
fn every_move_gets_its_own_exact_score() {
    let mut solver = ReversiSolver::new(1, 1);
    for game in random_positions(7, 100, 77) {
        let mut moves = MoveBuf::new();
        game.moves(&mut moves);
        let mut expected: Vec<i32> = moves.iter().map(|&m| -negamax(&after(&game, m))).collect();
        let solved = solver
            .solve_moves(&game, &Stop::default(), &mut |_| ())
            .expect("nobody stops it");
        for &(m, score) in &solved {
            assert_eq!(score, -negamax(&after(&game, m)), "{m} in {}", game.position());
        }
        expected.sort_unstable_by(|a, b| b.cmp(a));
        let scores: Vec<i32> = solved.iter().map(|&(_, score)| score).collect();
        assert_eq!(scores, expected);
    }
}

#[test]
fn the_outcome_alone_agrees_with_the_score() {
    let mut solver = ReversiSolver::new(1, 1);
    let mut draws = 0;
    for game in random_positions(8, 150, 5) {
        let score = negamax(&game);
        solver.clear();
        let (outcome, best) = solver
            .solve_outcome(&game, &Stop::default(), &mut |_| ())
            .expect("nobody stops it");
        let expected = match score {
            1.. => PovOutcome::Win,
            0 => PovOutcome::Draw,
            _ => PovOutcome::Loss,
        };
        assert_eq!(outcome, expected, "{}", game.position());
        draws += u32::from(outcome == PovOutcome::Draw);
        match best {
            Some(m) => assert_eq!(-negamax(&after(&game, m)).signum(), score.signum()),
            None => assert!(game.turn().outcome().is_some()),
        }
    }
    assert!(draws > 0, "the sample has draws");
}

/// A line of the FFO suite: the position, its score and its best moves.
struct Published {
    name: &'static str,
    game: Reversi,
    score: i32,
    best: Vec<&'static str>,
}

/// The positions of the suite with at most so many empty squares.
fn published(most: u32) -> Vec<Published> {
    let lines = include_str!("../data/ffo.txt").lines();
    let positions = lines.filter(|line| !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split(' ').collect();
        let &[board, side, _, score, best, name] = fields.as_slice() else {
            panic!("six fields in {line:?}");
        };
        let setup: ReversiSetup = format!("{board} {side}").parse().expect("a board");
        Published {
            name,
            game: Reversi::from_setup(&Default::default(), &setup).expect("a position"),
            score: score.parse().expect("a score"),
            best: best.split(',').collect(),
        }
    });
    positions
        .filter(|position| empties(&position.game) <= most)
        .collect()
}

#[test]
fn the_published_scores_come_out() {
    let mut solver = ReversiSolver::new(32, 1);
    let positions = published(18);
    assert!(positions.len() >= 11);
    for position in positions {
        let solution = solve(&mut solver, &position.game);
        println!("{}: {} nodes, {:?}", position.name, solution.nodes, solution.time);
        assert_eq!(solution.score, position.score, "{}", position.name);
        let best = solution.best.expect("there is a move").to_string();
        assert!(
            position.best.contains(&best.as_str()),
            "{}: {best}",
            position.name
        );
        check_line(&position.game, &solution);
    }
}

#[test]
fn exactly_the_published_moves_are_best() {
    let mut solver = ReversiSolver::new(32, 1);
    for position in published(15) {
        let solved = solver
            .solve_moves(&position.game, &Stop::default(), &mut |_| ())
            .expect("nobody stops it");
        let mut best: Vec<String> = solved
            .iter()
            .filter(|(_, score)| *score == position.score)
            .map(|(m, _)| m.to_string())
            .collect();
        let mut expected = position.best.clone();
        best.sort_unstable();
        expected.sort_unstable();
        assert_eq!(best, expected, "{}", position.name);
    }
}

#[test]
fn both_kernels_search_the_same_tree() {
    for position in published(16) {
        let fast = solve(&mut ReversiSolver::new(4, 1), &position.game);
        let slow = solve(&mut ReversiSolver::new(4, 1).portable(), &position.game);
        assert_eq!(
            (fast.score, fast.pv, fast.nodes),
            (slow.score, slow.pv, slow.nodes),
            "{}",
            position.name
        );
    }
}

#[test]
fn threads_find_the_same_scores() {
    let positions = published(18);
    for threads in [2, 4] {
        for position in &positions {
            // A small table is overwritten all the time.
            let mut solver = ReversiSolver::new(1, threads);
            let solution = solve(&mut solver, &position.game);
            assert_eq!(solution.score, position.score, "{} on {threads}", position.name);
            check_line(&position.game, &solution);
        }
    }
}

#[test]
fn two_and_four_threads_agree_with_one_on_many_positions() {
    // One solver keeps what it learned, the others begin anew and have hardly any room.
    let mut alone = ReversiSolver::new(16, 1);
    for (squares, count) in [(10, 40), (12, 60), (14, 40), (16, 10)] {
        for game in random_positions(squares, count, 900 + u64::from(squares)) {
            let score = solve(&mut alone, &game).score;
            for threads in [2, 4] {
                let solution = solve(&mut ReversiSolver::new(1, threads), &game);
                assert_eq!(solution.score, score, "{} on {threads}", game.position());
                check_line(&game, &solution);
            }
        }
    }
}

#[test]
fn threads_stop_together() {
    let hard = &Reversi::start(&Default::default());
    let mut solver = ReversiSolver::new(1, 3);
    for nodes in [1_000, 10_000, 100_000, 1_000_000] {
        solver.limit(Limits::nodes(nodes));
        assert_eq!(solver.solve(hard, &Stop::default(), &mut |_| ()), None);
    }
}

/// Threads that this thread began, itself included, where Linux tells them: they inherit its name.
fn threads_of_mine() -> Option<usize> {
    let name = std::fs::read("/proc/thread-self/comm").ok()?;
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let names = tasks.filter_map(|task| std::fs::read(task.ok()?.path().join("comm")).ok());
    Some(names.filter(|other| *other == name).count())
}

/// Waits for threads that have done their work and are being taken down.
fn only_this_thread_is_left() -> bool {
    let patience = Instant::now() + Duration::from_secs(20);
    while threads_of_mine().is_some_and(|threads| threads > 1) {
        if Instant::now() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

#[test]
fn a_stop_in_the_middle_leaves_nothing_running_and_nothing_wrong() {
    let hard = published(18)
        .into_iter()
        .find(|position| position.name == "ffo23");
    let hard = hard.expect("the suite has the position");
    for threads in [2, 4] {
        let mut solver = ReversiSolver::new(4, threads);
        for reports in 1..=12 {
            let (stop, mut told) = (Stop::default(), 0);
            let stopped = solver.solve(&hard.game, &stop, &mut |_| {
                told += 1;
                if told == reports {
                    stop.now();
                }
            });
            assert_eq!(stopped, None, "stopped after {reports} reports");
            assert_eq!(told, reports, "it goes on after being stopped");
            assert!(only_this_thread_is_left(), "a helper goes on");
            solver.clear();
        }
        // What a stopped search leaves in the table is true.
        let stop = Stop::default();
        assert_eq!(solver.solve(&hard.game, &stop, &mut |_| stop.now()), None);
        let solution = solve(&mut solver, &hard.game);
        assert_eq!(solution.score, hard.score);
        check_line(&hard.game, &solution);
    }
}

#[test]
fn a_pass_and_a_finished_game_are_positions_too() {
    let mut solver = ReversiSolver::new(1, 1);
    // White cannot move; black then can.
    let text = "OXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X";
    let passing: ReversiSetup = text.parse().expect("a board");
    let game = Reversi::from_setup(&Default::default(), &passing).expect("a position");
    let solution = solve(&mut solver, &game);
    assert_eq!(solution.best, Some(ReversiMove::Pass));
    assert_eq!(solution.score, negamax(&game));

    let over: ReversiSetup = format!("{}-{} X", "X".repeat(63), "").parse().expect("a board");
    let game = Reversi::from_setup(&Default::default(), &over).expect("a position");
    let solution = solve(&mut solver, &game);
    assert_eq!((solution.score, solution.best), (64, None));
    assert!(solution.pv.is_empty());
}

#[test]
fn a_stopped_or_limited_solver_gives_up_at_once() {
    let hard = &Reversi::start(&Default::default());
    let mut solver = ReversiSolver::new(1, 1);
    let stop = Stop::default();
    let mut reports = 0;
    let stopped = solver.solve(hard, &stop, &mut |_| {
        reports += 1;
        if reports == 3 {
            stop.now();
        }
    });
    assert_eq!(stopped, None);
    assert_eq!(reports, 3, "it goes on after being stopped");

    solver.limit(Limits::nodes(100_000));
    assert_eq!(solver.solve(hard, &Stop::default(), &mut |_| ()), None);
    solver.limit(Limits::time(Duration::from_millis(20)));
    assert_eq!(solver.solve(hard, &Stop::default(), &mut |_| ()), None);
}
