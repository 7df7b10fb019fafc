//! What changes weights: `AdamW` with `AMSGrad` and gradient clipping by global norm, in one loop over the parameters.

use serde::{Deserialize, Serialize};

use crate::kernels::Kernels;
use crate::kernels::dispatch::compiled_for_each;

/// Settings of `AdamW`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdamWConfig {
    /// The decay rate of the mean of the gradient (first moment).
    pub beta1: f64,
    /// The decay rate of the mean of its square (second moment).
    pub beta2: f64,
    /// Added to the divisor, so that it is never zero.
    pub epsilon: f64,
    /// Decoupled weight decay: the share of each weight that a step of learning rate 1 takes away.
    pub weight_decay: f64,
    /// `AMSGrad`: whether the largest mean square so far is used instead of the newest.
    pub amsgrad: bool,
}

impl Default for AdamWConfig {
    /// The values of `PyTorch`'s optimiser of the same name, with `AMSGrad` as in the Quarto seed.
    fn default() -> Self {
        Self {
            beta1: 0.9,
            beta2: 0.999,
            epsilon: 1e-8,
            weight_decay: 0.01,
            amsgrad: true,
        }
    }
}

/// `AdamW` over one row of parameters.
///
/// ```
/// use damero_nets::{AdamW, AdamWConfig};
/// let mut optimiser = AdamW::new(AdamWConfig { weight_decay: 0.0, ..AdamWConfig::default() }, 2);
/// let mut parameters = [1.0, -1.0];
/// // The gradient of length 5 is clipped; the first step has the size of the learning rate whatever its length.
/// let norm = optimiser.step(0.1, 1.0, &mut parameters, &[3.0, -4.0]);
/// assert_eq!(norm, 5.0);
/// assert!((parameters[0] - 0.9).abs() < 1e-6 && (parameters[1] + 0.9).abs() < 1e-6);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    config: AdamWConfig,
    /// Steps made.
    pub steps: u64,
    /// Means of the gradient.
    pub first: Vec<f32>,
    /// Means of its square.
    pub second: Vec<f32>,
    /// The largest of those so far; empty without `AMSGrad`.
    pub largest: Vec<f32>,
}

/// The numbers of one step that are the same for all parameters.
#[derive(Clone, Copy)]
struct Step {
    /// By what the gradient is multiplied, so that it is no longer than the limit.
    clip: f32,
    beta1: f32,
    beta2: f32,
    epsilon: f32,
    size: f32,
    /// One over the root of what the second moment is to be divided by.
    root: f32,
    keep: f32,
}

impl AdamW {
    /// A fresh optimiser for this many parameters.
    #[must_use]
    pub fn new(config: AdamWConfig, parameters: usize) -> Self {
        Self {
            config,
            steps: 0,
            first: vec![0.0; parameters],
            second: vec![0.0; parameters],
            largest: vec![0.0; if config.amsgrad { parameters } else { 0 }],
        }
    }

    /// One step along `gradient`, clipped to the global norm `max_norm`. Gives the norm that it had.
    ///
    /// # Panics
    /// If the gradient or the parameters have another length than the optimiser was made for.
    pub fn step(
        &mut self,
        learning_rate: f64,
        max_norm: f32,
        parameters: &mut [f32],
        gradient: &[f32],
    ) -> f32 {
        assert_eq!(
            parameters.len(),
            self.first.len(),
            "one moment for each parameter"
        );
        assert_eq!(
            gradient.len(),
            self.first.len(),
            "one gradient entry for each parameter"
        );
        let norm = norm(gradient);
        let config = self.config;
        self.steps += 1;
        let power = |beta: f64| 1.0 - beta.powf(self.steps as f64);
        let step = Step {
            clip: if norm > max_norm { max_norm / norm } else { 1.0 },
            beta1: config.beta1 as f32,
            beta2: config.beta2 as f32,
            epsilon: config.epsilon as f32,
            size: (learning_rate / power(config.beta1)) as f32,
            root: (1.0 / power(config.beta2).sqrt()) as f32,
            keep: (1.0 - learning_rate * config.weight_decay) as f32,
        };
        let moments = (&mut self.first[..], &mut self.second[..], &mut self.largest[..]);
        update(Kernels::best(), step, parameters, gradient, moments);
        norm
    }
}

