//! A compiled network: a list of instructions over slots of memory, and how they are carried out.

use super::layout::{Place, Slot};
use crate::kernels::Kernels;
use crate::kernels::product::{Product, Rows};
use crate::kernels::small::{self, Attention};
use crate::kernels::winograd::{Batch, Winograd};

/// From so many positions on, convolutions go by tiles: for fewer, reading the larger weights costs more than it saves.
const SEVERAL: usize = 3;

/// One instruction. Slots are read and written from the base that is said, in every position.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Instruction {
    /// A linear layer or a convolution; the points count from the beginning of the slots.
    Product {
        product: Product,
        from: usize,
        add: Option<usize>,
        to: usize,
    },
    /// A convolution that several positions at once compute by tiles.
    Convolution {
        single: Product,
        several: Winograd,
        from: usize,
        add: Option<usize>,
        /// Memory before and after the products of the tiles.
        scratch: [usize; 2],
        to: usize,
    },
    /// The same numbers in another layout.
    Copy { from: Place, to: Place },
    /// Something that changes numbers one by one, or row by row, in natural layout.
    Map { map: Map, from: Span, to: Span },
    /// The sum of two tensors.
    Add { from: [Span; 2], to: Span },
    /// The middle of attention: from queries, keys and values to mixed values.
    Attention {
        attention: Attention,
        from: Span,
        scratch: Span,
        to: Span,
    },
    /// Logits without what is not legal.
    Mask { logits: Span, legal: Span, to: Span },
    /// A value and advantages.
    Dueling {
        value: Span,
        advantages: Span,
        legal: Span,
        to: Span,
    },
}

/// What a [`Map`](Instruction::Map) does.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Map {
    Relu,
    Tanh,
    /// Adds the same numbers to every position.
    Shift(Vec<f32>),
    /// A factor and a summand a channel, every channel being `run` numbers long.
    Affine {
        scale: Vec<f32>,
        shift: Vec<f32>,
        run: usize,
    },
    LayerNorm {
        scale: Vec<f32>,
        shift: Vec<f32>,
        eps: f32,
    },
}

/// Numbers of one position that lie together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) slot: usize,
    pub(super) base: usize,
    pub(super) len: usize,
}

impl Instruction {
    /// The slots that it reads; the one that it writes.
    pub(super) fn slots(&mut self) -> (Vec<&mut usize>, Vec<&mut usize>) {
        match self {
            Self::Product { from, add, to, .. } => {
                let mut reads = vec![from];
                reads.extend(add);
                (reads, vec![to])
            }
            Self::Convolution {
                from,
                add,
                scratch: [before, after],
                to,
                ..
            } => {
                let mut reads = vec![from];
                reads.extend(add);
                (reads, vec![before, after, to])
            }
            Self::Copy { from, to } => (vec![&mut from.slot], vec![&mut to.slot]),
            Self::Map { from, to, .. } => (vec![&mut from.slot], vec![&mut to.slot]),
            Self::Add { from: [a, b], to } => (vec![&mut a.slot, &mut b.slot], vec![&mut to.slot]),
            Self::Attention {
                from, scratch, to, ..
            } => (vec![&mut from.slot], vec![&mut scratch.slot, &mut to.slot]),
            Self::Mask { logits, legal, to } => (vec![&mut logits.slot, &mut legal.slot], vec![&mut to.slot]),
            Self::Dueling {
                value,
                advantages,
                legal,
                to,
            } => {
                let reads = vec![&mut value.slot, &mut advantages.slot, &mut legal.slot];
                (reads, vec![&mut to.slot])
            }
        }
    }
}

/// A compiled network.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Program {
    pub(super) slots: Vec<Slot>,
    pub(super) instructions: Vec<Instruction>,
    /// The outputs by name, in natural layout.
    pub(super) outputs: Vec<(String, Span)>,
    /// Positions that go through the whole network together, so that their numbers stay near the processor.
    pub(super) chunk: usize,
}

impl Program {
    /// Memory for batches of up to `max_batch`, filled with zeros.
    pub(super) fn memory(&self, max_batch: usize) -> Vec<Vec<f32>> {
        let size = |slot: &Slot| match slot.whole {
            true => slot.len * max_batch,
            false => slot.len * max_batch.min(self.chunk),
        };
        self.slots.iter().map(|slot| vec![0.0; size(slot)]).collect()
    }

    /// Numbers in a row of input.
    pub(super) fn input_len(&self) -> usize {
        self.slots[0].len
    }

    pub(super) fn output_index(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|(found, _)| found == name)
    }

    pub(super) fn output_len(&self, output: usize) -> usize {
        self.outputs[output].1.len
    }

    pub(super) fn output<'a>(&self, memory: &'a [Vec<f32>], output: usize, position: usize) -> &'a [f32] {
        let Span { slot, base, len } = self.outputs[output].1;
        &memory[slot][position * self.slots[slot].len + base..][..len]
    }

    /// Evaluates the first `batch` positions.
    pub(super) fn run(&self, kernels: Kernels, batch: usize, memory: &mut [Vec<f32>]) {
        let mut first = 0;
        while first < batch {
            let count = self.chunk.min(batch - first);
            let mut part = Part {
                slots: &self.slots,
                memory,
                kernels,
                first,
                count,
            };
            for instruction in &self.instructions {
                part.execute(instruction);
            }
            first += count;
        }
    }
}

/// The positions under way.
struct Part<'a> {
    slots: &'a [Slot],
    memory: &'a mut [Vec<f32>],
    kernels: Kernels,
    first: usize,
    count: usize,
}

