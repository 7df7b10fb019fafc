//! The value of a position for a stated player, with wins counted to the move.

use std::fmt;

use damero_games::{PovOutcome, PovValue};

/// How good a position is for one of the players, in the units of its evaluation (larger is better).
///
/// A won game scores [`Score::WIN`] less the plies that it takes, so that a fast win is better than a slow one and a
/// slow loss better than a fast one. Whose view it is must be clear from where the score stands; the only way to the
/// other player's view is [`Score::for_opponent`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(i32);

impl Score {
    /// A won game, now.
    pub const WIN: Self = Self(1_000_000);
    /// A lost game, now.
    pub const LOSS: Self = Self(-Self::WIN.0);
    /// A draw, or a balanced position.
    pub const DRAW: Self = Self(0);
    /// Larger than any score.
    pub const INFINITY: Self = Self(Self::WIN.0 + 1);
    /// Scores beyond this are proven wins; evaluations stay below it.
    const PROVEN: i32 = Self::WIN.0 - 10_000;

    /// An evaluation, kept below the proven wins.
    #[inline]
    #[must_use]
    pub const fn new(points: i32) -> Self {
        if points > Self::PROVEN - 1 {
            Self(Self::PROVEN - 1)
        } else if points < 1 - Self::PROVEN {
            Self(1 - Self::PROVEN)
        } else {
            Self(points)
        }
    }

    /// A score exactly as stored by [`Score::get`].
    #[inline]
    #[must_use]
    pub const fn from_raw(points: i32) -> Self {
        Self(points)
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// The score of a game that ended `plies` from now.
    #[inline]
    #[must_use]
    pub const fn ended(outcome: PovOutcome, plies: u32) -> Self {
        match outcome {
            PovOutcome::Win => Self(Self::WIN.0 - plies as i32),
            PovOutcome::Draw => Self::DRAW,
            PovOutcome::Loss => Self(Self::LOSS.0 + plies as i32),
        }
    }

    /// The same position as the other player sees it.
    #[inline]
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        Self(-self.0)
    }

    /// The smallest step up.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// `margin` better, kept between the infinities.
    #[inline]
    #[must_use]
    pub fn plus(self, margin: i32) -> Self {
        Self((self.0 + margin).clamp(-Self::INFINITY.0, Self::INFINITY.0))
    }

    /// Plies to the end of a proven win or loss: positive when won, negative when lost.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 > Self::PROVEN {
            Some(Self::WIN.0 - self.0)
        } else if self.0 < -Self::PROVEN {
            Some(Self::LOSS.0 - self.0)
        } else {
            None
        }
    }

    /// Whether it is a proven win or loss.
    #[inline]
    #[must_use]
    pub const fn is_proven(self) -> bool {
        self.0.abs() > Self::PROVEN
    }

    /// A score found `ply` plies below the root, as it is at that node: wins counted from there.
    #[inline]
    #[must_use]
    pub const fn from_root(self, ply: u32) -> Self {
        self.shifted(ply as i32)
    }

    /// A score of a node `ply` plies below the root, as the root sees it: wins counted from the root.
    #[inline]
    #[must_use]
    pub const fn to_root(self, ply: u32) -> Self {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, plies: i32) -> Self {
        if self.0 > Self::PROVEN {
            Self(self.0 + plies)
        } else if self.0 < -Self::PROVEN {
            Self(self.0 - plies)
        } else {
            self
        }
    }

    /// The expected result between -1 and 1, when `scale` points of advantage win about three games in four.
    #[must_use]
    pub fn value(self, scale: f32) -> PovValue {
        PovValue(match self.plies_to_end() {
            Some(plies) => plies.signum() as f32,
            None => (self.0 as f32 / scale * 0.55).tanh(),
        })
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) => write!(f, "#{plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}
