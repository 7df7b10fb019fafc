//! A network of `damero-nets` as burn computes it, with gradients: one interpreter for all descriptions.
//!
//! Every tensor between two operations is a matrix with one row for each position; an operation that needs more axes
//! takes them and gives them back. Weights live outside burn as one row of numbers and become tensors for each pass, so
//! that the optimiser, checkpoints and the inference plans all speak of the same numbers.

use burn::tensor::activation::{relu, softmax};
use burn::tensor::module::{batch_norm, batch_norm_train, conv2d, layer_norm, linear};
use burn::tensor::ops::ConvOptions;
use burn::tensor::{Device, Tensor, TensorData};
use damero_games::random::SeededRng;
use damero_nets::{Network, Op, Step};

use super::dense::Dense;
use super::weights::Parameters;
use crate::rng_streams::unit;

/// How much of the running statistics of a normalisation a batch replaces, as in `PyTorch`.
const MOMENTUM: f32 = 0.1;

/// Whether a pass is for learning.
enum Mode<'a> {
    /// For learning: units are left out as the generator says, and batches are normalised by themselves.
    Training(&'a mut SeededRng),
    /// For answers.
    Answering,
}

/// The answers of a network in the order of its outputs, each a matrix with one row for each position.
pub type Answers = Vec<Tensor<2>>;

/// What learning from one batch gives.
#[derive(Clone, PartialEq, Debug)]
pub struct BatchGradient {
    /// The loss.
    pub loss: f32,
    /// Its gradient, a number for each parameter.
    pub gradient: Vec<f32>,
    /// Running statistics after the batch.
    pub running: Vec<f32>,
    /// What the network answered before it learned, output by output.
    pub answers: Vec<Vec<f32>>,
}

/// A network that burn computes, for answers alone: what inference plans are compared with.
pub struct Reference<'a>(Pass<'a>);

impl<'a> Reference<'a> {
    /// The network with these numbers.
    #[must_use]
    pub fn new(network: &'a Network, parameters: &Parameters, device: &'a Device) -> Self {
        Self(Pass::new(network, parameters, device, Mode::Answering))
    }

    /// The answers to `rows`, which holds [`Network::input_len`] numbers a position: output by output.
    ///
    /// # Panics
    /// If `rows` is not a whole number of positions.
    pub fn answers(&mut self, rows: &[f32]) -> Vec<Vec<f32>> {
        self.0.run(rows).into_iter().map(numbers).collect()
    }
}

/// The gradient of `loss` of the answers to `rows`.
///
/// # Panics
/// If `rows` is not a whole number of positions.
pub fn learn(
    network: &Network,
    weights: &Parameters,
    rows: &[f32],
    rng: &mut SeededRng,
    loss: impl FnOnce(&Answers, &Device) -> Tensor<1>,
) -> BatchGradient {
    let device = Device::flex().autodiff();
    let mut pass = Pass::new(network, weights, &device, Mode::Training(rng));
    let answers = pass.run(rows);
    let loss = loss(&answers, &device);
    let gradients = loss.backward();
    let mut gradient = Vec::with_capacity(weights.trainable().len());
    let tensors = pass.tensors.iter().zip(&pass.dense);
    for ((tensor, dense), parameter) in tensors.zip(network.parameters()) {
        if parameter.trainable {
            match (tensor.grad(&gradients), dense) {
                (Some(found), Some(dense)) => gradient.extend(dense.gradient(&numbers(found))),
                (Some(found), None) => gradient.extend(numbers(found)),
                // A part of the network that the loss does not look at.
                (None, _) => gradient.resize(gradient.len() + parameter.len(), 0.0),
            }
        }
    }
    BatchGradient {
        loss: loss.into_scalar::<f32>(),
        gradient,
        running: pass.running,
        answers: answers.into_iter().map(numbers).collect(),
    }
}

/// A tensor's numbers in order.
pub(super) fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor
        .into_data()
        .try_into_vec()
        .unwrap_or_else(|error| unreachable!("all tensors are of 32-bit floats: {error:?}"))
}

/// A tensor of these numbers.
#[must_use]
pub fn tensor<const D: usize>(numbers: Vec<f32>, shape: [usize; D], device: &Device) -> Tensor<D> {
    Tensor::from_data(TensorData::new(numbers, shape), device)
}

