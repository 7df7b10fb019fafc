//! Everything that can be set about the Quarto training, with defaults that learn and those of the seed.

use damero_nets::AdamWConfig;
use serde::{Deserialize, Serialize};

use crate::model::{Distance, Schedule};
use crate::replay::PriorityConfig;

/// What a turn is rewarded with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reward {
    /// The result at the last turn of each player, nothing before: what was before is learned from the values after it.
    #[default]
    Final,
    /// The result at every turn.
    Propagate,
    /// The result, less of it the longer before the end.
    Discount,
}

/// Whose values the loss looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LossApproach {
    /// The mean of the value of the placement and of the piece given, against one target.
    CombinedAvg,
    /// Only placements.
    OnlyPlace,
    /// Only pieces given.
    OnlySelect,
    /// Both, each against its own target.
    #[default]
    Separate,
}

/// Which actions of a remembered position are learned from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actions {
    /// What was played.
    Taken,
    /// All legal ones: each is tried and the target network judges what it leads to.
    #[default]
    All,
}

/// The settings of a Quarto training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QuartoConfig {
    /// The procedure of the seed to the letter, with what is wrong in it.
    pub seed_compat: bool,
    /// The rules: `square` or `standard`.
    pub rules: String,
    /// Games of self-play in an epoch.
    pub matches_per_epoch: u32,
    /// How many turns at the end of each game are remembered, at the end of the curriculum; 0 remembers all.
    pub n_last_states: u32,
    /// How many at its beginning; 0 begins with `n_last_states`.
    pub n_last_states_first: u32,
    /// The epoch at which the curriculum ends.
    pub curriculum: u64,
    /// Turns in a batch.
    pub batch_size: usize,
    /// Training steps from each batch, each time seen through other symmetries.
    pub views: u32,
    /// Batches in an epoch; 0 takes as many as the turns of the epoch fill.
    pub iterations: u32,
    /// The size of the replay buffer, in turns.
    pub buffer: usize,
    /// How turns are rewarded.
    pub reward: Reward,
    /// The discount of a reward for each turn before the end, with `reward = "discount"`.
    pub discount: f64,
    /// Whose values the loss looks at.
    pub loss: LossApproach,
    /// What the loss measures.
    pub distance: Distance,
    /// Which actions are learned from.
    pub actions: Actions,
    /// The discount factor: what is left of a value when the turn passes.
    pub gamma: f64,
    /// Moves that lead to positions with so many pieces or more have exact targets, by the solver; 0 for none.
    pub solver_from: u32,
    /// The learning rate.
    pub lr: f64,
    /// The schedule of a factor on the learning rate.
    pub lr_factor: Schedule,
    /// The optimiser.
    pub optimiser: AdamWConfig,
    /// Gradient clipping: the largest global norm of a gradient.
    pub max_grad_norm: f64,
    /// How far the target network moves towards the newest one at an update (soft update).
    pub tau: f64,
    /// Training steps between two updates of the target network.
    pub target_every: u32,
    /// Dropout before the heads: the share of units that a training step leaves out.
    pub dropout: f64,
    /// The softmax temperature of self-play.
    pub temperature_explore: Schedule,
    /// The softmax temperature of evaluation; 0 plays the best move.
    pub temperature_exploit: f64,
    /// Epsilon-greedy exploration: the share of moves in self-play that are drawn at random.
    pub epsilon: f64,
    /// Data augmentation: whether every stored turn is seen through a symmetry drawn for it.
    pub augment: bool,
    /// Prioritised replay: whether turns with a large error are drawn more often.
    pub priority: PriorityConfig,
    /// Who it is measured against: `untrained`, `pretrained`, `exact`, or player specs such as `random` and `greedy`.
    pub baselines: Vec<String>,
    /// The file with the weights of `pretrained`; empty means those that come with the program.
    pub pretrained: String,
    /// Games against each of them in one evaluation.
    pub evaluation_games: u32,
    /// Games in one evaluation whose decisions are compared with the exact solver from six pieces on.
    pub blunder_games: u32,
}

impl Default for QuartoConfig {
    fn default() -> Self {
        Self {
            seed_compat: false,
            rules: "square".to_owned(),
            matches_per_epoch: 256,
            n_last_states: 0,
            n_last_states_first: 4,
            curriculum: 50,
            batch_size: 64,
            views: 8,
            iterations: 32,
            buffer: 100_000,
            reward: Reward::Final,
            discount: 0.8,
            loss: LossApproach::Separate,
            distance: Distance::CrossEntropy,
            actions: Actions::All,
            gamma: 0.99,
            solver_from: 0,
            lr: 1e-3,
            lr_factor: Schedule::cosine(1.0, 0.01, 1000),
            optimiser: AdamWConfig {
                amsgrad: false,
                ..AdamWConfig::default()
            },
            max_grad_norm: 1.0,
            // Batches between two updates have their targets made at once, on all cores.
            tau: 0.08,
            target_every: 8,
            dropout: 0.0,
            temperature_explore: Schedule::linear(0.5, 0.15, 500),
            temperature_exploit: 0.0,
            epsilon: 0.05,
            augment: true,
            priority: PriorityConfig::default(),
            baselines: ["untrained", "random", "greedy"].map(str::to_owned).to_vec(),
            pretrained: String::new(),
            evaluation_games: 400,
            blunder_games: 40,
        }
    }
}

impl QuartoConfig {
    /// The documented configuration of the seed.
    #[must_use]
    pub fn seed() -> Self {
        Self {
            seed_compat: true,
            matches_per_epoch: 100,
            n_last_states: 2,
            n_last_states_first: 0,
            batch_size: 30,
            views: 1,
            iterations: 6,
            buffer: 20_000,
            reward: Reward::Propagate,
            loss: LossApproach::CombinedAvg,
            distance: Distance::SmoothL1,
            actions: Actions::Taken,
            lr: 5e-5,
            lr_factor: Schedule::constant(1.0),
            optimiser: AdamWConfig::default(),
            tau: 0.01,
            target_every: 2,
            dropout: 0.5,
            temperature_explore: Schedule::constant(2.0),
            temperature_exploit: 0.1,
            epsilon: 0.0,
            augment: false,
            baselines: ["untrained", "random"].map(str::to_owned).to_vec(),
            evaluation_games: 30,
            blunder_games: 0,
            ..Self::default()
        }
    }

    /// The learning rate in an epoch.
    #[must_use]
    pub fn lr_at(&self, epoch: u64) -> f64 {
        self.lr * self.lr_factor.at(epoch)
    }

    /// How many turns at the end of each game are remembered in an epoch.
    #[must_use]
    pub fn last_states(&self, epoch: u64) -> usize {
        // A game has at most seventeen turns.
        let last = if self.n_last_states == 0 {
            17
        } else {
            self.n_last_states
        };
        if self.n_last_states_first == 0 {
            return last as usize;
        }
        let way = Schedule::linear(
            f64::from(self.n_last_states_first),
            f64::from(last),
            self.curriculum,
        );
        way.at(epoch).round() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curriculum_goes_from_the_end_of_games_to_whole_games() {
        let config = QuartoConfig {
            n_last_states: 0,
            n_last_states_first: 3,
            curriculum: 50,
            ..QuartoConfig::default()
        };
        let at = |epoch| config.last_states(epoch);
        assert_eq!([at(0), at(25), at(50), at(99)], [3, 10, 17, 17]);
        assert_eq!(QuartoConfig::seed().last_states(77), 2);
    }
}
