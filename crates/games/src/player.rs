//! The two seats of a game, and a small container indexed by them.

use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// A seat at the board. `First` makes the first decision of the game.
///
/// Which colour a seat has is the game's own business (see [`Meta::seats`](crate::Meta::seats)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player who makes the first decision.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    ///
    /// ```
    /// use damero_games::Player;
    /// assert_eq!(Player::First.other(), Player::Second);
    /// ```
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

/// One value for each player.
///
/// ```
/// use damero_games::{ByPlayer, Player};
/// let mut score = ByPlayer::new(3, 5);
/// score[Player::First] += 1;
/// assert_eq!(score, ByPlayer { first: 4, second: 5 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ByPlayer<T> {
    /// The first player's value.
    pub first: T,
    /// The second player's value.
    pub second: T,
}

impl<T> ByPlayer<T> {
    /// Pairs the first player's value with the second's.
    #[inline]
    pub const fn new(first: T, second: T) -> Self {
        Self { first, second }
    }

    /// Applies `f` to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer {
            first: f(self.first),
            second: f(self.second),
        }
    }

    /// Both values with their owners, first player first.
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        [(Player::First, &self.first), (Player::Second, &self.second)].into_iter()
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }
}
