//! A convolution over boards whose channels lie together, by implicit products: no patch is ever copied.
//!
//! Points that read the same part of the kernel form a class, as in inference. The gradient of what was read is a
//! convolution with the kernel turned around; that of the kernel is a sum of outer products, point by point.

use rayon::prelude::*;

use super::linear::Weighted;
use super::loops::{column_sums, relu_gradient};
use super::pass::{Pass, Source, Target, in_parts, parts};
use crate::kernels::LANES;
use crate::kernels::outer::Outer;
use crate::kernels::product::{Panels, Product, Rows};
use crate::plan::board_classes;

/// A convolution that keeps height and width.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    pub(super) from: Source,
    pub(super) to: Target,
    weighted: Weighted,
    channels: usize,
    kernel: usize,
    /// Numbers of one channel.
    cells: usize,
    forward: Product,
    backward: Product,
    /// The kernel with its channels together.
    packed: Vec<f32>,
    /// Its gradient, panel by panel of the outputs.
    panels: Vec<f32>,
}

impl Convolution {
    pub(super) fn new(
        from: Source,
        to: Target,
        weighted: Weighted,
        [channels, height, width]: [usize; 3],
        kernel: usize,
    ) -> Self {
        let outs = weighted.outs;
        let product = |channels: usize, outs: usize, relu: bool| Product {
            panels: Panels::new(outs, kernel * kernel * channels, |_, _| 0.0, |_| 0.0),
            classes: board_classes(kernel, [channels, height, width], outs),
            by_edge: Vec::new(),
            relu,
        };
        let reads = kernel * kernel * channels;
        Self {
            from,
            to,
            channels,
            kernel,
            cells: height * width,
            forward: product(channels, outs, weighted.relu),
            backward: product(outs, channels, false),
            packed: vec![0.0; outs * reads],
            panels: vec![0.0; outs.div_ceil(LANES) * reads * LANES],
            weighted,
        }
    }

    /// Numbers that one output reads.
    const fn reads(&self) -> usize {
        self.kernel * self.kernel * self.channels
    }