/// One pass through a network.
struct Pass<'a> {
    network: &'a Network,
    device: &'a Device,
    mode: Mode<'a>,
    /// The parameters, each along one axis.
    tensors: Vec<Tensor<1>>,
    /// For each of them how it was made into a matrix, if it was.
    dense: Vec<Option<Dense>>,
    running: Vec<f32>,
    /// Where the running statistics of each parameter begin in `running`.
    offsets: Vec<usize>,
}

impl<'a> Pass<'a> {
    fn new(network: &'a Network, weights: &Parameters, device: &'a Device, mode: Mode<'a>) -> Self {
        let learning = matches!(mode, Mode::Training(_));
        let mut offset = 0;
        let mut offsets = Vec::new();
        let mut dense = vec![None; network.parameters().len()];
        // Answers are burn's own, as plans are compared with them.
        for step in network.steps().iter().filter(|_| learning) {
            if let Some(found) = Dense::of(network, step) {
                dense[step.parameters.start] = Some(found);
            }
        }
        let tensors = network.parameters().iter().enumerate().map(|(i, parameter)| {
            let numbers = match dense[i] {
                Some(dense) => dense.matrix(weights.get(i)),
                None => weights.get(i).to_vec(),
            };
            let len = numbers.len();
            let made = tensor(numbers, [len], device);
            offsets.push(offset);
            if parameter.trainable {
                if learning { made.require_grad() } else { made }
            } else {
                offset += parameter.len();
                made
            }
        });
        Self {
            network,
            device,
            mode,
            tensors: tensors.collect(),
            dense,
            running: weights.running().to_vec(),
            offsets,
        }
    }

    fn run(&mut self, rows: &[f32]) -> Answers {
        let width = self.network.input_len();
        assert_eq!(rows.len() % width, 0, "a whole number of positions");
        let batch = rows.len() / width;
        let all: Tensor<2> = tensor(rows.to_vec(), [batch, width], self.device);
        let mut values: Vec<Tensor<2>> = Vec::new();
        let mut from = 0;
        for input in &self.network.description().inputs {
            let to = from + input.shape.iter().product::<usize>();
            values.push(all.clone().slice([0..batch, from..to]));
            from = to;
        }
        for step in self.network.steps() {
            let value = self.step(step, &values, batch);
            values.push(value);
        }
        self.network.outputs().map(|(_, id)| values[id].clone()).collect()
    }

    fn step(&mut self, step: &Step, values: &[Tensor<2>], batch: usize) -> Tensor<2> {
        let read = |i: usize| values[step.from[i]].clone();
        let x = read(0);
        let shape = self.network.shape(step.from[0]);
        let size: usize = step.shape.iter().product();
        match &step.op {
            Op::Linear { out, bias } => {
                let width = shape.last().copied().unwrap_or(1);
                let lines = x.reshape([-1, width as i32]);
                let y = self.linear(step, 0, bias.then_some(1), lines, *out, width);
                y.reshape([batch, size])
            }
            Op::Conv2d { out, kernel, bias } => {
                let [channels, height, width] = three(shape);
                let weight = self.parameter(step, 0);
                if let Some(dense) = self.dense[step.parameters.start] {
                    let y = x.matmul(weight.reshape(dense.shape()));
                    if !bias {
                        return y;
                    }
                    let y = y.reshape([batch, *out, height * width]);
                    return (y + self.parameter(step, 1).reshape([1, *out, 1])).reshape([batch, size]);
                }
                let weight = weight.reshape([*out, channels, *kernel, *kernel]);
                let bias = bias.then(|| self.parameter(step, 1));
                let around = kernel / 2;
                let options = ConvOptions::new([1, 1], [around, around], [1, 1], 1);
                let x = x.reshape([batch, channels, height, width]);
                conv2d(x, weight, bias, options).reshape([batch, size])
            }
            Op::BatchNorm { eps } => {
                let channels = shape[0];
                let x = x.reshape([batch, channels, size / channels]);
                let [weight, bias] = [0, 1].map(|i| self.parameter(step, i));
                let y = if matches!(self.mode, Mode::Training(_)) {
                    let made = batch_norm_train(x, weight, bias, f64::from(*eps));
                    let seen = (batch * size / channels) as f32;
                    self.remember(step, 2, numbers(made.mean), 1.0);
                    let unbiased = seen / (seen - 1.0).max(1.0);
                    self.remember(step, 3, numbers(made.variance), unbiased);
                    made.output
                } else {
                    let [mean, variance] = [2, 3].map(|i| self.parameter(step, i));
                    batch_norm(x, weight, bias, mean, variance, f64::from(*eps))
                };
                y.reshape([batch, size])
            }
            Op::LayerNorm { eps } => {
                let width = shape.last().copied().unwrap_or(1);
                let [weight, bias] = [0, 1].map(|i| self.parameter(step, i));
                let lines: Tensor<2> = x.reshape([-1, width as i32]);
                layer_norm(lines, weight, Some(bias), f64::from(*eps)).reshape([batch, size])
            }
            Op::Relu => relu(x),
            Op::Tanh => x.tanh(),
            Op::Dropout { p } => self.drop_out(x, *p, batch * size),
            // The rows already hold the numbers in order.
            Op::Reshape { .. } | Op::Flatten => x,
            // Along the first axis after the batch, so rows are put side by side.
            Op::Concat => Tensor::cat((0..step.from.len()).map(read).collect(), 1),
            Op::Add => x + read(1),
            Op::Position => x + self.parameter(step, 0).reshape([1, size]),
            Op::Attention { heads } => {
                let [tokens, width] = [shape[0], shape[1]];
                self.attention(step, x, [batch, tokens, width], *heads)
            }
            Op::Mask => x + (read(1) - 1.0) * 1e9,
            Op::Dueling => {
                let (advantage, legal) = (read(1), read(2));
                let count = legal.clone().sum_dim(1).clamp_min(1.0);
                let mean = (advantage.clone() * legal).sum_dim(1) / count;
                advantage + (x - mean)
            }
        }
    }

