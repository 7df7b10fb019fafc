//! The exact solver of Quarto against plain minimax, symmetry and known values, and the player that uses it.

use std::time::{Duration, Instant};

use damero_games::playout::random_game;
use damero_games::quarto::{Quarto, QuartoMove, QuartoRules};
use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, MoveBuf, Notation, Player, PovOutcome, Symmetry, Turn, perft::after};
use damero_search::quarto::{QuartoSolver, SolvingAgent, SolvingOptions};
use damero_search::{Agent, Blank, Limits, Score, SearchContext, Stop, minimax};

fn rules(name: &str) -> QuartoRules {
    name.parse().expect("a preset")
}

fn placed(game: &Quarto) -> u32 {
    game.board().occupied().count_ones()
}

/// An unfinished position from random play: `count` pieces are placed, and with `in_hand` another one is given.
fn position(rules: &QuartoRules, count: u32, in_hand: bool, rng: &mut SeededRng) -> Quarto {
    loop {
        let game = random_game(Quarto::start(rules), rng);
        let mut decisions = game.filter(|game| game.turn().player().is_some());
        if let Some(game) = decisions.find(|game| placed(game) == count && game.hand().is_some() == in_hand) {
            return game;
        }
    }
}

fn mover(game: &Quarto) -> Player {
    game.turn().player().expect("a player is to move")
}

fn solve(solver: &mut QuartoSolver, game: &Quarto) -> PovOutcome {
    let solution = solver.solve(game, &Stop::default(), &mut |_| ());
    solution.expect("nobody stops it").outcome
}

fn solve_moves(solver: &mut QuartoSolver, game: &Quarto) -> Vec<(QuartoMove, PovOutcome)> {
    let solved = solver.solve_moves(game, &Stop::default(), &mut |_| ());
    solved.expect("nobody stops it").moves
}

/// The result of perfect play for `player`, by plain minimax to the end.
fn by_minimax(game: &Quarto, player: Player) -> PovOutcome {
    let (score, _) = minimax(&Blank, game, player, 32);
    match score.cmp(&Score::DRAW) {
        std::cmp::Ordering::Less => PovOutcome::Loss,
        std::cmp::Ordering::Equal => PovOutcome::Draw,
        std::cmp::Ordering::Greater => PovOutcome::Win,
    }
}