    fn weight<'a>(&self, pass: &Pass<'a>) -> &'a [f32] {
        &pass.weights[self.weighted.weight.clone()]
    }

    pub(super) fn forward(&mut self, pass: &mut Pass<'_>) {
        let taps = self.kernel * self.kernel;
        let weight = self.weight(pass);
        for (packed, weight) in self
            .packed
            .chunks_exact_mut(taps * self.channels)
            .zip(weight.chunks_exact(taps * self.channels))
        {
            for (channel, weight) in weight.chunks_exact(taps).enumerate() {
                for (tap, &weight) in weight.iter().enumerate() {
                    packed[tap * self.channels + channel] = weight;
                }
            }
        }
        self.forward.panels.fill_by_output(&self.packed);
        if let Some(bias) = &self.weighted.bias {
            self.forward.panels.fill_bias(&pass.weights[bias.clone()]);
        }
        pass.write(self.to.slot, |pass, out| {
            let from = &pass.values[self.from.slot];
            let read = Rows {
                numbers: from.rows(pass.batch),
                stride: from.stride,
            };
            let stride = out.stride;
            self.multiply(&self.forward, pass, read, None, out.rows_mut(pass.batch), stride);
        });
    }

    fn multiply(
        &self,
        product: &Product,
        pass: &Pass<'_>,
        read: Rows<&[f32]>,
        add: Option<Rows<&[f32]>>,
        out: &mut [f32],
        stride: usize,
    ) {
        let parts = parts(pass.batch * self.cells * self.reads() * self.weighted.outs);
        let from = |rows: Rows<&'_ [f32]>, first: usize| rows.numbers.len().min(first * rows.stride);
        in_parts(parts, pass.batch, out, stride, |first, out| {
            let part = |rows: Rows<_>| Rows {
                numbers: &rows.numbers[from(rows, first)..],
                stride: rows.stride,
            };
            product.run(
                pass.kernels,
                out.len() / stride,
                part(read),
                add.map(part),
                out,
                stride,
            );
        });
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, gradient: &mut [f32]) {
        let batch = pass.batch;
        pass.take_gradient(self.to, |pass, slope| {
            if self.weighted.relu {
                relu_gradient(pass.kernels, pass.value(self.to.slot), slope.rows_mut(batch));
            }
            let slopes = Rows {
                numbers: slope.rows(batch),
                stride: slope.stride,
            };
            if let Some(bias) = &self.weighted.bias {
                let outs = self.weighted.outs;
                column_sums(pass.kernels, slopes.numbers, outs, &mut gradient[bias.clone()]);
            }
            self.kernel_gradient(pass, slopes, &mut gradient[self.weighted.weight.clone()]);
            self.pass_on(pass, slopes);
        });
    }

    /// Adds up the gradient of the kernel. Each panel of outputs is a task of its own.
    fn kernel_gradient(&mut self, pass: &Pass<'_>, slopes: Rows<&[f32]>, gradient: &mut [f32]) {
        let (outs, reads) = (self.weighted.outs, self.reads());
        let from = &pass.values[self.from.slot];
        let numbers = from.rows(pass.batch);
        let classes = &self.forward.classes;
        let panel_sums = |(panel, sums): (usize, &mut [f32])| {
            sums.fill(0.0);
            let first = panel * LANES;
            for class in classes {
                for (point, run) in class
                    .points
                    .iter()
                    .flat_map(|point| class.runs.iter().map(move |run| (point, run)))
                {
                    let outer = Outer {
                        rows: pass.batch,
                        left: Rows {
                            numbers: &numbers[point.from + run.at..],
                            stride: from.stride,
                        },
                        height: run.len,
                        right: Rows {
                            numbers: &slopes.numbers[point.to + first..],
                            stride: slopes.stride,
                        },
                        width: LANES.min(outs - first),
                    };
                    outer.run(pass.kernels, &mut sums[run.weights * LANES..], LANES, true);
                }
            }
        };
        let size = reads * LANES;
        if parts(pass.batch * self.cells * reads * outs) > 1 {
            self.panels
                .par_chunks_exact_mut(size)
                .enumerate()
                .for_each(panel_sums);
        } else {
            self.panels
                .chunks_exact_mut(size)
                .enumerate()
                .for_each(panel_sums);
        }
        let taps = self.kernel * self.kernel;
        for (out, gradient) in gradient.chunks_exact_mut(reads).enumerate() {
            let sums = &self.panels[out / LANES * size + out % LANES..];
            for (channel, gradient) in gradient.chunks_exact_mut(taps).enumerate() {
                for (tap, gradient) in gradient.iter_mut().enumerate() {
                    *gradient = sums[(tap * self.channels + channel) * LANES];
                }
            }
        }
    }

    /// Puts the gradient of what was read where it belongs.
    fn pass_on(&mut self, pass: &mut Pass<'_>, slopes: Rows<&[f32]>) {
        let Some(sink) = self.from.gradient else {
            return;
        };
        let (outs, taps) = (self.weighted.outs, self.kernel * self.kernel);
        let weight = self.weight(pass);
        // The kernel turned around: for each place of it the outputs, for each of those the channels.
        for (out, weight) in weight.chunks_exact(taps * self.channels).enumerate() {
            for (channel, weight) in weight.chunks_exact(taps).enumerate() {
                for (tap, &weight) in weight.iter().rev().enumerate() {
                    self.packed[(tap * outs + out) * self.channels + channel] = weight;
                }
            }
        }
        self.backward.panels.fill_by_read(&self.packed, self.channels);
        pass.write_gradient(sink.buffer, |pass, out| {
            let stride = out.stride;
            let before = sink.add.then(|| out.rows(pass.batch).to_vec());
            let add = before.as_deref().map(|numbers| Rows { numbers, stride });
            self.multiply(
                &self.backward,
                pass,
                slopes,
                add,
                out.rows_mut(pass.batch),
                stride,
            );
        });
    }
}
