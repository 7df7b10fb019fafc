//! Q-learning for any game that can be encoded: values of actions or of the positions that they lead to.

mod expand;
mod learning;
mod score;
mod settings;
mod shaped;
mod state;
mod trainer;
mod transition;

use damero_games::Text;

use crate::config;
use crate::method::Method;

pub use expand::{Expanded, Rules, expand, worth};
pub use learning::{Batch, Experience, Learned, Played, Procedure, QLearning, StepSettings};
pub use score::{Scorer, Scoring, best_action};
pub use settings::{DqnConfig, Shaping};
pub use shaped::Learnable;
pub use trainer::{DqnTrainer, Subject};
pub use transition::{Transition, pay, transitions};

/// How a game is learned by values of moves.
pub(crate) fn method<G: Subject>() -> Method {
    Method {
        game: G::META.id,
        algo: "dqn",
        about: Text::new(
            "values of moves or of what they lead to, learned from self-play",
            "valores de las jugadas o de lo que sigue, aprendidos jugando contra sí misma",
        ),
        headline: "win_rate/greedy",
        defaults: || config::table_of(&DqnConfig::default()),
        trainer: |table, context| {
            let config: DqnConfig = config::typed(table)?;
            Ok(Box::new(DqnTrainer::<G>::new(config, context)?))
        },
    }
}

#[cfg(test)]
mod tests;
