//! The symmetries of Azul: the factories are an unordered set, and nothing else can change places.

use super::moves::{AzulMove, Source};
use super::position::Azul;
use super::tiles::Tiles;
use crate::game::Turn;
use crate::symmetry::Symmetry;

/// While tiles are on offer, symmetry `s` is the `s`-th permutation of the five factories in the order of words.
impl Symmetry for Azul {
    fn symmetries(&self) -> usize {
        match self.turn {
            Turn::Player(_) => PERMUTATIONS.len(),
            Turn::Chance | Turn::Over(_) => 1,
        }
    }

    fn inverse(&self, s: usize) -> usize {
        usize::from(INVERSES[s])
    }

    fn map(&self, s: usize) -> Self {
        let mut mapped = self.clone();
        for (&tiles, &place) in self.sources.iter().zip(&PERMUTATIONS[s]) {
            mapped.sources[usize::from(place)] = tiles;
        }
        mapped.present = Self::presence(&mapped.sources);
        mapped
    }

    fn map_move(&self, s: usize, m: AzulMove) -> AzulMove {
        let place = PERMUTATIONS[s].get(m.source.index());
        AzulMove {
            source: place.copied().and_then(Source::new).unwrap_or(m.source),
            ..m
        }
    }

    /// Shared by all orders of the factories, and also of the tiles on the floor lines, which the future never asks
    /// for.
    fn canonical_key(&self) -> u64 {
        let mut factories = self.factories();
        factories.sort_unstable_by_key(|tiles| Tiles::bits(*tiles));
        // The tiles of a floor line in five counters of three bits, then how many slots are occupied.
        let floors = [0, 1].map(|i| {
            let floor = self.boards[i].floor;
            let counts = floor.tiles().counts();
            let packed = counts.into_iter().fold(0, |bits, n| bits << 3 | u64::from(n));
            packed << 3 | floor.len() as u64
        });
        self.key_of(&factories, floors)
    }
}

/// All orders of five things, the identity first: `PERMUTATIONS[s][i]` is where `i` goes.
static PERMUTATIONS: [[u8; 5]; 120] = permutations();

const fn permutations() -> [[u8; 5]; 120] {
    let mut all = [[0; 5]; 120];
    let mut s = 0;
    while s < 120 {
        let mut left = [0, 1, 2, 3, 4];
        let (mut rest, mut block) = (s, 24);
        let mut i = 0;
        while i < 5 {
            let chosen = rest / block;
            all[s][i] = left[chosen];
            let mut j = chosen;
            while j < 4 {
                left[j] = left[j + 1];
                j += 1;
            }
            rest %= block;
            i += 1;
            if i < 5 {
                block /= 5 - i;
            }
        }
        s += 1;
    }
    all
}

/// The number of the permutation that undoes each.
static INVERSES: [u8; 120] = inverses();

const fn inverses() -> [u8; 120] {
    let all = permutations();
    let mut inverses = [0; 120];
    let mut s = 0;
    while s < 120 {
        let mut t = 0;
        while t < 120 {
            let mut fits = true;
            let mut i = 0;
            while i < 5 {
                fits = fits && all[t][all[s][i] as usize] as usize == i;
                i += 1;
            }
            if fits {
                inverses[s] = t as u8;
            }
            t += 1;
        }
        s += 1;
    }
    inverses
}
