//! A 3 × 3 convolution with many channels by tiles, after Winograd, forward and back.
//!
//! Some positions at a time are transformed; then every frequency is one product (forward), or one product and one sum of
//! outer products (back). A batch is cut into spans, which depend on nothing but its size. Spans are shared between
//! threads; the gradients of the kernel are added up span by span, so that the same bytes come out whatever the number
//! of threads.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use super::linear::Weighted;
use super::loops::{add_all, kernel_frequencies, kernel_gradient};
use super::pass::{Pass, Source, Target, parts};
use crate::kernels::Kernels;
use crate::kernels::outer::Outer;
use crate::kernels::product::{Product, Rows};
use crate::kernels::winograd::TileTransforms;

/// With fewer channels, tiles save nothing.
const MANY: usize = 32;

/// Positions that are transformed together: with 64 channels, their frequencies fit into the second cache.
const TOGETHER: usize = 8;

/// Spans of a batch, at most.
const SPANS: usize = 4;

/// A convolution by tiles, without bias: a normalisation comes after it.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    pub(super) from: Source,
    pub(super) to: Target,
    weight: Range<usize>,
    channels: usize,
    outs: usize,
    input: TileTransforms,
    output: TileTransforms,
    /// One for each frequency, forward and back.
    products: Vec<[Product; 2]>,
}

/// The gradients of what some positions read.
struct Passed<'a> {
    numbers: &'a mut [f32],
    /// From one position to the next.
    stride: usize,
    /// Whether another reader has already put its part there.
    add: bool,
}

/// Memory that all convolutions of a network use in turn.
#[derive(Debug, Default)]
pub(super) struct TileScratch {
    /// For each thread: frequencies of what is read, of what comes out, and gradients of those that were read.
    threads: Vec<Mutex<[Vec<f32>; 3]>>,
    /// For each span: kernels as frequencies, or their gradients. For each frequency the outputs, for each of those the
    /// channels.
    spans: [Vec<f32>; SPANS],
}

impl Clone for TileScratch {
    /// Nothing in it lasts, so a copy begins empty.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl TileScratch {
    /// Enough memory for a convolution.
    fn prepare(&mut self, sizes: [usize; 3], kernels: usize) {
        self.threads
            .resize_with(rayon::current_num_threads() + 1, Mutex::default);
        for memory in &mut self.threads {
            let memory = memory.get_mut().unwrap_or_else(PoisonError::into_inner);
            for (memory, size) in memory.iter_mut().zip(sizes) {
                memory.resize(memory.len().max(size), 0.0);
            }
        }
        for span in &mut self.spans {
            span.resize(span.len().max(kernels), 0.0);
        }
    }

