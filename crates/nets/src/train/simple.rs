//! The layers without products: rectifiers, sums, copies, and the ends of heads.

use std::ops::Range;

use super::loops;
use super::pass::{Pass, Source, Target};
use crate::kernels::small;

/// A layer that reads one tensor and changes its numbers one by one.
#[derive(Clone, Debug)]
pub(super) struct Map {
    pub(super) from: Source,
    pub(super) to: Target,
    pub(super) kind: MapKind,
}

/// What a [`Map`] does.
#[derive(Clone, Debug)]
pub(super) enum MapKind {
    /// `max(x, 0)`.
    Relu,
    /// The hyperbolic tangent.
    Tanh,
    /// Sets numbers to zero with probability `p`; what the others are multiplied by is kept for the way back.
    Dropout { p: f32, factors: Vec<f32> },
    /// Adds a learned tensor.
    Position { weight: Range<usize> },
}

impl Map {
    /// Computes; `lot` draws a number in `0..1` for each unit that may be left out.
    pub(super) fn forward(&mut self, pass: &mut Pass<'_>, lot: &mut dyn FnMut() -> f32) {
        pass.write(self.to.slot, |pass, out| {
            let numbers = pass.value(self.from.slot);
            let out_rows = out.rows_mut(pass.batch);
            match &mut self.kind {
                MapKind::Relu => loops::relu(pass.kernels, numbers, out_rows),
                MapKind::Tanh => loops::tanh(pass.kernels, numbers, out_rows),
                MapKind::Dropout { p, factors } => {
                    let kept = 1.0 / (1.0 - *p);
                    factors.clear();
                    factors.extend(numbers.iter().map(|_| if lot() < *p { 0.0 } else { kept }));
                    loops::product_of(pass.kernels, numbers, factors, out_rows);
                }
                MapKind::Position { weight } => {
                    let weight = &pass.weights[weight.clone()];
                    let stride = pass.values[self.from.slot].stride;
                    for (out, numbers) in out_rows
                        .chunks_exact_mut(stride)
                        .zip(numbers.chunks_exact(stride))
                    {
                        loops::sum_of(pass.kernels, numbers, weight, out);
                    }
                }
            }
        });
    }

    pub(super) fn backward(&mut self, pass: &mut Pass<'_>, gradient: &mut [f32]) {
        pass.take_gradient(self.to, |pass, slope| {
            let (batch, stride) = (pass.batch, slope.stride);
            let slopes = slope.rows_mut(batch);
            match &self.kind {
                MapKind::Relu => loops::relu_gradient(pass.kernels, pass.value(self.to.slot), slopes),
                MapKind::Tanh => loops::tanh_gradient(pass.kernels, pass.value(self.to.slot), slopes),
                MapKind::Dropout { factors, .. } => {
                    for (slope, factor) in slopes.iter_mut().zip(factors) {
                        *slope *= factor;
                    }
                }
                MapKind::Position { weight } => {
                    loops::column_sums(pass.kernels, slopes, stride, &mut gradient[weight.clone()]);
                }
            }
            pass.pass_on(self.from, slope);
        });
    }
}

/// The sum of two tensors of the same shape.
#[derive(Clone, Debug)]
pub(super) struct Add {
    pub(super) from: [Source; 2],
    pub(super) to: Target,
}

impl Add {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let [a, b] = self.from.map(|from| pass.value(from.slot));
            loops::sum_of(pass.kernels, a, b, out.rows_mut(pass.batch));
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            for from in self.from {
                pass.pass_on(from, slope);
            }
        });
    }
}

/// Copies between two orders of the numbers: channels apart, as descriptions have them, and channels together.
#[derive(Clone, Debug)]
pub(super) struct Permute {
    pub(super) from: Source,
    pub(super) to: Target,
    /// Axes of a position as it is read: `rows × columns`, to be turned around.
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Permute {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let from = &pass.values[self.from.slot];
            let stride = out.stride;
            let positions = from.rows(pass.batch).chunks_exact(from.stride);
            for (numbers, out) in positions.zip(out.rows_mut(pass.batch).chunks_exact_mut(stride)) {
                turn(self.rows, self.columns, numbers, out);
            }
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            let mut scratch = vec![0.0; self.rows * self.columns];
            pass.each_row(self.from, slope, |pass, slopes, out, add| {
                turn(self.columns, self.rows, slopes, &mut scratch);
                put(pass, &scratch, out, add);
            });
        });
    }
}

