//! What the network should have answered: cross-entropy for the policy, squared errors for all else.

use damero_games::Encode;
use damero_nets::{Auxiliary, Network};

use super::played::TrainingSample;
use super::settings::AlphaZeroConfig;

/// Where the answers are among the outputs of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outputs {
    policy: usize,
    value: usize,
    scores: Option<usize>,
    /// In the order of [`Auxiliary::ALL`].
    auxiliary: [Option<usize>; 3],
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
            auxiliary: Auxiliary::ALL.map(|one| find(one.as_str(), one.size::<G>())),
        })
    }

    /// Whether the network answers scores.
    #[must_use]
    pub const fn has_scores(&self) -> bool {
        self.scores.is_some()
    }

    /// The auxiliary answers of the network.
    pub fn auxiliary(&self) -> impl Iterator<Item = Auxiliary> {
        let found = Auxiliary::ALL.into_iter().zip(self.auxiliary);
        found.filter_map(|(one, output)| output.map(|_| one))
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
    /// What is wanted and what it weighs; empty where the network does not answer.
    auxiliary: [(Vec<f32>, f64); 3],
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
    /// Squared errors of the auxiliary answers, in the order of [`Auxiliary::ALL`].
    pub auxiliary: [f64; 3],
    /// All of them with their weights: the loss itself.
    pub total: f64,
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
        let auxiliary = std::array::from_fn(|n| {
            let one = Auxiliary::ALL[n];
            let weight = config.auxiliary_weight(one);
            // Without a weight nothing is learned, and whose the squares are was not worked out.
            let is_learned = outputs.auxiliary[n].is_some() && weight > 0.0;
            let samples = training_samples.iter().filter(|_| is_learned);
            (samples.flat_map(|sample| wanted(one, sample)).collect(), weight)
        });
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
            auxiliary,
        }
    }

    /// The parts of the loss for answers output by output; writes the gradient of their weighted sum by each answer.
    #[must_use]
    pub fn loss(&self, answers: &[Vec<f32>], slopes: &mut [Vec<f32>]) -> Parts {
        let mut parts = Parts::default();
        let count = self.count.max(1) as f64;
        let rows = answers[self.outputs.policy].chunks_exact(self.actions);
        let row_slopes = slopes[self.outputs.policy].chunks_exact_mut(self.actions);
        let targets = self.policy.chunks_exact(self.actions);
        let masks = self.legal.chunks_exact(self.actions);
        for (((logits, slopes), shares), legal) in rows.zip(row_slopes).zip(targets).zip(masks) {
            let (cross, own) = cross_entropy(logits, shares, legal, count, slopes);
            parts.policy += cross / count;
            parts.divergence += (cross - own) / count;
        }
        let mut squares = |output: usize, wanted: &[f32], weight: f64| -> f64 {
            let count = wanted.len().max(1) as f64;
            let mut sum = 0.0;
            for ((found, slope), wanted) in answers[output].iter().zip(&mut slopes[output]).zip(wanted) {
                let error = f64::from(found - wanted);
                sum += error * error;
                *slope = (2.0 * weight * error / count) as f32;
            }
            sum / count
        };
        let weights = [self.value_weight, self.scores_weight].map(f64::from);
        parts.value = squares(self.outputs.value, &self.values, weights[0]);
        if let Some(scores) = self.outputs.scores {
            parts.scores = squares(scores, &self.scores, weights[1]);
        }
        parts.total = parts.policy + weights[0] * parts.value + weights[1] * parts.scores;
        for (n, (wanted, weight)) in self.auxiliary.iter().enumerate() {
            if let Some(output) = self.outputs.auxiliary[n] {
                parts.auxiliary[n] = squares(output, wanted, *weight);
                parts.total += weight * parts.auxiliary[n];
            }
        }
        parts
    }
}

/// What an auxiliary answer should have been.
fn wanted<G: Encode>(one: Auxiliary, sample: &TrainingSample<G>) -> Vec<f32> {
    match one {
        Auxiliary::Owner => sample.owners.clone(),
        Auxiliary::MovesLeft => vec![sample.moves_left],
        Auxiliary::Threats => {
            let mut threats = vec![0.0; G::THREATS];
            sample.position.threats(&mut threats);
            threats
        }
    }
}

