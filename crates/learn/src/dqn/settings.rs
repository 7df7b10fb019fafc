//! Everything that can be set about Q-learning of any game.

use damero_nets::AdamWConfig;
use serde::{Deserialize, Serialize};

use crate::LearnError;
use crate::model::Schedule;
use crate::replay::PriorityConfig;
use crate::run::Ranges;

/// What is paid besides the result, where the game knows something to pay for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shaping {
    /// Nothing.
    #[default]
    None,
    /// What the seed pays to the mover for captures and crownings, less a little for time.
    Seed,
    /// The change of a potential, which leaves the best play as it is.
    Potential,
}

/// The settings of Q-learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DqnConfig {
    /// The rules id; empty means the game's default rules.
    pub rules: String,
    /// The network. With `heads=value` moves are scored by the positions they lead to; with `heads=q` or
    /// `heads=dueling` by their action index.
    pub architecture: String,
    /// How positions are shown to it; empty means the game's default.
    pub encoding: String,
    /// Double DQN: the newest network chooses the action, the target network judges it.
    pub double: bool,
    /// N-step returns: rewards of so many moves before values take over; cut where a move was not the best one.
    pub n_step: u32,
    /// Reward shaping: what is paid besides the result.
    pub shaping: Shaping,
    /// Games of self-play in an epoch.
    pub matches_per_epoch: u32,
    /// Transitions in a batch.
    pub batch_size: usize,
    /// Training steps in an epoch, one for each batch.
    pub iterations: u32,
    /// The size of the replay buffer, in transitions.
    pub buffer: usize,
    /// The discount factor: what is left of a value when the turn passes.
    pub gamma: f64,
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
    /// Epsilon-greedy exploration: the share of moves in self-play that are drawn at random.
    pub epsilon: Schedule,
    /// Data augmentation: whether every stored position is seen through a symmetry drawn for it.
    pub augment: bool,
    /// Prioritised replay: whether positions with a large error are drawn more often.
    pub priority: PriorityConfig,
    /// Who it is measured against: player specs such as `random`, `greedy`, `level:easy`, `alphabeta:nodes=1000`.
    pub baselines: Vec<String>,
    /// Games against each of them in one evaluation.
    pub evaluation_games: u32,
}

impl Default for DqnConfig {
    fn default() -> Self {
        Self {
            rules: String::new(),
            architecture: "mlp:256-128,heads=value".to_owned(),
            encoding: String::new(),
            double: true,
            n_step: 3,
            shaping: Shaping::None,
            matches_per_epoch: 64,
            batch_size: 256,
            iterations: 32,
            buffer: 100_000,
            gamma: 0.99,
            lr: 1e-3,
            lr_factor: Schedule::cosine(1.0, 0.01, 400),
            optimiser: AdamWConfig::default(),
            max_grad_norm: 1.0,
            tau: 0.05,
            target_every: 4,
            epsilon: Schedule::linear(0.3, 0.05, 100),
            augment: true,
            priority: PriorityConfig::default(),
            baselines: ["random", "careful", "greedy"].map(str::to_owned).to_vec(),
            evaluation_games: 100,
        }
    }
}

impl DqnConfig {
    /// Refuses numbers with which nothing could be learned.
    ///
    /// # Errors
    /// The first wrong one, by its key.
    pub fn check(&self) -> Result<(), LearnError> {
        let ranges = Ranges { table: "dqn" };
        ranges.counts(&[
            ("n_step", u64::from(self.n_step)),
            ("matches_per_epoch", u64::from(self.matches_per_epoch)),
            ("batch_size", self.batch_size as u64),
            ("buffer", self.buffer as u64),
            ("target_every", u64::from(self.target_every)),
        ])?;
        ranges.numbers(&[
            ("gamma", self.gamma, 0.0, 1.0),
            ("lr", self.lr, 0.0, 1.0),
            ("max_grad_norm", self.max_grad_norm, 0.0, 1e9),
            ("tau", self.tau, 0.0, 1.0),
            ("priority.alpha", self.priority.alpha, 0.0, 10.0),
            ("priority.beta", self.priority.beta, 0.0, 1.0),
        ])?;
        ranges.schedule("lr_factor", &self.lr_factor, 0.0, 1e3)?;
        ranges.schedule("epsilon", &self.epsilon, 0.0, 1.0)?;
        ranges.optimiser(&self.optimiser)
    }

    /// The learning rate in an epoch.
    #[must_use]
    pub fn lr_at(&self, epoch: u64) -> f64 {
        self.lr * self.lr_factor.at(epoch)
    }
}
