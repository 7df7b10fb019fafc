//! Numbering the arrangements of few pieces: by material first, then by where the pieces stand.

use damero_games::checkers::CheckersSetup;
use damero_games::{ByPlayer, Player};

/// How many men and kings both sides have, the side to move first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct Material {
    pub(super) own_men: u8,
    pub(super) own_kings: u8,
    pub(super) enemy_men: u8,
    pub(super) enemy_kings: u8,
}

impl Material {
    /// The same material when the other side is to move.
    pub(super) const fn turned(self) -> Self {
        Self {
            own_men: self.enemy_men,
            own_kings: self.enemy_kings,
            enemy_men: self.own_men,
            enemy_kings: self.own_kings,
        }
    }

    const fn total(self) -> u8 {
        self.own_men + self.own_kings + self.enemy_men + self.enemy_kings
    }

    /// All material with at most `pieces` pieces and at least one on each side, in an order in which captures and
    /// crownings lead only to what comes before.
    pub(super) fn all(pieces: u8) -> Vec<Self> {
        let mut all = Vec::new();
        for own_men in 0..=pieces {
            for own_kings in 0..=pieces {
                for enemy_men in 0..=pieces {
                    for enemy_kings in 0..=pieces {
                        let material = Self {
                            own_men,
                            own_kings,
                            enemy_men,
                            enemy_kings,
                        };
                        let both = own_men + own_kings > 0 && enemy_men + enemy_kings > 0;
                        if both && material.total() <= pieces {
                            all.push(material);
                        }
                    }
                }
            }
        }
        all.sort_by_key(|material| (material.total(), material.own_men + material.enemy_men, *material));
        all
    }

    /// How many numbers its arrangements take.
    pub(super) fn len(self) -> usize {
        let men = choose(28, self.own_men) * choose(28, self.enemy_men);
        men * choose(32, self.own_kings) * choose(32, self.enemy_kings)
    }

    /// All arrangements by number; `None` where two pieces would share a square.
    pub(super) fn arrangements(self) -> impl Iterator<Item = Option<Arrangement>> {
        let own_men = subsets(28, self.own_men);
        let enemy_men = subsets(28, self.enemy_men);
        let own_kings = subsets(32, self.own_kings);
        let enemy_kings = subsets(32, self.enemy_kings);
        own_men.into_iter().flat_map(move |own| {
            let (own_kings, enemy_kings) = (own_kings.clone(), enemy_kings.clone());
            enemy_men.clone().into_iter().flat_map(move |enemy| {
                let enemy_kings = enemy_kings.clone();
                own_kings.clone().into_iter().flat_map(move |own_king| {
                    enemy_kings.clone().into_iter().map(move |enemy_king| {
                        Arrangement::new(own << OWN_SHIFT, own_king, enemy, enemy_king)
                    })
                })
            })
        })
    }
}

/// Own men never stand on the far row, which is the first four squares; enemy men never on the last four.
const OWN_SHIFT: u32 = 4;

/// Pieces on the board as the side to move sees them: own men go towards the first squares. Bit `i` is square `i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Arrangement {
    own_men: u32,
    own_kings: u32,
    enemy_men: u32,
    enemy_kings: u32,
}

impl Arrangement {
    fn new(own_men: u32, own_kings: u32, enemy_men: u32, enemy_kings: u32) -> Option<Self> {
        let all = [own_men, own_kings, enemy_men, enemy_kings];
        let union = all.iter().fold(0, |union, pieces| union | pieces);
        let count: u32 = all.iter().map(|pieces| pieces.count_ones()).sum();
        (union.count_ones() == count).then_some(Self {
            own_men,
            own_kings,
            enemy_men,
            enemy_kings,
        })
    }

    /// The arrangement of a position, turned around when the second player is to move.
    pub(super) fn of(setup: &CheckersSetup) -> Self {
        let CheckersSetup { men, kings, turn } = *setup;
        let see = |pieces: u32| {
            if turn == Player::First {
                pieces
            } else {
                pieces.reverse_bits()
            }
        };
        Self {
            own_men: see(men[turn]),
            own_kings: see(kings[turn]),
            enemy_men: see(men[turn.other()]),
            enemy_kings: see(kings[turn.other()]),
        }
    }

    /// The position with the first player to move.
    pub(super) const fn setup(self) -> CheckersSetup {
        CheckersSetup {
            men: ByPlayer::new(self.own_men, self.enemy_men),
            kings: ByPlayer::new(self.own_kings, self.enemy_kings),
            turn: Player::First,
        }
    }

    pub(super) const fn material(self) -> Material {
        Material {
            own_men: self.own_men.count_ones() as u8,
            own_kings: self.own_kings.count_ones() as u8,
            enemy_men: self.enemy_men.count_ones() as u8,
            enemy_kings: self.enemy_kings.count_ones() as u8,
        }
    }

    /// Its number among the arrangements of its material.
    pub(super) fn index(self) -> usize {
        let material = self.material();
        let men = rank(self.own_men >> OWN_SHIFT) * choose(28, material.enemy_men) + rank(self.enemy_men);
        let kings = men * choose(32, material.own_kings) + rank(self.own_kings);
        kings * choose(32, material.enemy_kings) + rank(self.enemy_kings)
    }
}

/// Binomial coefficients for a board and few pieces.
static CHOOSE: [[usize; 8]; 33] = {
    let mut table = [[0; 8]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

fn choose(n: usize, k: u8) -> usize {
    CHOOSE[n][usize::from(k)]
}

/// The number of a set among the sets of its size, smaller numbers first.
fn rank(mut set: u32) -> usize {
    let mut rank = 0;
    let mut k = 1;
    while set != 0 {
        rank += CHOOSE[set.trailing_zeros() as usize][k];
        set &= set - 1;
        k += 1;
    }
    rank
}

/// All sets of `k` of the first `n` squares, in the order of [`rank`].
fn subsets(n: u32, k: u8) -> Vec<u32> {
    let mut sets = Vec::with_capacity(choose(n as usize, k));
    let mut set: u64 = (1 << k) - 1;
    while set < 1 << n {
        sets.push(set as u32);
        if set == 0 {
            break;
        }
        // The next larger number with as many bits.
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        set = ripple | (((set ^ ripple) >> 2) / lowest);
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_has_the_number_of_its_place() {
        for material in Material::all(3) {
            let mut count = 0;
            for (i, arrangement) in material.arrangements().enumerate() {
                count += 1;
                if let Some(arrangement) = arrangement {
                    assert_eq!(arrangement.index(), i);
                    assert_eq!(arrangement.material(), material);
                    assert_eq!(Arrangement::of(&arrangement.setup()), arrangement);
                }
            }
            assert_eq!(count, material.len());
        }
    }

    #[test]
    fn turning_the_board_twice_changes_nothing() {
        let setup: CheckersSetup = "W:WK26,21:B14,K3".parse().expect("it reads");
        let seen = Arrangement::of(&setup);
        let turned = Arrangement::of(&CheckersSetup {
            turn: Player::First,
            ..setup
        });
        assert_eq!(turned.material(), seen.material().turned());
    }
}
