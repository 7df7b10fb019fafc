//! A network as an evaluator of positions, for self-play, targets and evaluation: by the inference plan.

use damero_games::Encode;
use damero_nets::{Network, Parameters, Plan};

use crate::selfplay::Values;

/// How many positions go through the network at once.
const BATCH: usize = 64;

/// The answers of a network: all its outputs side by side. Where they are values of actions there are as many as the
/// game has action indices.
///
/// A clone shares the weights and has its own memory: one for each thread.
#[derive(Clone, Debug)]
pub struct NetValues {
    plan: Plan,
    /// The number of the encoding among those of the game, by name.
    encoding: String,
    outputs: usize,
}

impl NetValues {
    /// The network with these numbers.
    ///
    /// # Panics
    /// If a number is not finite, which a loss that is a number rules out.
    #[must_use]
    pub fn new(network: &Network, parameters: &Parameters) -> Self {
        let weights = parameters
            .weights(network)
            .unwrap_or_else(|error| panic!("weights stay finite while the loss is: {error}"));
        Self {
            plan: Plan::new(network, &weights, BATCH),
            encoding: network.description().encoding.clone(),
            outputs: network.outputs().count(),
        }
    }

    /// All outputs side by side, one row for each position.
    pub fn answers<G: Encode>(&mut self, positions: &[&G]) -> Vec<f32> {
        let encoding = encoding::<G>(&self.encoding);
        let mut all = Vec::new();
        for chunk in positions.chunks(BATCH) {
            for (n, position) in chunk.iter().enumerate() {
                show(*position, encoding, self.plan.input(n));
            }
            self.plan.run(chunk.len());
            for n in 0..chunk.len() {
                for output in 0..self.outputs {
                    all.extend_from_slice(self.plan.output(output, n));
                }
            }
        }
        all
    }
}

impl<G: Encode> Values<G> for NetValues {
    fn values(&mut self, positions: &[&G], out: &mut Vec<f32>) {
        *out = self.answers(positions);
    }
}

fn encoding<G: Encode>(name: &str) -> usize {
    let found = G::ENCODINGS.iter().position(|one| one.name == name);
    found.unwrap_or_default()
}

/// Writes what a network sees of a position: the observation, then the legal actions if there is room for them.
fn show<G: Encode>(position: &G, encoding: usize, row: &mut [f32]) {
    let (observation, legal) = row.split_at_mut(G::ENCODINGS[encoding].len());
    position.observe(encoding, observation);
    if !legal.is_empty() {
        let mut mask = vec![false; G::ACTIONS];
        position.legal_mask(&mut mask);
        for (number, legal) in legal.iter_mut().zip(mask) {
            *number = f32::from(u8::from(legal));
        }
    }
}

/// The rows that show positions to a network.
#[must_use]
pub fn rows<G: Encode>(network: &Network, positions: &[&G]) -> Vec<f32> {
    let encoding = encoding::<G>(&network.description().encoding);
    let width = network.input_len();
    let mut rows = vec![0.0; width * positions.len()];
    for (row, position) in rows.chunks_exact_mut(width).zip(positions) {
        show(*position, encoding, row);
    }
    rows
}

/// The answers of several outputs as one row for each position.
#[must_use]
pub fn side_by_side(answers: &[Vec<f32>], positions: usize) -> Vec<f32> {
    let mut all = Vec::with_capacity(answers.iter().map(Vec::len).sum());
    for n in 0..positions {
        for answer in answers {
            let width = answer.len() / positions;
            all.extend(&answer[n * width..(n + 1) * width]);
        }
    }
    all
}
