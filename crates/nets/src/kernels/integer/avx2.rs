//! Whole numbers with AVX2: sixteen products at once, of which two neighbours are added.
//!
//! Measured on one core: see the benchmark `peak` and `docs/performance.md`. The safe twin is in `portable.rs`; tests
//! compare both.

#![expect(
    unsafe_code,
    reason = "loads and stores of whole registers, measured; portable.rs is the safe twin"
)]

use std::arch::x86_64::{
    __m256, __m256i, _mm256_add_epi32, _mm256_add_ps, _mm256_and_si256, _mm256_cvtepi32_ps,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi32, _mm256_mul_ps, _mm256_set1_epi32,
    _mm256_set1_ps, _mm256_setzero_si256, _mm256_storeu_si256,
};

use super::super::Lane;
use super::super::product::{Panel, Tile};
use super::super::vector::{Avx2, Avx2Pair, Vector as _};
use super::super::wide::finish;
use super::pack::{Integers, Pairs, Scaled};
use super::round::{ABSOLUTE, largest_of};

/// `R` rows times `P` panels.
#[target_feature(enable = "avx2,fma")]
pub(super) fn tile<const R: usize, const P: usize>(
    tile: &Tile<'_, R, Integers<'_>>,
    panels: &[Panel<'_, Scaled<'_>>; P],
    out: &mut [f32],
) {
    let mut sums = [[[_mm256_setzero_si256(); 2]; P]; R];
    for run in tile.runs {
        let mut numbers: [&[i32]; R] = [&[]; R];
        for (numbers, from) in numbers.iter_mut().zip(tile.from) {
            *numbers = &tile.numbers.pairs[from + run.at..][..run.len];
        }
        let mut weights: [&[Pairs]; P] = [&[]; P];
        for (weights, panel) in weights.iter_mut().zip(panels) {
            *weights = &panel.weights.pairs[run.weights..][..run.len];
        }
        for k in 0..run.len {
            for p in 0..P {
                let [low, high] = load_pairs(&weights[p][k]);
                for r in 0..R {
                    let x = _mm256_set1_epi32(numbers[r][k]);
                    sums[r][p][0] = _mm256_add_epi32(sums[r][p][0], _mm256_madd_epi16(x, low));
                    sums[r][p][1] = _mm256_add_epi32(sums[r][p][1], _mm256_madd_epi16(x, high));
                }
            }
        }
    }
    for (row, sums) in sums.into_iter().enumerate() {
        let scale = _mm256_set1_ps(tile.numbers.scales[tile.positions[row]]);
        for (panel, sums) in panels.iter().zip(sums) {
            let load = |lane: &Lane| Avx2Pair::load(lane).0;
            let (scales, biases) = (load(panel.weights.scale), load(panel.bias));
            let halves = [0, 1].map(|half| single(sums[half], scales[half].0, scale, biases[half].0));
            finish(tile, panel, row, Avx2Pair(halves.map(Avx2)), out);
        }
    }
}

/// What sums are worth in single precision. Nothing is fused, so that the twin gives the same.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn single(sums: __m256i, scales: __m256, scale: __m256, bias: __m256) -> __m256 {
    let scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums), scales);
    _mm256_add_ps(_mm256_mul_ps(scaled, scale), bias)
}

/// The bits of the absolute value that is largest.
#[target_feature(enable = "avx2")]
pub(super) fn largest(numbers: &[f32]) -> u32 {
    let (eights, rest) = numbers.as_chunks::<8>();
    let absolute = _mm256_set1_epi32(ABSOLUTE as i32);
    let mut most = [_mm256_setzero_si256(); 2];
    for (i, eight) in eights.iter().enumerate() {
        // SAFETY: eight numbers lie there, and the load needs no alignment.
        let bits = unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
        let one = &mut most[i % 2];
        *one = _mm256_max_epi32(*one, _mm256_and_si256(bits, absolute));
    }
    let mut lanes = [0_u32; 8];
    // SAFETY: there is room for eight numbers, and the store needs no alignment.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), _mm256_max_epi32(most[0], most[1])) };
    lanes.into_iter().fold(largest_of(rest), u32::max)
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_pairs(pairs: &Pairs) -> [__m256i; 2] {
    let at = pairs.0.as_ptr().cast::<__m256i>();
    // SAFETY: 32 numbers of 16 bits lie there, and the loads need no alignment.
    unsafe { [_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))] }
}
