//! The innermost kernel in plain Rust: the twin that runs everywhere.

use super::product::{Panel, Tile};
use super::{LANES, Lane};

/// `R` rows times `P` panels.
pub(super) fn tile<const R: usize, const P: usize>(
    tile: &Tile<'_, R, &[f32]>,
    panels: &[Panel<'_, &[Lane]>; P],
    out: &mut [f32],
) {
    for panel in panels {
        let mut sums: [Lane; R] = [*panel.bias; R];
        for run in tile.runs {
            let weights = &panel.weights[run.weights..][..run.len];
            for (sums, from) in sums.iter_mut().zip(tile.from) {
                let numbers = &tile.numbers[from + run.at..][..run.len];
                for (x, weights) in numbers.iter().zip(weights) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += x * weight;
                    }
                }
            }
        }
        for (row, sums) in sums.iter().enumerate() {
            finish(tile, panel, row, sums, out);
        }
    }
}

/// Adds, cuts off below zero, and writes the lanes that exist.
#[inline]
pub(super) fn finish<const R: usize, N, W>(
    tile: &Tile<'_, R, N>,
    panel: &Panel<'_, W>,
    row: usize,
    sums: &Lane,
    out: &mut [f32],
) {
    let mut sums = *sums;
    let lanes = panel.outs.min(LANES);
    if let Some((numbers, at)) = tile.add {
        let numbers = &numbers[at[row] + panel.first..][..lanes];
        for (sum, x) in sums.iter_mut().zip(numbers) {
            *sum += x;
        }
    }
    if tile.relu {
        for sum in &mut sums {
            *sum = sum.max(0.0);
        }
    }
    out[tile.to[row] + panel.first..][..lanes].copy_from_slice(&sums[..lanes]);
}
