//! A tree whose leaves an exact solver knows: what it proves is right, and a root that is known still finds its move.

use damero_games::Game;
use damero_games::playout::random_game;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::record::Event;
use damero_search::mcts::{Evaluations, Evaluator, Exact, Options, Rollouts, Search};
use damero_search::{EngineOptions, Searchable, Solver, Stop};

fn solver() -> Box<dyn Solver<Quarto>> {
    let options = EngineOptions {
        table_mib: 8,
        score_all: true,
        ..EngineOptions::default()
    };
    Quarto::solver(&options).expect("Quarto has a solver")
}

/// Positions of random games with eight pieces on the board, one to be placed.
fn positions(count: usize) -> Vec<Quarto> {
    let mut rng = seeded(8);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = random_game(Quarto::start(&Default::default()), &mut rng);
        let wanted = |game: &Quarto| game.board().occupied().count_ones() == 8 && game.hand().is_some();
        found.extend(game.find(|game| wanted(game) && game.turn().player().is_some()));
    }
    found
}

fn run(search: &mut Search<Quarto>, judge: &mut impl Evaluator<Quarto>, simulations: u64) {
    let (mut leaves, mut answers, mut rng) = (Vec::new(), Evaluations::default(), seeded(1));
    search.begin(simulations);
    while !search.is_done() {
        leaves.clear();
        answers.clear();
        search.gather(4, &mut leaves);
        judge.evaluate(&leaves, &mut rng, &mut answers);
        search.apply(&mut answers.iter());
    }
}

#[test]
fn proofs_of_leaves_prove_the_root_and_its_best_move() {
    let mut judge = Exact::new(Rollouts::default(), Some(solver()), 1);
    let mut solver = solver();
    for game in positions(20) {
        let solved = solver
            .solve(&game, &Stop::default(), &mut |_| ())
            .expect("a value");
        let mover = game.turn().player().expect("somebody moves");
        let mut search = Search::new(game, Options::puct());
        run(&mut search, &mut judge, 500);
        let (outcome, _) = search.solved().expect("every move leads to a known position");
        assert_eq!(outcome, solved.outcome(mover));
        assert!(solved.best.contains(&search.best().expect("a move")));
    }
}

#[test]
fn a_root_that_was_proven_from_outside_is_searched_for_its_move() {
    let mut judge = Exact::new(Rollouts::default(), Some(solver()), 1);
    let mut solver = solver();
    for game in positions(10) {
        let mut search = Search::new(game, Options::puct());
        run(&mut search, &mut judge, 500);
        let m = search.best().expect("a move");
        search.advance(&Event::Move(m)).expect("legal");
        if let Some(mover) = search.game().turn().player() {
            let solved = solver.solve(search.game(), &Stop::default(), &mut |_| ());
            let solved = solved.expect("a value");
            run(&mut search, &mut judge, 500);
            assert_eq!(
                search.solved().map(|(outcome, _)| outcome),
                Some(solved.outcome(mover))
            );
            assert!(solved.best.contains(&search.best().expect("a move")));
        }
    }
}

#[test]
fn without_a_solver_the_other_evaluator_says_everything() {
    let game = positions(1).remove(0);
    let mut judge = Exact::new(Rollouts::default(), None, 1_000);
    let mut answers = Evaluations::default();
    judge.evaluate(&[game], &mut seeded(1), &mut answers);
    assert!(answers.iter().all(|answer| answer.proven.is_none()));
}
