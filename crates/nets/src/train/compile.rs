//! Walks through a network once and writes the layers that compute it and its gradient.

use std::ops::Range;

use super::attention::Attention;
use super::batch_norm::BatchNorm;
use super::convolution::Convolution;
use super::layer::Layer;
use super::layer_norm::LayerNorm;
use super::linear::{Linear, Weighted};
use super::matrix::{Matrix, stride};
use super::pass::{Sink, Source, Target};
use super::pool::{AddChannels, Gather, GlobalPool};
use super::simple::{Add, Concat, Dueling, Map, MapKind, Mask, Permute};
use super::tiles::{TileScratch, Tiles};
use super::{Ending, TrainingPlan};
use crate::describe::{Network, Op, Step, ValueId};
use crate::kernels::Kernels;

/// Compiles a network.
pub(super) fn compile(network: &Network, max_batch: usize, kernels: Kernels) -> TrainingPlan {
    let mut compiler = Compiler::new(network);
    for step in 0..network.steps().len() {
        if compiler.needed[compiler.value(step)] && !compiler.joined[step] {
            compiler.step(step);
        }
    }
    let outputs: Vec<_> = network
        .outputs()
        .map(|(_, value)| compiler.output(value))
        .collect();
    let Compiler {
        shapes, mut layers, ..
    } = compiler;
    let strides: Vec<usize> = shapes.iter().map(|shape| stride(shape)).collect();
    let slots: Vec<usize> = outputs.iter().map(|&(slot, _)| slot).collect();
    let (buffers, own) = share_gradients(&mut layers, &strides, &slots);
    let ending = |(&(slot, len), gradient)| Ending { slot, gradient, len };
    TrainingPlan {
        kernels,
        max_batch,
        batch: 0,
        layers,
        values: strides
            .iter()
            .map(|&stride| Matrix::new(max_batch, stride))
            .collect(),
        gradients: buffers
            .iter()
            .map(|&stride| Matrix::new(max_batch, stride))
            .collect(),
        inputs: network
            .description()
            .inputs
            .iter()
            .map(|input| input.shape.iter().product())
            .collect(),
        outputs: outputs.iter().zip(own).map(ending).collect(),
        scratch: TileScratch::default(),
    }
}

/// Gives every gradient memory, which others use again once it has been passed on. Gives the strides of the memory and
/// where the gradient of each output is.
fn share_gradients(layers: &mut [Layer], strides: &[usize], outputs: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut learned = vec![false; strides.len()];
    for layer in layers.iter_mut() {
        let learns = layer.learns();
        let (from, to) = layer.wires();
        learned[to.slot] = learns || from.iter().any(|from| learned[from.slot]);
    }
    let mut buffers = Vec::new();
    let mut free: Vec<usize> = Vec::new();
    let mut owner: Vec<Option<usize>> = vec![None; strides.len()];
    for &slot in outputs {
        owner[slot] = Some(buffers.len());
        buffers.push(strides[slot]);
    }
    let own = (0..outputs.len()).collect();
    for layer in layers.iter_mut().rev() {
        let (from, to) = layer.wires();
        // Without one nothing that can be learned is behind this layer.
        let Some(gradient) = owner[to.slot] else {
            continue;
        };
        to.gradient = Some(gradient);
        for from in from {
            if !learned[from.slot] {
                continue;
            }
            let add = owner[from.slot].is_some();
            let buffer = *owner[from.slot].get_or_insert_with(|| {
                let found = free
                    .iter()
                    .position(|&buffer| buffers[buffer] == strides[from.slot]);
                match found {
                    Some(at) => free.swap_remove(at),
                    None => {
                        buffers.push(strides[from.slot]);
                        buffers.len() - 1
                    }
                }
            });
            from.gradient = Some(Sink { buffer, add });
        }
        if gradient >= outputs.len() {
            free.push(gradient);
        }
    }
    (buffers, own)
}

/// Where a value lies: with its channels apart, as the description has it, or together, or both.
#[derive(Clone, Copy, Default)]
struct Places {
    natural: Option<usize>,
    board: Option<usize>,
}

