//! What was experienced: a ring of fixed size that forgets the oldest, sampled evenly or by surprise.
//!
//! Experiences are stored compactly and turned into tensors only when they are sampled. The whole state can be written
//! to bytes and read back exactly, so that a run taken up again draws the batches it would have drawn.

mod bytes;
mod tree;

use damero_games::random::below;
use rand_core::Rng;
use serde::{Deserialize, Serialize};

pub use bytes::{BadBytes, Reader, Stored};
use tree::SumTree;

use crate::rng_streams::unit;

/// How experiences are drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PriorityConfig {
    /// Prioritised replay: whether experiences with a large error are drawn more often.
    pub enabled: bool,
    /// The exponent of the error: 0 draws evenly, 1 in proportion to the error.
    pub alpha: f64,
    /// The importance-sampling exponent: how much of that the weights in the loss undo, 1 all of it.
    pub beta: f64,
}

impl Default for PriorityConfig {
    fn default() -> Self {
        Self {
            enabled: false,
            alpha: 0.6,
            beta: 0.4,
        }
    }
}

/// One drawn experience.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn {
    /// Its place in the ring.
    pub slot: usize,
    /// Its weight in the loss, at most 1.
    pub weight: f32,
}

/// No experience is so well known that it is never drawn again.
const LEAST_ERROR: f32 = 1e-3;

/// The ring of experiences.
#[derive(Clone, Debug)]
pub struct Replay<T> {
    items: Vec<T>,
    capacity: usize,
    /// How many were ever put in.
    written: u64,
    config: PriorityConfig,
    /// Chances of the slots; without priorities, none.
    tree: Option<SumTree>,
    /// The largest chance so far: what is new gets it.
    largest: f64,
}

impl<T> Replay<T> {
    /// An empty ring of at least one slot.
    #[must_use]
    pub fn new(capacity: usize, config: PriorityConfig) -> Self {
        let capacity = capacity.max(1);
        Self {
            items: Vec::new(),
            capacity,
            written: 0,
            config,
            tree: config.enabled.then(|| SumTree::new(capacity)),
            largest: 1.0,
        }
    }

    /// How many experiences there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many experiences were ever put in.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Puts one in, in place of the oldest when the ring is full.
    pub fn push(&mut self, item: T) {
        let slot = (self.written % self.capacity as u64) as usize;
        if slot == self.items.len() {
            self.items.push(item);
        } else {
            self.items[slot] = item;
        }
        self.written += 1;
        if let Some(tree) = &mut self.tree {
            tree.set(slot, self.largest);
        }
    }

    /// The experience in a slot.
    ///
    /// # Panics
    /// If the slot is empty.
    #[must_use]
    pub fn get(&self, slot: usize) -> &T {
        &self.items[slot]
    }

    /// Draws `count` experiences, each independently of the others; none when there are none.
    pub fn draw<R: Rng + ?Sized>(&self, count: usize, rng: &mut R) -> Vec<Drawn> {
        if self.items.is_empty() {
            return Vec::new();
        }
        let Some(tree) = &self.tree else {
            let bound = self.items.len() as u32;
            let slot = |rng: &mut R| below(rng, bound) as usize;
            return (0..count)
                .map(|_| Drawn {
                    slot: slot(rng),
                    weight: 1.0,
                })
                .collect();
        };
        let even = tree.total() / self.items.len() as f64;
        let mut drawn: Vec<_> = (0..count)
            .map(|_| {
                let slot = tree
                    .find(f64::from(unit(rng)) * tree.total())
                    .min(self.items.len() - 1);
                let rarity = even / tree.get(slot).max(f64::MIN_POSITIVE);
                Drawn {
                    slot,
                    weight: rarity.powf(self.config.beta) as f32,
                }
            })
            .collect();
        let heaviest = drawn.iter().fold(0.0, |heaviest, d| d.weight.max(heaviest));
        for d in &mut drawn {
            d.weight /= heaviest;
        }
        drawn
    }

    /// Tells how wrong the network was about what was drawn; without priorities this changes nothing.
    pub fn learned(&mut self, drawn: &[Drawn], errors: &[f32]) {
        let Some(tree) = &mut self.tree else { return };
        for (d, error) in drawn.iter().zip(errors) {
            let chance = f64::from(error.abs() + LEAST_ERROR).powf(self.config.alpha);
            tree.set(d.slot, chance);
            self.largest = self.largest.max(chance);
        }
    }
}

