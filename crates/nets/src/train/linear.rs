//! A linear layer over the last axis, with a rectifier after it or not.

use std::ops::Range;

use super::loops::{add_all, column_sums, relu_gradient};
use super::matrix::Matrix;
use super::pass::{Pass, Source, Target, in_parts, parts};
use crate::kernels::outer::Outer;
use crate::kernels::product::{Product, Rows};

/// What a layer with weights is made from: its parameters as ranges of the row of all that can be learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weighted {
    pub(super) weight: Range<usize>,
    pub(super) bias: Option<Range<usize>>,
    pub(super) outs: usize,
    pub(super) relu: bool,
}

/// `x · weightᵀ + bias`.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) from: Source,
    pub(super) to: Target,
    weighted: Weighted,
    /// Lines of one position.
    lines: usize,
    reads: usize,
    forward: Product,
    backward: Product,
    /// For a gradient that is to be added to another.
    scratch: Matrix,
}

impl Linear {
    pub(super) fn new(from: Source, to: Target, weighted: Weighted, lines: usize) -> Self {
        let outs = weighted.outs;
        let reads = weighted.weight.len() / outs;
        Self {
            from,
            to,
            lines,
            reads,
            forward: Product::of_rows(outs, reads, weighted.relu),
            backward: Product::of_rows(reads, outs, false),
            weighted,
            scratch: Matrix::default(),
        }
    }

    /// From one line to the next in a matrix.
    fn line(&self, matrix: &Matrix) -> usize {
        matrix.stride / self.lines
    }

    pub(super) fn forward(&mut self, pass: &mut Pass<'_>) {
        let panels = &mut self.forward.panels;
        panels.fill_by_output(&pass.weights[self.weighted.weight.clone()]);
        if let Some(bias) = &self.weighted.bias {
            panels.fill_bias(&pass.weights[bias.clone()]);
        }
        pass.write(self.to.slot, |pass, out| {
            let stride = self.line(out);
            let from = &pass.values[self.from.slot];
            self.multiply(&self.forward, pass, from, out.rows_mut(pass.batch), stride);
        });
    }

    /// The lines of a matrix times weights.
    fn multiply(&self, product: &Product, pass: &Pass<'_>, from: &Matrix, out: &mut [f32], stride: usize) {
        let lines = pass.batch * self.lines;
        let from_stride = self.line(from);
        let numbers = from.rows(pass.batch);
        let parts = parts(lines * self.reads * self.weighted.outs);
        in_parts(parts, lines, out, stride, |first, out| {
            let read = Rows {
                numbers: &numbers[first * from_stride..],
                stride: from_stride,
            };
            product.run(pass.kernels, out.len() / stride, read, None, out, stride);
        });
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, gradient: &mut [f32]) {
        let batch = pass.batch;
        let lines = batch * self.lines;
        pass.take_gradient(self.to, |pass, slope| {
            let stride = self.line(slope);
            if self.weighted.relu {
                relu_gradient(pass.kernels, pass.value(self.to.slot), slope.rows_mut(batch));
            }
            let numbers = slope.rows(batch);
            if let Some(bias) = &self.weighted.bias {
                column_sums(pass.kernels, numbers, stride, &mut gradient[bias.clone()]);
            }
            let from = &pass.values[self.from.slot];
            let right = Rows {
                numbers: from.rows(batch),
                stride: self.line(from),
            };
            let (outs, reads) = (self.weighted.outs, self.reads);
            let parts = parts(lines * reads * outs);
            in_parts(
                parts,
                outs,
                &mut gradient[self.weighted.weight.clone()],
                reads,
                |first, out| {
                    let outer = Outer {
                        rows: lines,
                        left: Rows {
                            numbers: &numbers[first..],
                            stride,
                        },
                        height: out.len() / reads,
                        right,
                        width: reads,
                    };
                    outer.run(pass.kernels, out, reads, false);
                },
            );
            self.pass_on(pass, slope);
        });
    }

    /// Puts the gradient of what was read where it belongs.
    fn pass_on(&mut self, pass: &mut Pass<'_>, slope: &Matrix) {
        let Some(sink) = self.from.gradient else {
            return;
        };
        self.backward
            .panels
            .fill_by_read(&pass.weights[self.weighted.weight.clone()], self.reads);
        let batch = pass.batch;
        let mut scratch = std::mem::take(&mut self.scratch);
        pass.write_gradient(sink.buffer, |pass, out| {
            let stride = self.line(out);
            if !sink.add {
                return self.multiply(&self.backward, pass, slope, out.rows_mut(batch), stride);
            }
            if scratch.stride != out.stride || scratch.capacity() < batch {
                scratch = Matrix::new(batch, out.stride);
            }
            self.multiply(&self.backward, pass, slope, scratch.rows_mut(batch), stride);
            add_all(pass.kernels, scratch.rows(batch), out.rows_mut(batch));
        });
        self.scratch = scratch;
    }
}
