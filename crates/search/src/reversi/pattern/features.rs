//! A position as the indices of all pattern instances, kept up to date move by move.
//!
//! The digits of own and enemy discs are summed apart: a move then only adds and subtracts the same vector, a pass
//! swaps the two, and the compiler turns every loop here into a few vector instructions.

use super::shapes::{ARRAY_LANES, ARRAYS, BASES, DIGITS, INSTANCES, LANES, MOVE_BASES, MOVE_COUNTS};
use super::weights::Stage;

/// The sums of the digits of all instances for both sides, as the side to move sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(crate) struct Features {
    own: [u16; LANES],
    enemy: [u16; LANES],
}

impl Features {
    /// The features of a position.
    #[inline(always)]
    pub(crate) fn of(own: u64, enemy: u64) -> Self {
        Self {
            own: digits(own),
            enemy: digits(enemy),
        }
    }

    /// After the side to move has placed a disc that turned others; the enemy is then to move.
    #[inline(always)]
    pub(crate) fn after(&self, square: u32, turned: u64) -> Self {
        let turned = digits(turned);
        let placed = &DIGITS[square as usize & 63];
        let mut next = Self {
            own: [0; LANES],
            enemy: [0; LANES],
        };
        for lane in 0..LANES {
            next.own[lane] = self.enemy[lane].wrapping_sub(turned[lane]);
            next.enemy[lane] = self.own[lane]
                .wrapping_add(turned[lane])
                .wrapping_add(placed[lane]);
        }
        next
    }

    /// The same position with the other side to move.
    #[inline(always)]
    pub(crate) const fn passed(&self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
        }
    }

    /// The place of every instance in the array that holds its weight.
    #[inline(always)]
    pub(crate) fn places(&self) -> [u16; LANES] {
        let mut places = BASES;
        for ((place, own), enemy) in places.iter_mut().zip(&self.own).zip(&self.enemy) {
            *place = place.wrapping_add(*own).wrapping_add(enemy.wrapping_add(*enemy));
        }
        places
    }

    /// The sum of the weights of all instances and of the moves of the side to move and of the other.
    #[inline(always)]
    pub(crate) fn evaluate(&self, stage: &Stage, moves: [u32; 2]) -> i32 {
        let places = self.places();
        let mut sums = [0_i32; 4];
        for (array, sum) in sums.iter_mut().enumerate() {
            let weights = &stage[array];
            for place in &places[ARRAY_LANES[array]..ARRAY_LANES[array + 1]] {
                *sum += i32::from(weights[*place as usize]);
            }
        }
        debug_assert_eq!(ARRAY_LANES[4], INSTANCES);
        for ((sum, base), moves) in sums.iter_mut().zip(MOVE_BASES).zip(moves) {
            *sum += i32::from(stage[ARRAYS - 1][base + moves as usize % MOVE_COUNTS]);
        }
        sums.iter().sum()
    }
}

/// The digits of all discs, summed.
#[inline(always)]
fn digits(mut discs: u64) -> [u16; LANES] {
    let mut sum = [0_u16; LANES];
    while discs != 0 {
        let add = &DIGITS[discs.trailing_zeros() as usize];
        discs &= discs - 1;
        for lane in 0..LANES {
            sum[lane] = sum[lane].wrapping_add(add[lane]);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::shapes::{ARRAY_LANES, Folding, PLACES, turned};
    use super::*;
    use damero_games::random::seeded;
    use damero_games::reversi::{Reversi, ReversiMove, flips};
    use damero_games::{Game, MoveBuf};

    /// Calls `check` with the positions of some random games and the moves made there.
    fn games(count: u64, mut check: impl FnMut(&Reversi, ReversiMove)) {
        for seed in 0..count {
            let mut rng = seeded(seed);
            let mut game = Reversi::start(&Default::default());
            while game.turn().player().is_some() {
                let m = game.random_move(&mut rng, &mut MoveBuf::new());
                check(&game, m);
                game.play_unchecked(m);
            }
        }
    }

    #[test]
    fn updates_agree_with_counting_from_scratch() {
        games(40, |game, m| {
            let before = Features::of(game.own(), game.enemy());
            let next = match m {
                ReversiMove::Place(square) => {
                    let turned = flips(game.own(), game.enemy(), square.index());
                    before.after(u32::from(square.index()), turned)
                }
                ReversiMove::Pass => before.passed(),
            };
            let mut after = game.clone();
            after.play_unchecked(m);
            assert_eq!(next, Features::of(after.own(), after.enemy()));
        });
    }

    /// The weights that a position uses, sorted.
    fn used(folding: &Folding, own: u64, enemy: u64) -> Vec<u32> {
        let places = Features::of(own, enemy).places();
        let mut used = Vec::new();
        for array in 0..4 {
            let lanes = ARRAY_LANES[array]..ARRAY_LANES[array + 1];
            let weights = places[lanes]
                .iter()
                .map(|&place| array * PLACES + usize::from(place));
            used.extend(weights.map(|place| folding.places()[place]));
        }
        used.sort_unstable();
        used
    }

    #[test]
    fn all_symmetries_of_a_position_use_the_same_weights() {
        let folding = Folding::default();
        let image = |bits: u64, symmetry: u8| {
            let squares = (0..64_u8).filter(|&square| bits >> square & 1 == 1);
            squares.fold(0, |image, square| image | 1_u64 << turned(square, symmetry))
        };
        games(3, |game, _| {
            let plain = used(&folding, game.own(), game.enemy());
            assert!(!plain.contains(&Folding::NONE));
            for symmetry in 1..8 {
                let (own, enemy) = (image(game.own(), symmetry), image(game.enemy(), symmetry));
                assert_eq!(used(&folding, own, enemy), plain);
            }
        });
    }
}
