//! From single precision to whole numbers.

use super::super::Kernels;
use super::super::dispatch::by_processor;
#[cfg(target_arch = "x86_64")]
use super::super::vector::{Avx2, Avx512, Vector};

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
    by_processor!(
        kernels,
        super::avx2::largest(numbers),
        super::avx2::largest(numbers),
        largest_of(numbers)
    )
}

/// Rounds numbers times `factor`, in pairs; an odd last one gets a zero.
pub(super) fn round_all(kernels: Kernels, numbers: &[f32], factor: f32, pairs: &mut [i32]) {
    by_processor!(
        kernels,
        round_avx512(numbers, factor, pairs),
        round_avx2(numbers, factor, pairs),
        round_into(numbers, factor, pairs)
    );
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn round_avx2(numbers: &[f32], factor: f32, pairs: &mut [i32]) {
    round_with::<Avx2>(numbers, factor, pairs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn round_avx512(numbers: &[f32], factor: f32, pairs: &mut [i32]) {
    round_with::<Avx512>(numbers, factor, pairs);
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn round_with<V: Vector>(numbers: &[f32], factor: f32, pairs: &mut [i32]) {
    let whole = numbers.len() / V::LANES * V::LANES;
    for at in (0..whole).step_by(V::LANES) {
        V::load(&numbers[at..]).store_rounded(factor, &mut pairs[at / 2..]);
    }
    round_into(&numbers[whole..], factor, &mut pairs[whole / 2..]);
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