impl<T: Stored> Replay<T> {
    /// Everything there is to know, as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(32 + self.items.len() * T::SIZE);
        self.written.store(&mut out);
        (self.items.len() as u64).store(&mut out);
        self.largest.store(&mut out);
        for item in &self.items {
            item.store(&mut out);
        }
        for slot in 0..self.items.len() {
            if let Some(tree) = &self.tree {
                tree.get(slot).store(&mut out);
            }
        }
        out
    }

    /// The ring that was written by one with the settings of this one.
    ///
    /// # Errors
    /// If the bytes are not of such a ring.
    pub fn read_again(&self, bytes: &[u8]) -> Result<Self, BadBytes> {
        Self::from_bytes(self.capacity, self.config, bytes)
    }

    /// The ring that was written, under the same settings.
    ///
    /// # Errors
    /// If the bytes are not of such a ring.
    pub fn from_bytes(capacity: usize, config: PriorityConfig, bytes: &[u8]) -> Result<Self, BadBytes> {
        let mut replay = Self::new(capacity, config);
        let mut reader = Reader::new(bytes);
        let written = reader.read()?;
        let len: u64 = reader.read()?;
        if len > replay.capacity as u64 || len > written {
            return Err(reader.bad());
        }
        replay.largest = reader.read()?;
        for _ in 0..len {
            replay.items.push(reader.read()?);
        }
        replay.written = written;
        if let Some(tree) = &mut replay.tree {
            for slot in 0..len as usize {
                tree.set(slot, reader.read()?);
            }
        }
        reader.end()?;
        Ok(replay)
    }
}

#[cfg(test)]
mod tests {
    use damero_games::random::seeded;

    use super::*;

    fn prioritised() -> PriorityConfig {
        PriorityConfig {
            enabled: true,
            alpha: 1.0,
            beta: 1.0,
        }
    }

    #[test]
    fn the_oldest_is_forgotten_and_all_others_are_drawn_evenly() {
        let mut replay = Replay::new(4, PriorityConfig::default());
        for n in 0..6_u64 {
            replay.push(n);
        }
        assert_eq!((replay.len(), replay.written()), (4, 6));
        let mut counts = [0; 6];
        for d in replay.draw(8000, &mut seeded(1)) {
            assert_eq!(d.weight, 1.0);
            counts[*replay.get(d.slot) as usize] += 1;
        }
        assert_eq!(counts[..2], [0, 0]);
        assert!(
            counts[2..].iter().all(|&n| (1850..2150).contains(&n)),
            "{counts:?}"
        );
    }

    #[test]
    fn surprises_are_drawn_in_proportion_and_weighted_down() {
        let mut replay = Replay::new(8, prioritised());
        for n in 0..3_u64 {
            replay.push(n);
        }
        let slots = [0, 1, 2].map(|slot| Drawn { slot, weight: 1.0 });
        replay.learned(
            &slots,
            &[0.1, 0.2, -0.7].map(|e: f32| e - LEAST_ERROR * e.signum()),
        );
        let mut counts = [0; 3];
        for d in replay.draw(10_000, &mut seeded(2)) {
            counts[d.slot] += 1;
            let expected = [1.0, 0.5, 1.0 / 7.0][d.slot];
            assert!((d.weight - expected).abs() < 1e-3, "{d:?}");
        }
        for (count, expected) in counts.into_iter().zip([1000, 2000, 7000]) {
            assert!(i32::abs(count - expected) < 150, "{counts:?}");
        }
    }

    #[test]
    fn a_ring_read_back_draws_what_the_first_would_draw() {
        for config in [PriorityConfig::default(), prioritised()] {
            let mut replay = Replay::new(5, config);
            for n in 0..7_u64 {
                replay.push(n);
                let drawn = replay.draw(3, &mut seeded(n));
                replay.learned(&drawn, &[0.3, 0.01, 0.9]);
            }
            let bytes = replay.to_bytes();
            let mut again = Replay::<u64>::from_bytes(5, config, &bytes).expect("its own bytes");
            assert_eq!(again.to_bytes(), bytes);
            for n in 0..5 {
                replay.push(n);
                again.push(n);
                assert_eq!(replay.draw(10, &mut seeded(n)), again.draw(10, &mut seeded(n)));
            }
            for cut in 0..bytes.len() {
                assert!(Replay::<u64>::from_bytes(5, config, &bytes[..cut]).is_err());
            }
            assert!(Replay::<u64>::from_bytes(4, config, &bytes).is_err());
        }
    }

    #[test]
    fn an_empty_ring_gives_nothing() {
        let replay = Replay::<u64>::new(0, prioritised());
        assert!(replay.is_empty() && replay.draw(3, &mut seeded(0)).is_empty());
    }
}
