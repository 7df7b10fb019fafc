//! How a game ended, and from whose point of view.
//!
//! Results are either absolute ([`Outcome`], [`Value`]) or relative to a stated player ([`PovOutcome`],
//! [`PovValue`]). The two are different types with one conversion each way, so that no search ever flips
//! a sign by hand.

use serde::{Deserialize, Serialize};

use crate::lang::Text;
use crate::player::Player;

/// The absolute result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// This player won.
    Win(Player),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The result as `player` sees it.
    ///
    /// ```
    /// use damero_games::{Outcome, Player, PovOutcome};
    /// assert_eq!(Outcome::Win(Player::Second).pov(Player::First), PovOutcome::Loss);
    /// ```
    #[must_use]
    pub fn pov(self, player: Player) -> PovOutcome {
        match self {
            Self::Win(winner) if winner == player => PovOutcome::Win,
            Self::Win(_) => PovOutcome::Loss,
            Self::Draw => PovOutcome::Draw,
        }
    }

    /// +1, 0 or -1 on the absolute scale.
    #[must_use]
    pub fn value(self) -> Value {
        self.pov(Player::First).value().un_pov(Player::First)
    }

    /// The winner, unless it was a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Win(player) => Some(player),
            Self::Draw => None,
        }
    }

    /// As game records write it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Player::First) => "1-0",
            Self::Win(Player::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// A result seen by one of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PovOutcome {
    /// The other player won.
    Loss,
    /// Nobody won.
    Draw,
    /// The player won.
    Win,
}

impl PovOutcome {
    /// The absolute result, when `player` is the one who saw it this way.
    #[must_use]
    pub fn un_pov(self, player: Player) -> Outcome {
        match self {
            Self::Win => Outcome::Win(player),
            Self::Draw => Outcome::Draw,
            Self::Loss => Outcome::Win(player.other()),
        }
    }

    /// +1 for a win, 0 for a draw, -1 for a loss.
    #[must_use]
    pub const fn value(self) -> PovValue {
        PovValue(match self {
            Self::Win => 1.0,
            Self::Draw => 0.0,
            Self::Loss => -1.0,
        })
    }
}

/// An expected result on the absolute scale: +1 when the first player wins, -1 when the second does.
#[derive(Clone, Copy, PartialEq, PartialOrd, Default, Debug, Serialize, Deserialize)]
pub struct Value(pub f32);

impl Value {
    /// The same expectation as `player` sees it.
    #[inline]
    #[must_use]
    pub fn pov(self, player: Player) -> PovValue {
        PovValue(match player {
            Player::First => self.0,
            Player::Second => -self.0,
        })
    }
}

/// An expected result seen by one of the players: +1 is a win for that player.
#[derive(Clone, Copy, PartialEq, PartialOrd, Default, Debug, Serialize, Deserialize)]
pub struct PovValue(pub f32);

impl PovValue {
    /// The absolute expectation, when `player` is the one who saw it this way.
    #[inline]
    #[must_use]
    pub fn un_pov(self, player: Player) -> Value {
        Value(match player {
            Player::First => self.0,
            Player::Second => -self.0,
        })
    }
}

/// How and why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The result.
    pub outcome: Outcome,
    /// The rule that ended it, as a sentence for people.
    pub reason: Text,
    /// True when a limit of the program cut the game short, not the game's own rules.
    pub truncated: bool,
}

impl Ending {
    /// An ending by the rules of the game.
    #[must_use]
    pub const fn new(outcome: Outcome, reason: Text) -> Self {
        Self {
            outcome,
            reason,
            truncated: false,
        }
    }

    /// An ending by a limit on the length of the game.
    #[must_use]
    pub const fn truncated(outcome: Outcome, reason: Text) -> Self {
        Self {
            outcome,
            reason,
            truncated: true,
        }
    }
}
