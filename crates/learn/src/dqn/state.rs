//! Q-learning as the driver sees it: names, checkpoints, evaluation, sample games.

use std::path::Path;

use damero_arena::stats::Tally;
use damero_games::record::{Event, Record, write_native};

use super::score::Scorer;
use super::trainer::{DqnTrainer, Subject};
use crate::LearnError;
use crate::model::{load, save};
use crate::rng_streams::{Purpose, stream};
use crate::run::{Identity, Report, SampleGame, Samples, Scalars, TrainStep, Trainer, insert_win_rate};
use crate::selfplay::{GROUP, NetPolicy, Opponent, Slot, contests, self_play, tally};

/// The key of the opponents.
pub(super) const BASELINES: &str = "dqn.baselines";

impl<G: Subject> DqnTrainer<G> {
    fn policy(&self, epsilon: f32) -> NetPolicy<Scorer> {
        NetPolicy {
            values: self.scorer(&self.learner.weights),
            temperature: 0.0,
            epsilon,
            one_look: false,
        }
    }

    /// Plays so many games against each baseline.
    pub fn measure(&self, games: u32) -> Result<Vec<(String, Tally)>, LearnError> {
        let baselines = self.config.baselines.iter().enumerate();
        let each =
            baselines.map(|(number, name)| Ok((name.clone(), self.against(number as u64, name, games)?)));
        each.collect()
    }

    /// Plays against a baseline, both seats by turns.
    fn against(&self, number: u64, name: &str, games: u32) -> Result<Tally, LearnError> {
        let mut slots: Vec<Slot<G>> = (0..u64::from(games))
            .map(|n| {
                Slot::new(
                    &self.rules,
                    stream(self.context.seed, Purpose::Evaluation, number, n),
                )
            })
            .collect();
        let opponent = Opponent::read::<G>(BASELINES, name, &self.rules)?;
        let make = || Ok((self.policy(0.0), opponent.policy::<G>(&self.rules)?));
        contests(&self.pool, &mut slots, GROUP, make)?;
        Ok(tally(&slots))
    }
}

impl<G: Subject> Trainer for DqnTrainer<G> {
    fn identity(&self) -> Identity {
        Identity {
            game: G::META.id.to_owned(),
            rules: self.rules.to_string(),
            rules_version: G::META.version,
            algo: "dqn".to_owned(),
        }
    }

    fn place(&self) -> TrainStep {
        self.place
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
        let epoch = self.place.epoch;
        let rng = stream(self.context.seed, Purpose::Evaluation, 1000 + epoch, 0);
        let mut slots = [Slot::<G>::new(&self.rules, rng)];
        self_play(&mut self.policy(self.config.epsilon.at(epoch) as f32), &mut slots);
        let [slot] = slots;
        let mut record = Record::<G>::new(self.rules);
        record.tags = ["First", "Second"]
            .map(|tag| (tag.to_owned(), "network".to_owned()))
            .to_vec();
        record.events = slot.moves.iter().copied().map(Event::Move).collect();
        record.result = slot.game.turn().outcome();
        Ok(Samples {
            games: vec![SampleGame {
                name: "self-play".to_owned(),
                record: write_native(&record),
            }],
            boards: Vec::new(),
        })
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        save::<G, _>(folder, &self.learner, &self.replay, &self.rules, self.place.epoch)
    }

    fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        self.place = load::<G, _>(folder, &mut self.learner, &mut self.replay, &self.rules)?;
        Ok(())
    }
}
