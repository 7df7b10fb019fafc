//! Reproducible randomness: one generator, seeded by one number, and an unbiased draw.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of everything that must be reproducible from a seed.
pub type SeededRng = Xoshiro256PlusPlus;

/// The generator for `seed`. The stream is fixed for ever: golden files depend on it.
///
/// ```
/// use damero_games::random::{below, seeded};
/// let (mut a, mut b) = (seeded(7), seeded(7));
/// assert_eq!(below(&mut a, 100), below(&mut b, 100));
/// ```
#[must_use]
pub fn seeded(seed: u64) -> SeededRng {
    SeededRng::seed_from_u64(seed)
}

/// A number in `0..bound`, each equally likely.
///
/// Multiply and shift; the draws that would make some numbers likelier are rejected.
///
/// # Panics
/// If `bound` is zero.
#[inline]
pub fn below<R: Rng + ?Sized>(rng: &mut R, bound: u32) -> u32 {
    assert!(bound > 0, "nothing to choose from");
    loop {
        let product = u64::from(rng.next_u32()) * u64::from(bound);
        let low = product as u32;
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return (product >> 32) as u32;
        }
    }
}
