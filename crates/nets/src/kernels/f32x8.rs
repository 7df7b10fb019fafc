//! Eight numbers that are added and multiplied together: an array in plain Rust, or one register of AVX2.

use super::integer::round::pair_of;

/// How many numbers there are.
pub(super) const F32X8_LANES: usize = 8;

/// Eight numbers.
pub(super) trait F32x8: Copy {
    /// Eight zeros.
    const ZERO: Self;

    /// The first eight of a list.
    fn load(numbers: &[f32]) -> Self;

    /// Writes them to the beginning of a list.
    fn store(self, numbers: &mut [f32]);

    /// Rounds them times `factor` to whole numbers of sixteen bits, which are written in pairs.
    fn store_rounded(self, factor: f32, pairs: &mut [i32]);

    /// The sums.
    fn add(self, other: Self) -> Self;

    /// The differences.
    fn sub(self, other: Self) -> Self;

    /// `self + other · factor`.
    fn plus(self, other: Self, factor: f32) -> Self;

    /// Zero instead of anything below it.
    fn positive(self) -> Self;
}

impl F32x8 for [f32; F32X8_LANES] {
    const ZERO: Self = [0.0; F32X8_LANES];

    fn load(numbers: &[f32]) -> Self {
        *numbers.first_chunk().expect("eight numbers lie there")
    }

    fn store(self, numbers: &mut [f32]) {
        numbers[..F32X8_LANES].copy_from_slice(&self);
    }

    fn store_rounded(self, factor: f32, pairs: &mut [i32]) {
        for (pair, [first, second]) in pairs.iter_mut().zip(self.as_chunks::<2>().0) {
            *pair = pair_of(first * factor, second * factor);
        }
    }

    fn add(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }

    fn sub(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] - other[i])
    }

    fn plus(self, other: Self, factor: f32) -> Self {
        std::array::from_fn(|i| self[i] + other[i] * factor)
    }

    fn positive(self) -> Self {
        self.map(|x| x.max(0.0))
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use self::avx2::Register;

#[cfg(target_arch = "x86_64")]
mod avx2 {
    #![expect(
        unsafe_code,
        reason = "registers of AVX2, measured; the array of eight is the safe twin"
    )]

    use std::arch::x86_64::{
        __m256, _mm_packs_epi32, _mm_storeu_si128, _mm256_add_ps, _mm256_castsi256_si128, _mm256_cvtps_epi32,
        _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_max_ps, _mm256_mul_ps, _mm256_set1_ps,
        _mm256_setzero_ps, _mm256_storeu_ps, _mm256_sub_ps,
    };

    use super::super::avx2::load_eight;
    use super::{F32X8_LANES, F32x8};

    /// One register. It is only made and used inside functions for AVX2 and FMA, which are only called where both were
    /// detected: what every `SAFETY` below relies on.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Register(__m256);

    impl F32x8 for Register {
        // SAFETY: any bits are eight numbers, and these are zeros.
        const ZERO: Self = Self(unsafe { std::mem::zeroed() });

        #[inline(always)]
        fn load(numbers: &[f32]) -> Self {
            let numbers = &numbers[..F32X8_LANES];
            // SAFETY: only where AVX2 was detected; eight numbers lie there, and the load needs no alignment.
            Self(unsafe { load_eight(numbers.as_ptr()) })
        }

        #[inline(always)]
        fn store(self, numbers: &mut [f32]) {
            let numbers = &mut numbers[..F32X8_LANES];
            // SAFETY: there is room for eight numbers, and the store needs no alignment.
            unsafe { _mm256_storeu_ps(numbers.as_mut_ptr(), self.0) }
        }

        #[inline(always)]
        fn store_rounded(self, factor: f32, pairs: &mut [i32]) {
            let pairs = &mut pairs[..F32X8_LANES / 2];
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
}
