//! Answers that play never asks for: learning them makes the trunk see what results depend on. Plans of players leave them
//! out.

use damero_games::{Encode, text};

use super::heads::Heads;
use crate::describe::{Builder, DescriptionError};

/// An answer beside policy and value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Auxiliary {
    /// `owner`: whose each square will be at the end, from -1 (the other's) to 1.
    Owner,
    /// `moves_left`: the natural logarithm of one more than the moves until the end.
    MovesLeft,
    /// `threats`: what loses at once, from -1 (does not) to 1, as the game lists it.
    Threats,
}

impl Auxiliary {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Owner, Self::MovesLeft, Self::Threats];

    /// The name in texts, which is also that of the output.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::MovesLeft => "moves_left",
            Self::Threats => "threats",
        }
    }

    /// The one with this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// How many numbers it has in a game; 0 if the game does not say.
    #[must_use]
    pub const fn size<G: Encode>(self) -> usize {
        match self {
            Self::Owner => G::OWNED,
            Self::MovesLeft => 1,
            Self::Threats => G::THREATS,
        }
    }
}

/// All that a network of a game answers.
pub(super) struct Answers {
    pub(super) actions: usize,
    heads: Heads,
    /// The others, with their lengths.
    auxiliary: Vec<(Auxiliary, usize)>,
}

impl Answers {
    /// For `G`; refuses what the game does not say.
    pub(super) fn of<G: Encode>(heads: Heads, auxiliary: &[Auxiliary]) -> Result<Self, DescriptionError> {
        let game = G::META.id;
        let sized = |&one: &Auxiliary| match one.size::<G>() {
            0 => {
                let name = one.as_str();
                let problem = text!(
                    "{game} has nothing for `{name}`",
                    "{game} no tiene nada para `{name}`"
                );
                Err(DescriptionError::new("", problem))
            }
            len => Ok((one, len)),
        };
        Ok(Self {
            actions: G::ACTIONS,
            heads,
            auxiliary: auxiliary.iter().map(sized).collect::<Result<_, _>>()?,
        })
    }

    /// Adds the last layers: `by_action` adds a layer of that name with one number an action, `as_whole` is read for what
    /// is said of the whole, and `board`, a board with its cells, for what is said of squares.
    pub(super) fn add(
        &self,
        b: &mut Builder,
        by_action: impl Fn(&mut Builder, &str) -> String,
        as_whole: &str,
        board: Option<(&str, usize)>,
    ) {
        self.heads.add(b, by_action, as_whole, self.actions);
        for &(one, len) in &self.auxiliary {
            let layer = format!("{}_out", one.as_str());
            let answer = match (one, board) {
                (Auxiliary::Owner, Some((board, cells))) if cells == len => {
                    let plane = b.conv(layer, board, 1, 1);
                    b.flatten(&plane)
                }
                _ => b.linear(layer, as_whole, len),
            };
            let answer = match one {
                Auxiliary::MovesLeft => answer,
                Auxiliary::Owner | Auxiliary::Threats => b.tanh(&answer),
            };
            b.output(one.as_str(), &answer);
        }
    }
}
