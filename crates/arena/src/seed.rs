//! One seed becomes many, for games on many threads.

/// A seed of its own for each of many games, so that they do not depend on who plays them and in which order.
///
/// The finaliser of `SplitMix64`, which turns neighbouring numbers into unrelated ones.
#[must_use]
pub fn derived_seed(seed: u64, index: u64) -> u64 {
    let mix = |mut z: u64| {
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    mix(mix(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)).wrapping_add(index))
}

/// So many threads; 0 means one for each processor.
#[must_use]
pub fn thread_count(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        asked => asked,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn derived_seeds_do_not_collide_between_near_seeds() {
        let seeds = (0..100).flat_map(|seed| (0..1000).map(move |index| derived_seed(seed, index)));
        assert_eq!(seeds.collect::<HashSet<_>>().len(), 100_000);
    }
}
