//! Memory for one tensor of a whole batch, one row for each position.

/// Numbers of a cache line.
const LINE: usize = 16;

/// Rows of numbers that begin at a cache line.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrix {
    numbers: Vec<f32>,
    start: usize,
    /// From one row to the next.
    pub(super) stride: usize,
}

impl Matrix {
    /// Zeros.
    pub(super) fn new(rows: usize, stride: usize) -> Self {
        let numbers = vec![0.0_f32; rows * stride + LINE];
        let start = numbers.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
        Self {
            numbers,
            start,
            stride,
        }
    }

    /// How many rows there are.
    pub(super) fn capacity(&self) -> usize {
        (self.numbers.len() - self.start.min(self.numbers.len())) / self.stride.max(1)
    }

    /// The numbers of the first rows.
    pub(super) fn rows(&self, rows: usize) -> &[f32] {
        &self.numbers[self.start..][..rows * self.stride]
    }

    /// The numbers of the first rows, to be changed.
    pub(super) fn rows_mut(&mut self, rows: usize) -> &mut [f32] {
        &mut self.numbers[self.start..][..rows * self.stride]
    }
}

/// From one row of a list to the next: an odd number of cache lines, so that the same column of many rows does not compete
/// for the same lines of the cache. Tensors of several axes have no gaps, so that their lines are a matrix as well.
pub(super) fn stride(shape: &[usize]) -> usize {
    let len: usize = shape.iter().product();
    match shape {
        [_] if len > LINE => len.div_ceil(LINE) / 2 * 2 * LINE + LINE,
        _ => len,
    }
}
