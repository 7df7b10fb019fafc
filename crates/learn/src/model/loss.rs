//! Losses over action values: smooth L1 or cross entropy, for each action alone or for the mean of several.

use std::ops::Range;

use burn::nn::loss::SmoothL1LossConfig;
use burn::tensor::{Device, Tensor};

use serde::{Deserialize, Serialize};

use super::network::tensor;

/// How far a value is from what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// Half the square of small errors, the size of large ones.
    #[default]
    SmoothL1,
    /// For values between -1 and 1: how surprised who believes the value is by an outcome drawn from the target. A value
    /// that is sure and wrong is corrected as fast as any other, where the gradient of the squashing function would make
    /// smooth L1 slow.
    CrossEntropy,
}

/// Values nearer to -1 and 1 than this are as good as certain.
const CERTAIN: f32 = 1e-6;

impl Distance {
    /// How far each value is from its target.
    fn between<const D: usize>(self, values: Tensor<D>, targets: Vec<f32>, device: &Device) -> Tensor<D> {
        let shape = values.dims();
        match self {
            Self::SmoothL1 => {
                let smooth = SmoothL1LossConfig::new().init();
                smooth.forward(values, tensor(targets, shape, device))
            }
            Self::CrossEntropy => {
                // What even a perfect answer would be surprised, so that perfect answers have no loss.
                let least = targets.iter().map(|&target| entropy((1.0 + target) / 2.0));
                let least = tensor(least.collect(), shape, device);
                let targets = (tensor(targets, shape, device) + 1.0) / 2.0;
                let chances = (values.clamp(CERTAIN - 1.0, 1.0 - CERTAIN) + 1.0) / 2.0;
                let lost = -chances.clone() + 1.0;
                let surprise = targets.clone() * chances.log() + (-targets + 1.0) * lost.log();
                -surprise - least
            }
        }
    }
}

/// The entropy of a chance.
fn entropy(chance: f32) -> f32 {
    let part = |p: f32| if p > 0.0 { -p * p.ln() } else { 0.0 };
    part(chance) + part(1.0 - chance)
}

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
    /// What the rows `span` contribute to the mean loss over whatever has a weight; `values` are theirs.
    #[must_use]
    pub fn loss(
        &self,
        span: Range<usize>,
        values: Tensor<2>,
        distance: Distance,
        device: &Device,
    ) -> Tensor<1> {
        let [rows, actions] = values.dims();
        let cells = span.start * actions..span.end * actions;
        match self {
            Self::Each { targets, weights } => {
                let weigh = tensor(weights[cells.clone()].to_vec(), [rows, actions], device);
                let errors = distance.between(values, targets[cells].to_vec(), device) * weigh;
                errors.sum() / total(weights)
            }
            Self::Joined {
                shares,
                rows: together,
                targets,
                weights,
            } => {
                let shares = tensor(shares[cells].to_vec(), [rows, actions], device);
                let joined = span.start / together..span.end / together;
                let sums = (values * shares).reshape([rows / together, together * actions]);
                let sums = sums.sum_dim(1);
                let weigh = tensor(weights[joined.clone()].to_vec(), [rows / together, 1], device);
                let errors = distance.between(sums, targets[joined].to_vec(), device) * weigh;
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
        by(Distance::SmoothL1, goal, values)
    }

    fn by(distance: Distance, goal: &Goal, values: &[f32]) -> f32 {
        let device = Device::flex();
        let rows = values.len() / 2;
        let values = tensor(values.to_vec(), [rows, 2], &device);
        goal.loss(0..rows, values, distance, &device).into_scalar()
    }

    /// A fair coin believed to win three times in four costs -(ln 0.75 + ln 0.25) / 2 - ln 2; a right answer nothing.
    #[test]
    fn surprise_is_counted_above_the_least() {
        let goal = |target| Goal::Each {
            targets: vec![target, 0.0],
            weights: vec![1.0, 0.0],
        };
        let cost = |target, value| by(Distance::CrossEntropy, &goal(target), &[value, 0.7]);
        let expected = -(0.75_f32.ln() + 0.25_f32.ln()) / 2.0 - 2.0_f32.ln();
        assert!((cost(0.0, 0.5) - expected).abs() < 1e-5);
        assert!(cost(-0.3, -0.3).abs() < 1e-5);
        assert!((cost(1.0, 0.0) - 2.0_f32.ln()).abs() < 1e-5);
        assert!(cost(1.0, 1.0).abs() < 1e-5 && cost(-1.0, 1.0) > 10.0);
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
