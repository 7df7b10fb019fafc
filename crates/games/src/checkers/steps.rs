//! Steps, found for all pieces at once, and drawing one of several by lot without listing them.

use super::board::Side;
use super::moves::CheckersMove;
use super::square::Dir;
use crate::bits::NTH_BIT;

impl Side {
    /// The two directions in which men go, in the order of the list of moves.
    #[inline(always)]
    pub(super) const fn forward(&self) -> [Dir; 2] {
        if self.red {
            [Dir::NorthWest, Dir::NorthEast]
        } else {
            [Dir::SouthWest, Dir::SouthEast]
        }
    }

    /// The other two.
    #[inline(always)]
    pub(super) const fn backward(&self) -> [Dir; 2] {
        if self.red {
            [Dir::SouthWest, Dir::SouthEast]
        } else {
            [Dir::NorthWest, Dir::NorthEast]
        }
    }

    /// The pieces that can step in a direction, captures left aside: all may go forwards, only kings backwards.
    #[inline(always)]
    pub(super) const fn movers(&self, dir: Dir) -> u64 {
        let facing = if dir.is_north() == self.red {
            self.own
        } else {
            self.own & self.kings
        };
        facing & dir.back(self.empty())
    }

    /// Whether any piece can step, captures left aside.
    #[inline(always)]
    pub(super) const fn can_step(&self) -> bool {
        let ([a, b], [c, d]) = (self.forward(), self.backward());
        self.movers(a) | self.movers(b) != 0 || self.movers(c) | self.movers(d) != 0
    }

    /// How many steps there are, captures left aside.
    #[inline(always)]
    pub(super) const fn count_steps(&self) -> u32 {
        let ([a, b], [c, d]) = (self.forward(), self.backward());
        let forward = self.movers(a).count_ones() + self.movers(b).count_ones();
        if self.own & self.kings == 0 {
            return forward;
        }
        forward + self.movers(c).count_ones() + self.movers(d).count_ones()
    }

    /// Appends all steps, sorted by where they begin and end.
    pub(super) fn push_steps(&self, buf: &mut Vec<CheckersMove>) {
        let movers = Dir::ALL.map(|dir| self.movers(dir));
        let mut any = movers[0] | movers[1] | movers[2] | movers[3];
        while any != 0 {
            let from = any.trailing_zeros() as u8;
            any &= any - 1;
            for dir in Dir::ALL {
                if movers[dir as usize] >> from & 1 != 0 {
                    buf.push(CheckersMove::step(from, dir));
                }
            }
        }
    }

    /// The board after a step, as the other player sees it; both squares as bitboards.
    #[inline(always)]
    pub(super) const fn after_step(&self, from: u64, to: u64) -> Self {
        let crowned = if self.kings & from == 0 { self.far() } else { !0 };
        Self {
            own: self.enemy,
            enemy: self.own ^ from ^ to,
            kings: self.kings & !from | to & crowned,
            red: !self.red,
        }
    }
}

/// Two sets of pieces that can go in two neighbouring directions, side by side in one word.
///
/// No piece goes north from row 0 or south from row 7, so 31 bits are enough for each.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    bits: u64,
    dirs: [Dir; 2],
}

impl Pair {
    #[inline(always)]
    pub(super) const fn new(dirs: [Dir; 2], left: u64, right: u64) -> Self {
        let shift = Self::shift(dirs);
        Self {
            bits: left >> shift | right >> shift << 32,
            dirs,
        }
    }

    #[inline(always)]
    const fn shift(dirs: [Dir; 2]) -> u32 {
        if dirs[0].is_north() { 4 } else { 0 }
    }

    #[inline(always)]
    pub(super) const fn count(self) -> u32 {
        self.bits.count_ones()
    }

    /// The piece and the direction at place `k` of all of them, which must exist.
    #[inline(always)]
    pub(super) const fn get(self, k: u32) -> (u8, Dir) {
        let place = select(self.bits, k);
        let from = place % 32 + Self::shift(self.dirs);
        (from as u8, self.dirs[(place >= 32) as usize])
    }
}

/// The place of the set bit number `k`, counted from 0, of which there must be more than `k`.
///
/// Sums over bytes find the byte and a table the bit within it: no loop whose length is a matter of chance.
#[inline(always)]
const fn select(bits: u64, k: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte i now counts the bits of bytes 0 to i.
    let sums = bytes.wrapping_mul(ONES);
    // A byte keeps its top bit when the count has passed k: the bytes that lose it come before the one wanted.
    let before = ((sums | TOPS) - (k as u64 + 1) * ONES) & TOPS;
    let byte = 8 * (8 - before.count_ones());
    let rank = k - (sums << 8 >> byte & 0xff) as u32;
    byte + NTH_BIT[(bits >> byte & 0xff) as usize][(rank & 7) as usize] as u32
}

#[cfg(test)]
mod tests {
    use super::select;
    use crate::zobrist::mix;

    #[test]
    fn select_finds_every_bit() {
        for seed in 0..2000 {
            let bits = mix(seed) & mix(seed + 5000);
            let places = (0..64).filter(|place| bits >> place & 1 != 0);
            for (k, place) in (0..).zip(places) {
                assert_eq!(select(bits, k), place);
            }
        }
        assert_eq!(select(u64::MAX, 63), 63);
        assert_eq!(select(1 << 63, 0), 63);
    }
}
