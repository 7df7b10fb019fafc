//! A network while it learns: its weights, the target network, the optimiser, and all of them in a checkpoint.

use std::fs;
use std::path::Path;

use damero_arena::run_layout::{OPTIMISER, TARGET, WEIGHTS};
use damero_games::random::SeededRng;
use damero_games::{Encode, Text, text};
use damero_nets::{AdamW, AdamWConfig, Model, ModelError, Network, Parameters, TrainingPlan, Weights};

use super::loss::{Distance, Goal};
use crate::LearnError;
use crate::replay::{BadBytes, Reader, Stored};
use crate::rng_streams::unit;

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
    /// Made for the largest batch so far.
    plan: Option<TrainingPlan>,
    /// The gradient of the last batch.
    gradient: Vec<f32>,
}

/// What came of one step.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The loss before the step.
    pub loss: f32,
    /// The global norm of the gradient, before it was clipped.
    pub norm: f32,
    /// What the network answered before the step, output by output.
    pub answers: Vec<Vec<f32>>,
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
            plan: None,
            gradient: vec![0.0; network.trainable()],
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
    /// measures as the loss.
    ///
    /// # Errors
    /// If the loss or a gradient is no finite number any more.
    pub fn step(
        &mut self,
        rows: &[f32],
        (goal, distance): (&Goal, Distance),
        stride: Stride,
        rng: &mut SeededRng,
    ) -> Result<Learned, LearnError> {
        let positions = rows.len() / self.network.input_len();
        self.step_by(rows, stride, rng, |answers, slopes| {
            goal.loss(positions, answers, distance, slopes)
        })
    }

    /// As [`step`](Self::step), with any loss: it gets the answers output by output, writes its gradient by each of them,
    /// and gives the loss.
    ///
    /// # Errors
    /// If the loss or a gradient is no finite number any more.
    pub fn step_by(
        &mut self,
        rows: &[f32],
        stride: Stride,
        rng: &mut SeededRng,
        loss: impl FnOnce(&[Vec<f32>], &mut [Vec<f32>]) -> f32,
    ) -> Result<Learned, LearnError> {
        let batch = rows.len() / self.network.input_len();
        let plan = match &mut self.plan {
            Some(plan) if plan.max_batch() >= batch => plan,
            other => other.insert(TrainingPlan::new(&self.network, batch)),
        };
        plan.forward(&mut self.weights, rows, &mut || unit(rng));
        let outputs = 0..self.network.outputs().count();
        let answers: Vec<_> = outputs.clone().map(|output| plan.outputs(output)).collect();
        let mut slopes: Vec<_> = answers.iter().map(|answers| vec![0.0; answers.len()]).collect();
        let loss = loss(&answers, &mut slopes);
        for (output, slopes) in outputs.zip(&slopes) {
            let mut rows = slopes.chunks_exact((slopes.len() / batch).max(1));
            plan.set_gradient(output, |_, slope| {
                slope.copy_from_slice(rows.next().unwrap_or_default());
            });
        }
        plan.backward(&self.weights, &mut self.gradient);
        self.check(loss)?;
        let limit = stride.max_norm as f32;
        let weights = self.weights.trainable_mut();
        let norm = self
            .optimiser
            .step(stride.learning_rate, limit, weights, &self.gradient);
        Ok(Learned { loss, norm, answers })
    }

    /// Refuses a step that would spoil the weights, before it is made.
    fn check(&self, loss: f32) -> Result<(), LearnError> {
        let bad = self.gradient.iter().position(|entry| !entry.is_finite());
        let step = self.optimiser.steps;
        let Some(mut at) = bad else {
            if loss.is_finite() {
                return Ok(());
            }
            return Err(LearnError::Refused(text!(
                "at step {step} the loss is no finite number any more: lower the learning rate",
                "en el paso {step} la pérdida ya no es un número finito: baja la tasa de aprendizaje"
            )));
        };
        let mut trainable = self.network.parameters().iter().filter(|one| one.trainable);
        let found = trainable.find(|parameter| {
            let inside = at < parameter.len();
            at = at.saturating_sub(parameter.len());
            inside
        });
        let name = found.map_or("", |parameter| &parameter.name);
        Err(LearnError::Refused(text!(
            "at step {step} the gradient of `{name}` is no finite number any more: lower the learning rate",
            "en el paso {step} el gradiente de `{name}` ya no es un número finito: baja la tasa de aprendizaje"
        )))
    }

    /// Lets the target follow.
    pub fn follow(&mut self, tau: f64) {
        let tau = tau as f32;
        let both = self
            .target
            .trainable_mut()
            .iter_mut()
            .zip(self.weights.trainable());
        both.for_each(|(target, newest)| *target += tau * (newest - *target));
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
        store(&self.optimiser, &mut bytes);
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
            restore(optimiser, &mut reader)?;
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

/// Appends the whole state of an optimiser.
fn store(optimiser: &AdamW, out: &mut Vec<u8>) {
    optimiser.steps.store(out);
    let AdamW {
        first,
        second,
        largest,
        ..
    } = optimiser;
    first
        .iter()
        .chain(second)
        .chain(largest)
        .for_each(|number| number.store(out));
}

/// Takes the state that [`store`] wrote for as many parameters.
fn restore(optimiser: &mut AdamW, reader: &mut Reader<'_>) -> Result<(), BadBytes> {
    optimiser.steps = reader.read()?;
    let AdamW {
        first,
        second,
        largest,
        ..
    } = optimiser;
    for number in first.iter_mut().chain(second).chain(largest) {
        *number = reader.read()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;
    use damero_games::reversi::Reversi;
    use damero_nets::Architecture;

    use super::*;

    fn learner() -> Learner {
        let network: Architecture = "mlp:8,heads=value".parse().expect("an architecture");
        let network = network.describe::<Reversi>(None).expect("it fits");
        Learner::new(network, AdamWConfig::default(), &mut seeded(1))
    }

    const STRIDE: Stride = Stride {
        learning_rate: 0.01,
        max_norm: 1.0,
    };

    #[test]
    fn the_target_moves_a_part_of_the_way() {
        let mut learner = learner();
        learner.weights.trainable_mut().fill(2.0);
        learner.target.trainable_mut().fill(1.0);
        learner.follow(0.01);
        assert!(learner.target.trainable().iter().all(|x| (x - 1.01).abs() < 1e-6));
    }

    /// A step that would spoil the weights names the parameter and changes nothing.
    #[test]
    fn a_gradient_that_is_not_finite_is_refused() {
        let mut learner = learner();
        let before = learner.weights.clone();
        let rows = vec![1.0; 4 * learner.network.input_len()];
        let error = learner.step_by(&rows, STRIDE, &mut seeded(1), |_, slopes| {
            slopes[0][2] = f32::NAN;
            0.5
        });
        let error = error.expect_err("not a number").to_string();
        assert!(
            error.contains("gradient of `") && error.contains("weight`"),
            "{error}"
        );
        assert_eq!(learner.weights, before);
        let error = learner.step_by(&rows, STRIDE, &mut seeded(1), |_, _| f32::INFINITY);
        assert!(error.expect_err("no number").to_string().contains("the loss"));
        assert_eq!(learner.steps(), 0);
    }
}
