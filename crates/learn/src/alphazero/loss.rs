//! What the network should have answered: cross-entropy for the policy, squared errors for the value and the scores.

use std::ops::Range;

use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Tensor};
use damero_games::Encode;
use damero_nets::Network;

use super::played::TrainingSample;
use super::settings::AlphaZeroConfig;
use crate::model::{Answers, tensor};

/// What takes a move out of the policy, as the networks that mask for themselves do it.
const FAR: f32 = 1e9;

/// Where the answers are among the outputs of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outputs {
    policy: usize,
    value: usize,
    scores: Option<usize>,
}

impl Outputs {
    /// Where they are; `None` if the network does not answer policy and value.
    #[must_use]
    pub fn of<G: Encode>(network: &Network) -> Option<Self> {
        let find = |name: &str, len: usize| {
            let place = network.outputs().position(|(one, _)| one == name)?;
            (network.output(name)?.1 == len).then_some(place)
        };
        Some(Self {
            policy: find("policy", G::ACTIONS)?,
            value: find("value", 1)?,
            scores: find("scores", 2),
        })
    }

    /// Whether the network answers scores.
    #[must_use]
    pub const fn has_scores(&self) -> bool {
        self.scores.is_some()
    }
}

/// The targets of one batch.
#[derive(Clone, Debug)]
pub struct Targets {
    outputs: Outputs,
    count: usize,
    actions: usize,
    policy: Vec<f32>,
    legal: Vec<bool>,
    values: Vec<f32>,
    scores: Vec<f32>,
    value_weight: f32,
    scores_weight: f32,
}

/// The parts of a loss, each a mean over the batch.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Parts {
    /// Cross-entropy of the policy, in nats.
    pub policy: f64,
    /// The same less the entropy of the targets: zero is all that can be had.
    pub divergence: f64,
    /// Squared error of the value.
    pub value: f64,
    /// Squared error of the scores, in squared hundreds of points.
    pub scores: f64,
}

impl Targets {
    /// The targets of these samples.
    #[must_use]
    pub fn new<G: Encode>(
        outputs: Outputs,
        training_samples: &[TrainingSample<G>],
        config: &AlphaZeroConfig,
    ) -> Self {
        let mut policy = vec![0.0; training_samples.len() * G::ACTIONS];
        let mut legal = vec![false; training_samples.len() * G::ACTIONS];
        for (n, training_sample) in training_samples.iter().enumerate() {
            let row = n * G::ACTIONS..(n + 1) * G::ACTIONS;
            training_sample.position.legal_mask(&mut legal[row.clone()]);
            for &(action, share) in &training_sample.policy {
                policy[row.start + action] += share;
            }
        }
        Self {
            outputs,
            count: training_samples.len(),
            actions: G::ACTIONS,
            policy,
            legal,
            values: training_samples
                .iter()
                .map(|training_sample| training_sample.value.0)
                .collect(),
            scores: training_samples
                .iter()
                .flat_map(|training_sample| training_sample.scores)
                .collect(),
            value_weight: config.value_weight as f32,
            scores_weight: config.scores_weight as f32,
        }
    }

    /// What the positions `span` contribute to the loss; the answers are theirs.
    #[must_use]
    pub fn loss(&self, span: Range<usize>, answers: &Answers, device: &Device) -> Tensor<1> {
        let (rows, actions) = (span.len(), self.actions);
        let count = self.count as f32;
        let cells = span.start * actions..span.end * actions;
        let away = self.legal[cells.clone()].iter();
        let away = away.map(|&legal| if legal { 0.0 } else { -FAR });
        let away = tensor(away.collect(), [rows, actions], device);
        let shares = tensor(self.policy[cells].to_vec(), [rows, actions], device);
        let logs = log_softmax(answers[self.outputs.policy].clone() + away, 1);
        let policy = (shares * logs).sum() / -count;
        let wanted = tensor(self.values[span.clone()].to_vec(), [rows, 1], device);
        let error = answers[self.outputs.value].clone() - wanted;
        let loss = policy + (error.clone() * error).sum() * (self.value_weight / count);
        match self.outputs.scores {
            Some(scores) if self.scores_weight > 0.0 => {
                let wanted = self.scores[2 * span.start..2 * span.end].to_vec();
                let error = answers[scores].clone() - tensor(wanted, [rows, 2], device);
                loss + (error.clone() * error).sum() * (self.scores_weight / (2.0 * count))
            }
            _ => loss,
        }
    }