    /// The parameter `i` of a step.
    fn parameter(&self, step: &Step, i: usize) -> Tensor<1> {
        self.tensors[step.parameters.start + i].clone()
    }

    fn linear(
        &self,
        step: &Step,
        weight: usize,
        bias: Option<usize>,
        lines: Tensor<2>,
        out: usize,
        width: usize,
    ) -> Tensor<2> {
        let weight = self.parameter(step, weight).reshape([out, width]).transpose();
        linear(lines, weight, bias.map(|i| self.parameter(step, i)))
    }

    fn attention(
        &self,
        step: &Step,
        x: Tensor<2>,
        [batch, tokens, width]: [usize; 3],
        heads: usize,
    ) -> Tensor<2> {
        let lines = x.reshape([batch * tokens, width]);
        let all = self.linear(step, 0, Some(1), lines, 3 * width, width);
        let part = |i: usize| -> Tensor<4> {
            all.clone()
                .slice([0..batch * tokens, i * width..(i + 1) * width])
                .reshape([batch, tokens, heads, width / heads])
                .swap_dims(1, 2)
        };
        let scale = ((width / heads) as f64).sqrt();
        let scores = part(0).matmul(part(1).swap_dims(2, 3)) / scale;
        let seen = softmax(scores, 3).matmul(part(2));
        let lines = seen.swap_dims(1, 2).reshape([batch * tokens, width]);
        let y = self.linear(step, 2, Some(3), lines, width, width);
        y.reshape([batch, tokens * width])
    }

    /// Leaves out units by lots drawn here, so that a run taken up again leaves out the same.
    fn drop_out(&mut self, x: Tensor<2>, p: f32, numbers: usize) -> Tensor<2> {
        let Mode::Training(rng) = &mut self.mode else {
            return x;
        };
        if p <= 0.0 {
            return x;
        }
        let kept = 1.0 / (1.0 - p);
        let lots = (0..numbers).map(|_| if unit(*rng) < p { 0.0 } else { kept });
        let shape = x.dims();
        x * tensor(lots.collect(), shape, self.device)
    }

    /// Moves running statistics towards those of the batch.
    fn remember(&mut self, step: &Step, i: usize, seen: Vec<f32>, factor: f32) {
        let offset = self.offsets[step.parameters.start + i];
        for (running, seen) in self.running[offset..].iter_mut().zip(seen) {
            *running += MOMENTUM * (seen * factor - *running);
        }
    }
}

/// The three axes that the description has checked.
fn three(shape: &[usize]) -> [usize; 3] {
    shape
        .try_into()
        .unwrap_or_else(|_| unreachable!("a checked convolution reads three axes"))
}
