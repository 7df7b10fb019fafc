//! Everything that can be set about the searches of self-play, and the options of a search that follow from it.

use damero_search::mcts::{Alpha, ChanceMode, FirstPlay, Options, Root, RootNoise, Selection};
use serde::{Deserialize, Serialize};

/// How the root of a search shares its simulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RootKind {
    /// As everywhere in the tree, with noise; moves are drawn by their visits.
    #[default]
    Puct,
    /// Sequential halving over moves drawn without replacement; learns with few simulations.
    Gumbel,
}

/// What a search does where chance is to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// The network judges the position before the event.
    #[default]
    Afterstate,
    /// The search goes on below a few events of its own.
    Widen,
}

/// How a search goes about its work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SearchConfig {
    /// How the root shares its simulations.
    pub root: RootKind,
    /// Moves that a Gumbel root begins with.
    pub considered: usize,
    /// How sharply a Gumbel root turns values into what is learned; less where values are rough.
    pub sharpness: f64,
    /// The exploration constant of PUCT: the weight of priors and novelty against values.
    pub cpuct: f64,
    /// First-play urgency: how much less than its position a move is worth that was not tried yet.
    pub first_play: f64,
    /// The concentration (alpha) of the Dirichlet noise at the root.
    pub noise_alpha: f64,
    /// Its share of the priors; 0 for none. A Gumbel root has its own.
    pub noise_share: f64,
    /// Forced playouts of a noisy PUCT root: each move that was tried gets the square root of so many times its prior times
    /// the simulations, which are left out of what is learned; 0 forces none.
    pub forced_playouts: f64,
    /// What happens where chance is to decide.
    pub chance: Chance,
    /// Whether what is certainly won, lost or drawn is backed up exactly.
    pub solve: bool,
    /// Leaves of one game in a batch of the network; more than one needs virtual losses.
    pub leaves: usize,
    /// Through how many symmetries, drawn anew each time, the network sees a leaf in self-play; 0 as it is.
    pub symmetries: usize,
    /// The share of decisions that are searched fully and learned from; the others are played with few simulations.
    pub full_share: f64,
    /// Those few simulations.
    pub fast_simulations: u64,
}

impl Default for SearchConfig {
    fn default() -> Self {
        Self {
            root: RootKind::Puct,
            considered: 16,
            sharpness: 1.0,
            cpuct: 1.5,
            first_play: 0.2,
            noise_alpha: 0.3,
            noise_share: 0.25,
            forced_playouts: 0.0,
            chance: Chance::Afterstate,
            solve: true,
            leaves: 1,
            symmetries: 0,
            full_share: 1.0,
            fast_simulations: 16,
        }
    }
}

impl SearchConfig {
    /// The options of a search in self-play; simulations and seed are the caller's.
    #[must_use]
    pub fn options(&self) -> Options {
        Options {
            selection: Selection::Puct {
                cpuct: self.cpuct as f32,
                first_play: FirstPlay::Reduced(self.first_play as f32),
            },
            root: match self.root {
                RootKind::Puct => Root::Selection,
                RootKind::Gumbel => self.gumbel(1.0),
            },
            noise: (self.root == RootKind::Puct && self.noise_share > 0.0).then_some(RootNoise {
                alpha: Alpha::Fixed(self.noise_alpha as f32),
                epsilon: self.noise_share as f32,
                forced: self.forced_playouts as f32,
            }),
            chance: match self.chance {
                Chance::Afterstate => ChanceMode::Afterstate,
                Chance::Widen => ChanceMode::WIDEN,
            },
            solve: self.solve,
            batch: self.leaves,
            memory_mib: 64,
            ..Options::puct()
        }
    }

    /// The options of a search that plays as well as it can: without noise, and by visits.
    #[must_use]
    pub fn best_play(&self) -> Options {
        Options {
            root: Root::Selection,
            noise: None,
            ..self.options()
        }
    }

    fn gumbel(&self, scale: f32) -> Root {
        match Root::gumbel(scale) {
            Root::Gumbel { c_visit, scale, .. } => Root::Gumbel {
                considered: self.considered,
                c_visit,
                c_scale: self.sharpness as f32,
                scale,
            },
            other @ Root::Selection => other,
        }
    }
}