fn agrees_with_minimax(rules: &QuartoRules) {
    let mut rng = seeded(21);
    let mut solver = QuartoSolver::new(16);
    let mut seen = [0; 3];
    for (count, games) in [
        (9, 3),
        (10, 20),
        (11, 100),
        (12, 300),
        (13, 300),
        (14, 300),
        (15, 300),
    ] {
        for i in 0..games {
            // A piece less in hand makes the tree of minimax seven times smaller.
            let game = position(rules, count, count == 9 || i % 2 == 0, &mut rng);
            let text = game.position();
            let values = solve_moves(&mut solver, &game);
            let mut moves = MoveBuf::new();
            game.moves(&mut moves);
            assert_eq!(values.iter().map(|value| value.0).collect::<Vec<_>>(), moves);
            for &(m, value) in &values {
                assert_eq!(value, by_minimax(&after(&game, m), mover(&game)), "{m} in {text}");
            }
            solver.clear();
            let solution = solver
                .solve(&game, &Stop::default(), &mut |_| ())
                .expect("nobody stops it");
            assert_eq!(Some(solution.outcome), values.iter().map(|value| value.1).max());
            let best = values.iter().find(|value| Some(value.0) == solution.best);
            assert_eq!(best.map(|value| value.1), Some(solution.outcome), "{text}");
            seen[solution.outcome as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn every_move_has_the_value_of_minimax_with_lines() {
    agrees_with_minimax(&rules("standard"));
}

#[test]
fn every_move_has_the_value_of_minimax_with_squares() {
    agrees_with_minimax(&rules("square"));
}

/// The value of a move is the value of the position after it, solved with a table of its own, so that no answer is only a
/// memory.
#[test]
fn values_agree_from_move_to_move() {
    let mut rng = seeded(22);
    for rules in [rules("standard"), rules("square")] {
        for count in [5, 6, 6, 7, 7, 7, 8, 8, 8, 8] {
            let game = position(&rules, count, below(&mut rng, 2) == 0, &mut rng);
            let values = solve_moves(&mut QuartoSolver::new(64), &game);
            let mut best = PovOutcome::Loss;
            for (m, value) in values {
                best = best.max(value);
                let next = after(&game, m);
                let seen = match next.turn() {
                    Turn::Over(outcome) => outcome.pov(mover(&game)),
                    Turn::Player(player) => solve(&mut QuartoSolver::new(16), &next)
                        .un_pov(player)
                        .pov(mover(&game)),
                    Turn::Chance => unreachable!("there is no chance"),
                };
                assert_eq!(value, seen, "{m} in {}", game.position());
            }
            assert_eq!(best, solve(&mut QuartoSolver::new(16), &game));
        }
    }
}

#[test]
fn symmetric_positions_have_the_same_values() {
    let mut rng = seeded(23);
    for rules in [rules("standard"), rules("square")] {
        for i in 0..60 {
            let game = position(&rules, 6 + i % 4, i % 2 == 0, &mut rng);
            let s = below(&mut rng, game.symmetries() as u32) as usize;
            let values = solve_moves(&mut QuartoSolver::new(16), &game);
            let mapped = solve_moves(&mut QuartoSolver::new(16), &game.map(s));
            for (m, value) in values {
                let there = game.map_move(s, m);
                assert!(
                    mapped.contains(&(there, value)),
                    "{m} in {} is {value:?}, but not {there} under symmetry {s}",
                    game.position()
                );
            }
        }
    }
}

/// The rules, the position, and the result for the player to move as minimax found it.
const KNOWN: &str = include_str!("../data/quarto_values.txt");

#[test]
fn known_values() {
    let lines = KNOWN
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut solver = QuartoSolver::new(16);
    let mut count = 0;
    for line in lines {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().expect("rules, value, position");
        let (rules, value, text) = (rules(word()), word(), word());
        let game = Quarto::from_position(&rules, text).expect("a position");
        let expected = match value {
            "win" => PovOutcome::Win,
            "draw" => PovOutcome::Draw,
            _ => PovOutcome::Loss,
        };
        assert_eq!(solve(&mut solver, &game), expected, "{line}");
        count += 1;
    }
    assert!(count >= 20);
}

#[test]
fn four_pieces_are_solved_live() {
    let mut rng = seeded(24);
    for rules in [rules("standard"), rules("square")] {
        let game = position(&rules, 4, false, &mut rng);
        let mut reports = 0;
        let start = Instant::now();
        let solution = QuartoSolver::default().solve(&game, &Stop::default(), &mut |_| reports += 1);
        let solution = solution.expect("nobody stops it");
        println!("{rules}: {} nodes in {:?}", solution.nodes, start.elapsed());
        assert_eq!(reports, solution.nodes >> 20, "progress is reported");
        assert!(solution.nodes < 20_000_000);
    }
}

#[test]
fn a_stop_or_a_limit_ends_without_an_answer() {
    let game = Quarto::start(&rules("square"));
    let mut solver = QuartoSolver::new(16);
    let stop = Stop::default();
    stop.now();
    assert!(solver.solve(&game, &stop, &mut |_| ()).is_none());
    assert!(solver.solve_moves(&game, &stop, &mut |_| ()).is_none());
    for limits in [Limits::nodes(1_000), Limits::time(Duration::from_millis(5))] {
        let start = Instant::now();
        let solution = solver.solve_within(&game, &limits, &Stop::default(), &mut |_| ());
        assert_eq!(solution, None);
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    // What was cut short must not have left anything wrong behind.
    let mut rng = seeded(25);
    for _ in 0..20 {
        let game = position(&rules("square"), 7, true, &mut rng);
        let limits = Limits::nodes(u64::from(below(&mut rng, 500)));
        let _ = solver.solve_within(&game, &limits, &Stop::default(), &mut |_| ());
        assert_eq!(solve(&mut solver, &game), solve(&mut QuartoSolver::new(1), &game));
    }
}

#[test]
fn one_solver_serves_both_rules() {
    let mut rng = seeded(26);
    let mut solver = QuartoSolver::new(16);
    for i in 0..40 {
        let rules = rules(["standard", "square"][i % 2]);
        let game = position(&rules, 7, false, &mut rng);
        assert_eq!(solve(&mut solver, &game), solve(&mut QuartoSolver::new(1), &game));
    }
}

#[test]
fn a_finished_game_is_solved_already() {
    let won = Quarto::from_position(&rules("standard"), "0123/..../..../.... -").expect("a position");
    let solution = QuartoSolver::new(1)
        .solve(&won, &Stop::default(), &mut |_| ())
        .expect("nobody stops it");
    assert_eq!((solution.outcome, solution.best), (PovOutcome::Win, None));
    let moves = QuartoSolver::new(1).solve_moves(&won, &Stop::default(), &mut |_| ());
    assert_eq!(moves.expect("nobody stops it").moves, []);
}

fn think(agent: &mut SolvingAgent, game: &Quarto, limits: &Limits) -> QuartoMove {
    agent.think(game, (*limits).into()).best
}

/// Solving or searching, and even when it is stopped at once.
#[test]
fn the_player_takes_wins_and_gives_safe_pieces() {
    let mut rng = seeded(27);
    let mut agent = SolvingAgent::new(SolvingOptions {
        solver_mib: 16,
        ..SolvingOptions::default()
    });
    for rules in [rules("standard"), rules("square")] {
        for i in 0..300 {
            let game = position(&rules, 3 + i % 12, i % 2 == 0, &mut rng);
            let limits = [Limits::nodes(1), Limits::nodes(2_000), Limits::depth(2)][i as usize % 3];
            let board = game.board();
            let wins = |piece| board.winning_cells(piece, game.squares_win());
            match (think(&mut agent, &game, &limits), game.hand()) {
                (QuartoMove::Place(cell), Some(piece)) => {
                    assert!(
                        wins(piece) == 0 || wins(piece) & cell.bit() != 0,
                        "{cell} in {}",
                        game.position()
                    );
                }
                (QuartoMove::Give(piece), None) => {
                    let mut moves = MoveBuf::new();
                    game.moves(&mut moves);
                    let safe = moves
                        .iter()
                        .any(|m| matches!(m, QuartoMove::Give(piece) if wins(*piece) == 0));
                    assert!(!safe || wins(piece) == 0, "{piece} in {}", game.position());
                }
                (m, _) => panic!("{m} is not legal in {}", game.position()),
            }
        }
    }
}

/// From a position that it can solve, the player gets at least the value, whatever the opponent does.
#[test]
fn the_player_never_throws_away_a_result() {
    let mut rng = seeded(28);
    let mut buf = MoveBuf::new();
    let mut agent = SolvingAgent::new(SolvingOptions {
        solver_mib: 16,
        ..SolvingOptions::default()
    });
    for rules in [rules("standard"), rules("square")] {
        for i in 0..60 {
            let mut game = position(&rules, 6, i % 2 == 0, &mut rng);
            let player = mover(&game);
            let value = solve(&mut QuartoSolver::new(16), &game);
            while let Some(mover) = game.turn().player() {
                let m = if mover == player {
                    think(&mut agent, &game, &Limits::default())
                } else {
                    game.random_move(&mut rng, &mut buf)
                };
                game.play(m).expect("a legal move");
            }
            let outcome = game.turn().outcome().expect("it is over").pov(player);
            assert!(outcome >= value, "{outcome:?} instead of {value:?}");
        }
    }
}

#[test]
fn solved_thoughts_say_so() {
    let mut rng = seeded(29);
    let game = position(&rules("square"), 9, false, &mut rng);
    let mut agent = SolvingAgent::default();
    let mut reported = 0;
    let mut count = |_: &_| reported += 1;
    let ctx = SearchContext::new(Limits::default()).reporting(&mut count);
    let searched = agent.think(&game, ctx);
    assert_eq!(reported, 1);
    assert_eq!(searched.moves.len(), game.count_moves());
    assert!(
        searched
            .moves
            .iter()
            .all(|m| m.value.is_some() && m.score.is_some())
    );
    let values = solve_moves(&mut QuartoSolver::new(1), &game);
    for root_move in &searched.moves {
        let exact = values.iter().find(|value| value.0 == root_move.m);
        assert_eq!(root_move.value, exact.map(|value| value.1.value()));
    }
}
