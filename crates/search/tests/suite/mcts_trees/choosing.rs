//! The right move is found, for both players, with players who move twice in a row and with chance; and what can be
//! proven is proven.

use std::sync::Arc;

use damero_games::random::{SeededRng, below, seeded};
use damero_games::{Game, MoveBuf, Outcome, Player, PovOutcome, PovValue, Turn};
use damero_search::Score;
use damero_search::mcts::{
    ChanceMode, Evaluations, Evaluator, FirstPlay, Options, Rollouts, Root, Search, Selection,
};

use super::dummy::{Choice, Dummy, Node, chance, first, second};
use super::{Even, Opinion, draw, loss, run, win};

/// Every kind of search, without proofs, so that only the values lead it.
fn searches() -> Vec<(&'static str, Options)> {
    let puct = Options {
        // Curious, because the evaluators here are bad advisers.
        selection: Selection::Puct {
            cpuct: 2.0,
            first_play: FirstPlay::Parent,
        },
        solve: false,
        chance: ChanceMode::WIDEN,
        ..Options::puct()
    };
    let uct = Options {
        selection: Selection::Uct { c: 2.0 },
        solve: false,
        chance: ChanceMode::WIDEN,
        ..Options::uct()
    };
    let gumbel = Options {
        root: Root::gumbel(0.0),
        ..puct
    };
    vec![("puct", puct), ("uct", uct), ("gumbel", gumbel)]
}

/// The value for the first player of a game without end to its wisdom.
fn expectation(game: &Dummy) -> f64 {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    let after = |&m: &Choice| {
        let mut next = game.clone();
        next.play(m).unwrap();
        expectation(&next)
    };
    let values = buf.iter().map(after);
    match game.turn() {
        Turn::Over(outcome) => f64::from(outcome.value().0),
        Turn::Player(Player::First) => values.fold(f64::NEG_INFINITY, f64::max),
        Turn::Player(Player::Second) => values.fold(f64::INFINITY, f64::min),
        Turn::Chance => {
            let weights = game.weights();
            let sum: u32 = weights.iter().sum();
            let value = |(i, &weight): (usize, &u32)| {
                let mut next = game.clone();
                next.apply_chance(&Choice(i as u8)).unwrap();
                f64::from(weight) * expectation(&next)
            };
            weights.iter().enumerate().map(value).sum::<f64>() / f64::from(sum)
        }
    }
}

/// Both players, in turn, find `best` and know what it is worth.
fn finds(tree: Arc<Node>, best: u8, value: f32) {
    let game = Dummy::new(tree);
    for game in [game.mirrored(), game] {
        for (name, options) in searches() {
            for batch in [1, 4] {
                let mut search = Search::new(game.clone(), options);
                run(&mut search, 3_000, batch, &mut Even);
                assert_eq!(search.best(), Some(Choice(best)), "{name}: {:?}", search.moves());
                let found = search.moves()[usize::from(best)];
                let PovValue(found_value) = found.value.unwrap();
                assert!(
                    (found_value - value).abs() < 0.1,
                    "{name}: {found:?}, not {value}"
                );
                if name != "gumbel" {
                    assert!(found.visits > 2_000, "{name}: {:?}", search.moves());
                }
            }
        }
    }
}

#[test]
fn players_who_alternate_find_the_right_move() {
    let tree = first([
        second([win(), win(), loss()]),
        second([draw(), win()]),
        second([loss(), loss()]),
    ]);
    finds(tree, 1, 0.0);
}

#[test]
fn a_player_who_moves_twice_in_a_row_finds_the_right_move() {
    // Taking the second choice for the opponent's would prefer the draw.
    finds(first([draw(), first([loss(), win(), loss()])]), 1, 1.0);
    // The opponent moves twice: taking every other ply for one's own would prefer the first move.
    let tree = first([
        second([win(), second([win(), loss()])]),
        second([second([draw(), win()]), second([win(), draw()])]),
    ]);
    finds(tree, 1, 0.0);
}

#[test]
fn chance_is_weighed_as_the_rules_distribute_it() {
    let tree = first([
        draw(),
        chance([(3, win()), (1, loss())]),
        chance([(1, win()), (3, loss())]),
    ]);
    finds(tree, 1, 0.5);
    // The same player moves on both sides of the event, or the other does.
    let tree = first([
        chance([(1, first([loss(), win()])), (1, second([win(), loss()]))]),
        chance([(2, first([draw(), win()])), (1, second([win(), draw()]))]),
        chance([(2, second([loss(), win()])), (1, first([win(), draw()]))]),
    ]);
    finds(tree, 1, 2.0 / 3.0);
}

