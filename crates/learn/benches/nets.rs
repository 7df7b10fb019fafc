//! Inference plans against burn, with the same networks, weights and positions, in one run, on one core each:
//! `cargo bench -p damero-learn --bench nets`.

use burn::tensor::Device;
use damero_games::azul::Azul;
use damero_games::quarto::Quarto;
use damero_games::random::seeded;
use damero_games::{Encode, MoveBuf};
use damero_learn::model::{Parameters, Reference, rows};
use damero_nets::{Architecture, Network, Plan, Weights};
use divan::Bencher;

fn main() {
    // A plan runs on one thread, so burn gets one as well.
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    one.expect("nobody has used the pool yet");
    divan::main();
}

const BATCHES: [usize; 2] = [1, 32];

/// Positions of random games, as many as a batch takes.
fn positions<G: Encode>(count: usize) -> Vec<G> {
    let mut rng = seeded(3);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = G::start(&G::Rules::default());
        game.resolve_chance(&mut rng);
        while game.turn().player().is_some() && found.len() < count {
            found.push(game.clone());
            let m = game.random_move(&mut rng, &mut MoveBuf::new());
            game.play_unchecked(m);
            game.resolve_chance(&mut rng);
        }
    }
    found
}

struct Setup {
    network: Network,
    weights: Weights,
    rows: Vec<f32>,
}

fn setup<G: Encode>(architecture: &str, batch: usize) -> Setup {
    let architecture: Architecture = architecture.parse().expect("a known architecture");
    let network = architecture.describe::<G>(None).expect("it fits the game");
    let weights = Weights::initial(&network, &mut seeded(1));
    let games = positions::<G>(batch);
    let rows = rows(&network, &games.iter().collect::<Vec<_>>());
    Setup {
        network,
        weights,
        rows,
    }
}

fn by_plan<G: Encode>(bencher: Bencher<'_, '_>, architecture: &str, batch: usize) {
    let Setup {
        network,
        weights,
        rows,
    } = setup::<G>(architecture, batch);
    let mut plan = Plan::new(&network, &weights, batch);
    let width = network.input_len();
    bencher.bench_local(|| {
        for (n, row) in rows.chunks_exact(width).enumerate() {
            plan.input(n).copy_from_slice(row);
        }
        plan.run(batch);
        plan.output(0, batch - 1)[0]
    });
}

fn by_burn<G: Encode>(bencher: Bencher<'_, '_>, architecture: &str, batch: usize) {
    let Setup {
        network,
        weights,
        rows,
    } = setup::<G>(architecture, batch);
    let device = Device::flex();
    let parameters = Parameters::new(&network, &weights);
    let mut reference = Reference::new(&network, &parameters, &device);
    bencher.bench_local(|| reference.answers(&rows));
}

#[divan::bench(args = BATCHES)]
fn quarto_plan(bencher: Bencher<'_, '_>, batch: usize) {
    by_plan::<Quarto>(bencher, "quarto", batch);
}

#[divan::bench(args = BATCHES)]
fn quarto_burn(bencher: Bencher<'_, '_>, batch: usize) {
    by_burn::<Quarto>(bencher, "quarto", batch);
}

#[divan::bench(args = BATCHES)]
fn azul_plan(bencher: Bencher<'_, '_>, batch: usize) {
    by_plan::<Azul>(bencher, "azul", batch);
}

#[divan::bench(args = BATCHES)]
fn azul_burn(bencher: Bencher<'_, '_>, batch: usize) {
    by_burn::<Azul>(bencher, "azul", batch);
}
