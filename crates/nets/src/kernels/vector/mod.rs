//! Several numbers that are added and multiplied together: an array in plain Rust, registers of AVX2 or one of AVX-512.
//!
//! Kernels are written once for any [`Vector`]. AVX2 and AVX-512 both multiply and add in one rounding, so a kernel gives the
//! same bytes with either; the array rounds twice.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(super) use self::avx2::{Avx2, Avx2Pair};
#[cfg(target_arch = "x86_64")]
pub(super) use self::avx512::Avx512;

use super::integer::round::pair_of;

/// Numbers in the vectors of plain Rust and in one register of AVX2: what every vector's number is a multiple of.
pub(super) const EIGHT: usize = 8;

/// Eight or sixteen numbers.
pub(super) trait Vector: Copy {
    /// How many numbers there are.
    const LANES: usize;

    /// Nothing but zeros.
    const ZERO: Self;

    /// The first numbers of a list.
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

/// A vector in registers, which also reads and writes through pointers and a part of its lanes only.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "pointers into lists whose lengths were checked once")]
pub(super) trait Registers: Vector {
    /// Which lanes are read or written.
    type Mask: Copy;

    /// The first `lanes`.
    fn mask(lanes: usize) -> Self::Mask;

    /// Reads all lanes.
    ///
    /// # Safety
    /// The processor has the registers, and as many numbers lie at `at`.
    unsafe fn load_from(at: *const f32) -> Self;

    /// Writes all lanes.
    ///
    /// # Safety
    /// As [`load_from`](Self::load_from).
    unsafe fn store_to(self, at: *mut f32);

    /// Reads some lanes; the others are zero.
    ///
    /// # Safety
    /// As [`load_from`](Self::load_from), but only the lanes of the mask are touched.
    unsafe fn load_some(at: *const f32, mask: Self::Mask) -> Self;

    /// Writes some lanes.
    ///
    /// # Safety
    /// As [`load_some`](Self::load_some).
    unsafe fn store_some(self, at: *mut f32, mask: Self::Mask);
}

impl Vector for [f32; EIGHT] {
    const LANES: usize = EIGHT;
    const ZERO: Self = [0.0; EIGHT];

    fn load(numbers: &[f32]) -> Self {
        *numbers.first_chunk().expect("eight numbers lie there")
    }

    fn store(self, numbers: &mut [f32]) {
        numbers[..EIGHT].copy_from_slice(&self);
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
