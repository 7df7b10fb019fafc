//! The innermost kernel with AVX2 and FMA: two registers of eight numbers for each row and panel.
//!
//! Measured on one core: see the benchmark `peak` and `docs/performance.md`. The safe twin is in `portable.rs`; tests
//! compare both.

#![expect(
    unsafe_code,
    reason = "loads and stores of whole registers, measured; portable.rs is the safe twin"
)]

use std::arch::x86_64::{
    __m256, _mm256_add_ps, _mm256_castsi256_ps, _mm256_fmadd_ps, _mm256_lddqu_si256, _mm256_max_ps,
    _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps,
};

use super::product::{Panel, Tile};
use super::{LANES, Lane, portable};

/// `R` rows times `P` panels.
#[target_feature(enable = "avx2,fma")]
pub(super) fn tile<const R: usize, const P: usize>(
    tile: &Tile<'_, R, &[f32]>,
    panels: &[Panel<'_, &[Lane]>; P],
    out: &mut [f32],
) {
    let mut sums = [[[_mm256_setzero_ps(); 2]; P]; R];
    for p in 0..P {
        let bias = load(panels[p].bias);
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
            for p in 0..P {
                let [low, high] = load(&weights[p][k]);
                for r in 0..R {
                    let x = _mm256_set1_ps(numbers[r][k]);
                    sums[r][p][0] = _mm256_fmadd_ps(x, low, sums[r][p][0]);
                    sums[r][p][1] = _mm256_fmadd_ps(x, high, sums[r][p][1]);
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
#[target_feature(enable = "avx2,fma")]
#[inline]
pub(super) fn finish<const R: usize, N, W>(
    tile: &Tile<'_, R, N>,
    panel: &Panel<'_, W>,
    row: usize,
    mut sums: [__m256; 2],
    out: &mut [f32],
) {
    if panel.outs < LANES {
        let mut lanes = [0.0; LANES];
        store(&mut lanes, sums);
        return portable::finish(tile, panel, row, &lanes, out);
    }
    if let Some((numbers, at)) = tile.add
        && let Some(numbers) = numbers[at[row] + panel.first..].first_chunk()
    {
        let [low, high] = load(numbers);
        sums = [_mm256_add_ps(sums[0], low), _mm256_add_ps(sums[1], high)];
    }
    if tile.relu {
        let zero = _mm256_setzero_ps();
        sums = [_mm256_max_ps(sums[0], zero), _mm256_max_ps(sums[1], zero)];
    }
    let lanes = out[tile.to[row] + panel.first..].first_chunk_mut();
    store(lanes.expect("a whole panel fits"), sums);
}

#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn load(lane: &Lane) -> [__m256; 2] {
    let at = lane.as_ptr();
    // SAFETY: sixteen numbers lie there, and the loads need no alignment.
    unsafe { [load_eight(at), load_eight(at.add(8))] }
}

/// Eight numbers in one instruction: the compiler cuts other loads that need no alignment in two, for the sake of old
/// processors.
///
/// # Safety
/// Eight numbers lie at `at`.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) unsafe fn load_eight(at: *const f32) -> __m256 {
    // SAFETY: as the caller says.
    _mm256_castsi256_ps(unsafe { _mm256_lddqu_si256(at.cast()) })
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(lane: &mut Lane, [low, high]: [__m256; 2]) {
    let at = lane.as_mut_ptr();
    // SAFETY: there is room for sixteen numbers, and the stores need no alignment.
    unsafe {
        _mm256_storeu_ps(at, low);
        _mm256_storeu_ps(at.add(8), high);
    }
}
