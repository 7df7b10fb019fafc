//! What a layer sees while a batch goes through the network and back.

use rayon::prelude::*;

use super::loops::add_all;
use super::matrix::Matrix;
use crate::kernels::Kernels;

/// Multiplications for which a second thread is worth waking: some tenths of a millisecond.
const WORTH: usize = 1 << 22;

/// A tensor that a layer reads, and where its gradient goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Source {
    /// The tensor.
    pub(super) slot: usize,
    /// Where the gradient goes; none if nothing that can be learned depends on it.
    pub(super) gradient: Option<Sink>,
}

/// The tensor that a layer computes, and where its gradient is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// The tensor.
    pub(super) slot: usize,
    /// Its gradient; none if nothing that can be learned is behind it.
    pub(super) gradient: Option<usize>,
}

/// Memory for a gradient.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sink {
    pub(super) buffer: usize,
    /// Whether another reader of the tensor has already put its part there.
    pub(super) add: bool,
}

/// A batch under way.
pub(super) struct Pass<'a> {
    pub(super) kernels: Kernels,
    /// Positions.
    pub(super) batch: usize,
    /// What gradients change, all in one row.
    pub(super) weights: &'a [f32],
    /// Tensors by slot.
    pub(super) values: &'a mut [Matrix],
    /// Gradients by buffer.
    pub(super) gradients: &'a mut [Matrix],
}

impl Pass<'_> {
    /// Takes the memory of a tensor out while it is written, so that others can be read.
    pub(super) fn write<R>(&mut self, slot: usize, write: impl FnOnce(&Self, &mut Matrix) -> R) -> R {
        let mut matrix = std::mem::take(&mut self.values[slot]);
        let result = write(self, &mut matrix);
        self.values[slot] = matrix;
        result
    }

    /// Takes the gradient of what a layer has computed out while it is passed on, if there is one.
    pub(super) fn take_gradient(&mut self, to: Target, take: impl FnOnce(&mut Self, &mut Matrix)) {
        if let Some(buffer) = to.gradient {
            self.write_gradient(buffer, take);
        }
    }

    /// Takes the memory of a gradient out while it is written.
    pub(super) fn write_gradient(&mut self, buffer: usize, write: impl FnOnce(&mut Self, &mut Matrix)) {
        let mut matrix = std::mem::take(&mut self.gradients[buffer]);
        write(self, &mut matrix);
        self.gradients[buffer] = matrix;
    }

    /// Puts or adds a gradient where that of a tensor of the same shape belongs.
    pub(super) fn pass_on(&mut self, from: Source, slope: &Matrix) {
        let Some(sink) = from.gradient else {
            return;
        };
        let (batch, kernels) = (self.batch, self.kernels);
        let out = self.gradients[sink.buffer].rows_mut(batch);
        if sink.add {
            add_all(kernels, slope.rows(batch), out);
        } else {
            out.copy_from_slice(slope.rows(batch));
        }
    }

    /// Calls `work` with each row of a gradient and where its part of the gradient of `from` goes, and says whether
    /// something is there already.
    pub(super) fn each_row(
        &mut self,
        from: Source,
        slope: &Matrix,
        mut work: impl FnMut(&Self, &[f32], &mut [f32], bool),
    ) {
        let Some(sink) = from.gradient else {
            return;
        };
        self.write_gradient(sink.buffer, |pass, out| {
            let stride = out.stride;
            let rows = slope.rows(pass.batch).chunks_exact(slope.stride);
            for (slopes, out) in rows.zip(out.rows_mut(pass.batch).chunks_exact_mut(stride)) {
                work(pass, slopes, out, sink.add);
            }
        });
    }

    /// The numbers of a tensor.
    pub(super) fn value(&self, slot: usize) -> &[f32] {
        self.values[slot].rows(self.batch)
    }
}

/// How many parts a task of so many multiplications is cut into.
pub(super) fn parts(work: usize) -> usize {
    (work / WORTH).clamp(1, rayon::current_num_threads())
}

/// Cuts `rows` rows of `out`, `stride` numbers each, into parts and calls `work` with the first row of each.
pub(super) fn in_parts(
    parts: usize,
    rows: usize,
    out: &mut [f32],
    stride: usize,
    work: impl Fn(usize, &mut [f32]) + Sync,
) {
    let size = rows.div_ceil(parts.max(1)).max(1);
    if size >= rows {
        return work(0, out);
    }
    out.par_chunks_mut(size * stride)
        .enumerate()
        .for_each(|(part, out)| work(part * size, out));
}
