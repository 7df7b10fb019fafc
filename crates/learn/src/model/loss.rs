//! Losses over action values: smooth L1 or cross entropy, for each action alone or for the mean of several.

use serde::{Deserialize, Serialize};

use super::values::side_by_side;

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
    /// How far a value is from its target, and the slope of that.
    fn between(self, value: f32, target: f32) -> [f32; 2] {
        match self {
            Self::SmoothL1 => {
                let error = value - target;
                if error.abs() < 1.0 {
                    [0.5 * error * error, error]
                } else {
                    [error.abs() - 0.5, error.signum()]
                }
            }
            Self::CrossEntropy => {
                let target = (1.0 + target) / 2.0;
                let inside = value.clamp(CERTAIN - 1.0, 1.0 - CERTAIN);
                let (won, lost) = ((1.0 + inside) / 2.0, (1.0 - inside) / 2.0);
                let surprise = -target * won.ln() - (1.0 - target) * lost.ln();
                // Beyond what counts as certain nothing is left to learn.
                let slope = if inside == value {
                    ((1.0 - target) / lost - target / won) / 2.0
                } else {
                    0.0
                };
                // Less what even a perfect answer would be surprised, so that perfect answers have no loss.
                [surprise - entropy(target), slope]
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
    /// The mean loss over whatever has a weight, for the answers of so many positions, output by output. Writes its
    /// gradient by each answer.
    #[must_use]
    pub fn loss(
        &self,
        positions: usize,
        answers: &[Vec<f32>],
        distance: Distance,
        slopes: &mut [Vec<f32>],
    ) -> f32 {
        let values = side_by_side(answers, positions);
        let mut gradient = vec![0.0; values.len()];
        let loss = match self {
            Self::Each { targets, weights } => {
                let total = total(weights);
                let mut loss = 0.0;
                for (((value, slope), target), weight) in
                    values.iter().zip(&mut gradient).zip(targets).zip(weights)
                {
                    if *weight != 0.0 {
                        let [far, along] = distance.between(*value, *target);
                        loss += far * weight;
                        *slope = along * weight / total;
                    }
                }
                loss / total
            }
            Self::Joined {
                shares,
                rows,
                targets,
                weights,
            } => {
                let total = total(weights);
                let together = rows * (values.len() / positions.max(1));
                let groups = values
                    .chunks_exact(together)
                    .zip(gradient.chunks_exact_mut(together));
                let groups = groups
                    .zip(shares.chunks_exact(together))
                    .zip(targets.iter().zip(weights));
                let mut loss = 0.0;
                for (((values, slopes), shares), (target, weight)) in groups {
                    let sum: f32 = values
                        .iter()
                        .zip(shares)
                        .map(|(value, share)| value * share)
                        .sum();
                    let [far, along] = distance.between(sum, *target);
                    loss += far * weight;
                    for (slope, share) in slopes.iter_mut().zip(shares) {
                        *slope = along * share * weight / total;
                    }
                }
                loss / total
            }
        };
        let mut rest = &*gradient;
        for n in 0..positions {
            for slopes in &mut *slopes {
                let width = slopes.len() / positions;
                let (row, after) = rest.split_at(width);
                slopes[n * width..][..width].copy_from_slice(row);
                rest = after;
            }
        }
        loss
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

    /// The loss of one output of two actions; its gradient is that of differences.
    fn by(distance: Distance, goal: &Goal, values: &[f32]) -> f32 {
        let of = |values: &[f32]| {
            let mut slopes = [vec![0.0; values.len()]];
            let loss = goal.loss(values.len() / 2, &[values.to_vec()], distance, &mut slopes);
            (loss, slopes)
        };
        let (loss, [slopes]) = of(values);
        for (at, slope) in slopes.iter().enumerate() {
            let moved = |by: f32| {
                let mut values = values.to_vec();
                values[at] += by;
                of(&values).0
            };
            // At the very ends of what a value can be there is no slope on one side.
            if values[at].abs() < 0.999 || distance == Distance::SmoothL1 {
                let expected = (moved(1e-3) - moved(-1e-3)) / 2e-3;
                assert!(
                    (slope - expected).abs() < 2e-3,
                    "{at}: {slope}, expected {expected}"
                );
            }
        }
        loss
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
