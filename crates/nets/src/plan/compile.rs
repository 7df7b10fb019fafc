//! Walks through a network once and writes the instructions that compute it.

use super::Value;
use super::convolve::Layer;
use super::fuse::{Fused, Readers, fuse, norm_as_affine};
use super::instruction::{Instruction, Map, Multiply, Span};
use super::layout::{Placement, Slot, as_board, inputs};
use super::program::Program;
use super::share::share;
use crate::describe::{Network, Op, Step};
use crate::kernels::integer::Integer;
use crate::kernels::product::Product;
use crate::kernels::small::Attention;
use crate::kernels::winograd::Winograd;
use crate::model::Weights;
use crate::precision::Precision;

/// Compiles a network.
pub(super) fn compile(network: &Network, weights: &Weights, precision: Precision) -> Program {
    let mut compiler = Compiler::new(network, weights, precision);
    let needed = network.needed();
    let inputs = network.description().inputs.len();
    for i in 0..network.steps().len() {
        if needed[inputs + i] && !compiler.joined[i] {
            compiler.step(i);
        }
    }
    let outputs = network.outputs().map(|(name, value)| {
        let span = compiler.output(value);
        (name.to_owned(), span)
    });
    let outputs = outputs.collect();
    share(&compiler.slots, compiler.instructions, outputs)
}

struct Compiler<'a> {
    network: &'a Network,
    precision: Precision,
    tensors: &'a [Vec<f32>],
    readers: Readers,
    /// Steps that were joined to an earlier one.
    joined: Vec<bool>,
    /// Where each value lies, once it is computed.
    places: Vec<Option<Placement>>,
    /// The widest border that a convolution needs around each value.
    borders: Vec<usize>,
    slots: Vec<Slot>,
    instructions: Vec<Instruction>,
}

impl<'a> Compiler<'a> {
    fn new(network: &'a Network, weights: &'a Weights, precision: Precision) -> Self {
        let places: Vec<_> = inputs(network).into_iter().map(Some).collect();
        let first = places.len();
        let values = first + network.steps().len();
        let mut borders = vec![0; values];
        for (i, step) in network.steps().iter().enumerate().rev() {
            let border = match step.op {
                Op::Conv2d { kernel, .. } => kernel / 2,
                Op::Dropout { .. } => borders[first + i],
                _ => continue,
            };
            let from = &mut borders[step.from[0]];
            *from = border.max(*from);
        }
        let input = Slot {
            len: network.input_len(),
            whole: true,
            border: None,
        };
        let mut compiler = Self {
            network,
            precision,
            tensors: weights.tensors(),
            readers: Readers::new(network),
            joined: vec![false; network.steps().len()],
            places,
            borders,
            slots: vec![input],
            instructions: Vec::new(),
        };
        compiler.places.resize(values, None);
        compiler
    }

    fn step(&mut self, i: usize) {
        let step = &self.network.steps()[i];
        let value = self.network.description().inputs.len() + i;
        let place = match &step.op {
            Op::Dropout { .. } => self.place(step.from[0]),
            Op::Reshape { shape } => self.reshape(step.from[0], shape),
            Op::Flatten => self.reshape(step.from[0], &step.shape),
            Op::Linear { out, .. } => return self.linear(i, *out),
            Op::Conv2d { out, kernel, .. } => return self.convolution(i, *out, *kernel),
            Op::Concat => self.concat(value, step),
            Op::Attention { heads } => self.attention(value, step, *heads),
            Op::Relu => self.map(value, step, Map::Relu),
            Op::Tanh => self.map(value, step, Map::Tanh),
            Op::Position => {
                let shift = self.tensors[step.parameters.start].clone();
                self.map(value, step, Map::Shift(shift))
            }
            Op::BatchNorm { .. } => {
                let (scale, shift) = norm_as_affine(self.network, self.tensors, i);
                let run = step.shape[1..].iter().product();
                self.map(value, step, Map::Affine { scale, shift, run })
            }
            Op::LayerNorm { eps } => {
                let [scale, shift] = [0, 1].map(|k| self.tensors[step.parameters.start + k].clone());
                let eps = *eps;
                self.map(value, step, Map::LayerNorm { scale, shift, eps })
            }
            Op::Add => {
                let from = [0, 1].map(|k| self.natural(step.from[k]));
                let (place, to) = self.allocate(value, &step.shape);
                self.instructions.push(Instruction::Add { from, to });
                place
            }
            Op::AddChannels => return self.add_channels(i),
            Op::GlobalPool => {
                let from = self.board(step.from[0], 0);
                let (place, to) = self.allocate(value, &step.shape);
                self.instructions.push(Instruction::GlobalPool { from, to });
                place
            }
            Op::Gather { index } => {
                let from = self.place(step.from[0]);
                let offsets = index.iter().map(|&at| from.base + from.offset(at as usize));
                let offsets = offsets.collect();
                let (place, to) = self.allocate(value, &step.shape);
                let from = from.slot;
                self.instructions.push(Instruction::Gather { from, offsets, to });
                place
            }
            Op::Mask => {
                let [logits, legal] = [0, 1].map(|k| self.natural(step.from[k]));
                let (place, to) = self.allocate(value, &step.shape);
                self.instructions.push(Instruction::Mask { logits, legal, to });
                place
            }
            Op::Dueling => {
                let [value_span, advantages, legal] = [0, 1, 2].map(|k| self.natural(step.from[k]));
                let (place, to) = self.allocate(value, &step.shape);
                self.instructions.push(Instruction::Dueling {
                    value: value_span,
                    advantages,
                    legal,
                    to,
                });
                place
            }
        };
        self.places[value] = Some(place);
    }