impl Part<'_> {
    /// Where a slot's numbers for the first of these positions begin.
    fn start(&self, slot: usize) -> usize {
        let Slot { len, whole, .. } = self.slots[slot];
        if whole { self.first * len } else { 0 }
    }

    fn rows(&self, slot: usize) -> Rows<'_> {
        Rows {
            numbers: &self.memory[slot][self.start(slot)..],
            stride: self.slots[slot].len,
        }
    }

    /// The numbers of one of these positions.
    fn span(&self, span: Span, position: usize) -> &[f32] {
        let at = self.start(span.slot) + position * self.slots[span.slot].len + span.base;
        &self.memory[span.slot][at..][..span.len]
    }

    fn execute(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Product {
                product,
                from,
                add,
                to,
            } => self.product(product, *from, *add, *to),
            Instruction::Convolution {
                single,
                several,
                from,
                add,
                scratch,
                to,
            } => {
                if self.count < SEVERAL {
                    self.product(single, *from, *add, *to);
                } else {
                    self.by_tiles(several, *from, *add, *scratch, *to);
                }
            }
            Instruction::Copy { from, to } => self.write(to.slot, |part, out| {
                let source = part.rows(from.slot);
                let (start, stride) = (part.start(to.slot), part.slots[to.slot].len);
                for position in 0..part.count {
                    let source = &source.numbers[position * source.stride + from.base..];
                    let out = &mut out[start + position * stride + to.base..];
                    copy(&from.axes, source, &to.axes, out);
                }
            }),
            Instruction::Map { map, from, to } => {
                self.each(*to, |part, position, out| {
                    map.run(part.span(*from, position), out);
                });
            }
            Instruction::Add { from: [a, b], to } => self.each(*to, |part, position, out| {
                small::add(part.span(*a, position), part.span(*b, position), out);
            }),
            Instruction::Attention {
                attention,
                from,
                scratch,
                to,
            } => self.write(scratch.slot, |part, scratch| {
                part.each(*to, |part, position, out| {
                    attention.run(part.span(*from, position), scratch, out);
                });
            }),
            Instruction::Mask { logits, legal, to } => self.each(*to, |part, position, out| {
                small::mask(part.span(*logits, position), part.span(*legal, position), out);
            }),
            Instruction::Dueling {
                value,
                advantages,
                legal,
                to,
            } => self.each(*to, |part, position, out| {
                let [advantages, legal] = [*advantages, *legal].map(|span| part.span(span, position));
                small::dueling(part.span(*value, position)[0], advantages, legal, out);
            }),
        }
    }

    fn product(&mut self, product: &Product, from: usize, add: Option<usize>, to: usize) {
        self.write(to, |part, out| {
            let (start, stride) = (part.start(to), part.slots[to].len);
            let add = add.map(|slot| part.rows(slot));
            let read = part.rows(from);
            product.run(part.kernels, part.count, read, add, &mut out[start..], stride);
        });
    }

    fn by_tiles(
        &mut self,
        winograd: &Winograd,
        from: usize,
        add: Option<usize>,
        [before, after]: [usize; 2],
        to: usize,
    ) {
        self.write(before, |part, before| {
            part.write(after, |part, after| {
                part.write(to, |part, out| {
                    let (start, stride) = (part.start(to), part.slots[to].len);
                    let batch = Batch {
                        count: part.count,
                        read: part.rows(from),
                        add: add.map(|slot| part.rows(slot)),
                        stride,
                    };
                    winograd.run(part.kernels, &batch, [before, after], &mut out[start..]);
                });
            });
        });
    }

    /// Takes the memory of a slot out while it is written, so that the others can be read.
    fn write(&mut self, slot: usize, write: impl FnOnce(&mut Self, &mut [f32])) {
        let mut memory = std::mem::take(&mut self.memory[slot]);
        write(self, &mut memory);
        self.memory[slot] = memory;
    }

    /// Writes a span, position by position.
    fn each(&mut self, to: Span, mut write: impl FnMut(&Self, usize, &mut [f32])) {
        self.write(to.slot, |part, out| {
            let (start, stride) = (part.start(to.slot), part.slots[to.slot].len);
            for position in 0..part.count {
                let at = start + position * stride + to.base;
                write(part, position, &mut out[at..][..to.len]);
            }
        });
    }
}

/// Copies a tensor of up to three axes from one layout to another.
fn copy(from: &[super::layout::Axis], source: &[f32], to: &[super::layout::Axis], out: &mut [f32]) {
    match (from, to) {
        ([a, from @ ..], [b, to @ ..]) if !from.is_empty() => {
            for i in 0..a.size {
                copy(from, &source[i * a.stride..], to, &mut out[i * b.stride..]);
            }
        }
        ([a], [b]) if a.stride == 1 && b.stride == 1 => {
            out[..a.size].copy_from_slice(&source[..a.size]);
        }
        ([a], [b]) => {
            for i in 0..a.size {
                out[i * b.stride] = source[i * a.stride];
            }
        }
        _ => {
            if let (Some(out), Some(x)) = (out.first_mut(), source.first()) {
                *out = *x;
            }
        }
    }
}

impl Map {
    fn run(&self, numbers: &[f32], out: &mut [f32]) {
        match self {
            Self::Relu => small::relu(numbers, out),
            Self::Tanh => small::tanh_all(numbers, out),
            Self::Shift(shift) => small::add(numbers, shift, out),
            Self::Affine { scale, shift, run } => small::affine(numbers, scale, shift, *run, out),
            Self::LayerNorm { scale, shift, eps } => small::layer_norm(numbers, scale, shift, *eps, out),
        }
    }
}
