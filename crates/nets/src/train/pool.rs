//! The layers between boards and lists: what is said of a whole board, what is told to all of it, and what is picked from
//! it.

use super::loops;
use super::pass::{Pass, Source, Target};
use super::simple::put;
use crate::kernels::small;

/// Adds a list of numbers to the channels of a board.
#[derive(Clone, Debug)]
pub(super) struct AddChannels {
    pub(super) from: Source,
    pub(super) list: Source,
    pub(super) to: Target,
    pub(super) channels: usize,
}

impl AddChannels {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let list = &pass.values[self.list.slot];
            let lists = list.rows(pass.batch).chunks_exact(list.stride);
            let boards = pass.value(self.from.slot).chunks_exact(out.stride);
            let stride = out.stride;
            for ((out, board), list) in out
                .rows_mut(pass.batch)
                .chunks_exact_mut(stride)
                .zip(boards)
                .zip(lists)
            {
                small::add_channels(board, &list[..self.channels], f32::NEG_INFINITY, out);
            }
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            let mut sums = vec![0.0; self.channels];
            pass.each_row(self.list, slope, |pass, slopes, out, add| {
                sums.fill(0.0);
                loops::column_sums(pass.kernels, slopes, self.channels, &mut sums);
                put(pass, &sums, out, add);
            });
            pass.pass_on(self.from, slope);
        });
    }
}

/// The mean and the maximum of every channel of a board.
#[derive(Clone, Debug)]
pub(super) struct GlobalPool {
    pub(super) from: Source,
    pub(super) to: Target,
    pub(super) channels: usize,
}

impl GlobalPool {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let from = &pass.values[self.from.slot];
            let boards = from.rows(pass.batch).chunks_exact(from.stride);
            let stride = out.stride;
            for (out, board) in out.rows_mut(pass.batch).chunks_exact_mut(stride).zip(boards) {
                small::global_pool([board].into_iter(), &mut out[..2 * self.channels]);
            }
        });
    }

    /// The gradient of a mean goes to all cells, that of a maximum to the first cell that has it.
    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            let mut position = 0;
            pass.each_row(self.from, slope, |pass, slopes, out, add| {
                let of = |slot: usize| {
                    let matrix = &pass.values[slot];
                    &matrix.rows(pass.batch)[position * matrix.stride..][..matrix.stride]
                };
                let (board, pooled) = (of(self.from.slot), of(self.to.slot));
                position += 1;
                if !add {
                    out.fill(0.0);
                }
                let share = self.channels as f32 / board.len() as f32;
                for cell in out.chunks_exact_mut(self.channels) {
                    for (out, slope) in cell.iter_mut().zip(slopes) {
                        *out += slope * share;
                    }
                }
                for channel in 0..self.channels {
                    let most = pooled[self.channels + channel];
                    let mut cells = board[channel..].iter().step_by(self.channels);
                    if let Some(first) = cells.position(|&x| x >= most) {
                        out[first * self.channels + channel] += slopes[self.channels + channel];
                    }
                }
            });
        });
    }
}

/// Numbers picked from a tensor.
#[derive(Clone, Debug)]
pub(super) struct Gather {
    pub(super) from: Source,
    pub(super) to: Target,
    /// Where they are in a row of what is read.
    pub(super) index: Vec<usize>,
}

impl Gather {
    pub(super) fn forward(&self, pass: &mut Pass<'_>) {
        pass.write(self.to.slot, |pass, out| {
            let from = &pass.values[self.from.slot];
            let rows = from.rows(pass.batch).chunks_exact(from.stride);
            let stride = out.stride;
            for (out, row) in out.rows_mut(pass.batch).chunks_exact_mut(stride).zip(rows) {
                for (out, &at) in out.iter_mut().zip(&self.index) {
                    *out = row[at];
                }
            }
        });
    }

    pub(super) fn backward(&self, pass: &mut Pass<'_>) {
        pass.take_gradient(self.to, |pass, slope| {
            pass.each_row(self.from, slope, |_, slopes, out, add| {
                if !add {
                    out.fill(0.0);
                }
                for (&at, slope) in self.index.iter().zip(slopes) {
                    out[at] += slope;
                }
            });
        });
    }
}
