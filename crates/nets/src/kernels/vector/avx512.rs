//! Sixteen numbers in one register of AVX-512.

#![expect(
    unsafe_code,
    reason = "registers of AVX-512, measured; arrays of plain Rust are the safe twin"
)]

use std::arch::x86_64::{
    __m512, __mmask16, _mm256_storeu_si256, _mm512_add_ps, _mm512_cvtps_epi32, _mm512_cvtsepi32_epi16,
    _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_mask_storeu_ps, _mm512_maskz_loadu_ps, _mm512_max_ps,
    _mm512_mul_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps, _mm512_sub_ps,
};

use super::{Registers, Vector};

/// One register. It is only made and used inside functions for AVX-512, which are only called where it was detected: what
/// every `SAFETY` below relies on.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(pub(in super::super) __m512);

impl Vector for Avx512 {
    const LANES: usize = 16;
    // SAFETY: any bits are sixteen numbers, and these are zeros.
    const ZERO: Self = Self(unsafe { std::mem::zeroed() });

    #[inline(always)]
    fn load(numbers: &[f32]) -> Self {
        let numbers = &numbers[..Self::LANES];
        // SAFETY: only where AVX-512 was detected; sixteen numbers lie there.
        unsafe { Self::load_from(numbers.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32]) {
        let numbers = &mut numbers[..Self::LANES];
        // SAFETY: only where AVX-512 was detected; there is room for sixteen numbers.
        unsafe { self.store_to(numbers.as_mut_ptr()) }
    }

    #[inline(always)]
    fn store_rounded(self, factor: f32, pairs: &mut [i32]) {
        let pairs = &mut pairs[..Self::LANES / 2];
        // SAFETY: only where AVX-512 was detected; there is room for eight pairs, and the store needs no alignment.
        unsafe {
            let numbers = _mm512_cvtps_epi32(_mm512_mul_ps(self.0, _mm512_set1_ps(factor)));
            _mm256_storeu_si256(pairs.as_mut_ptr().cast(), _mm512_cvtsepi32_epi16(numbers));
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: only where AVX-512 was detected.
        Self(unsafe { _mm512_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: only where AVX-512 was detected.
        Self(unsafe { _mm512_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn plus(self, other: Self, factor: f32) -> Self {
        // SAFETY: only where AVX-512 was detected.
        Self(unsafe { _mm512_fmadd_ps(other.0, _mm512_set1_ps(factor), self.0) })
    }

    #[inline(always)]
    fn positive(self) -> Self {
        // SAFETY: only where AVX-512 was detected.
        Self(unsafe { _mm512_max_ps(self.0, _mm512_setzero_ps()) })
    }
}

impl Registers for Avx512 {
    type Mask = __mmask16;

    #[inline(always)]
    fn mask(lanes: usize) -> __mmask16 {
        ((1_u32 << lanes) - 1) as __mmask16
    }

    #[inline(always)]
    unsafe fn load_from(at: *const f32) -> Self {
        // SAFETY: as the caller says; the load needs no alignment.
        Self(unsafe { _mm512_loadu_ps(at) })
    }

    #[inline(always)]
    unsafe fn store_to(self, at: *mut f32) {
        // SAFETY: as the caller says; the store needs no alignment.
        unsafe { _mm512_storeu_ps(at, self.0) }
    }

    #[inline(always)]
    unsafe fn load_some(at: *const f32, mask: __mmask16) -> Self {
        // SAFETY: as the caller says; lanes that are masked are not touched.
        Self(unsafe { _mm512_maskz_loadu_ps(mask, at) })
    }

    #[inline(always)]
    unsafe fn store_some(self, at: *mut f32, mask: __mmask16) {
        // SAFETY: as the caller says; lanes that are masked are not touched.
        unsafe { _mm512_mask_storeu_ps(at, mask, self.0) }
    }
}
