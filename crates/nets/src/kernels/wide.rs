//! The innermost kernel of products with wide registers, for AVX2 and AVX-512 alike.
//!
//! Measured on one core: see the benchmark `peak` and `docs/performance.md`. The safe twin is in `portable.rs`; tests
//! compare all.

use super::product::{Panel, Tile};
use super::vector::{Avx2Pair, Avx512, Registers};
use super::{LANES, Lane, portable};

/// `R` rows times `P` panels with AVX2.
#[target_feature(enable = "avx2,fma")]
pub(super) fn tile_avx2<const R: usize, const P: usize>(
    tile: &Tile<'_, R, &[f32]>,
    panels: &[Panel<'_, &[Lane]>; P],
    out: &mut [f32],
) {
    tile_any::<Avx2Pair, R, P>(tile, panels, out);
}

/// `R` rows times `P` panels with AVX-512.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn tile_avx512<const R: usize, const P: usize>(
    tile: &Tile<'_, R, &[f32]>,
    panels: &[Panel<'_, &[Lane]>; P],
    out: &mut [f32],
) {
    tile_any::<Avx512, R, P>(tile, panels, out);
}

#[inline(always)]
fn tile_any<V: Registers, const R: usize, const P: usize>(
    tile: &Tile<'_, R, &[f32]>,
    panels: &[Panel<'_, &[Lane]>; P],
    out: &mut [f32],
) {
    let mut sums = [[V::ZERO; P]; R];
    for p in 0..P {
        let bias = V::load(panels[p].bias);
        for row in &mut sums {
            row[p] = bias;
        }
    }
    for run in tile.runs {
        let mut numbers: [&[f32]; R] = [&[]; R];
        for (numbers, from) in numbers.iter_mut().zip(tile.from) {
            *numbers = &tile.numbers[from + run.at..][..run.len];
        }
        let mut weights: [&[Lane]; P] = [&[]; P];
        for (weights, panel) in weights.iter_mut().zip(panels) {
            *weights = &panel.weights[run.weights..][..run.len];
        }
        for k in 0..run.len {
            let mut own = [V::ZERO; P];
            for p in 0..P {
                own[p] = V::load(&weights[p][k]);
            }
            for r in 0..R {
                for p in 0..P {
                    sums[r][p] = sums[r][p].plus(own[p], numbers[r][k]);
                }
            }
        }
    }
    for (row, sums) in sums.into_iter().enumerate() {
        for (panel, sums) in panels.iter().zip(sums) {
            finish(tile, panel, row, sums, out);
        }
    }
}

/// Adds, cuts off below zero, and writes the lanes that exist.
#[inline(always)]
pub(super) fn finish<V: Registers, const R: usize, N, W>(
    tile: &Tile<'_, R, N>,
    panel: &Panel<'_, W>,
    row: usize,
    mut sums: V,
    out: &mut [f32],
) {
    const { assert!(V::LANES == LANES) };
    if panel.outs < LANES {
        let mut lanes = [0.0; LANES];
        sums.store(&mut lanes);
        return portable::finish(tile, panel, row, &lanes, out);
    }
    if let Some((numbers, at)) = tile.add {
        sums = sums.add(V::load(&numbers[at[row] + panel.first..]));
    }
    if tile.relu {
        sums = sums.positive();
    }
    sums.store(&mut out[tile.to[row] + panel.first..]);
}
