//! Learning by tree search, for any game: a network plays itself with a search, learns what the search found and who won,
//! and plays the next games with what it learned.
//!
//! A cycle is an epoch of the run: games of self-play ([`worker`]: many at once, their leaves judged together), the window
//! of the newest games ([`Window`]), training (policy by cross-entropy, value by squared error), and a match between the
//! newest network and the best one so far.

mod arrays;
mod contest;
mod counts;
mod external;
mod game;
mod loss;
mod opening;
mod params;
mod played;
mod reanalysis;
mod search_settings;
mod settings;
mod stages;
mod state;
mod teacher;
mod trainer;
mod window;
pub mod worker;

use damero_games::Text;

use crate::config;
use crate::method::Method;

pub use arrays::{Augment, SampleArrays};
pub use contest::{Pairing, Score, TreePolicy, meet};
pub use counts::Counts;
pub use external::{ExternalSelfPlay, Refused};
pub use game::SelfPlayGame;
pub use loss::{Outputs, Parts, Targets};
pub use params::SelfPlayParams;
pub use played::{Decision, End, Played, TrainingSample};
pub use search_settings::{Chance, RootKind, SearchConfig};
pub use settings::{AlphaZeroConfig, Clock, Tables};
pub use stages::Stages;
pub use trainer::{AlphaZeroTrainer, Subject};
pub use window::Window;

/// How a game is learned from searches.
pub(crate) fn method<G: Subject>() -> Method {
    Method {
        game: G::META.id,
        algo: "alphazero",
        about: Text::new(
            "policy and value, learned from tree searches in self-play",
            "política y valor, aprendidos de búsquedas en árbol jugando contra sí misma",
        ),
        headline: "win_rate/greedy",
        defaults: || config::table_of(&AlphaZeroConfig::of::<G>()),
        trainer: |table, context| {
            let config: AlphaZeroConfig = config::typed(table)?;
            Ok(Box::new(AlphaZeroTrainer::<G>::new(config, context)?))
        },
    }
}

#[cfg(test)]
mod external_tests;
#[cfg(test)]
mod lesson_tests;
#[cfg(test)]
mod tests;
