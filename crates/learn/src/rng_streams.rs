//! Randomness by streams: every use of chance in a run has a generator of its own, derived from the run's seed.
//!
//! A stream is named by what it is for and by a counter (which epoch, which game, which batch). So no generator has a
//! state that must be kept: a run that is taken up again draws the same numbers, and it does not matter which thread
//! plays which game.

use damero_games::random::{SeededRng, seeded};
use damero_games::zobrist::mix;
use rand_core::Rng;

/// What a stream is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// The first weights of the network.
    Weights,
    /// The weights of the untrained opponent.
    Untrained,
    /// One game of self-play.
    Game,
    /// Which experiences make a batch, and how they are turned.
    Batch,
    /// Units left out in one training step.
    Dropout,
    /// One game of an evaluation.
    Evaluation,
    /// The positions of the blunder count.
    Positions,
    /// One game between two states of the same network.
    Gate,
    /// Through which symmetries a batch is seen again.
    View,
    /// Which old decisions are searched again, and their searches.
    Reanalysis,
}

/// The generator of a purpose in one epoch (or other large count) for one index within it.
///
/// ```
/// use damero_learn::rng_streams::{Purpose, stream};
/// use rand_core::Rng;
/// let mut one = stream(7, Purpose::Game, 3, 0);
/// let mut other = stream(7, Purpose::Game, 3, 1);
/// assert_ne!(one.next_u64(), other.next_u64());
/// ```
#[must_use]
pub fn stream(seed: u64, purpose: Purpose, epoch: u64, index: u64) -> SeededRng {
    seeded(mix(mix(
        mix(mix(seed).wrapping_add(purpose as u64)).wrapping_add(epoch)
    )
    .wrapping_add(index)))
}

/// A number in `0..1`, with the 24 bits that a float can hold.
#[must_use]
pub fn unit<R: Rng + ?Sized>(rng: &mut R) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1_u32 << 24) as f32
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbouring_streams_are_unrelated() {
        let purposes = [
            Purpose::Weights,
            Purpose::Untrained,
            Purpose::Game,
            Purpose::Batch,
            Purpose::Dropout,
            Purpose::Evaluation,
            Purpose::Positions,
            Purpose::Gate,
            Purpose::View,
            Purpose::Reanalysis,
        ];
        let mut seen = HashSet::new();
        for seed in 0..10 {
            for purpose in purposes {
                for epoch in 0..20 {
                    for index in 0..20 {
                        assert!(seen.insert(stream(seed, purpose, epoch, index).next_u64()));
                    }
                }
            }
        }
    }

    #[test]
    fn units_fill_the_interval() {
        let mut rng = stream(1, Purpose::Game, 0, 0);
        let mean = (0..10_000).map(|_| unit(&mut rng)).sum::<f32>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert!((0..10_000).all(|_| (0.0..1.0).contains(&unit(&mut rng))));
    }
}