struct Compiler<'a> {
    network: &'a Network,
    /// Whether an output depends on a value.
    needed: Vec<bool>,
    /// The steps that read each value, and whether it is an output.
    readers: Vec<Vec<usize>>,
    is_output: Vec<bool>,
    /// Steps that were joined to an earlier one.
    joined: Vec<bool>,
    places: Vec<Places>,
    /// The shape of each slot, in its own order.
    shapes: Vec<Vec<usize>>,
    layers: Vec<Layer>,
    /// Where each parameter is in the row of what can be learned, or in that of running statistics.
    ranges: Vec<Range<usize>>,
    /// Slots that are outputs already.
    taken: Vec<usize>,
}

impl<'a> Compiler<'a> {
    fn new(network: &'a Network) -> Self {
        let inputs = network.description().inputs.len();
        let values = inputs + network.steps().len();
        let needed = network.needed();
        let mut is_output = vec![false; values];
        for (_, value) in network.outputs() {
            is_output[value] = true;
        }
        let mut readers = vec![Vec::new(); values];
        for (i, step) in network.steps().iter().enumerate().rev() {
            if needed[inputs + i] {
                for &from in &step.from {
                    readers[from].push(i);
                }
            }
        }
        let mut ends = [0, 0];
        let ranges = network.parameters().iter().map(|parameter| {
            let end = &mut ends[usize::from(parameter.trainable)];
            *end += parameter.len();
            *end - parameter.len()..*end
        });
        let mut compiler = Self {
            network,
            needed,
            readers,
            is_output,
            joined: vec![false; network.steps().len()],
            places: vec![Places::default(); values],
            shapes: Vec::new(),
            layers: Vec::new(),
            ranges: ranges.collect(),
            taken: Vec::new(),
        };
        for (value, input) in network.description().inputs.iter().enumerate() {
            compiler.places[value].natural = Some(compiler.slot(&input.shape));
        }
        compiler
    }

    fn value(&self, step: usize) -> ValueId {
        self.network.description().inputs.len() + step
    }

    fn slot(&mut self, shape: &[usize]) -> usize {
        self.shapes.push(shape.to_vec());
        self.shapes.len() - 1
    }

    fn target(&mut self, shape: &[usize]) -> Target {
        let slot = self.slot(shape);
        Target { slot, gradient: None }
    }

    /// The only step that reads a value, if nothing else needs it.
    fn only_reader(&self, value: ValueId) -> Option<usize> {
        match self.readers[value][..] {
            [only] if !self.is_output[value] => Some(only),
            _ => None,
        }
    }

    /// The step after a value that can be joined to the one that computes it.
    fn join(&mut self, value: &mut ValueId, fits: impl Fn(&Op) -> bool) -> Option<usize> {
        let next = self.only_reader(*value)?;
        if !fits(&self.network.steps()[next].op) {
            return None;
        }
        self.joined[next] = true;
        *value = self.value(next);
        Some(next)
    }

    /// A value with its channels apart.
    fn natural(&mut self, value: ValueId) -> Source {
        let slot = match self.places[value] {
            Places {
                natural: Some(slot), ..
            } => slot,
            Places { board, .. } => {
                let from = board.expect("values are computed in order");
                let shape = self.network.shape(value);
                let [channels, cells] = [shape[0], shape[1..].iter().product()];
                let to = self.permute(from, shape, [cells, channels]);
                self.places[value].natural = Some(to);
                to
            }
        };
        Source { slot, gradient: None }
    }

    /// A value of three axes with its channels together.
    fn board(&mut self, value: ValueId) -> Source {
        let slot = match self.places[value] {
            Places {
                board: Some(slot), ..
            } => slot,
            Places { natural, .. } => {
                let from = natural.expect("values are computed in order");
                let shape = self.network.shape(value);
                let [channels, cells] = [shape[0], shape[1..].iter().product()];
                let to = self.permute(from, &together(shape), [channels, cells]);
                self.places[value].board = Some(to);
                to
            }
        };
        Source { slot, gradient: None }
    }

