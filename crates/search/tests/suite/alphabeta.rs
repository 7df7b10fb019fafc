//! Alpha-beta against plain minimax on random positions of every game, and the promises of its limits.

use std::time::{Duration, Instant};

use damero_games::playout::random_positions;
use damero_games::random::seeded;
use damero_games::zobrist::mix;
use damero_games::{Game, GameId, Playable, Player, with_game};
use damero_search::{
    Agent, AlphaBeta, AlphaBetaOptions, Evaluate, Limits, Score, SearchContext, Stop, minimax,
};

/// An evaluation without any sense: the hardest for a search whose shortcuts must not change the value.
#[derive(Clone, Copy)]
struct Noise;

impl<G: Game> Evaluate<G> for Noise {
    const SCALE: f32 = 100.0;

    fn evaluate(&self, game: &G, player: Player) -> Score {
        let score = Score::new((mix(game.key()) % 401) as i32 - 200);
        if player == Player::First {
            score
        } else {
            score.for_opponent()
        }
    }
}

/// Positions from random games, without a past that a table could not know.
fn positions<G: Playable>(count: usize, seed: u64) -> Vec<G> {
    let all: Vec<G> = random_positions(&G::Rules::default(), 8 * count, &mut seeded(seed));
    all.iter().step_by(8).map(G::forget_past).collect()
}

/// The deepest search whose full tree stays small.
fn affordable_depth<G: Game>(game: &G) -> u32 {
    (1..=6)
        .take_while(|&depth| game.perft(depth) <= 30_000)
        .last()
        .unwrap_or(1)
}

fn same_value_as_minimax<G: Playable>() -> (u64, u64) {
    let (mut slow, mut fast) = (0, 0);
    for game in positions::<G>(60, 3) {
        let mover = game.turn().player().expect("a player is to move");
        let depth = affordable_depth(&game);
        let (value, nodes) = minimax(&Noise, &game, mover, depth);
        slow += nodes;
        let mut engine = AlphaBeta::new(
            Noise,
            AlphaBetaOptions {
                table_mib: 1,
                ..AlphaBetaOptions::plain()
            },
        );
        let searched = engine.think(&game, Limits::depth(depth).into());
        fast += searched.nodes;
        // A proven win ends the search before its depth, at the same value.
        assert_eq!(
            searched.score,
            Some(value),
            "depth {depth} of {} at {}",
            searched.depth,
            game.position()
        );
        assert_eq!(searched.pv.first(), Some(&searched.best), "{}", game.position());
    }
    (slow, fast)
}

#[test]
fn the_value_is_minimax_s_on_every_game() {
    for &id in GameId::ALL {
        let (slow, fast) = with_game!(id, G => same_value_as_minimax::<G>());
        println!(
            "{id}: minimax {slow} nodes, alpha-beta {fast} nodes, ratio {:.1}",
            slow as f64 / fast as f64
        );
    }
}

fn every_score_is_minimax_s<G: Playable>() {
    for game in positions::<G>(10, 4) {
        let mover = game.turn().player().expect("a player is to move");
        let depth = affordable_depth(&game);
        let options = AlphaBetaOptions {
            score_all: true,
            table_mib: 1,
            ..AlphaBetaOptions::plain()
        };
        let searched = AlphaBeta::new(Noise, options).think(&game, Limits::depth(depth).into());
        assert_eq!(searched.moves.len(), game.count_moves());
        for root_move in &searched.moves {
            let mut next = game.clone();
            next.play(root_move.m).expect("it is legal");
            let (value, _) = minimax(&Noise, &next, mover, depth - 1);
            // The root is one ply further from any end.
            assert_eq!(
                root_move.score,
                Some(value.to_root(1)),
                "{} in {}",
                root_move.m,
                game.position()
            );
        }
    }
}

#[test]
fn with_score_all_every_move_has_its_true_score() {
    for &id in GameId::ALL {
        with_game!(id, G => every_score_is_minimax_s::<G>());
    }
}

fn limits_are_kept<G: Playable>() {
    for game in positions::<G>(4, 5) {
        let mut engine = AlphaBeta::new(
            Noise,
            AlphaBetaOptions {
                threads: 2,
                ..AlphaBetaOptions::default()
            },
        );
        let start = Instant::now();
        let limits = Limits::time(Duration::from_millis(30));
        let searched = engine.think(&game, limits.into());
        assert!(game.is_legal(searched.best));
        assert!(
            start.elapsed() < Duration::from_millis(530),
            "thirty milliseconds became {:?}",
            start.elapsed()
        );

        let mut engine = AlphaBeta::new(Noise, AlphaBetaOptions::default());
        let searched = engine.think(&game, Limits::nodes(500).into());
        assert!(
            game.is_legal(searched.best) && searched.nodes <= 500,
            "{} nodes",
            searched.nodes
        );

        let stop = Stop::default();
        stop.now();
        let limits = Limits::time(Duration::from_secs(60));
        let searched = engine.think(&game, SearchContext::new(limits).stopped_by(&stop));
        assert!(
            game.is_legal(searched.best),
            "a search that is stopped at once still has a move"
        );
    }
}

#[test]
fn limits_are_kept_on_every_game() {
    for &id in GameId::ALL {
        with_game!(id, G => limits_are_kept::<G>());
    }
}

fn one_thread_repeats_itself<G: Playable>() {
    for game in positions::<G>(3, 6) {
        let think = || {
            let mut engine = AlphaBeta::new(Noise, AlphaBetaOptions::default());
            let searched = engine.think(&game, Limits::nodes(20_000).into());
            (searched.best, searched.score, searched.pv, searched.nodes)
        };
        assert_eq!(think(), think(), "{}", game.position());
    }
}

#[test]
fn one_thread_is_deterministic() {
    for &id in GameId::ALL {
        with_game!(id, G => one_thread_repeats_itself::<G>());
    }
}