    /// The memory of this thread.
    fn own(threads: &[Mutex<[Vec<f32>; 3]>]) -> MutexGuard<'_, [Vec<f32>; 3]> {
        let index = rayon::current_thread_index().map_or(0, |index| index + 1);
        threads[index].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tiles {
    /// A convolution without bias, where tiles can save time.
    pub(super) fn new(
        from: Source,
        to: Target,
        weighted: &Weighted,
        [channels, height, width]: [usize; 3],
        kernel: usize,
    ) -> Option<Self> {
        let outs = weighted.outs;
        if kernel != 3 || channels < MANY || outs < MANY || weighted.bias.is_some() || weighted.relu {
            return None;
        }
        let input = TileTransforms::new([channels, height, width])?;
        let output = TileTransforms::new([outs, height, width])?;
        let product = |_| {
            [
                Product::of_rows(outs, channels, false),
                Product::of_rows(channels, outs, false),
            ]
        };
        Some(Self {
            from,
            to,
            weight: weighted.weight.clone(),
            channels,
            outs,
            input,
            output,
            products: (0..input.frequencies()).map(product).collect(),
        })
    }

    /// Positions of a span: whole chunks.
    fn span(&self, batch: usize) -> usize {
        batch.div_ceil(SPANS).next_multiple_of(TOGETHER)
    }

    /// Whether several threads are worth it.
    fn shared(&self, batch: usize) -> bool {
        parts(batch * self.input.tiles() * self.input.frequencies() * self.channels * self.outs) > 1
    }

    fn prepare(&self, scratch: &mut TileScratch) {
        let sizes = [&self.input, &self.output, &self.input].map(|transforms| transforms.memory(TOGETHER));
        scratch.prepare(sizes, self.products.len() * self.outs * self.channels);
    }

    /// Packs the frequencies of the kernels for both directions.
    fn pack(&mut self, kernels: Kernels, weight: &[f32], frequencies: &mut [f32]) {
        let size = self.outs * self.channels;
        let frequencies = &mut frequencies[..self.products.len() * size];
        kernel_frequencies(kernels, &self.input.kernel(), weight, self.channels, frequencies);
        let each = self
            .products
            .par_iter_mut()
            .zip(frequencies.par_chunks_exact(size));
        each.for_each(|([forward, backward], kernel)| {
            forward.panels.fill_by_output(kernel);
            backward.panels.fill_by_read(kernel, self.channels);
        });
    }

    pub(super) fn forward(&mut self, pass: &mut Pass<'_>, scratch: &mut TileScratch) {
        self.prepare(scratch);
        self.pack(
            pass.kernels,
            &pass.weights[self.weight.clone()],
            &mut scratch.spans[0],
        );
        let threads = &scratch.threads;
        pass.write(self.to.slot, |pass, out| {
            let (stride, span) = (out.stride, self.span(pass.batch));
            let span_forward = |(number, out): (usize, &mut [f32])| {
                let mut memory = TileScratch::own(threads);
                for (chunk, out) in out.chunks_mut(TOGETHER * stride).enumerate() {
                    let first = number * span + chunk * TOGETHER;
                    self.chunk_forward(pass, first, &mut memory, out, stride);
                }
            };
            let out = out.rows_mut(pass.batch);
            if self.shared(pass.batch) {
                out.par_chunks_mut(span * stride)
                    .enumerate()
                    .for_each(span_forward);
            } else {
                out.chunks_mut(span * stride).enumerate().for_each(span_forward);
            }
        });
    }

    /// The frequencies of what some positions read.
    fn read(&self, pass: &Pass<'_>, first: usize, count: usize, frequencies: &mut [f32]) {
        let from = &pass.values[self.from.slot];
        let boards = Rows {
            numbers: &from.rows(pass.batch)[first * from.stride..],
            stride: from.stride,
        };
        self.input.forward(
            pass.kernels,
            count,
            boards,
            &mut frequencies[..self.input.memory(count)],
        );
    }

    fn chunk_forward(
        &self,
        pass: &Pass<'_>,
        first: usize,
        [read, made, _]: &mut [Vec<f32>; 3],
        out: &mut [f32],
        stride: usize,
    ) {
        let count = out.len() / stride;
        self.read(pass, first, count, read);
        let rows = count * self.input.tiles();
        for (f, [forward, _]) in self.products.iter().enumerate() {
            let read = Rows {
                numbers: &read[f * self.input.stride(count)..],
                stride: self.channels,
            };
            let made = &mut made[f * self.output.stride(count)..];
            forward.run(pass.kernels, rows, read, None, made, self.outs);
        }
        let made = &made[..self.output.memory(count)];
        self.output.back(pass.kernels, count, made, out, stride);
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, scratch: &mut TileScratch, gradient: &mut [f32]) {
        self.prepare(scratch);
        let TileScratch { threads, spans } = scratch;
        let threads = &*threads;
        let batch = pass.batch;
        let count = batch.div_ceil(self.span(batch));
        pass.take_gradient(self.to, |pass, slope| {
            let (slopes, stride) = (slope.rows(batch), slope.stride);
            let Some(sink) = self.from.gradient else {
                return self.spans(pass, threads, &mut spans[..count], (slopes, stride), None);
            };
            pass.write_gradient(sink.buffer, |pass, out| {
                let passed = Passed {
                    stride: out.stride,
                    numbers: out.rows_mut(batch),
                    add: sink.add,
                };
                self.spans(pass, threads, &mut spans[..count], (slopes, stride), Some(passed));
            });
        });
        self.join(pass, &mut spans[..count], &mut gradient[self.weight.clone()]);
    }

    /// The gradient of the kernel from the sums of all spans.
    fn join(&self, pass: &Pass<'_>, spans: &mut [Vec<f32>], gradient: &mut [f32]) {
        /// Numbers that one task adds up.
        const PART: usize = 1 << 14;
        let size = self.products.len() * self.outs * self.channels;
        let (whole, others) = spans.split_at_mut(1);
        let whole = &mut whole[0][..size];
        let parts = whole.par_chunks_mut(PART).enumerate();
        parts.for_each(|(part, whole)| {
            for other in &*others {
                add_all(pass.kernels, &other[part * PART..][..whole.len()], whole);
            }
        });
        let whole = &*whole;
        let rows = self.input.kernel();
        let outs = self.outs.div_ceil(SPANS);
        let parts = gradient.par_chunks_mut(outs * 9 * self.channels).enumerate();
        parts.for_each(|(part, gradient)| {
            let first = (part * outs, self.outs);
            kernel_gradient(pass.kernels, &rows, whole, self.channels, first, gradient);
        });
    }

    /// Works on all spans: their gradients of the kernels, and what is passed on if anything is.
    fn spans(
        &self,
        pass: &Pass<'_>,
        threads: &[Mutex<[Vec<f32>; 3]>],
        sums: &mut [Vec<f32>],
        (slopes, stride): (&[f32], usize),
        out: Option<Passed<'_>>,
    ) {
        let span = self.span(pass.batch);
        let mut outs: Vec<Option<Passed<'_>>> = match out {
            Some(Passed { numbers, stride, add }) => {
                let parts = numbers.chunks_mut(span * stride);
                parts
                    .map(|numbers| Some(Passed { numbers, stride, add }))
                    .collect()
            }
            None => sums.iter().map(|_| None).collect(),
        };
        let work = |(number, (sums, out)): (usize, (&mut Vec<f32>, &mut Option<Passed<'_>>))| {
            let mut memory = TileScratch::own(threads);
            let positions = number * span..((number + 1) * span).min(pass.batch);
            for first in positions.clone().step_by(TOGETHER) {
                let count = TOGETHER.min(positions.end - first);
                let slopes = Rows {
                    numbers: &slopes[first * stride..],
                    stride,
                };
                let out = out.as_mut().map(|Passed { numbers, stride, add }| Passed {
                    numbers: &mut numbers[(first - positions.start) * *stride..][..count * *stride],
                    stride: *stride,
                    add: *add,
                });
                let add = first > positions.start;
                self.chunk_backward(pass, (first, count), &mut memory, slopes, (sums, add), out);
            }
        };
        if self.shared(pass.batch) {
            sums.par_iter_mut().zip(&mut outs).enumerate().for_each(work);
        } else {
            sums.iter_mut().zip(&mut outs).enumerate().for_each(work);
        }
    }

    fn chunk_backward(
        &self,
        pass: &Pass<'_>,
        (first, count): (usize, usize),
        [read, made, passed]: &mut [Vec<f32>; 3],
        slopes: Rows<&[f32]>,
        (sums, add): (&mut [f32], bool),
        out: Option<Passed<'_>>,
    ) {
        self.read(pass, first, count, read);
        self.output.back_adjoint(
            pass.kernels,
            count,
            slopes,
            &mut made[..self.output.memory(count)],
        );
        let rows = count * self.input.tiles();
        let (channels, outs) = (self.channels, self.outs);
        for (f, [_, backward]) in self.products.iter().enumerate() {
            let made = Rows {
                numbers: &made[f * self.output.stride(count)..],
                stride: outs,
            };
            let outer = Outer {
                rows,
                left: made,
                height: outs,
                right: Rows {
                    numbers: &read[f * self.input.stride(count)..],
                    stride: channels,
                },
                width: channels,
            };
            outer.run(
                pass.kernels,
                &mut sums[f * outs * channels..][..outs * channels],
                channels,
                add,
            );
            if out.is_some() {
                let passed = &mut passed[f * self.input.stride(count)..];
                backward.run(pass.kernels, rows, made, None, passed, channels);
            }
        }
        if let Some(out) = out {
            let passed = &passed[..self.input.memory(count)];
            if !out.add {
                out.numbers.fill(0.0);
            }
            self.input
                .forward_adjoint(pass.kernels, count, passed, out.numbers, out.stride);
        }
    }
}
