//! What an environment can be told, in code or as text.

use std::fmt;

use super::reward::{ResultReward, Reward};
use crate::encode::Encode;
use crate::error::OptionError;
use crate::lang::Text;
use crate::options::{Limit, OptionSpec, OptionValue, bad_value, unknown_option};

choice! {
    /// What the number of an action means.
    pub enum ActionNumbers {
        /// Its place in the list of the legal moves.
        List = "list",
        /// Its action index, as in the mask; see [`Encode::action_index`].
        Index = "index",
    }
}

/// Everything that an environment of `G` can be told.
///
/// ```
/// use damero_games::{checkers::{Checkers, Rewards}, env::EnvConfig};
/// let mut config = EnvConfig::<Checkers, Rewards>::default();
/// config.set("encoding", "full")?;
/// config.set("rewards", "potential")?;
/// config.set("gamma", "0.95")?;
/// assert_eq!(config.observation_len(), 7 * 8 * 8);
/// # Ok::<(), damero_games::OptionError>(())
/// ```
pub struct EnvConfig<G: Encode, R: Reward<G> = ResultReward> {
    /// The rules, which also decide when a game is drawn or cut short.
    pub rules: G::Rules,
    /// What is paid.
    pub reward: R,
    /// The observation, as its number among [`Encode::ENCODINGS`].
    pub encoding: usize,
    /// So many random plies are played at every reset, drawn by its seed. Should they end the game, it begins at the
    /// start after all.
    pub opening_plies: u32,
    /// After so many steps a game is cut short, as a draw, whatever the rules say.
    pub max_steps: Limit,
    /// What the number of an action means.
    pub actions: ActionNumbers,
}

impl<G: Encode, R: Reward<G>> Default for EnvConfig<G, R> {
    fn default() -> Self {
        Self {
            rules: G::Rules::default(),
            reward: R::default(),
            encoding: 0,
            opening_plies: 0,
            max_steps: Limit::OFF,
            actions: ActionNumbers::List,
        }
    }
}

impl<G: Encode, R: Reward<G>> Copy for EnvConfig<G, R> {}

/// By hand, as are the others: deriving would ask for a copy of the game, not only of its rules.
impl<G: Encode, R: Reward<G>> Clone for EnvConfig<G, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Encode, R: Reward<G>> PartialEq for EnvConfig<G, R> {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |config: &Self| {
            (
                config.encoding,
                config.opening_plies,
                config.max_steps,
                config.actions,
            )
        };
        self.rules == other.rules && self.reward == other.reward && numbers(self) == numbers(other)
    }
}

impl<G: Encode, R: Reward<G>> fmt::Debug for EnvConfig<G, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnvConfig")
            .field("rules", &self.rules)
            .field("reward", &self.reward)
            .field("encoding", &self.encoding)
            .field("opening_plies", &self.opening_plies)
            .field("max_steps", &self.max_steps)
            .field("actions", &self.actions)
            .finish()
    }
}

impl<G: Encode, R: Reward<G>> EnvConfig<G, R> {
    /// What [`set`](Self::set) takes: the entries of every game, then those of the rewards.
    #[must_use]
    pub fn options() -> Vec<OptionSpec> {
        let option = |name, en, es, values| OptionSpec {
            name,
            doc: Text::new(en, es),
            values,
        };
        let rules = Text::new(
            "a rules id such as preset,option=value",
            "un identificador de reglas como preset,opción=valor",
        );
        let mut options = vec![
            option("rules", "the rules", "las reglas", rules),
            option("encoding", "the observation", "la observación", encodings::<G>()),
            option(
                "opening_plies",
                "random plies at every reset",
                "jugadas al azar en cada reinicio",
                OPENING_PLIES,
            ),
            option(
                "max_steps",
                "steps after which a game is cut short",
                "pasos tras los que se corta la partida",
                Limit::VALUES,
            ),
            option(
                "actions",
                "what the number of an action means",
                "qué significa el número de una acción",
                ActionNumbers::VALUES,
            ),
        ];
        options.extend_from_slice(R::OPTIONS);
        options
    }

    /// Changes one entry by its name; on error nothing changes.
    ///
    /// # Errors
    /// An unknown name is refused with the list of the known ones, a value with what the entry takes.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        let refused = |values: &Text| bad_value(option, value, values);
        match option {
            "rules" => self.rules = value.parse()?,
            "encoding" => {
                let number = G::ENCODINGS.iter().position(|encoding| encoding.name == value);
                self.encoding = number.ok_or_else(|| refused(&encodings::<G>()))?;
            }
            "opening_plies" => {
                self.opening_plies = value.parse().map_err(|_| refused(&OPENING_PLIES))?;
            }
            "max_steps" => self.max_steps = Limit::read(value).ok_or_else(|| refused(&Limit::VALUES))?,
            "actions" => {
                let numbers = ActionNumbers::read(value);
                self.actions = numbers.ok_or_else(|| refused(&ActionNumbers::VALUES))?;
            }
            _ if R::OPTIONS.iter().any(|known| known.name == option) => self.reward.set(option, value)?,
            _ => return Err(unknown_option(option, &Self::options())),
        }
        Ok(())
    }

    /// How many numbers an observation has.
    ///
    /// # Panics
    /// If there is no such encoding.
    #[must_use]
    pub const fn observation_len(&self) -> usize {
        G::ENCODINGS[self.encoding].len()
    }
}

const OPENING_PLIES: Text = Text::new("a number from 0 to 4294967295", "un número de 0 a 4294967295");

/// The names of the encodings.
fn encodings<G: Encode>() -> Text {
    let names: Vec<_> = G::ENCODINGS.iter().map(|encoding| encoding.name).collect();
    Text::same(names.join(" | "))
}
