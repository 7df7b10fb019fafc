//! How the games of a cycle are played: what of the settings self-play needs, ready for use.

use damero_games::Game;
use damero_search::mcts::{Options, RootNoise};

use super::opening::Opening;
use super::settings::{AlphaZeroConfig, Clock, Tables};
use super::stages::Stages;

/// How the games of a cycle are played.
#[derive(Clone, Debug)]
pub struct SelfPlayParams {
    pub(super) options: Options,
    pub(super) noise: Option<RootNoise>,
    pub(super) full: u64,
    pub(super) full_share: f32,
    pub(super) fast: u64,
    pub(super) leaves: usize,
    pub(super) temperature: Stages,
    pub(super) clock: Clock,
    pub(super) exact_nodes: u64,
    pub(super) opening: Opening,
    pub(super) symmetries: usize,
    pub(super) past_share: f32,
    pub(super) resign: f32,
    pub(super) resign_control: f32,
}

impl SelfPlayParams {
    /// The manner of a cycle, of which the first is 1.
    #[must_use]
    pub fn new(config: &AlphaZeroConfig, tables: &Tables, cycle: u64) -> Self {
        let options = config.search.options();
        let full = tables.curriculum.at(cycle) as u64;
        Self {
            options,
            noise: options.noise,
            full,
            full_share: config.search.full_share as f32,
            fast: config.search.fast_simulations.min(full),
            leaves: config.search.leaves,
            temperature: tables.temperature.clone(),
            clock: config.temperature_by,
            exact_nodes: config.exact_nodes,
            symmetries: config.search.symmetries,
            past_share: config.past_share as f32,
            resign: config.resign as f32,
            resign_control: config.resign_control as f32,
            opening: Opening {
                plies: config.opening_plies,
                balance: config.opening_balance as f32,
            },
        }
    }

    /// Simulations of a full search.
    #[must_use]
    pub const fn simulations(&self) -> u64 {
        self.full
    }

    /// The temperature of a decision.
    pub(super) fn temperature<G: Game>(&self, game: &G, ply: u32) -> f32 {
        let count = match self.clock {
            Clock::Ply => u64::from(ply) + 1,
            Clock::Round => u64::from(game.round()),
        };
        self.temperature.at(count) as f32
    }
}
