//! Speed of every registered game on one thread: random games, moves of random games, perft with and without the
//! game's own counting, observations, steps of many environments.
//!
//! `cargo bench -p damero-games` runs all; `cargo bench -p damero-games -- perft` some of them.

use damero_games::env::{ActionNumbers, AutoReset, Buffers, EnvConfig, StepMemory, VecEnv};
use damero_games::playout::playout;
use damero_games::random::seeded;
use damero_games::{Game, GameId, MoveBuf, Playable, Turn, perft, with_game};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Random games in one sample.
const GAMES: u64 = 1_000;

/// Perft is measured at the first depth with this many leaves.
const LEAVES: u64 = 1_000_000;

#[divan::bench(args = GameId::ALL)]
fn random_games(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => {
        bencher.counter(ItemsCount::new(GAMES)).bench(play_games::<G>);
    });
}

#[divan::bench(args = GameId::ALL)]
fn random_plies(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => {
        let plies = play_games::<G>();
        bencher.counter(ItemsCount::new(plies)).bench(play_games::<G>);
    });
}

fn play_games<G: Playable>() -> u64 {
    let mut rng = seeded(1);
    let mut buf = MoveBuf::new();
    (0..GAMES)
        .map(|_| u64::from(playout(&mut G::start(&G::Rules::default()), &mut rng, &mut buf).1))
        .sum()
}

#[divan::bench(args = GameId::ALL)]
fn perft_own(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => bench_perft(bencher, &dealt::<G>(), G::perft));
}

/// The yardstick in the same run: perft through the list of moves, as for a game without counting of its own.
#[divan::bench(args = GameId::ALL)]
fn perft_generic(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => bench_perft(bencher, &dealt::<G>(), perft::perft));
}

fn bench_perft<G: Playable>(bencher: Bencher<'_, '_>, game: &G, count: impl Fn(&G, u32) -> u64 + Sync) {
    let depths = (1..).map(|depth| (depth, game.perft(depth)));
    let Some((depth, leaves)) = depths.take(30).find(|(_, leaves)| *leaves >= LEAVES) else {
        return;
    };
    bencher
        .counter(ItemsCount::new(leaves))
        .bench(|| count(divan::black_box(game), depth));
}

#[divan::bench(args = GameId::ALL)]
fn observe(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => bench_observe::<G>(bencher));
}

fn bench_observe<G: Playable>(bencher: Bencher<'_, '_>) {
    let game = dealt::<G>();
    let mut numbers = vec![0.0; G::ENCODINGS[0].len()];
    bencher
        .counter(ItemsCount::new(1_u32))
        .bench_local(|| divan::black_box(&game).observe(0, &mut numbers));
}

/// Environments that step together.
const ENVS: usize = 1024;

/// Steps of each in one sample.
const STEPS: usize = 100;

#[divan::bench(args = GameId::ALL)]
fn vec_env(bencher: Bencher<'_, '_>, id: &GameId) {
    with_game!(*id, G => bench_vec_env::<G>(bencher));
}

/// Random moves by their action index, with masks as bits.
fn bench_vec_env<G: Playable>(bencher: Bencher<'_, '_>) {
    let config = EnvConfig::<G> {
        actions: ActionNumbers::Index,
        ..EnvConfig::default()
    };
    let mut envs = VecEnv::new(config, ENVS, AutoReset::SameStep);
    let mut memory = StepMemory::new(&config, ENVS);
    let mut out = Buffers {
        masks: None,
        legal: None,
        endings: None,
        played: None,
        ..memory.buffers()
    };
    envs.reset(1, &mut out);
    let (mut rng, mut actions) = (seeded(1), vec![0; ENVS]);
    bencher.counter(ItemsCount::new(ENVS * STEPS)).bench_local(|| {
        for _ in 0..STEPS {
            envs.sample(&mut rng, &mut actions);
            envs.step(&actions, &mut out).expect("legal actions");
        }
    });
}

/// The first position in which a player decides.
fn dealt<G: Game>() -> G {
    let mut game = G::start(&G::Rules::default()).forget_past();
    while game.turn() == Turn::Chance {
        game.resolve_chance(&mut seeded(1));
    }
    game
}