    fn place(&self, value: Value) -> Placement {
        self.places[value].clone().expect("values are computed in order")
    }

    fn slot(&mut self, len: usize, whole: bool, border: Option<[usize; 3]>) -> usize {
        self.slots.push(Slot { len, whole, border });
        self.slots.len() - 1
    }

    /// Natural memory for a value; for the whole batch if it is an output.
    fn allocate(&mut self, value: Value, shape: &[usize]) -> (Placement, Span) {
        let len = shape.iter().product();
        let slot = self.slot(len, self.readers.output[value], None);
        (Placement::natural(slot, 0, shape), Span { slot, base: 0, len })
    }

    /// Memory for a board with the border that its readers need.
    fn allocate_board(&mut self, shape: [usize; 3], border: usize) -> Placement {
        let [channels, _, width] = shape;
        let len = Placement::board_len(shape, border);
        let slot = self.slot(len, false, Some([border, width, channels]));
        Placement::board(slot, shape, border)
    }

    /// A value with its last axis fastest, copied there if it lies otherwise.
    fn natural(&mut self, value: Value) -> Span {
        let place = self.place(value);
        let len = place.len();
        if place.is_natural() {
            let Placement { slot, base, .. } = place;
            return Span { slot, base, len };
        }
        let slot = self.slot(len, self.readers.output[value], None);
        let sizes: Vec<usize> = place.axes.iter().map(|axis| axis.size).collect();
        let to = Placement::natural(slot, 0, &sizes);
        self.instructions.push(Instruction::Copy { from: place, to });
        Span { slot, base: 0, len }
    }

    /// A value with its channels fastest and a border, copied there if it lies otherwise.
    fn board(&mut self, value: Value, border: usize) -> Placement {
        let place = self.place(value);
        if place.border().is_some_and(|found| found >= border) {
            return place;
        }
        let shape = as_board(self.network.shape(value)).expect("the shapes were checked");
        let to = self.allocate_board(shape, border.max(self.borders[value]));
        self.copy_into(&place, to.clone());
        self.places[value] = Some(to.clone());
        to
    }

    fn copy_into(&mut self, from: &Placement, to: Placement) {
        let from = from.clone();
        self.instructions.push(Instruction::Copy { from, to });
    }

    fn output(&mut self, value: Value) -> Span {
        let span = self.natural(value);
        if self.slots[span.slot].whole {
            return span;
        }
        let (to, whole) = self.allocate(value, &[span.len]);
        self.copy_into(&Placement::natural(span.slot, span.base, &[span.len]), to);
        whole
    }

    fn reshape(&mut self, value: Value, shape: &[usize]) -> Placement {
        let place = self.place(value);
        // A list may lie in any order: linear layers follow it with their weights, others have it copied.
        if shape.len() == 1 && !place.is_natural() {
            return place;
        }
        let Span { slot, base, .. } = self.natural(value);
        Placement::natural(slot, base, shape)
    }

    /// A number for every channel of a board, and the rectifier after it where nothing else reads what is between.
    fn add_channels(&mut self, i: usize) {
        let inputs = self.network.description().inputs.len();
        let step = &self.network.steps()[i];
        let from = self.board(step.from[0], 0);
        let list = self.natural(step.from[1]);
        let next = self.readers.only(inputs + i);
        let rectifier = next.filter(|&next| matches!(self.network.steps()[next].op, Op::Relu));
        if let Some(rectifier) = rectifier {
            self.joined[rectifier] = true;
        }
        let value = inputs + rectifier.unwrap_or(i);
        let shape = as_board(&step.shape).expect("the shapes were checked");
        let to = self.allocate_board(shape, self.borders[value]);
        self.places[value] = Some(to.clone());
        self.instructions.push(Instruction::AddChannels {
            from,
            list,
            relu: rectifier.is_some(),
            to,
        });
    }

    fn concat(&mut self, value: Value, step: &Step) -> Placement {
        let place = match as_board(&step.shape) {
            Some(shape) => self.allocate_board(shape, self.borders[value]),
            None => self.allocate(value, &step.shape).0,
        };
        let mut base = place.base;
        for &part in &step.from {
            let from = self.place(part);
            let to = if from.axes.len() == place.axes.len() {
                let mut axes = place.axes.clone();
                axes[0].size = from.axes[0].size;
                Placement {
                    slot: place.slot,
                    base,
                    axes,
                }
            } else {
                let sizes: Vec<usize> = from.axes.iter().map(|axis| axis.size).collect();
                Placement::natural(place.slot, base, &sizes)
            };
            self.copy_into(&from, to);
            base += self.network.shape(part)[0] * place.axes[0].stride;
        }
        place
    }

