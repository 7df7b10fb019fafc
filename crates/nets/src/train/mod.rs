//! Learning: a network that computes gradients of its own answers.
//!
//! A [`TrainingPlan`] follows the same description as an inference plan. A whole batch goes through layer by layer, every
//! tensor is kept, and on the way back each layer turns the gradient of what it made into the gradients of what it read
//! and of its weights. Memory is laid out once. Work is shared between the threads of the current pool; every sum is made
//! in an order that depends on the batch alone, so any number of threads gives the same bytes.

mod adamw;
mod attention;
mod batch_norm;
mod compile;
mod convolution;
mod layer;
mod layer_norm;
mod linear;
mod loops;
mod matrix;
mod parameters;
mod pass;
mod pool;
mod simple;
mod tiles;

use self::layer::Layer;
use self::matrix::Matrix;
use self::pass::Pass;
use self::tiles::TileScratch;
use crate::describe::Network;
use crate::kernels::Kernels;

pub use self::adamw::{AdamW, AdamWConfig};
pub use self::parameters::Parameters;

/// A network ready to learn from batches of up to a given size.
///
/// ```
/// use damero_games::random::seeded;
/// use damero_games::reversi::Reversi;
/// use damero_nets::{Architecture, Parameters, TrainingPlan, Weights};
/// let network = "mlp:16,heads=value".parse::<Architecture>()?.describe::<Reversi>(None)?;
/// let mut parameters = Parameters::new(&network, &Weights::initial(&network, &mut seeded(1)));
/// let mut plan = TrainingPlan::new(&network, 2);
/// let rows = vec![0.5; 2 * network.input_len()];
/// let mut gradient = vec![0.0; network.trainable()];
/// // The value should be 1: half the squared error is the loss.
/// let mut losses = [0.0; 2];
/// for loss in &mut losses {
///     plan.forward(&mut parameters, &rows, &mut || 0.0);
///     plan.set_gradient(0, |value, slope| {
///         *loss += (value[0] - 1.0).powi(2) / 2.0;
///         slope[0] = value[0] - 1.0;
///     });
///     plan.backward(&parameters, &mut gradient);
///     for (weight, slope) in parameters.trainable_mut().iter_mut().zip(&gradient) {
///         *weight -= 0.001 * slope;
///     }
/// }
/// assert!(losses[1] < losses[0]);
/// # Ok::<(), damero_nets::DescriptionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrainingPlan {
    kernels: Kernels,
    max_batch: usize,
    /// Positions of the last forward pass.
    batch: usize,
    layers: Vec<Layer>,
    /// Tensors; the inputs are the first ones.
    values: Vec<Matrix>,
    gradients: Vec<Matrix>,
    inputs: Vec<usize>,
    /// The outputs: tensor, gradient and length.
    outputs: Vec<Ending>,
    scratch: TileScratch,
}

/// An output of a network.
#[derive(Clone, Copy, Debug)]
struct Ending {
    slot: usize,
    gradient: usize,
    len: usize,
}

impl TrainingPlan {
    /// Prepares `network` for batches of up to `max_batch` positions.
    ///
    /// # Panics
    /// If `max_batch` is 0.
    #[must_use]
    pub fn new(network: &Network, max_batch: usize) -> Self {
        Self::with_kernels(network, max_batch, Kernels::best())
    }

    /// As [`new`](Self::new), with kernels of choice.
    ///
    /// # Panics
    /// If `max_batch` is 0.
    #[must_use]
    pub fn with_kernels(network: &Network, max_batch: usize, kernels: Kernels) -> Self {
        assert!(max_batch > 0, "a batch has at least one position");
        compile::compile(network, max_batch, kernels.or_portable())
    }

    /// The most positions of a batch.
    #[must_use]
    pub const fn max_batch(&self) -> usize {
        self.max_batch
    }

    /// Computes the answers to `rows`, which holds [`Network::input_len`] numbers a position. Normalisations go by the
    /// batch and move their running statistics. `lot` draws a number in `0..1` for each unit that dropout may leave out.
    ///
    /// # Panics
    /// If `rows` is not a whole number of positions, or more than [`max_batch`](Self::max_batch).
    pub fn forward(&mut self, parameters: &mut Parameters, rows: &[f32], lot: &mut dyn FnMut() -> f32) {
        let width: usize = self.inputs.iter().sum();
        assert_eq!(rows.len() % width, 0, "a whole number of positions");
        self.batch = rows.len() / width;
        assert!(
            self.batch <= self.max_batch,
            "the memory is for {}",
            self.max_batch
        );
        let mut at = 0;
        for (matrix, &len) in self.values.iter_mut().zip(&self.inputs) {
            let stride = matrix.stride;
            let out = matrix.rows_mut(self.batch).chunks_exact_mut(stride);
            for (out, row) in out.zip(rows.chunks_exact(width)) {
                out[..len].copy_from_slice(&row[at..at + len]);
            }
            at += len;
        }
        let (weights, running) = parameters.split_mut();
        let mut pass = Pass {
            kernels: self.kernels,
            batch: self.batch,
            weights,
            values: &mut self.values,
            gradients: &mut self.gradients,
        };
        for layer in &mut self.layers {
            layer.forward(&mut pass, running, &mut self.scratch, lot);
        }
    }

    /// What the last forward pass answered for one position.
    ///
    /// # Panics
    /// If there is no such output or position.
    #[must_use]
    pub fn output(&self, output: usize, position: usize) -> &[f32] {
        let Ending { slot, len, .. } = self.outputs[output];
        let matrix = &self.values[slot];
        &matrix.rows(self.batch)[position * matrix.stride..][..len]
    }

    /// What the last forward pass answered for all positions, one after the other.
    ///
    /// # Panics
    /// If there is no such output.
    #[must_use]
    pub fn outputs(&self, output: usize) -> Vec<f32> {
        let all = (0..self.batch).flat_map(|position| self.output(output, position));
        all.copied().collect()
    }

    /// Sets the gradient of the loss by one output: `slope` gets the answer of each position in turn, and where its
    /// gradient goes. It must be called for every output before [`backward`](Self::backward).
    ///
    /// # Panics
    /// If there is no such output.
    pub fn set_gradient(&mut self, output: usize, mut slope: impl FnMut(&[f32], &mut [f32])) {
        let Ending { slot, gradient, len } = self.outputs[output];
        let values = &self.values[slot];
        let gradients = &mut self.gradients[gradient];
        let stride = gradients.stride;
        let answers = values.rows(self.batch).chunks_exact(stride);
        for (answer, out) in answers.zip(gradients.rows_mut(self.batch).chunks_exact_mut(stride)) {
            slope(&answer[..len], &mut out[..len]);
        }
    }

    /// Computes the gradient of the loss by all that can be learned, in the order of the parameters.
    ///
    /// # Panics
    /// If `gradient` has not one number for each.
    pub fn backward(&mut self, parameters: &Parameters, gradient: &mut [f32]) {
        let weights = parameters.trainable();
        assert_eq!(weights.len(), gradient.len(), "one number for each parameter");
        gradient.fill(0.0);
        let mut pass = Pass {
            kernels: self.kernels,
            batch: self.batch,
            weights,
            values: &mut self.values,
            gradients: &mut self.gradients,
        };
        for layer in self.layers.iter_mut().rev() {
            layer.backward(&mut pass, &mut self.scratch, gradient);
        }
    }
}