    /// The parts of the loss, from the answers as numbers.
    #[must_use]
    pub fn parts(&self, answers: &[Vec<f32>]) -> Parts {
        let mut parts = Parts::default();
        let rows = answers[self.outputs.policy].chunks_exact(self.actions);
        let targets = self.policy.chunks_exact(self.actions);
        let masks = self.legal.chunks_exact(self.actions);
        for ((logits, shares), legal) in rows.zip(targets).zip(masks) {
            let (cross, own) = cross_entropy(logits, shares, legal);
            parts.policy += cross;
            parts.divergence += cross - own;
        }
        let squares = |found: &[f32], wanted: &[f32]| -> f64 {
            let errors = found.iter().zip(wanted).map(|(a, b)| f64::from(a - b));
            errors.map(|error| error * error).sum()
        };
        let count = self.count.max(1) as f64;
        parts.policy /= count;
        parts.divergence /= count;
        parts.value = squares(&answers[self.outputs.value], &self.values) / count;
        if let Some(scores) = self.outputs.scores {
            parts.scores = squares(&answers[scores], &self.scores) / (2.0 * count);
        }
        parts
    }
}

/// Cross-entropy of one row, and the entropy of its targets.
fn cross_entropy(logits: &[f32], shares: &[f32], legal: &[bool]) -> (f64, f64) {
    let open = || {
        logits
            .iter()
            .zip(legal)
            .filter(|(_, legal)| **legal)
            .map(|(&logit, _)| f64::from(logit))
    };
    let most = open().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = open().map(|logit| (logit - most).exp()).sum();
    let level = most + sum.ln();
    let (mut cross, mut own) = (0.0, 0.0);
    for (&logit, &share) in logits.iter().zip(shares).filter(|(_, share)| **share > 0.0) {
        let share = f64::from(share);
        cross -= share * (f64::from(logit) - level);
        own -= share * share.ln();
    }
    (cross, own)
}

#[cfg(test)]
mod tests {
    use damero_games::reversi::Reversi;
    use damero_games::{Encode, Game, PovValue};

    use super::*;

    /// Worked by hand: four legal moves of which the network likes one by ln 3 more, so its policy is 1/2, 1/6, 1/6, 1/6.
    #[test]
    fn a_batch_worked_by_hand() {
        let game = Reversi::start(&Default::default());
        let mut legal = vec![false; Reversi::ACTIONS];
        game.legal_mask(&mut legal);
        let open: Vec<usize> = (0..Reversi::ACTIONS).filter(|&i| legal[i]).collect();
        let training_sample = TrainingSample {
            position: game,
            policy: vec![(open[0], 0.5), (open[1], 0.5)],
            value: PovValue(0.5),
            scores: [0.4, 0.2],
        };
        let outputs = Outputs {
            policy: 0,
            value: 1,
            scores: Some(2),
        };
        let config = AlphaZeroConfig {
            value_weight: 2.0,
            scores_weight: 10.0,
            ..AlphaZeroConfig::default()
        };
        let targets = Targets::new(outputs, &[training_sample], &config);
        // What is not legal must not count, however large.
        let mut logits = vec![50.0; Reversi::ACTIONS];
        for &action in &open {
            logits[action] = 1.0;
        }
        logits[open[0]] += 3.0_f32.ln();
        let answers = vec![logits.clone(), vec![-0.5], vec![0.3, 0.2]];
        let parts = targets.parts(&answers);
        let cross = 0.5 * 2.0_f64.ln() + 0.5 * 6.0_f64.ln();
        assert!((parts.policy - cross).abs() < 1e-6, "{parts:?}");
        assert!((parts.divergence - (cross - 2.0_f64.ln())).abs() < 1e-6);
        assert!((parts.value - 1.0).abs() < 1e-6 && (parts.scores - 0.005).abs() < 1e-6);
        let device = Device::flex();
        let answers = vec![
            tensor(logits, [1, Reversi::ACTIONS], &device),
            tensor(vec![-0.5], [1, 1], &device),
            tensor(vec![0.3, 0.2], [1, 2], &device),
        ];
        let loss: f32 = targets.loss(0..1, &answers, &device).into_scalar();
        assert!((f64::from(loss) - (cross + 2.0 + 0.05)).abs() < 1e-4, "{loss}");
    }
}
