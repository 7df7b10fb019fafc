//! What changes weights: gradient clipping by global norm, `AdamW` with amsgrad, and the target network.
//!
//! All three work on the parameters as one row of numbers. One loop over it costs a fraction of what a dozen small
//! tensors per parameter cost, and the whole state of the optimiser is three such rows that a checkpoint stores exactly.

use serde::{Deserialize, Serialize};

use crate::replay::{BadBytes, Reader, Stored};

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
    /// The values of `PyTorch`'s optimiser of the same name, with amsgrad as in the Quarto seed.
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
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    config: AdamWConfig,
    /// Steps made.
    pub steps: u64,
    /// Means of the gradient.
    pub first: Vec<f32>,
    /// Means of its square.
    pub second: Vec<f32>,
    /// The largest of those so far.
    pub largest: Vec<f32>,
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

    /// One step along `gradient`.
    ///
    /// # Panics
    /// If the gradient or the parameters have another length than the optimiser was made for.
    pub fn step(&mut self, learning_rate: f64, parameters: &mut [f32], gradient: &[f32]) {
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
        let AdamWConfig {
            beta1,
            beta2,
            epsilon,
            weight_decay,
            amsgrad,
        } = self.config;
        self.steps += 1;
        let power = |beta: f64| 1.0 - beta.powf(self.steps as f64);
        let size = (learning_rate / power(beta1)) as f32;
        let root = power(beta2).sqrt() as f32;
        let keep = (1.0 - learning_rate * weight_decay) as f32;
        let (beta1, beta2, epsilon) = (beta1 as f32, beta2 as f32, epsilon as f32);
        let transitions = self.first.iter_mut().zip(&mut self.second);
        let rows = parameters.iter_mut().zip(gradient).zip(transitions);
        let mut largest = self.largest.iter_mut();
        for ((parameter, &entry), (first, second)) in rows {
            *first = beta1 * *first + (1.0 - beta1) * entry;
            *second = beta2 * *second + (1.0 - beta2) * entry * entry;
            let square = match largest.next() {
                Some(largest) if amsgrad => {
                    *largest = largest.max(*second);
                    *largest
                }
                _ => *second,
            };
            *parameter = keep * *parameter - size * *first / (square.sqrt() / root + epsilon);
        }
    }
}

impl AdamW {
    /// Appends its whole state.
    pub fn store(&self, out: &mut Vec<u8>) {
        self.steps.store(out);
        for number in self.first.iter().chain(&self.second).chain(&self.largest) {
            number.store(out);
        }
    }

    /// Takes the state that [`store`](Self::store) wrote for as many parameters.
    ///
    /// # Errors
    /// If too little is left to read.
    pub fn restore(&mut self, reader: &mut Reader<'_>) -> Result<(), BadBytes> {
        self.steps = reader.read()?;
        for number in self
            .first
            .iter_mut()
            .chain(&mut self.second)
            .chain(&mut self.largest)
        {
            *number = reader.read()?;
        }
        Ok(())
    }
}

/// Clips the gradient by its global norm, and returns the norm that it had.
pub fn clip_by_norm(gradient: &mut [f32], limit: f32) -> f32 {
    let squares = gradient.iter().map(|&entry| f64::from(entry) * f64::from(entry));
    let norm = squares.sum::<f64>().sqrt() as f32;
    if norm > limit {
        let factor = limit / norm;
        for entry in gradient {
            *entry *= factor;
        }
    }
    norm
}

/// Moves the target copy by `tau` of the way to the newest weights.
pub fn soft_update(target: &mut [f32], newest: &[f32], tau: f32) {
    for (target, &newest) in target.iter_mut().zip(newest) {
        *target += tau * (newest - *target);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f32, b: f32) {
        assert!((a - b).abs() < 1e-5, "{a} is not {b}");
    }

    /// Worked by hand: the first step has the size of the learning rate whatever the gradient; in the second, with gradient
    /// 0 after gradient 2, the mean is 0.9 * 0.1 * 2 / (1 - 0.81) and amsgrad keeps the mean square of the first.
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
            optimiser.step(0.1, &mut parameter, &[2.0]);
            close(parameter[0], 0.99 - 0.1);
            optimiser.step(0.1, &mut parameter, &[0.0]);
            close(parameter[0], 0.89 * 0.99 - 0.1 * second);
        }
    }

    #[test]
    fn a_long_gradient_is_shortened_as_a_whole_and_a_short_one_kept() {
        let mut gradient = [3.0, -4.0];
        close(clip_by_norm(&mut gradient, 1.0), 5.0);
        close(gradient[0], 0.6);
        close(gradient[1], -0.8);
        let mut short = [0.3, -0.4];
        close(clip_by_norm(&mut short, 1.0), 0.5);
        assert_eq!(short, [0.3, -0.4]);
    }

    #[test]
    fn the_target_moves_a_hundredth_of_the_way() {
        let mut target = [1.0, -2.0];
        soft_update(&mut target, &[2.0, -2.0], 0.01);
        close(target[0], 1.01);
        close(target[1], -2.0);
    }
}
