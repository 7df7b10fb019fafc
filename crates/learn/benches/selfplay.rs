//! Self-play: network evaluations and positions a second, and where the time goes.
//!
//! Seconds are those that the threads were running, so that other work on the machine hardly shows; with several threads
//! the clock is shown beside them, and what is neither network nor tree is waiting. `cargo bench -p damero-learn --bench
//! selfplay`; `-- 2` measures one to two threads.

use std::time::Instant;

use damero_games::azul::Azul;
use damero_games::reversi::Reversi;
use damero_learn::alphazero::worker::{Order, SelfPlayBatch, self_play_batch};
use damero_learn::alphazero::{AlphaZeroConfig, SelfPlayParams, Subject};
use damero_learn::run::cpu_seconds;
use damero_learn::selfplay::pool;
use damero_nets::{Architecture, Model, NetEvaluator, Weights};

fn main() {
    let most = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(1);
    for threads in 1..=most {
        for batch in [8, 16, 32] {
            measure::<Reversi>("resnet:4x64", 100, 32, 32 * threads as u32 / 2, batch, threads);
        }
        for batch in [8, 32, 64] {
            measure::<Azul>("mlp:256-256", 150, 64, 64 * threads as u32, batch, threads);
        }
    }
}

/// Plays games with a fresh network and says what they cost.
fn measure<G: Subject>(
    architecture: &str,
    simulations: u64,
    concurrent: usize,
    games: u32,
    batch: usize,
    threads: usize,
) {
    let config = AlphaZeroConfig {
        curriculum: vec![format!("1-: {simulations}")],
        ..AlphaZeroConfig::of::<G>()
    };
    let tables = config.check::<G>().expect("sound settings");
    let network: Architecture = architecture.parse().expect("a known architecture");
    let network = network.describe::<G>(None).expect("it fits the game");
    let weights = Weights::initial(&network, &mut damero_games::random::seeded(1));
    let rules = G::Rules::default();
    let model = Model::new::<G>(network, weights, &rules).expect("it fits the game");
    let judge = NetEvaluator::<G>::new(&model, &rules, batch).expect("policy and value");
    let order = Order {
        seed: 1,
        cycle: 0,
        games,
        concurrent: concurrent.min(games as usize / threads),
    };
    let pool = pool(threads).expect("threads");
    let (clock, own) = (Instant::now(), cpu_seconds());
    let SelfPlayBatch { counts, spent, .. } = self_play_batch(
        &pool,
        &judge,
        &[],
        &rules,
        &SelfPlayParams::new(&config, &tables, 1),
        order,
    );
    let (clock, own) = (clock.elapsed().as_secs_f64(), cpu_seconds() - own);
    let busy = spent.network + spent.tree;
    println!(
        "{} {architecture}, {simulations} simulations, batch {batch}, {threads} threads: {:.0} evaluations and {:.0} positions \
         a second of a core; network {:.0} %, tree {:.0} %; {own:.1} s of processors in {clock:.1} s, waiting {:.1} s; \
         tree reused after {:.1} % of moves",
        G::META.id,
        counts.evaluations as f64 / own,
        counts.decisions as f64 / own,
        100.0 * spent.network / busy,
        100.0 * spent.tree / busy,
        spent.waiting,
        100.0 * counts.reused as f64 / counts.followed.max(1) as f64,
    );
}
