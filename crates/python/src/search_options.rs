//! The options that `mcts.Search` and `SelfPlay` share, by the names and with the checks of trainings.

use damero_games::Game;
use damero_learn::alphazero::{AlphaZeroConfig, Chance, RootKind, SearchConfig, Tables};
use pyo3::prelude::*;

use crate::error::refused;

/// How a tree search goes about its work, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SearchOptions {
    root: String,
    considered: usize,
    sharpness: f64,
    cpuct: f64,
    first_play: f64,
    noise_alpha: f64,
    noise_share: f64,
    forced_playouts: f64,
    chance: String,
    solve: bool,
}

impl SearchOptions {
    /// The same as a training has them.
    pub(crate) fn config(self) -> PyResult<SearchConfig> {
        let root = match self.root.as_str() {
            "puct" => RootKind::Puct,
            "gumbel" => RootKind::Gumbel,
            other => return Err(refused(format!("root is {other:?}; expected 'puct' or 'gumbel'"))),
        };
        let chance = match self.chance.as_str() {
            "afterstate" => Chance::Afterstate,
            "widen" => Chance::Widen,
            other => {
                return Err(refused(format!(
                    "chance is {other:?}; expected 'afterstate' or 'widen'"
                )));
            }
        };
        Ok(SearchConfig {
            root,
            considered: self.considered,
            sharpness: self.sharpness,
            cpuct: self.cpuct,
            first_play: self.first_play,
            noise_alpha: self.noise_alpha,
            noise_share: self.noise_share,
            forced_playouts: self.forced_playouts,
            chance,
            solve: self.solve,
            ..SearchConfig::default()
        })
    }
}

/// Refuses settings that make no sense for the game.
pub(crate) fn check<G: Game>(config: &AlphaZeroConfig) -> PyResult<Tables> {
    config.check::<G>().map_err(|error| {
        let sentence = error.to_string();
        // The names of the configuration without their table are those of the arguments.
        refused(
            sentence
                .replace("alphazero.search.", "")
                .replace("alphazero.", ""),
        )
    })
}
