//! Eight numbers in one register of AVX2, or sixteen in two.

#![expect(
    unsafe_code,
    reason = "registers of AVX2, measured; arrays of plain Rust are the safe twin"
)]

use std::arch::x86_64::{
    __m256, __m256i, _mm_packs_epi32, _mm_storeu_si128, _mm256_add_ps, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cvtps_epi32, _mm256_extracti128_si256, _mm256_fmadd_ps,
    _mm256_lddqu_si256, _mm256_loadu_si256, _mm256_maskload_ps, _mm256_maskstore_ps, _mm256_max_ps,
    _mm256_mul_ps, _mm256_set1_ps, _mm256_setzero_ps, _mm256_storeu_ps, _mm256_sub_ps,
};

use super::{EIGHT, Registers, Vector};

/// One register. It is only made and used inside functions for AVX2 and FMA, which are only called where both were
/// detected: what every `SAFETY` below relies on.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(pub(in super::super) __m256);

/// Two registers, used as [`Avx2`].
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2Pair(pub(in super::super) [Avx2; 2]);

/// Eight times all bits, then eight times none: where a mask begins says how many lanes it lets through.
const MASKS: [i32; 2 * EIGHT] = [-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0];

impl Vector for Avx2 {
    const LANES: usize = EIGHT;
    // SAFETY: any bits are eight numbers, and these are zeros.
    const ZERO: Self = Self(unsafe { std::mem::zeroed() });

    #[inline(always)]
    fn load(numbers: &[f32]) -> Self {
        let numbers = &numbers[..Self::LANES];
        // SAFETY: only where AVX2 was detected; eight numbers lie there.
        unsafe { Self::load_from(numbers.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32]) {
        let numbers = &mut numbers[..Self::LANES];
        // SAFETY: only where AVX2 was detected; there is room for eight numbers.
        unsafe { self.store_to(numbers.as_mut_ptr()) }
    }

    #[inline(always)]
    fn store_rounded(self, factor: f32, pairs: &mut [i32]) {
        let pairs = &mut pairs[..Self::LANES / 2];
        // SAFETY: only where AVX2 was detected; there is room for four pairs, and the store needs no alignment.
        unsafe {
            let numbers = _mm256_cvtps_epi32(_mm256_mul_ps(self.0, _mm256_set1_ps(factor)));
            let halves = [
                _mm256_castsi256_si128(numbers),
                _mm256_extracti128_si256::<1>(numbers),
            ];
            _mm_storeu_si128(pairs.as_mut_ptr().cast(), _mm_packs_epi32(halves[0], halves[1]));
        }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: only where AVX2 was detected.
        Self(unsafe { _mm256_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: only where AVX2 was detected.
        Self(unsafe { _mm256_sub_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn plus(self, other: Self, factor: f32) -> Self {
        // SAFETY: only where AVX2 and FMA were detected.
        Self(unsafe { _mm256_fmadd_ps(other.0, _mm256_set1_ps(factor), self.0) })
    }

    #[inline(always)]
    fn positive(self) -> Self {
        // SAFETY: only where AVX2 was detected.
        Self(unsafe { _mm256_max_ps(self.0, _mm256_setzero_ps()) })
    }
}

impl Registers for Avx2 {
    type Mask = __m256i;

    #[inline(always)]
    fn mask(lanes: usize) -> __m256i {
        let from = &MASKS[EIGHT - lanes..][..EIGHT];
        // SAFETY: only where AVX2 was detected; eight numbers lie there, and the load needs no alignment.
        unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
    }

    /// One instruction: the compiler cuts other loads that need no alignment in two, for the sake of old processors.
    #[inline(always)]
    unsafe fn load_from(at: *const f32) -> Self {
        // SAFETY: as the caller says; the load needs no alignment.
        Self(unsafe { _mm256_castsi256_ps(_mm256_lddqu_si256(at.cast())) })
    }

    #[inline(always)]
    unsafe fn store_to(self, at: *mut f32) {
        // SAFETY: as the caller says; the store needs no alignment.
        unsafe { _mm256_storeu_ps(at, self.0) }
    }

    #[inline(always)]
    unsafe fn load_some(at: *const f32, mask: __m256i) -> Self {
        // SAFETY: as the caller says; lanes that are masked are not touched.
        Self(unsafe { _mm256_maskload_ps(at, mask) })
    }

    #[inline(always)]
    unsafe fn store_some(self, at: *mut f32, mask: __m256i) {
        // SAFETY: as the caller says; lanes that are masked are not touched.
        unsafe { _mm256_maskstore_ps(at, mask, self.0) }
    }
}

impl Avx2Pair {
    #[inline(always)]
    fn both(self, other: Self, join: impl Fn(Avx2, Avx2) -> Avx2) -> Self {
        Self([join(self.0[0], other.0[0]), join(self.0[1], other.0[1])])
    }
}

impl Vector for Avx2Pair {
    const LANES: usize = 2 * EIGHT;
    const ZERO: Self = Self([Avx2::ZERO; 2]);

    #[inline(always)]
    fn load(numbers: &[f32]) -> Self {
        let numbers = &numbers[..Self::LANES];
        Self([Avx2::load(numbers), Avx2::load(&numbers[EIGHT..])])
    }

    #[inline(always)]
    fn store(self, numbers: &mut [f32]) {
        let numbers = &mut numbers[..Self::LANES];
        self.0[0].store(numbers);
        self.0[1].store(&mut numbers[EIGHT..]);
    }

    #[inline(always)]
    fn store_rounded(self, factor: f32, pairs: &mut [i32]) {
        self.0[0].store_rounded(factor, pairs);
        self.0[1].store_rounded(factor, &mut pairs[EIGHT / 2..]);
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.both(other, Avx2::add)
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.both(other, Avx2::sub)
    }

    #[inline(always)]
    fn plus(self, other: Self, factor: f32) -> Self {
        self.both(other, |a, b| a.plus(b, factor))
    }

    #[inline(always)]
    fn positive(self) -> Self {
        Self(self.0.map(Avx2::positive))
    }
}

impl Registers for Avx2Pair {
    type Mask = [__m256i; 2];

    #[inline(always)]
    fn mask(lanes: usize) -> [__m256i; 2] {
        [
            Avx2::mask(lanes.min(EIGHT)),
            Avx2::mask(lanes.saturating_sub(EIGHT)),
        ]
    }

    #[inline(always)]
    unsafe fn load_from(at: *const f32) -> Self {
        // SAFETY: as the caller says, for each half.
        unsafe { Self([Avx2::load_from(at), Avx2::load_from(at.add(EIGHT))]) }
    }

    #[inline(always)]
    unsafe fn store_to(self, at: *mut f32) {
        // SAFETY: as the caller says, for each half.
        unsafe {
            self.0[0].store_to(at);
            self.0[1].store_to(at.add(EIGHT));
        }
    }

    #[inline(always)]
    unsafe fn load_some(at: *const f32, [low, high]: [__m256i; 2]) -> Self {
        // SAFETY: as the caller says, for each half.
        unsafe {
            Self([
                Avx2::load_some(at, low),
                Avx2::load_some(at.wrapping_add(EIGHT), high),
            ])
        }
    }

    #[inline(always)]
    unsafe fn store_some(self, at: *mut f32, [low, high]: [__m256i; 2]) {
        // SAFETY: as the caller says, for each half.
        unsafe {
            self.0[0].store_some(at, low);
            self.0[1].store_some(at.wrapping_add(EIGHT), high);
        }
    }
}