fn random_tree(depth: u32, with_chance: bool, rng: &mut SeededRng) -> Arc<Node> {
    let leaf = depth == 0 || (depth < 4 && below(rng, 4) == 0);
    if leaf {
        return match below(rng, 3) {
            0 => win(),
            1 => draw(),
            _ => loss(),
        };
    }
    let children: Vec<_> = (0..=1 + below(rng, 3))
        .map(|_| random_tree(depth - 1, with_chance, rng))
        .collect();
    match below(rng, if with_chance { 3 } else { 2 }) {
        0 => first(children),
        1 => second(children),
        _ => chance(children.into_iter().map(|child| (1 + below(rng, 3), child))),
    }
}

#[test]
fn on_random_trees_the_value_converges_to_the_expectation() {
    let mut rng = seeded(5);
    for _ in 0..100 {
        let game = Dummy::new(first((0..3).map(|_| random_tree(3, true, &mut rng))));
        let value = expectation(&game) as f32;
        for (name, options) in searches() {
            let mut search = Search::new(game.clone(), options);
            run(&mut search, 20_000, 1, &mut Even);
            let mut after = game.clone();
            after.play(search.best().unwrap()).unwrap();
            let lost = value - expectation(&after) as f32;
            assert!(
                lost < 0.05,
                "{name} gives away {lost} in {game:?}: {:?}",
                search.moves()
            );
        }
    }
}

#[test]
fn an_afterstate_is_a_leaf_and_no_event_is_ever_seen() {
    struct Watch;
    impl Evaluator<Dummy> for Watch {
        fn evaluate(&mut self, positions: &[Dummy], rng: &mut SeededRng, out: &mut Evaluations) {
            assert!(positions.iter().all(|position| position.path.len() <= 1));
            Rollouts::default().evaluate(positions, rng, out);
        }
    }
    let event = || chance([(3, first([win()])), (1, first([loss()]))]);
    let game = Dummy::new(first([draw(), event()]));
    for game in [game.mirrored(), game] {
        let mut search = Search::new(game.clone(), Options::uct());
        run(&mut search, 1_000, 4, &mut Watch);
        assert_eq!(search.best(), Some(Choice(1)), "{:?}", search.moves());
        assert_eq!(search.solved(), None, "chance proves nothing");

        // Evaluated once, the afterstate keeps the value that it was given.
        let options = Options {
            chance: ChanceMode::Afterstate,
            ..Options::puct()
        };
        let mut search = Search::new(game, options);
        run(&mut search, 1_000, 4, &mut Watch);
        let PovValue(value) = search.moves()[1].value.unwrap();
        assert!(
            (value.abs() - 1.0).abs() < 1e-6,
            "one playout and no more: {value}"
        );
    }
}

#[test]
fn what_is_proven_is_minimax_s() {
    let mut rng = seeded(6);
    let (mut asked, mut solved) = (0, 0);
    for round in 0..200 {
        let game = Dummy::new(random_tree(5, false, &mut rng));
        for (name, options) in searches() {
            let options = Options {
                solve: true,
                root: Root::Selection,
                ..options
            };
            let mut search = Search::new(game.clone(), options);
            run(&mut search, 20_000, 1 + round % 3, &mut Opinion);
            let value = expectation(&game);
            let mut after = game.clone();
            after.play(search.best().unwrap()).unwrap();
            assert_eq!(
                expectation(&after),
                value,
                "{name}: the best move keeps the result"
            );
            asked += 1;
            // A proven draw attracts visits like any other move, so some trees are left unsolved.
            let Some((outcome, plies)) = search.solved() else {
                continue;
            };
            solved += 1;
            assert_eq!(f64::from(outcome.value().0), value, "{name}: {game:?}");
            assert!((1..=5).contains(&plies));
            assert!(search.simulations() < 20_000, "a proven root ends the search");
        }
    }
    println!("{solved} of {asked} solved");
    assert!(solved * 10 > asked * 9, "{solved} of {asked}");
}

#[test]
fn the_fastest_known_win_and_the_slowest_loss_are_preferred() {
    let slow = || second([second([win()]), second([win()])]);
    let game = Dummy::new(first([slow(), win(), draw()]));
    let mut search = Search::new(game, Options::puct());
    run(&mut search, 1_000, 1, &mut Even);
    assert_eq!(search.solved(), Some((Outcome::Win(Player::First), 1)));
    assert_eq!(search.best(), Some(Choice(1)));
    assert_eq!(search.policy(), [0.0, 1.0, 0.0]);
    assert_eq!(
        search.choose(1.0),
        Some(Choice(1)),
        "no temperature gives a win away"
    );
    assert_eq!(search.moves()[1].proven, Some(Score::ended(PovOutcome::Win, 1)));

    let game = Dummy::new(second([win(), slow(), win()]));
    let mut search = Search::new(game, Options::puct());
    run(&mut search, 1_000, 1, &mut Even);
    assert_eq!(search.solved(), Some((Outcome::Win(Player::First), 3)));
    assert_eq!(search.best(), Some(Choice(1)));
    assert_eq!(search.moves()[1].proven, Some(Score::ended(PovOutcome::Loss, 3)));
}
