//! A network with policy and value as what a tree search asks about its leaves.

use damero_games::random::SeededRng;
use damero_games::{Encode, MoveBuf, text};
use damero_search::mcts::{Evaluations, Evaluator};

use super::eye::{Eye, answers_otherwise};
use crate::kernels::small::softmax;
use crate::model::{Model, ModelError};
use crate::precision::Precision;

/// Judges positions by a network that answers `policy` and `value`: priors are the softmax over legal moves, the value is
/// that of the player from whose viewpoint the position was shown.
///
/// ```
/// use damero_games::{Game, random::seeded, reversi::Reversi};
/// use damero_nets::{Architecture, Model, NetEvaluator, Weights};
/// use damero_search::mcts::{Evaluations, Evaluator};
/// let network = "resnet:1x8".parse::<Architecture>()?.describe::<Reversi>(None)?;
/// let weights = Weights::initial(&network, &mut seeded(1));
/// let model = Model::new::<Reversi>(network, weights, &Default::default())?;
/// let mut judge = NetEvaluator::<Reversi>::new(&model, &Default::default(), 32)?;
/// let mut answers = Evaluations::default();
/// judge.evaluate(&[Reversi::start(&Default::default())], &mut seeded(1), &mut answers);
/// assert_eq!(answers.iter().next().unwrap().priors.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NetEvaluator<G: Encode> {
    eye: Eye<G>,
    policy: usize,
    value: usize,
    moves: MoveBuf<G::Move>,
    actions: Vec<usize>,
    priors: Vec<f32>,
}

impl<G: Encode> NetEvaluator<G> {
    /// Prepares a model to judge positions of `G` under `rules`, up to `max_batch` in one run; more are judged in several.
    ///
    /// # Errors
    /// If the model is for another game or other rules, or does not answer `policy` and `value`.
    pub fn new(model: &Model, rules: &G::Rules, max_batch: usize) -> Result<Self, ModelError> {
        Self::with_precision(model, rules, max_batch, Precision::Single)
    }

    /// As [`new`](Self::new), in a precision of choice.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_precision(
        model: &Model,
        rules: &G::Rules,
        max_batch: usize,
        precision: Precision,
    ) -> Result<Self, ModelError> {
        let eye = Eye::new(model, rules, max_batch, precision, Some(&["policy", "value"]))?;
        let outputs = (eye.output("policy", G::ACTIONS), eye.output("value", 1));
        let (Some(policy), Some(value)) = outputs else {
            let actions = G::ACTIONS;
            let expected = text!("policy [{actions}], value [1]", "policy [{actions}], value [1]");
            return Err(answers_otherwise(model, expected));
        };
        let room = G::META.max_moves;
        Ok(Self {
            eye,
            policy,
            value,
            moves: MoveBuf::with_capacity(room),
            actions: Vec::with_capacity(room),
            priors: Vec::with_capacity(room),
        })
    }

    fn answer(&mut self, row: usize, position: &G, out: &mut Evaluations) {
        position.moves(&mut self.moves);
        position.action_indices(&self.moves, &mut self.actions);
        let logits = self.eye.plan.output(self.policy, row);
        self.priors.clear();
        self.priors
            .extend(self.actions.iter().map(|&action| logits[action]));
        softmax(&mut self.priors);
        let value = self.eye.value(self.value, row, position);
        out.push(value, self.priors.iter().copied());
    }
}

impl<G: Encode> Evaluator<G> for NetEvaluator<G> {
    fn evaluate(&mut self, positions: &[G], _rng: &mut SeededRng, out: &mut Evaluations) {
        for batch in positions.chunks(self.eye.plan.max_batch()) {
            for (row, position) in batch.iter().enumerate() {
                self.eye.show(row, position);
            }
            self.eye.plan.run(batch.len());
            for (row, position) in batch.iter().enumerate() {
                self.answer(row, position, out);
            }
        }
    }
}