    fn permute(&mut self, from: usize, shape: &[usize], [rows, columns]: [usize; 2]) -> usize {
        let from = Source {
            slot: from,
            gradient: None,
        };
        let to = self.target(shape);
        let permute = Permute {
            from,
            to,
            rows,
            columns,
        };
        self.layers.push(Layer::Permute(permute));
        to.slot
    }

    fn parameters(&self, step: &Step) -> Vec<Range<usize>> {
        self.ranges[step.parameters.clone()].to_vec()
    }

    /// The layer of a step whose numbers may lie either way: as what it reads.
    fn is_board(&self, value: ValueId) -> bool {
        self.places[value].board.is_some()
    }

    /// What a step that works number by number reads, and where its answer goes.
    fn alike(&mut self, value: ValueId, from: ValueId) -> (Source, Target) {
        let shape = self.network.shape(from);
        if self.is_board(from) {
            let source = self.board(from);
            let to = self.target(&together(shape));
            self.places[value].board = Some(to.slot);
            (source, to)
        } else {
            let source = self.natural(from);
            let to = self.target(shape);
            self.places[value].natural = Some(to.slot);
            (source, to)
        }
    }

    fn natural_target(&mut self, value: ValueId) -> Target {
        let to = self.target(self.network.shape(value));
        self.places[value].natural = Some(to.slot);
        to
    }

    fn map(&mut self, value: ValueId, from: ValueId, kind: MapKind) {
        let (from, to) = self.alike(value, from);
        self.layers.push(Layer::Map(Map { from, to, kind }));
    }

    fn step(&mut self, i: usize) {
        let step = &self.network.steps()[i];
        let value = self.value(i);
        match &step.op {
            Op::Linear { out, .. } => self.linear(step, value, *out),
            Op::Conv2d { out, kernel, .. } => self.convolution(step, value, *out, *kernel),
            Op::BatchNorm { eps } => self.batch_norm(step, value, *eps),
            Op::LayerNorm { eps } => {
                let from = self.natural(step.from[0]);
                let to = self.natural_target(value);
                let [weight, bias] = two(self.parameters(step));
                self.layers.push(Layer::LayerNorm(LayerNorm {
                    from,
                    to,
                    lines: step.shape[..step.shape.len() - 1].iter().product(),
                    eps: *eps,
                    weight,
                    bias,
                    seen: Vec::new(),
                }));
            }
            Op::Relu => self.map(value, step.from[0], MapKind::Relu),
            Op::Tanh => self.map(value, step.from[0], MapKind::Tanh),
            Op::Dropout { p } if *p <= 0.0 => self.places[value] = self.places[step.from[0]],
            Op::Dropout { p } => {
                let factors = Vec::new();
                self.map(value, step.from[0], MapKind::Dropout { p: *p, factors });
            }
            Op::Position => {
                let from = self.natural(step.from[0]);
                let to = self.natural_target(value);
                let weight = self.ranges[step.parameters.start].clone();
                let kind = MapKind::Position { weight };
                self.layers.push(Layer::Map(Map { from, to, kind }));
            }
            Op::Reshape { .. } | Op::Flatten => self.reshape(step, value),
            Op::Concat => {
                let len = |value: ValueId| self.network.shape(value).iter().product();
                let lens: Vec<usize> = step.from.iter().map(|&from| len(from)).collect();
                let from = step
                    .from
                    .iter()
                    .map(|&from| self.natural(from))
                    .zip(lens)
                    .collect();
                let to = self.natural_target(value);
                self.layers.push(Layer::Concat(Concat { from, to }));
            }
            Op::Add => self.add(step, value),
            Op::Attention { heads } => self.attention(step, value, *heads),
            Op::AddChannels => {
                let (from, list) = (self.board(step.from[0]), self.natural(step.from[1]));
                let to = self.target(&together(&step.shape));
                self.places[value].board = Some(to.slot);
                let channels = step.shape[0];
                self.layers.push(Layer::AddChannels(AddChannels {
                    from,
                    list,
                    to,
                    channels,
                }));
            }
            Op::GlobalPool => {
                let from = self.board(step.from[0]);
                let to = self.natural_target(value);
                let channels = step.shape[0] / 2;
                self.layers
                    .push(Layer::GlobalPool(GlobalPool { from, to, channels }));
            }
            Op::Gather { index } => self.gather(step, value, index),
            Op::Mask => {
                let [logits, legal] = [0, 1].map(|k| self.natural(step.from[k]));
                let to = self.natural_target(value);
                self.layers.push(Layer::Mask(Mask { logits, legal, to }));
            }
            Op::Dueling => {
                let [value_from, advantages, legal] = [0, 1, 2].map(|k| self.natural(step.from[k]));
                let to = self.natural_target(value);
                self.layers.push(Layer::Dueling(Dueling {
                    value: value_from,
                    advantages,
                    legal,
                    actions: step.shape[0],
                    to,
                }));
            }
        }
    }

