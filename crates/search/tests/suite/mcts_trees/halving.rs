//! Gumbel root selection visits as it should and improves the policy as it should.

use damero_games::Value;
use damero_games::random::SeededRng;
use damero_search::mcts::{Evaluations, Evaluator, Options, Root, Search};

use super::dummy::{Choice, Dummy, first, second};
use super::{Opinion, draw, run, wide};

/// Visits of the root's moves, most first.
fn sorted_visits(search: &Search<Dummy>) -> Vec<u32> {
    let mut visits: Vec<u32> = search.moves().iter().map(|m| m.visits).collect();
    visits.sort_by_key(|&visits| std::cmp::Reverse(visits));
    visits
}

#[test]
fn gumbel_visits_as_sequential_halving_says() {
    // (moves, considered, simulations) and the visits: worked by hand.
    let examples: [(usize, usize, u64, &[u32]); 6] = [
        (8, 4, 16, &[6, 6, 2, 2]),
        (8, 8, 32, &[11, 11, 3, 3, 1, 1, 1, 1]),
        (20, 16, 16, &[1; 16]),
        (20, 16, 20, &[2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
        (3, 16, 12, &[5, 5, 2]),
        (5, 1, 9, &[9]),
    ];
    for (moves, considered, simulations, expected) in examples {
        for (batch, scale) in [(1, 1.0), (1, 0.0), (5, 1.0)] {
            let root = Root::Gumbel {
                considered,
                c_visit: 50.0,
                c_scale: 1.0,
                scale,
            };
            let options = Options {
                root,
                solve: false,
                ..Options::puct()
            };
            let mut search = Search::new(Dummy::new(wide(moves, 3)), options);
            run(&mut search, simulations, batch, &mut Opinion);
            let visits = sorted_visits(&search);
            assert_eq!(
                visits[..expected.len()],
                *expected,
                "{moves} moves, {considered} considered"
            );
            assert!(visits[expected.len()..].iter().all(|&visits| visits == 0));
            assert_eq!(search.simulations(), simulations);
            let chosen = search.best().unwrap();
            assert!(
                search.moves()[usize::from(chosen.0)].visits + 1 >= visits[0],
                "a finalist is chosen"
            );
        }
    }
}

#[test]
fn the_improved_policy_is_the_softmax_of_completed_values() {
    struct Given;
    impl Evaluator<Dummy> for Given {
        fn evaluate(&mut self, positions: &[Dummy], _: &mut SeededRng, out: &mut Evaluations) {
            for position in positions {
                match position.path.as_slice() {
                    [] => out.push(Value(0.2), [0.5, 0.3, 0.2]),
                    [0] => out.push(Value(0.4), [0.5, 0.5]),
                    _ => out.push(Value(-0.6), [0.5, 0.5]),
                }
            }
        }
    }
    // With two moves in each: a move that must be made is not judged.
    let child = || second([first([draw()]), first([draw()])]);
    let game = Dummy::new(first([child(), child(), child()]));
    let root = Root::Gumbel {
        considered: 2,
        c_visit: 1.0,
        c_scale: 0.5,
        scale: 0.0,
    };
    let mut search = Search::new(
        game,
        Options {
            root,
            ..Options::puct()
        },
    );
    assert_eq!(
        search.policy(),
        [1.0 / 3.0; 3],
        "nothing is known before the root is evaluated"
    );
    run(&mut search, 2, 1, &mut Given);
    assert_eq!(
        search.moves().iter().map(|m| m.visits).collect::<Vec<_>>(),
        [1, 1, 0]
    );
    // Two visits; the third move is worth (0.2 + 2 * (0.5 * 0.4 - 0.3 * 0.6) / 0.8) / 3.
    let mixed = (0.2_f32 + 2.0 * (0.5 * 0.4 - 0.3 * 0.6) / 0.8) / 3.0;
    let weight = |prior: f32, value: f32| prior * ((1.0 + 1.0) * 0.5 * (value + 1.0) / 2.0).exp();
    let weights = [weight(0.5, 0.4), weight(0.3, -0.6), weight(0.2, mixed)];
    let sum: f32 = weights.iter().sum();
    for (found, weight) in search.policy().into_iter().zip(weights) {
        assert!((found - weight / sum).abs() < 1e-5, "{:?}", search.policy());
    }
    assert_eq!(search.best(), Some(Choice(0)));
}
