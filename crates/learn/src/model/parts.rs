//! A batch in parts that are learned side by side, one on each core.
//!
//! Products of a small network are too small to be shared between cores, but a batch is not. Where its parts begin depends
//! on nothing but the batch, so the same numbers come out whatever the number of threads. Batches are normalised part by
//! part.

use std::ops::Range;

use burn::tensor::{Device, Tensor};
use damero_games::random::{SeededRng, seeded};
use damero_nets::Network;
use rand_core::Rng as _;
use rayon::prelude::*;

use super::network::{Answers, BatchGradient, learn};
use super::weights::Parameters;

/// About so many positions in a part: with fewer, what every part costs whatever is in it would weigh too much.
const PART: usize = 64;

/// The gradient of a loss that is a sum over positions; `loss` gives that of some of them by their answers.
///
/// # Panics
/// If `rows` is not a whole number of positions.
pub fn learn_in_parts(
    network: &Network,
    weights: &Parameters,
    rows: &[f32],
    rng: &mut SeededRng,
    loss: impl Fn(Range<usize>, &Answers, &Device) -> Tensor<1> + Sync,
) -> BatchGradient {
    let width = network.input_len();
    let parts: Vec<_> = spans(rows.len() / width)
        .map(|span| (span, seeded(rng.next_u64())))
        .collect();
    let gradients: Vec<BatchGradient> = parts
        .into_par_iter()
        .map(|(span, mut rng)| {
            let rows = &rows[span.start * width..span.end * width];
            learn(network, weights, rows, &mut rng, |answers, device| {
                loss(span, answers, device)
            })
        })
        .collect();
    together(gradients)
}

/// Parts of nearly the same size. All but the last are even, as two rows may belong together.
fn spans(count: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = ((count + PART / 2) / PART).max(1);
    let size = count.div_ceil(parts).next_multiple_of(2);
    (0..count.max(1))
        .step_by(size.max(1))
        .map(move |first| first..(first + size).min(count))
}

/// The gradient of the whole batch: losses and gradients add up, statistics are averaged.
fn together(gradients: Vec<BatchGradient>) -> BatchGradient {
    let count = gradients.len() as f32;
    let mut gradients = gradients.into_iter();
    let mut whole = gradients
        .next()
        .unwrap_or_else(|| unreachable!("at least one part"));
    for part in gradients {
        whole.loss += part.loss;
        add(&mut whole.gradient, &part.gradient);
        add(&mut whole.running, &part.running);
        for (whole, part) in whole.answers.iter_mut().zip(part.answers) {
            whole.extend(part);
        }
    }
    if count > 1.0 {
        whole.running.iter_mut().for_each(|number| *number /= count);
    }
    whole
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use damero_games::quarto::Quarto;
    use damero_nets::{Architecture, Weights};

    use super::*;
    use crate::model::{Distance, Goal};
    use crate::rng_streams::unit;

    #[test]
    fn parts_cover_the_batch() {
        for count in [1, 2, 63, 64, 127, 128, 130, 256, 1001] {
            let spans: Vec<_> = spans(count).collect();
            assert!(spans.iter().all(|span| span.start.is_multiple_of(2)));
            assert!(
                spans
                    .iter()
                    .all(|span| !span.is_empty() && span.len() <= 2 * PART)
            );
            let all: Vec<_> = spans.into_iter().flatten().collect();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }

    /// The gradient of the parts is that of the whole, and the same with one thread and with two.
    #[test]
    fn parts_make_the_whole() {
        let network: Architecture = "mlp:48,heads=q".parse().expect("an architecture");
        let network = network.describe::<Quarto>(None).expect("it fits");
        let mut rng = seeded(4);
        let weights = Parameters::new(&network, &Weights::initial(&network, &mut rng));
        let count = 200;
        let mut random = |count: usize| -> Vec<f32> { (0..count).map(|_| unit(&mut rng)).collect() };
        let rows = random(count * network.input_len());
        let goal = Goal::Each {
            targets: random(count * 32),
            weights: random(count * 32),
        };
        let loss = |span: Range<usize>, answers: &Answers, device: &Device| {
            goal.loss(span, Tensor::cat(answers.clone(), 1), Distance::SmoothL1, device)
        };
        let whole = learn(&network, &weights, &rows, &mut seeded(0), |answers, device| {
            loss(0..count, answers, device)
        });
        let by = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads");
            pool.install(|| learn_in_parts(&network, &weights, &rows, &mut seeded(0), loss))
        };
        let parts = by(1);
        assert_eq!(parts, by(2));
        assert!((parts.loss - whole.loss).abs() < 1e-5);
        assert_eq!(parts.answers.len(), whole.answers.len());
        let mut pairs = parts.gradient.iter().zip(&whole.gradient);
        assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-5));
    }
}
