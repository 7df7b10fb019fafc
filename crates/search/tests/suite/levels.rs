//! What every level promises on every game: legal moves, wins taken, losses avoided, budgets kept.

use std::time::{Duration, Instant};

use damero_games::playout::random_game;
use damero_games::random::{below, seeded};
use damero_games::{Game, GameId, MoveBuf, Outcome, Player, Turn, with_game};
use damero_search::{
    Agent, AlphaBeta, AlphaBetaOptions, EngineOptions, Evaluate, Level, Limits, Rung, Searchable, Tempered,
};

/// Positions from random games, mostly late ones, where something is at stake.
fn positions<G: Searchable>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = seeded(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let game = random_game(G::start(&G::Rules::default()), &mut rng);
        let decisions: Vec<G> = game.filter(|game| game.turn().player().is_some()).collect();
        let back = 1 + below(&mut rng, 6) as usize;
        found.extend(decisions.into_iter().rev().nth(back));
    }
    found
}

fn seated<G: Searchable>(level: Level, seed: u64) -> Box<dyn Agent<G>> {
    level
        .agent(seed, &EngineOptions::default())
        .expect("without files nothing fails")
}

/// The highest levels need not think until their clock runs out.
const ENOUGH: u64 = 20_000;

fn think<G: Searchable>(agent: &mut dyn Agent<G>, game: &G) -> G::Move {
    let m = agent.think(game, Limits::nodes(ENOUGH).into()).best;
    assert!(
        game.is_legal(m),
        "{} plays the illegal {m} in {}",
        agent.name(),
        game.position()
    );
    m
}

fn moves<G: Game>(game: &G) -> MoveBuf<G::Move> {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    buf
}

fn after<G: Game>(game: &G, m: G::Move) -> G {
    let mut next = game.clone();
    next.play(m).expect("it is legal");
    next
}

fn wins_at_once<G: Game>(game: &G, m: G::Move, player: Player) -> bool {
    after(game, m).turn() == Turn::Over(Outcome::Win(player))
}

/// Whether `m` lets the opponent, if it is the opponent's turn after it, win at once.
fn hangs<G: Game>(game: &G, m: G::Move, player: Player) -> bool {
    let next = after(game, m);
    match next.turn() {
        Turn::Over(outcome) => outcome == Outcome::Win(player.other()),
        Turn::Player(other) if other != player => {
            moves(&next).into_iter().any(|m| wins_at_once(&next, m, other))
        }
        _ => false,
    }
}

/// How many positions asked for a win, and how many for a block.
fn takes_wins_and_avoids_losses<G: Searchable>(level: Level) -> (u32, u32) {
    let (mut must_win, mut must_block) = (0, 0);
    for (i, game) in positions::<G>(240, 11).into_iter().enumerate() {
        let player = game.turn().player().expect("a player is to move");
        let all = moves(&game);
        let winning = all.iter().any(|&m| wins_at_once(&game, m, player));
        let hanging = all.iter().filter(|&&m| hangs(&game, m, player)).count();
        if !winning && (hanging == 0 || hanging == all.len()) {
            continue;
        }
        let m = think(&mut *seated(level, i as u64), &game);
        if winning {
            must_win += 1;
            assert!(
                wins_at_once(&game, m, player),
                "{level} misses a win by {m} in {}",
                game.position()
            );
        } else {
            must_block += 1;
            assert!(
                !hangs(&game, m, player),
                "{level} allows a win by {m} in {}",
                game.position()
            );
        }
    }
    (must_win, must_block)
}

#[test]
fn every_level_takes_a_win_and_blocks_a_loss() {
    for &id in GameId::ALL {
        for level in Level::ALL {
            let (won, blocked) = with_game!(id, G => takes_wins_and_avoids_losses::<G>(level));
            println!("{id} {level}: {won} wins to take, {blocked} losses to avoid");
            assert!(won + blocked > 0, "{id} offers nothing to test");
        }
    }
}

/// For a machine that does other things at the same time. The clock is looked at every few hundred positions, so what
/// is really taken beyond the budget is well below a millisecond.
const SLACK: Duration = Duration::from_secs(1);

fn is_in_time<G: Searchable>(level: Level, game: &G, limits: &Limits) {
    let mut agent = seated::<G>(level, 1);
    let start = Instant::now();
    let searched = agent.think(game, (*limits).into());
    let taken = start.elapsed();
    assert!(game.is_legal(searched.best), "{level} in {}", game.position());
    let allowed = limits.time.unwrap_or(level.budget()).min(level.budget()) + SLACK;
    assert!(taken < allowed, "{level} took {taken:?} in {}", game.position());
}

fn budgets_are_kept<G: Searchable>() {
    for game in positions::<G>(3, 12).into_iter().chain(beginning::<G>()) {
        for level in Level::ALL.into_iter().filter(|&level| level <= Level::HARD) {
            is_in_time(level, &game, &Limits::default());
        }
        // Whoever offers less gets an answer sooner.
        for level in Level::ALL {
            is_in_time(level, &game, &Limits::time(Duration::from_millis(50)));
        }
    }
}

/// The first position in which a player decides.
fn beginning<G: Searchable>() -> Option<G> {
    let mut game = G::start(&G::Rules::default());
    game.resolve_chance(&mut seeded(1));
    Some(game)
}

#[test]
fn no_level_takes_longer_than_its_budget() {
    for &id in GameId::ALL {
        with_game!(id, G => budgets_are_kept::<G>());
    }
}