fn turn(rows: usize, columns: usize, numbers: &[f32], out: &mut [f32]) {
    for (row, numbers) in numbers.chunks_exact(columns).take(rows).enumerate() {
        for (column, &number) in numbers.iter().enumerate() {
            out[column * rows + row] = number;
        }
    }
}

/// Tensors one after the other.
#[derive(Clone, Debug)]
pub(super) struct Concat {
    /// What is read, and how many numbers of a position that is.
    pub(super) from: Vec<(Source, usize)>,
    pub(super) to: Target,
}

impl Concat {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let stride = out.stride;
            for (position, out) in out.rows_mut(pass.batch).chunks_exact_mut(stride).enumerate() {
                let mut at = 0;
                for &(from, len) in &self.from {
                    let matrix = &pass.values[from.slot];
                    let row = &matrix.rows(pass.batch)[position * matrix.stride..][..len];
                    out[at..at + len].copy_from_slice(row);
                    at += len;
                }
            }
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            let mut at = 0;
            for &(from, len) in &self.from {
                pass.each_row(from, slope, |pass, slopes, out, add| {
                    put(pass, &slopes[at..at + len], out, add);
                });
                at += len;
            }
        });
    }
}

/// Puts or adds numbers.
pub(super) fn put(pass: &Pass<'_>, numbers: &[f32], out: &mut [f32], add: bool) {
    let out = &mut out[..numbers.len()];
    if add {
        loops::add_all(pass.kernels, numbers, out);
    } else {
        out.copy_from_slice(numbers);
    }
}

/// Logits without what is not legal. The marks are no tensor to be learned, so the gradient passes unchanged.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    pub(super) logits: Source,
    pub(super) legal: Source,
    pub(super) to: Target,
}

impl Mask {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let [logits, legal] = [self.logits, self.legal].map(|from| pass.value(from.slot));
            small::mask(logits, legal, out.rows_mut(pass.batch));
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| pass.pass_on(self.logits, slope));
    }
}

/// `value + advantage - mean of the advantages of legal actions`.
#[derive(Clone, Debug)]
pub(super) struct Dueling {
    pub(super) value: Source,
    pub(super) advantages: Source,
    pub(super) legal: Source,
    pub(super) actions: usize,
    pub(super) to: Target,
}

impl Dueling {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let row = |from: Source, position: usize, len: usize| {
                let matrix = &pass.values[from.slot];
                &matrix.rows(pass.batch)[position * matrix.stride..][..len]
            };
            let stride = out.stride;
            for (position, out) in out.rows_mut(pass.batch).chunks_exact_mut(stride).enumerate() {
                let [advantages, legal] =
                    [self.advantages, self.legal].map(|from| row(from, position, self.actions));
                let value = row(self.value, position, 1)[0];
                small::dueling(value, advantages, legal, &mut out[..self.actions]);
            }
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            let (batch, stride) = (pass.batch, slope.stride);
            let rows = slope.rows(batch).chunks_exact(stride);
            let totals: Vec<f32> = rows.map(|row| row[..self.actions].iter().sum()).collect();
            let mut each = totals.iter();
            pass.each_row(self.value, slope, |pass, _, out, add| {
                let total = each.next().copied().unwrap_or_default();
                put(pass, &[total], out, add);
            });
            let marks = &pass.values[self.legal.slot];
            let marks = marks.rows(batch).chunks_exact(marks.stride);
            for ((row, marks), total) in slope
                .rows_mut(batch)
                .chunks_exact_mut(stride)
                .zip(marks)
                .zip(&totals)
            {
                let marks = &marks[..self.actions];
                let share = total / marks.iter().sum::<f32>().max(1.0);
                for (slope, legal) in row.iter_mut().zip(marks) {
                    *slope -= share * legal;
                }
            }
            pass.pass_on(self.advantages, slope);
        });
    }
}