/// Cross-entropy of one row over its legal actions, and the entropy of its targets. Writes the gradient of the former,
/// divided by `count`.
fn cross_entropy(
    logits: &[f32],
    shares: &[f32],
    legal: &[bool],
    count: f64,
    slopes: &mut [f32],
) -> (f64, f64) {
    let open = || {
        let actions = logits.iter().zip(legal).enumerate();
        actions.filter_map(|(action, (&logit, &legal))| legal.then_some((action, f64::from(logit))))
    };
    let most = open().fold(f64::NEG_INFINITY, |most, (_, logit)| most.max(logit));
    let sum: f64 = open().map(|(_, logit)| (logit - most).exp()).sum();
    let level = most + sum.ln();
    let (mut cross, mut own, mut all) = (0.0, 0.0, 0.0);
    for (&logit, &share) in logits.iter().zip(shares).filter(|(_, share)| **share > 0.0) {
        let share = f64::from(share);
        cross -= share * (f64::from(logit) - level);
        own -= share * share.ln();
        all += share;
    }
    for (action, logit) in open() {
        let chance = (logit - level).exp() * all;
        slopes[action] = ((chance - f64::from(shares[action])) / count) as f32;
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
            owners: [1.0; 32].into_iter().chain([-1.0; 32]).collect(),
            moves_left: 2.0,
        };
        let outputs = Outputs {
            policy: 0,
            value: 1,
            scores: Some(2),
            auxiliary: [Some(3), Some(4), None],
        };
        let config = AlphaZeroConfig {
            value_weight: 2.0,
            scores_weight: 10.0,
            owner_weight: 0.5,
            moves_left_weight: 3.0,
            ..AlphaZeroConfig::default()
        };
        let targets = Targets::new(outputs, &[training_sample], &config);
        // What is not legal must not count, however large.
        let mut logits = vec![50.0; Reversi::ACTIONS];
        for &action in &open {
            logits[action] = 1.0;
        }
        logits[open[0]] += 3.0_f32.ln();
        let answers = vec![logits, vec![-0.5], vec![0.3, 0.2], vec![0.5; 64], vec![1.9]];
        let of = |answers: &[Vec<f32>]| {
            let mut slopes: Vec<Vec<f32>> = answers.iter().map(|list| vec![0.0; list.len()]).collect();
            (targets.loss(answers, &mut slopes), slopes)
        };
        let (parts, slopes) = of(&answers);
        let cross = 0.5 * 2.0_f64.ln() + 0.5 * 6.0_f64.ln();
        assert!((parts.policy - cross).abs() < 1e-6, "{parts:?}");
        assert!((parts.divergence - (cross - 2.0_f64.ln())).abs() < 1e-6);
        assert!((parts.value - 1.0).abs() < 1e-6 && (parts.scores - 0.005).abs() < 1e-6);
        // Half of the squares are half wrong, the others wrong by 3/2; the moves by a tenth.
        assert!((parts.auxiliary[0] - 1.25).abs() < 1e-6 && (parts.auxiliary[1] - 0.01).abs() < 1e-6);
        assert!(
            (parts.total - (cross + 2.0 + 0.05 + 0.625 + 0.03)).abs() < 1e-4,
            "{parts:?}"
        );
        assert!((slopes[3][0] + 0.5 / 64.0).abs() < 1e-6 && (slopes[3][63] - 1.5 / 64.0).abs() < 1e-6);
        assert!((slopes[4][0] + 0.6).abs() < 1e-5);
        // The policy is 1/2, 1/6, 1/6, 1/6 where 1/2, 1/2, 0, 0 is wanted; what is not legal has no slope.
        for (action, &slope) in slopes[0].iter().enumerate() {
            let expected = match open.iter().position(|&one| one == action) {
                Some(0) | None => 0.0,
                Some(1) => -1.0 / 3.0,
                Some(_) => 1.0 / 6.0,
            };
            assert!((slope - expected).abs() < 1e-6, "{action}: {slope}");
        }
        assert!((slopes[1][0] + 4.0).abs() < 1e-6 && (slopes[2][0] + 1.0).abs() < 1e-5);
    }
}
