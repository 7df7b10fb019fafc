//! The promises of the two halves, of keeping the tree, of noise and of temperature.

use damero_games::random::{SeededRng, seeded};
use damero_games::record::Event;
use damero_games::{Game, Player, PovValue, Value};
use damero_search::mcts::{Alpha, ChanceMode, Evaluations, Evaluator, Options, RootNoise, Search};

use super::dummy::{Choice, Dummy, chance, first};
use super::{Opinion, run, wide};

#[test]
fn leaves_under_way_are_counted_and_return_to_zero() {
    let game = Dummy::new(wide(6, 4));
    let mut search = Search::new(game.clone(), Options::puct());
    let (mut leaves, mut answers) = (Vec::new(), Evaluations::default());
    assert_eq!(search.gather(8, &mut leaves), 1, "the root comes first, alone");
    assert_eq!(leaves, [game]);
    Opinion.evaluate(&leaves, &mut seeded(1), &mut answers);
    search.apply(&mut answers.iter());

    leaves.clear();
    answers.clear();
    let count = search.gather(8, &mut leaves);
    assert!(count > 3, "virtual losses keep simulations apart: {count}");
    let ways: usize = leaves.iter().map(|leaf| leaf.path.len() + 1).sum();
    assert_eq!(search.virtual_visits(), ways as u64);
    let mut distinct = leaves.clone();
    distinct.sort_by(|a, b| a.path.cmp(&b.path));
    distinct.dedup();
    assert_eq!(distinct.len(), count, "no leaf twice");

    // Half of the answers now, half later, and none beyond.
    Opinion.evaluate(&leaves, &mut seeded(1), &mut answers);
    let mut iter = answers.iter();
    search.apply(&mut iter.by_ref().take(2));
    assert!(search.virtual_visits() > 0);
    search.apply(&mut iter);
    assert_eq!(search.virtual_visits(), 0);
    assert_eq!(u64::from(search.root_visits()), 1 + search.simulations());
}

#[test]
fn advancing_keeps_exactly_the_subtree() {
    let mut search = Search::new(
        Dummy::new(wide(4, 6)),
        Options {
            solve: false,
            ..Options::puct()
        },
    );
    run(&mut search, 2_000, 4, &mut Opinion);
    let before = search.moves();
    for (i, root_move) in before.iter().enumerate() {
        let mut child = search.clone();
        let reuse = child.advance(&Event::Move(root_move.m)).unwrap();
        assert_eq!((reuse.kept, reuse.of), (root_move.visits, 2_001));
        assert_eq!(child.kept_visits(), root_move.visits);
        assert_eq!(child.ply(), 1);
        let below: u32 = child.moves().iter().map(|m| m.visits).sum();
        assert_eq!(
            below + 1,
            root_move.visits,
            "its own evaluation, and its children"
        );
        let nodes = child.nodes();
        assert!(nodes <= root_move.visits as usize);
        // The value too, to the last bit.
        let Some(PovValue(value)) = root_move.value else {
            panic!("visited")
        };
        assert_eq!(child.value(), PovValue(value).un_pov(Player::First));
        for grandchild in child.moves() {
            let mut below = child.clone();
            let reuse = below.advance(&Event::Move(grandchild.m)).unwrap();
            assert_eq!(reuse.kept, grandchild.visits);
        }
        run(&mut child, 500, 4, &mut Opinion);
        assert_eq!(child.root_visits(), root_move.visits + 500);
        assert_eq!(child.kept_visits(), root_move.visits);
        assert!(i == 0 || nodes < search.nodes());
    }
}

#[test]
fn advancing_forgets_leaves_under_way_and_refuses_illegal_moves() {
    let mut search = Search::new(Dummy::new(wide(4, 6)), Options::puct());
    run(&mut search, 100, 4, &mut Opinion);
    assert!(search.advance(&Event::Move(Choice(9))).is_err());
    assert_eq!(search.root_visits(), 101, "nothing changed");
    search.begin(100);
    search.gather(4, &mut Vec::new());
    assert!(search.virtual_visits() > 0);
    search.advance(&Event::Move(Choice(0))).unwrap();
    assert_eq!(search.virtual_visits(), 0);
    run(&mut search, 200, 4, &mut Opinion);
    let visits: u32 = search.moves().iter().map(|m| m.visits).sum();
    assert_eq!(visits + 1, search.root_visits());
}

