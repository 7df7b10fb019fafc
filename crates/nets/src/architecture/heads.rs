//! What a network answers, on top of any trunk.

use std::fmt;
use std::str::FromStr;

use damero_games::text;

use crate::describe::{Builder, DescriptionError, Op};

/// What a network answers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Heads {
    /// `policy`: a logit for each action; `value`: the expected result for the player to move, from -1 to 1.
    #[default]
    PolicyValue,
    /// The same and `scores`: hundredths of the points of the player to move and of the other at the end of the game.
    /// Play does not ask for them; learning them makes the trunk see what points depend on.
    PolicyValueScores,
    /// `value` alone.
    Value,
    /// `q`: the expected result of each action for the player to move; not bounded.
    Q,
    /// `q` as a value plus advantages, of which the mean over the legal actions is 0.
    Dueling,
}

impl Heads {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::PolicyValue,
        Self::PolicyValueScores,
        Self::Value,
        Self::Q,
        Self::Dueling,
    ];

    /// The name in texts.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PolicyValue => "policy-value",
            Self::PolicyValueScores => "policy-value-scores",
            Self::Value => "value",
            Self::Q => "q",
            Self::Dueling => "dueling",
        }
    }

    /// Adds the last layers: `by_action` adds a layer of that name with one number an action, `as_whole` is read for one
    /// number in all.
    pub(super) fn add(
        self,
        b: &mut Builder,
        by_action: impl Fn(&mut Builder, &str) -> String,
        as_whole: &str,
        actions: usize,
    ) {
        match self {
            Self::PolicyValue | Self::PolicyValueScores => {
                let policy = by_action(b, "policy_out");
                b.output("policy", &policy);
                bounded_value(b, as_whole);
                if self == Self::PolicyValueScores {
                    let scores = b.linear("scores_out", as_whole, 2);
                    b.output("scores", &scores);
                }
            }
            Self::Value => bounded_value(b, as_whole),
            Self::Q => {
                let q = by_action(b, "q_out");
                b.output("q", &q);
            }
            Self::Dueling => {
                let legal = b.legal(actions);
                let value = b.linear("value_out", as_whole, 1);
                let advantage = by_action(b, "advantage_out");
                let q = b.node("q", Op::Dueling, &[&value, &advantage, &legal]);
                b.output("q", &q);
            }
        }
    }
}

fn bounded_value(b: &mut Builder, from: &str) {
    let value = b.linear("value_out", from, 1);
    let value = b.tanh(&value);
    b.output("value", &value);
}

impl fmt::Display for Heads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Heads {
    type Err = DescriptionError;

    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        let found = Self::ALL.into_iter().find(|heads| heads.as_str() == text);
        found.ok_or_else(|| {
            let all = Self::ALL.map(Self::as_str).join(", ");
            let problem = text!(
                "unknown heads {text:?}: there are {all}",
                "cabezas desconocidas {text:?}: hay {all}"
            );
            DescriptionError::new("", problem)
        })
    }
}