/// From the beginning, where no engine is done early.
#[test]
fn the_highest_level_keeps_its_budget_too() {
    std::thread::scope(|scope| {
        for &id in GameId::ALL {
            scope.spawn(move || {
                with_game!(id, G => {
                    let game = beginning::<G>().expect("there is one");
                    is_in_time(Level::MAX, &game, &Limits::default());
                });
            });
        }
    });
}

fn scores_every_move<G: Searchable>() {
    let options = EngineOptions {
        table_mib: 1,
        score_all: true,
        ..EngineOptions::default()
    };
    let mut engine = G::engine(&options).expect("without files nothing fails");
    for game in positions::<G>(5, 13).into_iter().chain(beginning::<G>()) {
        let searched = engine.think(&game, Limits::depth(2).into());
        let mut told: Vec<_> = searched.moves.iter().map(|one| one.m).collect();
        assert_eq!(told.first(), Some(&searched.best), "{}", game.position());
        let all = moves(&game);
        told.sort_by_key(|m| all.iter().position(|legal| legal == m));
        assert_eq!(told, all, "{}", game.position());
        for one in &searched.moves {
            // What chance decides next has no score yet.
            let chance = after(&game, one.m).turn() == Turn::Chance;
            assert!(one.score.is_some() || chance, "{} in {}", one.m, game.position());
        }
    }
}

#[test]
fn every_engine_scores_every_move_if_asked() {
    for &id in GameId::ALL {
        with_game!(id, G => scores_every_move::<G>());
    }
}

fn ladder_of<G: Searchable>() {
    let rungs = Level::ALL.map(Level::rung::<G>);
    let at = |level: Level| rungs[usize::from(level.number()) - 1];
    assert_eq!(at(Level::MEDIUM), Rung::Turns(3));
    assert_eq!(at(Level::HARD), Rung::EngineTurns(5));
    assert_eq!(at(Level::MAX), Rung::Engine);
    for pair in rungs.windows(2) {
        // Further up nobody looks less far, and who looks as far chooses more narrowly.
        let is_higher = match (pair[0], pair[1]) {
            (
                Rung::Near { turns, temperature },
                Rung::Near {
                    turns: more,
                    temperature: cooler,
                },
            ) => turns < more || (turns == more && temperature > cooler),
            (Rung::Near { turns, .. }, Rung::Turns(more) | Rung::EngineTurns(more)) => turns <= more,
            (Rung::Turns(turns), Rung::Near { turns: more, .. } | Rung::EngineTurns(more)) => turns < more,
            (Rung::EngineNodes(nodes), Rung::EngineNodes(more)) => nodes < more,
            (Rung::Turns(_), Rung::Nodes(_))
            | (Rung::Nodes(_), Rung::EngineTurns(_))
            | (Rung::EngineTurns(_), Rung::EngineNodes(_))
            | (_, Rung::Engine) => true,
            _ => false,
        };
        assert!(is_higher, "{}: {pair:?}", G::META.id);
    }
}

/// Measured claims rest on the levels with a name.
#[test]
fn the_ladder_of_every_game_rises_and_holds_the_named_levels_where_they_were() {
    for &id in GameId::ALL {
        with_game!(id, G => ladder_of::<G>());
    }
}

fn repeats_itself<G: Searchable>() {
    for level in Level::ALL.into_iter().filter(|level| *level < Level::MEDIUM) {
        for (i, game) in positions::<G>(8, 14).into_iter().enumerate() {
            let play = || think(&mut *seated(level, i as u64), &game);
            assert_eq!(play(), play(), "{level} in {}", game.position());
        }
    }
}

#[test]
fn what_a_level_leaves_to_chance_follows_from_its_seed() {
    for &id in GameId::ALL {
        with_game!(id, G => repeats_itself::<G>());
    }
}

/// Every move it plays is near its own best, and it plays more than one.
fn stays_near<G: Searchable>() {
    const TEMPERATURE: f32 = 0.3;
    let options = || AlphaBetaOptions {
        table_mib: 1,
        score_all: true,
        ..AlphaBetaOptions::default()
    };
    let scale = <G::Eval as Evaluate<G>>::SCALE;
    let limits = || Limits::depth(G::PLIES_PER_TURN);
    let mut differed = false;
    for (i, game) in positions::<G>(40, 15).into_iter().enumerate() {
        let best = AlphaBeta::new(G::Eval::default(), options()).think(&game, limits().into());
        let mut player = Tempered::new(G::Eval::default(), options(), TEMPERATURE, i as u64);
        let played = player.think(&game, limits().into());
        differed |= played.best != best.best;
        let (Some(most), Some(score)) = (best.score, played.score) else {
            continue;
        };
        // Where care forbids what a short search likes, the rest is judged among itself.
        let of = |m: G::Move| best.moves.iter().find(|one| one.m == m).and_then(|one| one.score);
        let is_near = (most.get() - score.get()) as f32 <= 3.0 * TEMPERATURE * scale;
        let is_forced = hangs(
            &game,
            best.best,
            game.turn().player().expect("a player is to move"),
        );
        assert_eq!(of(played.best), Some(score), "{}", game.position());
        assert!(
            is_near || is_forced || score == most,
            "{} in {}",
            played.best,
            game.position()
        );
    }
    assert!(differed, "{}: it always plays the best", G::META.id);
}

#[test]
fn a_tempered_player_chooses_among_moves_near_its_best() {
    for &id in GameId::ALL {
        with_game!(id, G => stays_near::<G>());
    }
}
