//! Networks, weights and inputs for tests.

use damero_games::GameId;
use damero_games::random::{SeededRng, below};
use damero_nets::{Architecture, LEGAL, Network, Weights};
use rand_core::Rng;

/// A number between -1 and 1.
fn number(rng: &mut SeededRng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0
}

/// Weights as training would leave them: nothing is exactly zero or one any more.
pub(crate) fn trained(network: &Network, rng: &mut SeededRng) -> Weights {
    let mut tensors = Weights::initial(network, rng).tensors().to_vec();
    for (parameter, tensor) in network.parameters().iter().zip(&mut tensors) {
        for x in tensor {
            *x = match parameter.role {
                "running_var" => 1.0 + 0.5 * number(rng),
                _ => *x + 0.05 * number(rng),
            };
        }
    }
    Weights::new(network, tensors).unwrap()
}

/// Inputs such as games have them: many zeros and ones.
pub(crate) fn row(network: &Network, rng: &mut SeededRng) -> Vec<f32> {
    let mut row = Vec::new();
    for input in &network.description().inputs {
        for _ in 0..input.shape.iter().product() {
            row.push(match below(rng, 3) {
                1 => 1.0,
                2 if input.name != LEGAL => number(rng),
                _ => 0.0,
            });
        }
    }
    row
}

/// A network by its name.
pub(crate) fn describe(game: GameId, architecture: &str) -> Network {
    let architecture: Architecture = architecture.parse().unwrap();
    architecture.describe_for(game, None).unwrap()
}
