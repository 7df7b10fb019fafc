//! Whole numbers with AVX-512 and VNNI: 32 products at once, of which two neighbours are added to a sum in one instruction.
//!
//! The safe twin is in `portable.rs`; tests compare all.

#![expect(
    unsafe_code,
    reason = "loads of whole registers, measured; portable.rs is the safe twin"
)]

use std::arch::x86_64::{
    __m512i, _mm512_add_ps, _mm512_cvtepi32_ps, _mm512_dpwssd_epi32, _mm512_load_si512, _mm512_loadu_ps,
    _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_si512,
};

use super::super::product::{Panel, Tile};
use super::super::vector::Avx512;
use super::super::wide::finish;
use super::pack::{Integers, Pairs, Scaled};

/// `R` rows times `P` panels.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
pub(super) fn tile<const R: usize, const P: usize>(
    tile: &Tile<'_, R, Integers<'_>>,
    panels: &[Panel<'_, Scaled<'_>>; P],
    out: &mut [f32],
) {
    let mut sums = [[_mm512_setzero_si512(); P]; R];
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
            let mut own = [_mm512_setzero_si512(); P];
            for p in 0..P {
                own[p] = load_pairs(&weights[p][k]);
            }
            for r in 0..R {
                let x = _mm512_set1_epi32(numbers[r][k]);
                for p in 0..P {
                    sums[r][p] = _mm512_dpwssd_epi32(sums[r][p], x, own[p]);
                }
            }
        }
    }
    for (row, sums) in sums.into_iter().enumerate() {
        let scale = _mm512_set1_ps(tile.numbers.scales[tile.positions[row]]);
        for (panel, sums) in panels.iter().zip(sums) {
            // SAFETY: sixteen numbers lie at each, and the loads need no alignment.
            let (scales, bias) = unsafe {
                (
                    _mm512_loadu_ps(panel.weights.scale.as_ptr()),
                    _mm512_loadu_ps(panel.bias.as_ptr()),
                )
            };
            // Nothing is fused, so that the twin gives the same.
            let scaled = _mm512_mul_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(sums), scales), scale);
            finish(tile, panel, row, Avx512(_mm512_add_ps(scaled, bias)), out);
        }
    }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn load_pairs(pairs: &Pairs) -> __m512i {
    // SAFETY: 32 numbers of 16 bits lie there, at the beginning of a cache line.
    unsafe { _mm512_load_si512(pairs.0.as_ptr().cast()) }
}
