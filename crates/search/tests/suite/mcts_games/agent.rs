//! The promises of the agent: limits, seeds, and a tree that follows the game.

use std::time::{Duration, Instant};

use damero_games::random::seeded;
use damero_games::record::Event;
use damero_games::{Game, GameId, with_game};
use damero_search::mcts::{ChanceMode, Options, Rollouts, Root, Temperature};
use damero_search::{Agent, Limits, Mcts, SearchContext, SearchResult, Stop};

use super::{position, simulations};

fn limits_are_kept<G: Game>() {
    // Near the end of a short game a search is done before it comes to any limit.
    let longest = G::max_plies(&G::Rules::default());
    let plies = 5.min(longest / 6);
    let game: G = position(plies, 5);
    let think = |limits: Limits, options: Options, stop: &Stop| {
        let mut engine = Mcts::new(Rollouts::default(), options);
        let mut check = |searched: &SearchResult<G::Move>| assert!(game.is_legal(searched.best));
        let ctx = SearchContext::new(limits).stopped_by(stop).reporting(&mut check);
        let searched = engine.think(&game, ctx);
        assert!(game.is_legal(searched.best));
        assert_eq!(searched.moves.len(), game.count_moves());
        searched
    };
    let stop = Stop::default();
    assert_eq!(think(simulations(300), Options::uct(), &stop).nodes, 301);
    assert_eq!(think(Limits::nodes(300), Options::uct(), &stop).nodes, 300);
    let many = Options {
        batch: 32,
        ..Options::puct()
    };
    let searched = think(simulations(300), many, &stop);
    assert_eq!(searched.nodes, 301);
    let shares: f32 = searched
        .moves
        .iter()
        .filter_map(|searched| searched.visit_share)
        .sum();
    assert!((shares - 1.0).abs() < 1e-4);
    assert_eq!(think(Limits::default(), Options::puct(), &stop).nodes, 401);

    for root in [Root::Selection, Root::gumbel(1.0)] {
        let start = Instant::now();
        let options = Options {
            root,
            simulations: 1 << 40,
            ..Options::uct()
        };
        think(Limits::time(Duration::from_millis(30)), options, &stop);
        let elapsed = start.elapsed();
        assert!(
            elapsed < Duration::from_millis(530),
            "thirty milliseconds became {elapsed:?}"
        );
    }
    let small = Options {
        memory_mib: 1,
        ..Options::uct()
    };
    // The whole tree of a very short game fits.
    assert!(
        longest < 16 || think(Limits::time(Duration::from_secs(60)), small, &stop).nodes < 100_000,
        "a full tree ends it"
    );

    stop.now();
    let searched = think(Limits::time(Duration::from_secs(60)), Options::uct(), &stop);
    assert_eq!(searched.nodes, 0, "stopped at once, it still has a move");
}

#[test]
fn limits_are_kept_on_every_game() {
    for &id in GameId::ALL {
        with_game!(id, G => limits_are_kept::<G>());
    }
}

fn a_seed_decides<G: Game>() {
    let play = |seed: u64| {
        let options = Options {
            seed,
            batch: 3,
            chance: ChanceMode::WIDEN,
            ..Options::uct()
        };
        let temperature = Temperature::ByPly(vec![(0, 1.0), (4, 0.0)]);
        let mut engine = Mcts::new(Rollouts { games: 2 }, options).with_temperature(temperature);
        let mut rng = seeded(9);
        let mut game = G::start(&G::Rules::default());
        let mut played = Vec::new();
        while played.len() < 8 && game.turn().outcome().is_none() {
            game.resolve_chance(&mut rng);
            let searched = engine.think(&game, simulations(60).into());
            let shares: Vec<_> = searched
                .moves
                .iter()
                .map(|searched| (searched.m, searched.visit_share))
                .collect();
            game.play(searched.best).unwrap();
            played.push((searched.best, searched.value, shares, searched.pv, searched.nodes));
        }
        played
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn a_seed_decides_everything() {
    for &id in GameId::ALL {
        with_game!(id, G => a_seed_decides::<G>());
    }
}

fn follows_the_game<G: Game>() -> (u32, u32) {
    let (mut reused, mut searched_moves) = (0, 0);
    let mut engine = Mcts::new(Rollouts::default(), Options::uct());
    let mut rng = seeded(3);
    let mut game: G = position(0, 1);
    while game.turn().outcome().is_none() && searched_moves < 20 {
        game.resolve_chance(&mut rng);
        engine.think(&game, simulations(400).into());
        let search = engine.search().unwrap();
        assert_eq!(*search.game(), game);
        // By hand it comes to the same.
        let best = search.best().unwrap();
        let mut by_hand = search.clone();
        let kept = by_hand.advance(&Event::Move(best)).unwrap().kept;
        game.play(best).unwrap();
        assert_eq!(*by_hand.game(), game);
        if game.turn().player().is_some() && kept > 0 {
            engine.think(&game, simulations(1).into());
            assert_eq!(engine.search().unwrap().kept_visits(), kept);
            reused += 1;
        }
        searched_moves += 1;
    }
    (reused, searched_moves)
}

#[test]
fn the_agent_keeps_its_tree_while_the_game_follows_it() {
    for &id in GameId::ALL {
        let (reused, searched_moves) = with_game!(id, G => follows_the_game::<G>());
        assert!(reused * 2 > searched_moves, "{id}: {reused} of {searched_moves}");
    }
}
