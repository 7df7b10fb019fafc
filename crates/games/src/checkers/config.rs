//! What an environment of checkers can be told, in code or as text.

use std::str::FromStr;

use super::moves::CheckersMove;
use super::position::Checkers;
use super::rewards::{Rewards, Shaping};
use super::rules::CheckersRules;
use crate::encode::Encode;
use crate::error::OptionError;
use crate::game::{Game, MoveBuf};
use crate::lang::Text;
use crate::options::{OptionSpec, OptionValue, bad_value, unknown_option};
use crate::random::seeded;

choice! {
    /// One of [`Checkers::ENCODINGS`] by name, so that there is no wrong one.
    pub enum CheckersEncoding {
        /// Own and enemy pieces, turned for black.
        Seed = "seed",
        /// Red and black pieces, never turned.
        Absolute = "absolute",
        /// As `Seed`, and how near the draws by the past are.
        Full = "full",
    }
}

impl CheckersEncoding {
    /// Its number among [`Checkers::ENCODINGS`].
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize
    }
}

impl FromStr for CheckersEncoding {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        read("encoding", text)
    }
}

impl FromStr for Shaping {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Self, OptionError> {
        read("rewards", text)
    }
}

fn read<T: OptionValue>(option: &str, text: &str) -> Result<T, OptionError> {
    T::read(text).ok_or_else(|| bad_value(option, text, &T::VALUES))
}

/// Everything that an environment can be told.
///
/// ```
/// use damero_games::checkers::EnvConfig;
/// let mut config = EnvConfig::default();
/// config.set("encoding", "full")?;
/// config.set("rewards", "potential")?;
/// assert_eq!(config.observation_len(), 7 * 8 * 8);
/// # Ok::<(), damero_games::OptionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EnvConfig {
    /// The rules, which also decide when a game is drawn or cut short.
    pub rules: CheckersRules,
    /// The scheme of rewards.
    pub rewards: Rewards,
    /// The observation.
    pub encoding: CheckersEncoding,
    /// So many random plies are played at every reset, drawn by its seed. Should they end the game, it begins at the
    /// start after all.
    pub opening_plies: u32,
}

impl Default for EnvConfig {
    fn default() -> Self {
        Self {
            rules: CheckersRules::default(),
            rewards: Rewards::default(),
            encoding: CheckersEncoding::Seed,
            opening_plies: 0,
        }
    }
}

impl EnvConfig {
    /// What [`set`](Self::set) takes.
    pub const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "rules",
            doc: Text::new("the rules", "las reglas"),
            values: Text::new(
                "a rules id such as seed or english,repetition=off",
                "un identificador de reglas como seed o english,repetition=off",
            ),
        },
        OptionSpec {
            name: "rewards",
            doc: Text::new(
                "what is paid besides the result",
                "qué se paga además del resultado",
            ),
            values: Shaping::VALUES,
        },
        OptionSpec {
            name: "encoding",
            doc: Text::new("the observation", "la observación"),
            values: CheckersEncoding::VALUES,
        },
        OptionSpec {
            name: "opening_plies",
            doc: Text::new("random plies at every reset", "jugadas al azar en cada reinicio"),
            values: OPENING_PLIES,
        },
    ];

    /// Changes one entry by its name; on error nothing changes.
    ///
    /// # Errors
    /// An unknown name is refused with the list of the known ones, a value with what the entry takes.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        match option {
            "rules" => self.rules = value.parse()?,
            "rewards" => self.rewards.shaping = value.parse()?,
            "encoding" => self.encoding = value.parse()?,
            "opening_plies" => {
                let plies = value.parse();
                self.opening_plies = plies.map_err(|_| bad_value(option, value, &OPENING_PLIES))?;
            }
            _ => return Err(unknown_option(option, Self::OPTIONS)),
        }
        Ok(())
    }

    /// How many numbers an observation has.
    #[must_use]
    pub const fn observation_len(&self) -> usize {
        Checkers::ENCODINGS[self.encoding.number()].len()
    }

    /// Begins a new game in place.
    pub(super) fn reset(&self, game: &mut Checkers, seed: u64, buf: &mut MoveBuf<CheckersMove>) {
        let mut rng = seeded(seed);
        game.restart();
        for _ in 0..self.opening_plies {
            let m = game.random_move(&mut rng, buf);
            game.play_unchecked(m);
            if game.turn().outcome().is_some() {
                return game.restart();
            }
        }
    }
}

const OPENING_PLIES: Text = Text::new("a number from 0 to 4294967295", "un número de 0 a 4294967295");