    fn map(&mut self, value: Value, step: &Step, map: Map) -> Placement {
        let from = self.natural(step.from[0]);
        let (place, to) = self.allocate(value, &step.shape);
        self.instructions.push(Instruction::Map { map, from, to });
        place
    }

    fn layer(&mut self, i: usize, outs: usize) -> (Fused, Layer<'a>) {
        let fused = fuse(self.network, &self.readers, i, &mut self.joined);
        let parameters = self.network.steps()[i].parameters.clone();
        let (weight, bias) = match &self.tensors[parameters] {
            [weight, bias] => (weight, Some(&**bias)),
            [weight, ..] => (weight, None),
            [] => unreachable!("a layer has weights"),
        };
        let affine = fused
            .norm
            .map(|norm| norm_as_affine(self.network, self.tensors, norm));
        let layer = Layer {
            weight,
            bias,
            affine,
            outs,
            relu: fused.relu,
        };
        (fused, layer)
    }

    /// A product in the precision that is asked for, where it has that.
    fn multiply(&self, product: Product) -> Multiply {
        let rounded = match self.precision {
            Precision::Single => None,
            Precision::Integer => Integer::new(&product),
        };
        rounded.map_or_else(|| Multiply::Single(product), Multiply::Integer)
    }

    fn linear(&mut self, i: usize, outs: usize) {
        let (fused, layer) = self.layer(i, outs);
        let step = &self.network.steps()[i];
        let source = self.place(step.from[0]);
        let single = step.shape.len() == 1;
        let (from, order) = if single && source.is_dense() {
            let Placement { slot, base, .. } = source;
            let len = source.len();
            (Span { slot, base, len }, Some(&source))
        } else {
            (self.natural(step.from[0]), None)
        };
        let add = fused.add.map(|value| self.natural(value));
        let (place, to) = self.allocate(fused.value, &step.shape);
        let rows = to.len / outs;
        let product = layer.linear(rows, from.base, order, add.map(|span| span.base), to.base);
        self.instructions.push(Instruction::Product {
            product: self.multiply(product),
            from: from.slot,
            add: add.map(|span| span.slot),
            to: to.slot,
        });
        self.places[fused.value] = Some(place);
    }

    fn convolution(&mut self, i: usize, outs: usize, kernel: usize) {
        let (fused, layer) = self.layer(i, outs);
        let step = &self.network.steps()[i];
        let from = self.board(step.from[0], kernel / 2);
        let add = fused.add.map(|value| self.board(value, 0));
        let shape = as_board(&step.shape).expect("the shapes were checked");
        let to = self.allocate_board(shape, self.borders[fused.value]);
        let product = self.multiply(layer.convolution(kernel, &from, add.as_ref(), &to));
        let by_tiles = layer.by_tiles(kernel, &from, add.as_ref(), &to);
        let by_tiles = match self.precision {
            Precision::Single => by_tiles,
            Precision::Integer => by_tiles.map(Winograd::rounded),
        };
        let (from, add) = (from.slot, add.map(|place| place.slot));
        let instruction = match by_tiles {
            Some(several) => Instruction::Convolution {
                scratch: several.memory().map(|len| self.slot(len, false, None)),
                single: product,
                several,
                from,
                add,
                to: to.slot,
            },
            None => Instruction::Product {
                product,
                from,
                add,
                to: to.slot,
            },
        };
        self.instructions.push(instruction);
        self.places[fused.value] = Some(to);
    }

    fn attention(&mut self, value: Value, step: &Step, heads: usize) -> Placement {
        let [tokens, width] = step.shape[..] else {
            unreachable!("the shapes were checked");
        };
        let [in_weight, in_bias, out_weight, out_bias] = &self.tensors[step.parameters.clone()] else {
            unreachable!("attention has four tensors");
        };
        let layer = |weight: &'a [f32], bias: &'a [f32]| Layer {
            weight,
            bias: Some(bias),
            affine: None,
            outs: bias.len(),
            relu: false,
        };
        let from = self.natural(step.from[0]);
        let mixed = self.slot(3 * tokens * width, false, None);
        self.instructions.push(Instruction::Product {
            product: self.multiply(layer(in_weight, in_bias).linear(tokens, from.base, None, None, 0)),
            from: from.slot,
            add: None,
            to: mixed,
        });
        let attention = Attention { tokens, width, heads };
        let scratch = self.slot(attention.scratch(), false, None);
        let context = self.slot(tokens * width, false, None);
        let span = |slot, len| Span { slot, base: 0, len };
        self.instructions.push(Instruction::Attention {
            attention,
            from: span(mixed, 3 * tokens * width),
            scratch: span(scratch, attention.scratch()),
            to: span(context, tokens * width),
        });
        let (place, to) = self.allocate(value, &step.shape);
        self.instructions.push(Instruction::Product {
            product: self.multiply(layer(out_weight, out_bias).linear(tokens, 0, None, None, 0)),
            from: context,
            add: None,
            to: to.slot,
        });
        place
    }
}
