//! A network while it learns: its weights, the target network, the optimiser, and all of them in a checkpoint.

use std::fs;
use std::ops::Range;
use std::path::Path;

use burn::tensor::{Device, Tensor};
use damero_arena::run_layout::{OPTIMISER, TARGET, WEIGHTS};
use damero_games::random::SeededRng;
use damero_games::{Encode, Text, text};
use damero_nets::{Model, ModelError, Network, Weights};

use super::loss::{Distance, Goal};
use super::network::{Answers, BatchGradient};
use super::optimise::{AdamW, AdamWConfig, clip_by_norm, soft_update};
use super::parts::learn_in_parts;
use super::weights::Parameters;
use crate::LearnError;
use crate::replay::{BadBytes, Reader, Stored};

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Learner {
    /// What the network is like.
    pub network: Network,
    /// The newest weights.
    pub weights: Parameters,
    /// The weights that judge what comes after.
    pub target: Parameters,
    optimiser: AdamW,
}

/// How a step is made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stride {
    /// The learning rate.
    pub learning_rate: f64,
    /// The largest global norm of the gradient; a longer one is clipped.
    pub max_norm: f64,
}

impl Learner {
    /// A network that has learned nothing.
    #[must_use]
    pub fn new(network: Network, optimiser: AdamWConfig, rng: &mut SeededRng) -> Self {
        let weights = Parameters::new(&network, &Weights::initial(&network, rng));
        Self {
            optimiser: AdamW::new(optimiser, network.trainable()),
            target: weights.clone(),
            weights,
            network,
        }
    }

    /// Steps made.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.optimiser.steps
    }

    /// Learns from one batch: rows of input, and the goal for all outputs side by side, with what `distance`
    /// measures as the loss. Gives what the network answered
    /// before, the loss and the length of its gradient.
    ///
    /// # Errors
    /// If the loss is no number any more.
    pub fn step(
        &mut self,
        rows: &[f32],
        (goal, distance): (&Goal, Distance),
        stride: Stride,
        rng: &mut SeededRng,
    ) -> Result<(BatchGradient, f32), LearnError> {
        self.step_by(rows, stride, rng, |span, answers, device| {
            goal.loss(span, Tensor::cat(answers.clone(), 1), distance, device)
        })
    }

    /// As [`step`](Self::step), with any loss of the answers that is a sum over positions: `loss` gives that of a span.
    ///
    /// # Errors
    /// If the loss is no number any more.
    pub fn step_by(
        &mut self,
        rows: &[f32],
        stride: Stride,
        rng: &mut SeededRng,
        loss: impl Fn(Range<usize>, &Answers, &Device) -> Tensor<1> + Sync,
    ) -> Result<(BatchGradient, f32), LearnError> {
        let mut gradient = learn_in_parts(&self.network, &self.weights, rows, rng, loss);
        let norm = clip_by_norm(&mut gradient.gradient, stride.max_norm as f32);
        let trainable = self.weights.trainable_mut();
        self.optimiser
            .step(stride.learning_rate, trainable, &gradient.gradient);
        if !gradient.loss.is_finite() || !trainable.iter().all(|number| number.is_finite()) {
            let step = self.optimiser.steps;
            return Err(LearnError::Refused(text!(
                "at step {step} the loss or a weight is no finite number any more: lower the learning rate",
                "en el paso {step} la pérdida o un peso ya no es un número finito: baja la tasa de aprendizaje"
            )));
        }
        self.weights.running_mut().copy_from_slice(&gradient.running);
        Ok((gradient, norm))
    }

    /// Lets the target follow.
    pub fn follow(&mut self, tau: f64) {
        soft_update(self.target.trainable_mut(), self.weights.trainable(), tau as f32);
        self.target.running_mut().copy_from_slice(self.weights.running());
    }

    /// Writes everything into a folder.
    ///
    /// # Errors
    /// If a file cannot be written, or a weight is no finite number.
    pub fn save<G: Encode>(&self, folder: &Path, rules: &G::Rules, epoch: u64) -> Result<(), LearnError> {
        let model = |parameters: &Parameters| {
            let weights = parameters.weights(&self.network)?;
            Model::new::<G>(self.network.clone(), weights, rules)
        };
        for (name, parameters) in [(WEIGHTS, &self.weights), (TARGET, &self.target)] {
            let path = folder.join(name);
            let model =
                model(parameters).map_err(|error: ModelError| LearnError::content(&path, error.text()))?;
            let model = model.with_note("epoch", epoch.to_string());
            fs::write(&path, model.to_bytes()).map_err(LearnError::file(&path))?;
        }
        let mut bytes = Vec::new();
        epoch.store(&mut bytes);
        self.optimiser.store(&mut bytes);
        let path = folder.join(OPTIMISER);
        fs::write(&path, bytes).map_err(LearnError::file(&path))
    }

    /// Takes everything from a folder, and says which epoch it was. On error nothing changes.
    ///
    /// # Errors
    /// If a file is missing, damaged, or of another network.
    pub fn load<G: Encode>(&mut self, folder: &Path, rules: &G::Rules) -> Result<u64, LearnError> {
        let parameters = |name: &str| {
            let path = folder.join(name);
            let model = Model::load_for::<G>(&path, rules);
            let model = model.map_err(|error| LearnError::Refused(error.text()))?;
            if model.network().description() != self.network.description() {
                let problem = Text::new(
                    "the network has another architecture than the configuration asks for",
                    "la red tiene otra arquitectura que la que pide la configuración",
                );
                return Err(LearnError::content(&path, problem));
            }
            Ok(Parameters::new(&self.network, model.weights()))
        };
        let (weights, target) = (parameters(WEIGHTS)?, parameters(TARGET)?);
        let path = folder.join(OPTIMISER);
        let bytes = fs::read(&path).map_err(LearnError::file(&path))?;
        let mut optimiser = self.optimiser.clone();
        let read = |optimiser: &mut AdamW| -> Result<u64, BadBytes> {
            let mut reader = Reader::new(&bytes);
            let epoch = reader.read()?;
            optimiser.restore(&mut reader)?;
            reader.end()?;
            Ok(epoch)
        };
        let epoch = read(&mut optimiser).map_err(|BadBytes(problem)| LearnError::content(&path, problem))?;
        self.weights = weights;
        self.target = target;
        self.optimiser = optimiser;
        Ok(epoch)
    }
}