/// The global norm of a gradient. Sixteen sums in double precision are under way at once.
fn norm(gradient: &[f32]) -> f32 {
    let mut sums = [0.0_f64; 16];
    for part in gradient.chunks(sums.len()) {
        for (sum, &entry) in sums.iter_mut().zip(part) {
            *sum += f64::from(entry) * f64::from(entry);
        }
    }
    sums.iter().sum::<f64>().sqrt() as f32
}

compiled_for_each! {
    fn update(
        step: Step,
        parameters: &mut [f32],
        gradient: &[f32],
        moments: (&mut [f32], &mut [f32], &mut [f32]),
    ) {
        let (first, second, largest) = moments;
        let means = first.iter_mut().zip(second.iter_mut());
        let rows = parameters.iter_mut().zip(gradient).zip(means);
        // The loop twice, so that neither has a choice to make for each parameter.
        if largest.is_empty() {
            for ((parameter, entry), (first, second)) in rows {
                let (mean, square) = moved(step, *entry, *first, *second);
                (*first, *second) = (mean, square);
                *parameter = changed(step, *parameter, mean, square);
            }
        } else {
            for (((parameter, entry), (first, second)), largest) in rows.zip(largest.iter_mut()) {
                let (mean, square) = moved(step, *entry, *first, *second);
                (*first, *second) = (mean, square);
                *largest = if square > *largest { square } else { *largest };
                *parameter = changed(step, *parameter, mean, *largest);
            }
        }
    }
}

/// The moments after one more entry of the gradient.
#[inline(always)]
fn moved(step: Step, entry: f32, first: f32, second: f32) -> (f32, f32) {
    let entry = entry * step.clip;
    (
        step.beta1 * first + (1.0 - step.beta1) * entry,
        step.beta2 * second + (1.0 - step.beta2) * entry * entry,
    )
}

/// A parameter after a step along these moments.
#[inline(always)]
fn changed(step: Step, parameter: f32, mean: f32, square: f32) -> f32 {
    step.keep * parameter - step.size * mean / (square.sqrt() * step.root + step.epsilon)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-5, "{a} is not {b}");
    }

    /// Worked by hand: the first step has the size of the learning rate whatever the gradient; in the second, with gradient
    /// 0 after gradient 2, the mean is 0.9 * 0.1 * 2 / (1 - 0.81) and `AMSGrad` keeps the mean square of the first.
    #[test]
    fn two_steps_worked_by_hand() {
        let config = AdamWConfig {
            weight_decay: 0.1,
            ..AdamWConfig::default()
        };
        for (amsgrad, second) in [
            (true, 0.18 / 0.19 / (0.004_f32 / 0.001_999).sqrt()),
            (false, 0.18 / 0.19 / (0.003_996_f32 / 0.001_999).sqrt()),
        ] {
            let mut optimiser = AdamW::new(AdamWConfig { amsgrad, ..config }, 1);
            let mut parameter = [1.0];
            close(optimiser.step(0.1, 10.0, &mut parameter, &[2.0]), 2.0);
            close(parameter[0], 0.99 - 0.1);
            optimiser.step(0.1, 10.0, &mut parameter, &[0.0]);
            close(parameter[0], 0.89 * 0.99 - 0.1 * second);
        }
    }

    /// A long gradient is shortened as a whole, a short one kept: the first moment is a tenth of what is left.
    #[test]
    fn gradients_are_clipped_by_their_norm() {
        let mut optimiser = AdamW::new(AdamWConfig::default(), 2);
        close(optimiser.step(0.1, 1.0, &mut [0.0, 0.0], &[3.0, -4.0]), 5.0);
        close(optimiser.first[0], 0.06);
        close(optimiser.first[1], -0.08);
        let mut optimiser = AdamW::new(AdamWConfig::default(), 2);
        close(optimiser.step(0.1, 1.0, &mut [0.0, 0.0], &[0.3, -0.4]), 0.5);
        close(optimiser.first[0], 0.03);
    }
}
