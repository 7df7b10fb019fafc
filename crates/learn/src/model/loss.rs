//! Losses over action values: smooth L1, for each action alone or for the mean of several.

use burn::nn::loss::SmoothL1LossConfig;
use burn::tensor::{Device, Tensor};

use super::network::tensor;

/// What the values of a batch should be.
#[derive(Clone, PartialEq, Debug)]
pub enum Goal {
    /// Every action with a weight has a target of its own; rows of actions.
    Each {
        /// What each action should be worth.
        targets: Vec<f32>,
        /// How much it counts; 0 leaves it out.
        weights: Vec<f32>,
    },
    /// The weighted sum of the actions of one or more rows together has one target.
    Joined {
        /// How much of each action is in its sum; rows of actions.
        shares: Vec<f32>,
        /// For every target the number of consecutive rows that it belongs to is the same: this one.
        rows: usize,
        /// What each sum should be.
        targets: Vec<f32>,
        /// How much it counts.
        weights: Vec<f32>,
    },
}

impl Goal {
    /// The mean loss over whatever has a weight.
    #[must_use]
    pub fn loss(&self, values: Tensor<2>, device: &Device) -> Tensor<1> {
        let smooth = SmoothL1LossConfig::new().init();
        let [rows, actions] = values.dims();
        match self {
            Self::Each { targets, weights } => {
                let make = |numbers: &[f32]| tensor(numbers.to_vec(), [rows, actions], device);
                let errors = smooth.forward(values, make(targets)) * make(weights);
                errors.sum() / total(weights)
            }
            Self::Joined {
                shares,
                rows: together,
                targets,
                weights,
            } => {
                let shares = tensor(shares.clone(), [rows, actions], device);
                let sums = (values * shares).reshape([rows / together, together * actions]);
                let sums = sums.sum_dim(1);
                let make = |numbers: &[f32]| tensor(numbers.to_vec(), [rows / together, 1], device);
                let errors = smooth.forward(sums, make(targets)) * make(weights);
                errors.sum() / total(weights)
            }
        }
    }
}

fn total(weights: &[f32]) -> f32 {
    weights.iter().sum::<f32>().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loss(goal: &Goal, values: &[f32]) -> f32 {
        let device = Device::flex();
        let values = tensor(values.to_vec(), [values.len() / 2, 2], &device);
        goal.loss(values, &device).into_scalar()
    }

    #[test]
    fn errors_below_one_are_squared_and_above_are_not() {
        let goal = Goal::Each {
            targets: vec![0.0, 0.0, 0.0, 9.0],
            weights: vec![1.0, 1.0, 2.0, 0.0],
        };
        // 0.5 * 0.5^2, 2 - 0.5, twice 0.5 * 1, and one that does not count.
        let expected = (0.125 + 1.5 + 2.0 * 0.5) / 4.0;
        assert!((loss(&goal, &[0.5, -2.0, 1.0, 0.0]) - expected).abs() < 1e-6);
    }

    #[test]
    fn joined_values_have_one_target() {
        let goal = Goal::Joined {
            shares: vec![0.5, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0],
            rows: 2,
            targets: vec![0.0, 1.0],
            weights: vec![1.0, 3.0],
        };
        // (0.2 + 0.6) / 2 against 0, and 0.5 against 1.
        let expected = (0.5 * 0.16 + 3.0 * 0.5 * 0.25) / 4.0;
        assert!((loss(&goal, &[0.2, 7.0, 7.0, 0.6, 0.5, 7.0, 7.0, 7.0]) - expected).abs() < 1e-6);
    }
}
