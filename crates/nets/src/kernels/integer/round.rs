//! From single precision to whole numbers.

use super::super::Kernels;

/// All bits but the sign: without it, the order of numbers is that of their bits, and what is not a number comes last.
pub(super) const ABSOLUTE: u32 = u32::MAX >> 1;

/// Smaller numbers count as zero: the factor would not be finite.
const SMALL: f32 = 1e-30;

/// Larger numbers count as infinite: tiles add up to a hundred of them.
const LARGE: f32 = 1e36;

/// The factor with which numbers are rounded whose largest has these bits, and what one step is then worth. If a number is
/// infinite or none, no step is worth anything: outputs are then not numbers either.
pub(crate) fn steps(largest: u32, limit: f32) -> (f32, f32) {
    match f32::from_bits(largest) {
        small if small < SMALL => (0.0, 0.0),
        most if most <= LARGE => (limit / most, most / limit),
        _ => (0.0, f32::NAN),
    }
}

/// The bits of the absolute value that is largest.
pub(crate) fn largest(kernels: Kernels, numbers: &[f32]) -> u32 {
    match kernels {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
        #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
        Kernels::Avx2 => unsafe { super::avx2::largest(numbers) },
        _ => largest_of(numbers),
    }
}

/// Rounds numbers times `factor`, in pairs; an odd last one gets a zero.
pub(super) fn round_all(kernels: Kernels, numbers: &[f32], factor: f32, pairs: &mut [i32]) {
    match kernels {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Kernels::or_portable` lets this value through only where AVX2 and FMA were detected.
        #[expect(unsafe_code, reason = "a call to code for a detected processor feature")]
        Kernels::Avx2 => unsafe { super::avx2::round_all(numbers, factor, pairs) },
        _ => round_into(numbers, factor, pairs),
    }
}

/// [`largest`] in plain Rust.
pub(super) fn largest_of(numbers: &[f32]) -> u32 {
    numbers.iter().map(|x| x.to_bits() & ABSOLUTE).max().unwrap_or(0)
}

/// [`round_all`] in plain Rust.
pub(super) fn round_into(numbers: &[f32], factor: f32, pairs: &mut [i32]) {
    for (pair, numbers) in pairs.iter_mut().zip(numbers.chunks(2)) {
        let second = numbers.get(1).copied().unwrap_or(0.0);
        *pair = pair_of(numbers[0] * factor, second * factor);
    }
}

/// Two numbers, rounded, in one.
#[inline(always)]
pub(crate) fn pair_of(first: f32, second: f32) -> i32 {
    let [first, second] = [first, second].map(|x| x.round_ties_even() as i16);
    i32::from(first) & 0xffff | i32::from(second) << 16
}