#[test]
fn advancing_over_a_chance_event_keeps_what_was_sampled() {
    let tree = || first([chance([(1, wide(3, 4)), (1, wide(2, 4))])]);
    let options = Options {
        chance: ChanceMode::WIDEN,
        ..Options::puct()
    };
    let mut search = Search::new(Dummy::new(tree()), options);
    run(&mut search, 500, 1, &mut Opinion);
    search.advance(&Event::Move(Choice(0))).unwrap();
    let visits = search.root_visits();
    let kept: u32 = (0..2)
        .map(|i| search.clone().advance(&Event::Chance(Choice(i))).unwrap().kept)
        .sum();
    assert_eq!(
        kept + 1,
        visits,
        "the afterstate's own evaluation, and both events"
    );

    // Afterstates keep nothing beyond the event.
    let mut search = Search::new(Dummy::new(tree()), Options::puct());
    run(&mut search, 500, 1, &mut Opinion);
    search.advance(&Event::Move(Choice(0))).unwrap();
    assert!(search.root_visits() > 0);
    assert_eq!(search.advance(&Event::Chance(Choice(1))).unwrap().kept, 0);
    assert_eq!(search.ply(), 1, "an event is no move");
}

#[test]
fn noise_at_the_root_spreads_visits_and_leaves_the_priors_alone() {
    struct Stubborn;
    impl Evaluator<Dummy> for Stubborn {
        fn evaluate(&mut self, positions: &[Dummy], _: &mut SeededRng, out: &mut Evaluations) {
            for position in positions {
                let moves = position.count_moves();
                out.push(Value(0.0), (0..moves).map(|i| if i == 0 { 1.0 } else { 0.0 }));
            }
        }
    }
    let visited = |noise| {
        let options = Options {
            noise,
            solve: false,
            seed: 3,
            ..Options::puct()
        };
        let mut search = Search::new(Dummy::new(wide(10, 3)), options);
        run(&mut search, 200, 1, &mut Stubborn);
        assert_eq!(search.moves()[0].prior, 1.0);
        assert!(search.moves()[1..].iter().all(|m| m.prior == 0.0));
        search.moves()[1..].iter().filter(|m| m.visits > 0).count()
    };
    let none = visited(None);
    let much = visited(Some(RootNoise {
        alpha: Alpha::PerMove(10.0),
        epsilon: 0.5,
        forced: 0.0,
    }));
    assert!(
        none < much && much >= 5,
        "{none} moves without noise, {much} with it"
    );
}

/// Forced playouts visit bad moves more often, and the policy target leaves them out again.
#[test]
fn forced_playouts_are_made_and_left_out_of_the_target() {
    /// Only the first move is any good.
    struct Clear;
    impl Evaluator<Dummy> for Clear {
        fn evaluate(&mut self, positions: &[Dummy], _: &mut SeededRng, out: &mut Evaluations) {
            for position in positions {
                let value = if position.path.first() == Some(&0) {
                    0.5
                } else {
                    -0.5
                };
                out.push_uniform(Value(value), position.count_moves());
            }
        }
    }
    // The shares of the first move in the visits and in the target.
    let shares = |forced: f32| {
        let noise = Some(RootNoise {
            alpha: Alpha::PerMove(10.0),
            epsilon: 0.25,
            forced,
        });
        let options = Options {
            noise,
            solve: false,
            seed: 3,
            ..Options::puct()
        };
        let mut search = Search::new(Dummy::new(wide(4, 6)), options);
        run(&mut search, 300, 1, &mut Clear);
        let policy = search.policy();
        assert!((policy.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        (search.moves()[0].visits as f32 / 300.0, policy[0])
    };
    let (plain, forced) = (shares(0.0), shares(8.0));
    assert!(forced.0 < plain.0 - 0.1, "{forced:?} {plain:?}");
    assert!(forced.1 > forced.0 + 0.1, "{forced:?} {plain:?}");
}

#[test]
fn temperature_chooses_in_proportion_to_the_visits() {
    let mut search = Search::new(
        Dummy::new(wide(4, 4)),
        Options {
            solve: false,
            ..Options::puct()
        },
    );
    run(&mut search, 400, 1, &mut Opinion);
    let visits: Vec<f64> = search.moves().iter().map(|m| f64::from(m.visits)).collect();
    for temperature in [1.0, 0.5] {
        let mut chosen = [0.0; 4];
        for _ in 0..20_000 {
            chosen[usize::from(search.choose(temperature).unwrap().0)] += 1.0 / 20_000.0;
        }
        let weights: Vec<f64> = visits
            .iter()
            .map(|v| v.powf(1.0 / f64::from(temperature)))
            .collect();
        let sum: f64 = weights.iter().sum();
        for (share, weight) in chosen.iter().zip(&weights) {
            assert!(
                (share - weight / sum).abs() < 0.02,
                "{chosen:?} for {visits:?} at {temperature}"
            );
        }
    }
    let best = search.best();
    assert!((0..100).all(|_| search.choose(0.0) == best));
}
