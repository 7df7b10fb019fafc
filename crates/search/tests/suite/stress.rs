//! A table that is far too small, keys that collide, and four threads at once: the line stays legal, the value stays
//! that of one thread where nothing but the position decides it, and time limits are kept.

use std::time::{Duration, Instant};

use damero_games::playout::random_position;
use damero_games::random::seeded;
use damero_games::{Game, GameId, MoveBuf, Notation, Turn, with_game};
use damero_search::{Agent, AlphaBeta, AlphaBetaOptions, Limits, SearchResult, Searchable};

use crate::rulesets::rulesets;

/// The smallest table there is.
const TINY: usize = 0;

/// Positions of every ruleset, without a past that a table could not know.
fn some<G: Searchable>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = seeded(seed);
    let rulesets = rulesets::<G>();
    (0..count)
        .map(|i| random_position(G::start(&rulesets[i % rulesets.len()]), 30, &mut rng).forget_past())
        .collect()
}

fn think<G: Searchable>(game: &G, options: AlphaBetaOptions, limits: &Limits) -> SearchResult<G::Move> {
    AlphaBeta::new(G::Eval::default(), options).think(game, (*limits).into())
}

/// Every move of the line is legal when its turn comes.
fn follow<G: Notation>(game: &G, searched: &SearchResult<G::Move>) {
    assert_eq!(searched.pv.first(), Some(&searched.best), "{}", game.position());
    let mut at = game.clone();
    for &m in &searched.pv {
        if let Err(refusal) = at.play(m) {
            panic!("the line from {} breaks at {m}: {refusal}", game.position());
        }
    }
}

/// The deepest search whose tree stays affordable.
fn affordable_depth<G: Game>(game: &G) -> u32 {
    (1..=6)
        .take_while(|&depth| game.perft(depth) <= 200_000)
        .last()
        .unwrap_or(1)
}

fn four_threads_find_the_value_of_one<G: Searchable>() {
    for game in some::<G>(12, 21) {
        let limits = Limits::depth(affordable_depth(&game));
        let plain = AlphaBetaOptions {
            table_mib: TINY,
            ..AlphaBetaOptions::plain()
        };
        let alone = think(&game, plain, &limits);
        follow(&game, &alone);
        for _ in 0..3 {
            let together = think(&game, AlphaBetaOptions { threads: 4, ..plain }, &limits);
            follow(&game, &together);
            assert_eq!(together.score, alone.score, "{}", game.position());
        }
    }
}

#[test]
fn four_threads_on_a_tiny_table_find_the_value_of_one() {
    for &id in GameId::ALL {
        with_game!(id, G => four_threads_find_the_value_of_one::<G>());
    }
}

fn lines_stay_legal<G: Searchable>() {
    for game in some::<G>(8, 22) {
        let options = AlphaBetaOptions {
            threads: 4,
            table_mib: TINY,
            ..AlphaBetaOptions::default()
        };
        // As it plays: reductions and extensions on, cut short in the middle of an iteration.
        follow(&game, &think(&game, options, &Limits::nodes(15_000)));
    }
}

#[test]
fn lines_stay_legal_when_threads_race_for_a_tiny_table() {
    for &id in GameId::ALL {
        with_game!(id, G => lines_stay_legal::<G>());
    }
}

/// A game whose positions share 32 keys, so that the table confuses them all the time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Confused<G>(G);

impl<G: Game> Game for Confused<G> {
    type Rules = G::Rules;
    type Move = G::Move;
    type Chance = G::Chance;

    const META: damero_games::Meta = G::META;

    fn start(rules: &Self::Rules) -> Self {
        Self(G::start(rules))
    }

    fn rules(&self) -> &Self::Rules {
        self.0.rules()
    }

    fn max_plies(rules: &Self::Rules) -> u32 {
        G::max_plies(rules)
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn ending(&self) -> Option<damero_games::Ending> {
        self.0.ending()
    }

    fn moves(&self, buf: &mut MoveBuf<Self::Move>) {
        self.0.moves(buf);
    }

    fn is_legal(&self, m: Self::Move) -> bool {
        self.0.is_legal(m)
    }

    fn refuse(&self, m: Self::Move) -> damero_games::Illegal {
        self.0.refuse(m)
    }

    fn play_unchecked(&mut self, m: Self::Move) {
        self.0.play_unchecked(m);
    }

    fn sample_chance<R: rand_core::Rng + ?Sized>(&self, rng: &mut R) -> Self::Chance {
        self.0.sample_chance(rng)
    }

    fn apply_chance(&mut self, event: &Self::Chance) -> Result<(), damero_games::Illegal> {
        self.0.apply_chance(event)
    }

    fn key(&self) -> u64 {
        self.0.key() % 32
    }

    fn key_from_scratch(&self) -> u64 {
        self.0.key_from_scratch() % 32
    }
}

/// The evaluation of the game behind it.
#[derive(Clone)]
struct Behind<E>(E);

impl<G: Game, E: damero_search::Evaluate<G>> damero_search::Evaluate<Confused<G>> for Behind<E> {
    const SCALE: f32 = E::SCALE;

    fn evaluate(&self, game: &Confused<G>, player: damero_games::Player) -> damero_search::Score {
        self.0.evaluate(&game.0, player)
    }

    fn is_quiet(&self, game: &Confused<G>) -> bool {
        self.0.is_quiet(&game.0)
    }

    fn order(&self, game: &Confused<G>, m: G::Move) -> i32 {
        self.0.order(&game.0, m)
    }
}

fn collisions_break_no_line<G: Searchable>() {
    for game in some::<G>(8, 23) {
        for threads in [1, 4] {
            let options = AlphaBetaOptions {
                threads,
                table_mib: TINY,
                ..AlphaBetaOptions::default()
            };
            let mut engine = AlphaBeta::new(Behind(G::Eval::default()), options);
            let limits = Limits::nodes(15_000);
            let searched = engine.think(&Confused(game.clone()), limits.into());
            follow(&game, &searched);
        }
    }
}

#[test]
fn positions_with_the_same_key_break_no_line() {
    for &id in GameId::ALL {
        with_game!(id, G => collisions_break_no_line::<G>());
    }
}

fn time_is_kept<G: Searchable>() {
    for game in some::<G>(4, 24) {
        for threads in [1, 4] {
            let options = AlphaBetaOptions {
                threads,
                ..AlphaBetaOptions::default()
            };
            let mut engine = AlphaBeta::new(G::Eval::default(), options);
            let start = Instant::now();
            let limits = Limits::time(Duration::from_millis(40));
            let searched = engine.think(&game, limits.into());
            let took = start.elapsed();
            follow(&game, &searched);
            // The slack is for a machine that does other things at the same time.
            assert!(
                took < Duration::from_millis(540),
                "40 ms became {took:?} with {threads} threads in {}",
                game.position()
            );
        }
    }
}

#[test]
fn time_limits_are_kept_by_one_thread_and_by_four() {
    for &id in GameId::ALL {
        with_game!(id, G => time_is_kept::<G>());
    }
}
