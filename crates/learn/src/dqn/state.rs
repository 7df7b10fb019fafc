//! Q-learning as the driver sees it: names, checkpoints, evaluation, sample games.

use std::path::Path;

use damero_arena::stats::Tally;

use super::score::Scorer;
use super::trainer::{DqnTrainer, Subject};
use crate::LearnError;
use crate::rng_streams::{Purpose, stream};
use crate::run::{Identity, Report, Samples, Scalars, TrainStep, Trainer, insert_win_rate};
use crate::selfplay::{GROUP, NetPolicy, Opponent, Slot, contests, self_play, tally};

/// The key of the opponents.
pub(super) const BASELINES: &str = "dqn.baselines";

impl<G: Subject> DqnTrainer<G> {
    fn policy(&self, epsilon: f32) -> NetPolicy<Scorer> {
        NetPolicy {
            values: self.scorer(&self.learning.learner.weights),
            temperature: 0.0,
            epsilon,
            one_look: false,
        }
    }

    /// Plays so many games against each baseline.
    fn measure(&self, games: u32) -> Result<Vec<(String, Tally)>, LearnError> {
        let baselines = self.config.baselines.iter().enumerate();
        let each =
            baselines.map(|(number, name)| Ok((name.clone(), self.against(number as u64, name, games)?)));
        each.collect()
    }

    /// Plays against a baseline, both seats by turns.
    fn against(&self, number: u64, name: &str, games: u32) -> Result<Tally, LearnError> {
        let mut slots = self.learning.slots(Purpose::Evaluation, number, games);
        let opponent = Opponent::read::<G>(BASELINES, name, &self.learning.rules)?;
        let make = || Ok((self.policy(0.0), opponent.policy::<G>(&self.learning.rules)?));
        contests(&self.learning.pool, &mut slots, GROUP, make)?;
        Ok(tally(&slots))
    }
}

impl<G: Subject> Trainer for DqnTrainer<G> {
    fn identity(&self) -> Identity {
        self.learning.identity()
    }

    fn place(&self) -> TrainStep {
        self.learning.place
    }

    fn epoch(&mut self) -> Result<Report, LearnError> {
        self.one_epoch()
    }

    fn evaluate(&mut self) -> Result<Scalars, LearnError> {
        let mut scalars = Scalars::new();
        for (name, tally) in self.measure(self.config.evaluation_games)? {
            insert_win_rate(&mut scalars, &name, &tally);
        }
        Ok(scalars)
    }

    fn samples(&mut self) -> Result<Samples, LearnError> {
        let epoch = self.learning.place.epoch;
        let rng = stream(self.learning.context.seed, Purpose::Evaluation, 1000 + epoch, 0);
        let mut slots = [Slot::<G>::new(&self.learning.rules, rng)];
        self_play(&mut self.policy(self.config.epsilon.at(epoch) as f32), &mut slots);
        let [slot] = slots;
        Ok(Samples {
            games: vec![self.learning.sample(&slot, "self-play", ["network", "network"])],
            boards: Vec::new(),
        })
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        self.learning.save(folder)
    }

    fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        self.learning.load(folder)
    }
}
