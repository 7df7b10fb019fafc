//! Keys for positions: tables of random numbers made at compile time.

/// One step of the `splitmix64` generator: a bijection that scatters its input over 64 bits.
#[inline]
#[must_use]
pub const fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A table of `N` random numbers; each game takes its own `stream`.
#[must_use]
pub const fn table<const N: usize>(stream: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = mix(mix(stream) ^ i as u64);
        i += 1;
    }
    numbers
}
