//! The Quarto DQN: the network of the seed, its procedure to the letter, and the corrected one that learns.

mod certain;
mod evaluate;
mod experience;
mod players;
mod settings;
mod state;
mod targets;
mod trainer;
mod views;

use damero_games::Text;

use crate::config;
use crate::method::Method;

pub use evaluate::Baseline;
pub use experience::QuartoTurn;
pub use players::{Exact, turns};
pub use settings::{Actions, LossApproach, QuartoConfig, Reward};
pub use trainer::QuartoTrainer;
pub(crate) use trainer::refused;

/// How Quarto is learned.
pub(crate) const METHOD: Method = Method {
    game: "quarto",
    algo: "dqn",
    about: Text::new(
        "two heads, where to place and what to give, learned from self-play",
        "dos cabezas, dónde colocar y qué entregar, aprendidas jugando contra sí misma",
    ),
    headline: "win_rate/greedy",
    defaults: || config::table_of(&QuartoConfig::default()),
    trainer: |table, context| {
        let config: QuartoConfig = config::typed(table)?;
        Ok(Box::new(QuartoTrainer::new(config, context)?))
    },
};

#[cfg(test)]
mod tests;