    /// Numbers picked from a tensor, in the order in which it lies.
    fn gather(&mut self, step: &Step, value: ValueId, index: &[u32]) {
        let picked = step.from[0];
        let is_board = self.is_board(picked);
        let from = match is_board {
            true => self.board(picked),
            false => self.natural(picked),
        };
        let shape = self.network.shape(picked);
        let channels = shape.first().copied().unwrap_or(1);
        let cells = shape.iter().product::<usize>() / channels;
        let place = |&at: &u32| match (is_board, at as usize) {
            (true, at) => at % cells * channels + at / cells,
            (false, at) => at,
        };
        let index = index.iter().map(place).collect();
        let to = self.natural_target(value);
        self.layers.push(Layer::Gather(Gather { from, to, index }));
    }

    /// The same numbers in the same order: the same memory, or a copy where rows of the other shape lie elsewhere.
    fn reshape(&mut self, step: &Step, value: ValueId) {
        let from = self.natural(step.from[0]);
        if stride(&self.shapes[from.slot]) == stride(&step.shape) {
            self.places[value].natural = Some(from.slot);
        } else {
            let to = self.natural_target(value);
            self.copy(from, to, &step.shape);
        }
    }

    fn copy(&mut self, from: Source, to: Target, shape: &[usize]) {
        let from = vec![(from, shape.iter().product())];
        self.layers.push(Layer::Concat(Concat { from, to }));
    }

    fn add(&mut self, step: &Step, value: ValueId) {
        let [a, b] = [step.from[0], step.from[1]];
        let (_, to) = self.alike(value, if self.is_board(b) { b } else { a });
        let from = match self.is_board(value) {
            true => [a, b].map(|from| self.board(from)),
            false => [a, b].map(|from| self.natural(from)),
        };
        self.layers.push(Layer::Add(Add { from, to }));
    }

    fn weighted(&mut self, step: &Step, value: &mut ValueId, outs: usize) -> Weighted {
        let mut ranges = self.parameters(step).into_iter();
        let weight = ranges.next().expect("a layer has weights");
        let relu = self.join(value, |op| matches!(op, Op::Relu)).is_some();
        Weighted {
            weight,
            bias: ranges.next(),
            outs,
            relu,
        }
    }

    fn linear(&mut self, step: &Step, mut value: ValueId, outs: usize) {
        let from = self.natural(step.from[0]);
        let weighted = self.weighted(step, &mut value, outs);
        let to = self.natural_target(value);
        let lines = step.shape[..step.shape.len() - 1].iter().product();
        self.layers
            .push(Layer::Linear(Linear::new(from, to, weighted, lines)));
    }

    fn convolution(&mut self, step: &Step, mut value: ValueId, outs: usize, kernel: usize) {
        let shape = self.network.shape(step.from[0]);
        let shape: [usize; 3] = shape.try_into().expect("the shapes were checked");
        let from = self.board(step.from[0]);
        let weighted = self.weighted(step, &mut value, outs);
        let to = self.target(&together(&step.shape));
        self.places[value].board = Some(to.slot);
        let cells = shape[1] * shape[2];
        let layer = if kernel == 1 {
            Layer::Linear(Linear::new(from, to, weighted, cells))
        } else {
            match Tiles::new(from, to, &weighted, shape, kernel) {
                Some(tiles) => Layer::Tiles(tiles),
                None => Layer::Convolution(Convolution::new(from, to, weighted, shape, kernel)),
            }
        };
        self.layers.push(layer);
    }

