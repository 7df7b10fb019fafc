//! A compiled network: a list of instructions over slots of memory, and how they are carried out.

use super::instruction::{Instruction, Multiply, Span};
use super::layout::Slot;
use crate::kernels::Kernels;
use crate::kernels::integer::Scratch;
use crate::kernels::product::Rows;
use crate::kernels::small;
use crate::kernels::winograd::{Batch, Winograd};

/// From so many positions on, convolutions go by tiles: for fewer, reading the larger weights costs more than it saves.
const SEVERAL: usize = 3;

/// A compiled network.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Program {
    pub(super) slots: Vec<Slot>,
    pub(super) instructions: Vec<Instruction>,
    /// The outputs by name, in natural layout.
    pub(super) outputs: Vec<(String, Span)>,
    /// Positions that go through the whole network together, so that their numbers stay near the processor.
    pub(super) chunk: usize,
    /// Pairs and scales of memory for one of them.
    pub(super) scratch: [usize; 2],
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

    /// Memory for rounded numbers.
    pub(super) fn scratch(&self, max_batch: usize) -> Scratch {
        Scratch::new(self.scratch.map(|len| len * max_batch.min(self.chunk)))
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
    pub(super) fn run(&self, kernels: Kernels, batch: usize, memory: &mut [Vec<f32>], scratch: &mut Scratch) {
        let mut first = 0;
        // Chunks as even as possible: of few positions each would take longer.
        let chunks = batch.div_ceil(self.chunk);
        for chunk in 0..chunks {
            let count = batch / chunks + usize::from(chunk < batch % chunks);
            let mut part = Part {
                slots: &self.slots,
                memory,
                scratch,
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
    scratch: &'a mut Scratch,
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

    fn rows(&self, slot: usize) -> Rows<&[f32]> {
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
            Instruction::AddChannels { from, list, relu, to } => self.write(to.slot, |part, out| {
                let floor = if *relu { 0.0 } else { f32::NEG_INFINITY };
                let source = part.rows(from.slot);
                let (start, stride) = (part.start(to.slot), part.slots[to.slot].len);
                for position in 0..part.count {
                    let list = part.span(*list, position);
                    let out = &mut out[start + position * stride..];
                    for (read, written) in from.board_rows().zip(to.board_rows()) {
                        let read = &source.numbers[position * source.stride..][read];
                        small::add_channels(read, list, floor, &mut out[written]);
                    }
                }
            }),
            Instruction::GlobalPool { from, to } => self.each(*to, |part, position, out| {
                let source = part.rows(from.slot);
                let numbers = &source.numbers[position * source.stride..];
                small::global_pool(from.board_rows().map(|row| &numbers[row]), out);
            }),
            Instruction::Gather { from, offsets, to } => self.each(*to, |part, position, out| {
                let source = part.rows(*from);
                let numbers = &source.numbers[position * source.stride..];
                for (out, &offset) in out.iter_mut().zip(offsets) {
                    *out = numbers[offset];
                }
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

    fn product(&mut self, product: &Multiply, from: usize, add: Option<usize>, to: usize) {
        self.write(to, |part, out| {
            part.rounding(|part, scratch| {
                let out = &mut out[part.start(to)..];
                let stride = part.slots[to].len;
                let add = add.map(|slot| part.rows(slot));
                let read = part.rows(from);
                match product {
                    Multiply::Single(product) => {
                        product.run(part.kernels, part.count, read, add, out, stride);
                    }
                    Multiply::Integer(product) => {
                        product.run(part.kernels, part.count, read, scratch, (add, out, stride));
                    }
                }
            });
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
                    part.rounding(|part, scratch| {
                        let (start, stride) = (part.start(to), part.slots[to].len);
                        let batch = Batch {
                            count: part.count,
                            read: part.rows(from),
                            add: add.map(|slot| part.rows(slot)),
                            stride,
                        };
                        let out = &mut out[start..];
                        winograd.run(part.kernels, &batch, [before, after], scratch, out);
                    });
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

    /// Takes the memory for rounded numbers out while it is used.
    fn rounding(&mut self, work: impl FnOnce(&Self, &mut Scratch)) {
        let mut scratch = std::mem::take(self.scratch);
        work(self, &mut scratch);
        *self.scratch = scratch;
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
