//! How long one call of a plan takes, for the networks and batches that matter; `items` are positions.
//!
//! `cargo bench -p damero-nets --bench plans`

use damero_games::GameId;
use damero_games::random::seeded;
use damero_nets::{Architecture, Plan, Weights};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const BATCHES: [usize; 5] = [1, 8, 16, 32, 64];

fn run(bencher: Bencher<'_, '_>, game: GameId, architecture: &str, batch: usize) {
    let architecture: Architecture = architecture.parse().expect("the name is known");
    let network = architecture.describe_for(game, None).expect("it fits the game");
    let weights = Weights::initial(&network, &mut seeded(1));
    let mut plan = Plan::new(&network, &weights, batch);
    for position in 0..batch {
        for (i, x) in plan.input(position).iter_mut().enumerate() {
            *x = f32::from(u8::from((i + position) % 5 == 0));
        }
    }
    bencher
        .counter(ItemsCount::new(batch))
        .bench_local(|| black_box(&mut plan).run(batch));
}

#[divan::bench(args = BATCHES)]
fn quarto(bencher: Bencher<'_, '_>, batch: usize) {
    run(bencher, GameId::Quarto, "quarto", batch);
}

#[divan::bench(args = BATCHES)]
fn azul(bencher: Bencher<'_, '_>, batch: usize) {
    run(bencher, GameId::Azul, "azul", batch);
}

#[divan::bench(args = BATCHES)]
fn azul_mlp(bencher: Bencher<'_, '_>, batch: usize) {
    run(bencher, GameId::Azul, "mlp:256-256", batch);
}

#[divan::bench(args = BATCHES)]
fn reversi_resnet_4x64(bencher: Bencher<'_, '_>, batch: usize) {
    run(bencher, GameId::Reversi, "resnet:4x64", batch);
}
