//! The kernels of `moves.rs` for processors with AVX2: four lines at a time.
//!
//! The functions are safe to call from code compiled for the same features, here and in other crates; whoever enters
//! such code from ordinary code asks [`available`] first. The portable kernels are their twins and the tests compare
//! the two.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};

use super::moves::{INNER, RAYS};

/// Whether the processor has what this module is compiled for.
#[must_use]
pub fn available() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("lzcnt")
        && std::is_x86_feature_detected!("popcnt")
}

/// See [`super::mobility`].
///
/// # Safety
/// Safe in code compiled for these features; elsewhere only after [`available`] said yes.
#[inline]
#[must_use]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub fn mobility(own: u64, enemy: u64) -> u64 {
    let one = _mm256_set_epi64x(1, 8, 7, 9);
    let two = _mm256_add_epi64(one, one);
    let inner = (enemy & INNER) as i64;
    let discs = _mm256_set1_epi64x(own as i64);
    let enemies = _mm256_set_epi64x(inner, enemy as i64, inner, inner);

    let mut up = _mm256_and_si256(enemies, _mm256_sllv_epi64(discs, one));
    let mut down = _mm256_and_si256(enemies, _mm256_srlv_epi64(discs, one));
    up = _mm256_or_si256(up, _mm256_and_si256(enemies, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(enemies, _mm256_srlv_epi64(down, one)));
    let pairs_up = _mm256_and_si256(enemies, _mm256_sllv_epi64(enemies, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    }
    let behind = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    gather(behind) & !(own | enemy)
}

/// See [`super::flips`]. Without a vector of leading zeros, the squares at and beyond the first stop of a
/// descending ray are filled in three doubling steps.
///
/// # Safety
/// Safe in code compiled for these features; elsewhere only after [`available`] said yes.
#[inline]
#[must_use]
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub fn flips(own: u64, enemy: u64, square: u8) -> u64 {
    let rays = &RAYS[(square & 63) as usize];
    let (discs, enemies) = (_mm256_set1_epi64x(own as i64), _mm256_set1_epi64x(enemy as i64));
    let zero = _mm256_setzero_si256();

    let ray = load(rays.up);
    let all = _mm256_cmpeq_epi64(zero, zero);
    let carried = _mm256_sub_epi64(_mm256_or_si256(enemies, _mm256_andnot_si256(ray, all)), all);
    let end = _mm256_and_si256(_mm256_and_si256(carried, discs), ray);
    let missing = _mm256_cmpeq_epi64(end, zero);
    // Minus one where there is an end, nothing where there is none.
    let below = _mm256_sub_epi64(_mm256_add_epi64(end, all), missing);
    let up = _mm256_and_si256(below, ray);

    let ray = load(rays.down);
    let one = _mm256_set_epi64x(9, 8, 7, 1);
    let two = _mm256_add_epi64(one, one);
    let four = _mm256_add_epi64(two, two);
    let stops = _mm256_andnot_si256(enemies, ray);
    let mut filled = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, one));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, two));
    filled = _mm256_or_si256(filled, _mm256_srlv_epi64(filled, four));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(filled, one), stops);
    let missing = _mm256_cmpeq_epi64(_mm256_and_si256(first, discs), zero);
    let down = _mm256_andnot_si256(missing, _mm256_andnot_si256(filled, ray));

    gather(_mm256_or_si256(up, down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(rays: [u64; 4]) -> __m256i {
    let [a, b, c, d] = rays.map(|ray| ray as i64);
    _mm256_set_epi64x(d, c, b, a)
}

/// The union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn gather(lanes: __m256i) -> u64 {
    let halves = _mm_or_si128(
        _mm256_castsi256_si128(lanes),
        _mm256_extracti128_si256::<1>(lanes),
    );
    _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64
}

/// See [`super::moves::perft`].
#[target_feature(enable = "avx2,bmi1,lzcnt,popcnt")]
pub(super) fn perft(own: u64, enemy: u64, depth: u32) -> u64 {
    super::moves::perft_with!(perft, mobility, flips, own, enemy, depth)
}

#[cfg(test)]
mod tests {
    use super::super::{Reversi, moves};
    use crate::game::Game;
    use crate::playout::random_game;
    use crate::random::seeded;

    #[test]
    fn the_twins_agree_on_every_square_of_random_games() {
        if !super::available() {
            return;
        }
        let mut rng = seeded(8);
        for _ in 0..500 {
            for game in random_game(Reversi::start(&Default::default()), &mut rng) {
                let (own, enemy) = (game.own(), game.enemy());
                // SAFETY: the processor has the features.
                #[allow(unsafe_code)]
                let fast = unsafe { super::mobility(own, enemy) };
                assert_eq!(fast, moves::mobility(own, enemy));
                for square in 0..64 {
                    // SAFETY: the processor has the features.
                    #[allow(unsafe_code)]
                    let fast = unsafe { super::flips(own, enemy, square) };
                    assert_eq!(
                        fast,
                        moves::flips(own, enemy, square),
                        "{own:x} {enemy:x} {square}"
                    );
                }
            }
        }
    }
}
