//! Weights that explain labels best: squared error, by gradient with momentum; the step of each weight is divided by
//! how often it was seen, and a weight that was never seen keeps the value of the stage after it.

use damero_search::reversi::{Folding, INPUTS};

/// A position as the weights that it uses, with what it is worth in discs.
#[derive(Clone)]
pub(super) struct Sample {
    weights: [u32; INPUTS],
    label: f32,
}

impl Sample {
    pub(super) fn new(own: u64, enemy: u64, label: f32, folding: &Folding) -> Self {
        let weights = folding.weights_of(own, enemy);
        Self { weights, label }
    }

    fn error(&self, weights: &[f32]) -> f32 {
        let sum: f32 = self.weights.iter().map(|&weight| weights[weight as usize]).sum();
        self.label - sum
    }
}

/// One sample in so many is held out.
const HELD_OUT: usize = 20;

/// Passes over all samples.
const PASSES: usize = 80;

/// All instances of a position share its error, so a step must be small against one over their number.
const STEP: f32 = 1.4 / INPUTS as f32;

const MOMENTUM: f32 = 0.9;

/// A weight that was seen seldom moves as if it had been seen this often, so it stays near its value of the stage after:
/// fitted freely it would learn the few positions by heart.
const SELDOM: f32 = 90.0;

/// The fitted weights, and the root of the mean squared error on the samples used and on those held out.
pub(super) fn fit(samples: &[Sample], start: Vec<f32>) -> (Vec<f32>, f64, f64) {
    let mut weights = start;
    let is_held_out = |i: usize| i % HELD_OUT == HELD_OUT - 1;
    let used = || (samples.iter().enumerate()).filter_map(|(i, sample)| (!is_held_out(i)).then_some(sample));
    let mut steps = vec![0.0_f32; weights.len()];
    for sample in used() {
        for &weight in &sample.weights {
            steps[weight as usize] += 1.0;
        }
    }
    for step in &mut steps {
        *step = if *step > 0.0 { STEP / step.max(SELDOM) } else { 0.0 };
    }
    let mut pace = vec![0.0_f32; weights.len()];
    let mut gradient = vec![0.0_f32; weights.len()];
    for _ in 0..PASSES {
        for sample in used() {
            let error = sample.error(&weights);
            for &weight in &sample.weights {
                gradient[weight as usize] += error;
            }
        }
        for (((weight, pace), gradient), step) in
            weights.iter_mut().zip(&mut pace).zip(&mut gradient).zip(&steps)
        {
            *pace = MOMENTUM * *pace + step * *gradient;
            *weight += *pace;
            *gradient = 0.0;
        }
    }
    let root = |held_out: bool| {
        let (mut sum, mut count) = (0.0, 0_u32);
        for (i, sample) in samples.iter().enumerate() {
            if is_held_out(i) == held_out {
                sum += f64::from(sample.error(&weights)).powi(2);
                count += 1;
            }
        }
        (sum / f64::from(count.max(1))).sqrt()
    };
    let (error, held_out) = (root(false), root(true));
    (weights, error, held_out)
}