    /// A normalisation, with a sum and a rectifier after it where nothing else reads what is between.
    fn batch_norm(&mut self, step: &Step, mut value: ValueId, eps: f32) {
        let list = step.shape.len() == 1;
        let from = if list {
            self.natural(step.from[0])
        } else {
            self.board(step.from[0])
        };
        let [weight, bias, mean, variance]: [Range<usize>; 4] = self
            .parameters(step)
            .try_into()
            .expect("a normalisation has four tensors");
        let own = value;
        let mut add = None;
        if let Some(next) = self.only_reader(value) {
            let sum = &self.network.steps()[next];
            let other = sum.from.iter().copied().find(|&id| id != own);
            if let (Op::Add, Some(other)) = (&sum.op, other)
                && other < own
            {
                self.join(&mut value, |_| true);
                add = Some(if list {
                    self.natural(other)
                } else {
                    self.board(other)
                });
            }
        }
        let relu = self.join(&mut value, |op| matches!(op, Op::Relu)).is_some();
        let shape = if list {
            step.shape.clone()
        } else {
            together(&step.shape)
        };
        let to = self.target(&shape);
        match list {
            true => self.places[value].natural = Some(to.slot),
            false => self.places[value].board = Some(to.slot),
        }
        let channels = weight.len();
        self.layers.push(Layer::BatchNorm(BatchNorm {
            from,
            add,
            to,
            relu,
            lines: step.shape[1..].iter().product(),
            eps,
            weight,
            bias,
            running: [mean, variance],
            mean: vec![0.0; channels],
            scale: vec![0.0; channels],
        }));
    }

    fn attention(&mut self, step: &Step, value: ValueId, heads: usize) {
        let [tokens, width] = step.shape[..] else {
            unreachable!("the shapes were checked");
        };
        let from = self.natural(step.from[0]);
        let [in_weight, in_bias, out_weight, out_bias]: [Range<usize>; 4] = self
            .parameters(step)
            .try_into()
            .expect("attention has four tensors");
        let weighted = |weight, bias: Range<usize>| Weighted {
            weight,
            outs: bias.len(),
            bias: Some(bias),
            relu: false,
        };
        let mixed = self.target(&[tokens, 3 * width]);
        let projection = Linear::new(from, mixed, weighted(in_weight, in_bias), tokens);
        self.layers.push(Layer::Linear(projection));
        let context = self.target(&[tokens, width]);
        let read = |to: Target| Source {
            slot: to.slot,
            gradient: None,
        };
        self.layers.push(Layer::Attention(Attention {
            from: read(mixed),
            to: context,
            tokens,
            width,
            heads,
            shares: Vec::new(),
        }));
        let to = self.natural_target(value);
        let projection = Linear::new(read(context), to, weighted(out_weight, out_bias), tokens);
        self.layers.push(Layer::Linear(projection));
    }

    /// The slot of an output and its length. Each output has a slot of its own, as each has a gradient of its own.
    fn output(&mut self, value: ValueId) -> (usize, usize) {
        let from = self.natural(value);
        let shape = self.network.shape(value);
        let is_input = value < self.network.description().inputs.len();
        let slot = if is_input || self.taken.contains(&from.slot) {
            let to = self.target(shape);
            self.copy(from, to, shape);
            to.slot
        } else {
            from.slot
        };
        self.taken.push(slot);
        (slot, shape.iter().product())
    }
}

/// A shape with the channels last.
fn together(shape: &[usize]) -> Vec<usize> {
    match shape {
        [channels, rest @ ..] => [rest, &[*channels]].concat(),
        [] => Vec::new(),
    }
}

fn two(ranges: Vec<Range<usize>>) -> [Range<usize>; 2] {
    ranges.try_into().expect("a normalisation has two tensors")
}
