//! The tactical cases of ChessFive: win at once, block the only way, make a double threat, open in the centre.

use damero_games::chessfive::{ChessFive, ChessFiveRules};
use damero_games::random::{below, seeded};
use damero_games::{Game, MoveBuf, Notation};
use damero_search::chessfive::ThreatSolver;
use damero_search::eval::ChessFiveEval;
use damero_search::{
    Agent, AlphaBeta, Blank, EngineOptions, Limits, Score, SearchResult, Searchable, Solver, Stop, Unsolved,
    minimax,
};

fn think(position: &str, depth: u32) -> (ChessFive, SearchResult<<ChessFive as Game>::Move>) {
    let game = ChessFive::from_position(&ChessFiveRules::default(), position).expect("the position is legal");
    let mut engine = AlphaBeta::new(ChessFiveEval, Default::default());
    let searched = engine.think(&game, Limits::depth(depth).into());
    (game, searched)
}

fn column(searched: &SearchResult<<ChessFive as Game>::Move>) -> char {
    searched
        .best
        .to_string()
        .chars()
        .last()
        .expect("a drop names its column")
}

#[test]
fn wins_at_once() {
    let (_, searched) = think("8/8/8/8/8/8/rr6/RRNN2nn c BBQK/bbqk 0", 3);
    assert_eq!(column(&searched), 'e');
    assert_eq!(searched.score.and_then(Score::plies_to_end), Some(1));
}

#[test]
fn blocks_the_only_way() {
    let (_, searched) = think("8/8/8/8/8/8/rr6/RRNN3n m BBQK/nbbqk 0", 3);
    assert_eq!(column(&searched), 'e');
}

#[test]
fn makes_a_double_threat() {
    let (_, searched) = think("8/8/8/8/8/8/2r4r/2RRN2n c NBBQK/nbbqk 0", 3);
    assert!(
        ['b', 'f'].contains(&column(&searched)),
        "{} makes no double threat",
        searched.best
    );
    assert!(
        searched
            .score
            .is_some_and(|score| score.plies_to_end() == Some(3)),
        "{:?}",
        searched.score
    );
}

#[test]
fn opens_in_the_centre() {
    let (_, searched) = think("8/8/8/8/8/8/8/8 c RRNNBBQK/rrnnbbqk 0", 3);
    assert!(
        ['c', 'd', 'e', 'f'].contains(&column(&searched)),
        "{} is not in the centre",
        searched.best
    );
}

#[test]
fn moves_a_piece_into_the_gap_in_phase_chess() {
    // Cyan's rook on e4 goes to e1 and completes a1-e1.
    let (game, searched) = think("7R/6Q1/7K/k7/2q1R3/1b4rn/r1b5/NNBB1n2 c - 10", 3);
    assert_eq!(searched.best.to_string(), "Re4-e1");
    assert!(game.is_legal(searched.best));
}

/// Positions of random games, and of those that follow when somebody always takes a win at once.
fn random_positions(seed: u64) -> Vec<ChessFive> {
    let mut rng = seeded(seed);
    let mut game = ChessFive::start(&ChessFiveRules::default());
    let (mut buf, mut positions) = (MoveBuf::new(), Vec::new());
    while game.turn().player().is_some() {
        positions.push(game.clone());
        game.moves(&mut buf);
        let any = buf[below(&mut rng, buf.len() as u32) as usize];
        game.play_unchecked(game.win_at_once(&buf).unwrap_or(any));
    }
    positions
}

#[test]
fn wins_by_threats_hold_against_every_defence() {
    let mut solver = ThreatSolver::default();
    let mut engine = AlphaBeta::new(ChessFiveEval, Default::default());
    let mut proven = [0; 6];
    for game in (0..400).flat_map(random_positions) {
        let Some(solved) = solver.prove(&game, 3_000, &Stop::default()) else {
            continue;
        };
        let plies = solved.plies.expect("a proof is counted to the end");
        let mut end = game.clone();
        for &m in &solved.pv {
            assert!(end.is_legal(m), "{m} in {game:?}");
            end.play_unchecked(m);
        }
        let mover = game.to_move();
        assert_eq!(end.turn().outcome(), Some(solved.outcome(mover)), "{game:?}");
        assert_eq!(solved.pv.len() as u32, plies);
        // Brute force takes a moment: some of each length are enough.
        if plies < 6 && proven[plies as usize] < 50 {
            let score = if plies < 4 {
                Some(minimax(&Blank, &game, mover, plies).0)
            } else {
                engine.think(&game, Limits::depth(plies).into()).score
            };
            let exact = score.and_then(Score::plies_to_end).expect("a sure result");
            assert_eq!(exact.signum(), solved.value, "{solved:?} in {game:?}");
            assert!(
                solved.value < 0 || exact.unsigned_abs() <= plies,
                "{solved:?} in {game:?}"
            );
            proven[plies as usize] += 1;
        }
    }
    // Losses take an even number of plies.
    assert!(proven[1] == 50 && proven[2] > 5 && proven[3] > 20, "{proven:?}");
}

#[test]
fn what_threats_do_not_force_is_not_claimed() {
    let start = ChessFive::start(&ChessFiveRules::default());
    let mut solver = ThreatSolver::default();
    assert!(solver.prove(&start, 100_000, &Stop::default()).is_none());
    let unsolved = solver.solve(&start, &Stop::default(), &mut |_| ());
    assert!(matches!(unsolved, Err(Unsolved::OutOfReach(_))), "{unsolved:?}");
    let stop = Stop::default();
    stop.now();
    assert_eq!(solver.solve(&start, &stop, &mut |_| ()), Err(Unsolved::Stopped));
}

#[test]
fn the_engine_plays_a_forced_win_at_once_and_says_when_it_ends() {
    let position = "8/8/8/8/8/8/2r4r/2RRN2n c NBBQK/nbbqk 0";
    let game = ChessFive::from_position(&ChessFiveRules::default(), position).expect("the position is legal");
    let mut engine = ChessFive::engine(&EngineOptions::default()).expect("it needs no files");
    let searched = engine.think(&game, Limits::nodes(20_000).into());
    assert_eq!(searched.score.and_then(Score::plies_to_end), Some(3));
    assert!(searched.nodes < 2_000, "{} nodes", searched.nodes);
}
