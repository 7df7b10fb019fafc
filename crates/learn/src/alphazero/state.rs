//! Learning by tree search as the driver sees it: names, checkpoints, evaluation, sample games.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use damero_arena::run_layout::{COUNTERS, WINDOW};
use damero_arena::stats::Elo;
use damero_games::record::write_native;
use damero_nets::Parameters;

use super::contest::{Pairing, meet};
use super::params::SelfPlayParams;
use super::trainer::{AlphaZeroTrainer, Subject};
use super::worker::{Order, self_play_batch};
use crate::LearnError;
use crate::replay::{BadBytes, Reader, Stored};
use crate::rng_streams::Purpose;
use crate::run::{Identity, Report, SampleGame, Samples, Scalars, TrainStep, Trainer, insert_win_rate};
use crate::selfplay::Opponent;

/// Sample games are of cycles that never come, so that they are no copies of what was learned from.
const SAMPLES: u64 = 1 << 40;

/// The networks of earlier cycles that still play, beside the other files of a checkpoint.
const PAST: &str = "past.bin";

/// Networks shaped like `model`.
fn restore_past(model: &Parameters, bytes: &[u8]) -> Result<VecDeque<Parameters>, BadBytes> {
    let mut reader = Reader::new(bytes);
    let count: u32 = reader.read()?;
    let mut past = VecDeque::new();
    for _ in 0..count {
        let mut weights = model.clone();
        for number in weights.trainable_mut() {
            *number = reader.read()?;
        }
        for number in weights.running_mut() {
            *number = reader.read()?;
        }
        past.push_back(weights);
    }
    reader.end()?;
    Ok(past)
}

impl<G: Subject> Trainer for AlphaZeroTrainer<G> {
    fn identity(&self) -> Identity {
        Identity {
            game: G::META.id.to_owned(),
            rules: self.rules.to_string(),
            rules_version: G::META.version,
            algo: "alphazero".to_owned(),
        }
    }

    fn place(&self) -> TrainStep {
        self.place
    }

    fn epoch(&mut self) -> Result<Report, LearnError> {
        self.cycle()
    }

    /// The newest network against the baselines, without noise, in games that are the same in every evaluation.
    fn evaluate(&mut self) -> Result<Scalars, LearnError> {
        let policy = self.policy(&self.learner.weights, self.config.evaluation_simulations)?;
        let mut scalars = Scalars::new();
        for (number, name) in self.config.baselines.iter().enumerate() {
            let pairing = Pairing {
                seed: self.context.seed,
                purpose: Purpose::Evaluation,
                number: number as u64,
                games: self.config.evaluation_games,
                opening: self.config.opening,
            };
            let opponent = Opponent::read::<G>("alphazero.baselines", name, &self.rules)?;
            let make = || Ok((policy.clone(), opponent.policy::<G>(&self.rules)?));
            let score = meet(&self.pool, &self.rules, pairing, make)?;
            insert_win_rate(&mut scalars, name, &score.tally);
            scalars.insert(format!("elo/{name}"), Elo::finite(&score.tally));
            if let Some(points) = score.points {
                scalars.insert(format!("margin/{name}"), points.margin);
                scalars.insert(format!("points/{name}"), points.own);
            }
        }
        Ok(scalars)
    }

    fn samples(&mut self) -> Result<Samples, LearnError> {
        let judge = self.player()?;
        let params = SelfPlayParams::new(&self.config, &self.tables, self.place.epoch);
        let order = Order {
            seed: self.context.seed,
            cycle: SAMPLES + self.place.epoch,
            games: 2,
            concurrent: 1,
        };
        let games = self_play_batch(&self.pool, &judge, &[], &self.rules, &params, order).games;
        let games = games.iter().map(|game| SampleGame {
            name: "self-play".to_owned(),
            record: write_native(&game.record(self.rules)),
        });
        Ok(Samples {
            games: games.collect(),
            boards: Vec::new(),
        })
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        self.learner.save::<G>(folder, &self.rules, self.place.epoch)?;
        let mut counters = Vec::new();
        self.elo.store(&mut counters);
        for (name, bytes) in [(WINDOW, self.window.to_bytes()), (COUNTERS, counters)] {
            let path = folder.join(name);
            fs::write(&path, bytes).map_err(LearnError::file(&path))?;
        }
        if self.config.past_share > 0.0 {
            let mut bytes = Vec::new();
            (self.past.len() as u32).store(&mut bytes);
            for weights in &self.past {
                let numbers = weights.trainable().iter().chain(weights.running());
                numbers.for_each(|number| number.store(&mut bytes));
            }
            let path = folder.join(PAST);
            fs::write(&path, bytes).map_err(LearnError::file(&path))?;
        }
        Ok(())
    }

    fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        let read = |name: &str| {
            let path = folder.join(name);
            let bytes = fs::read(&path).map_err(LearnError::file(&path))?;
            Ok((path, bytes))
        };
        let (path, bytes) = read(COUNTERS)?;
        let mut reader = Reader::new(&bytes);
        let elo = reader.read().and_then(|elo| reader.end().map(|()| elo));
        let elo = elo.map_err(|BadBytes(problem)| LearnError::content(&path, problem))?;
        let (path, bytes) = read(WINDOW)?;
        let mut window = super::window::Window::new(self.rules, self.config.window);
        let restored = window.restore(&bytes);
        restored.map_err(|BadBytes(problem)| LearnError::content(&path, problem))?;
        let mut past = VecDeque::new();
        if self.config.past_share > 0.0 {
            let (path, bytes) = read(PAST)?;
            let restored = restore_past(&self.learner.target, &bytes);
            past = restored.map_err(|BadBytes(problem)| LearnError::content(&path, problem))?;
        }
        let epoch = self.learner.load::<G>(folder, &self.rules)?;
        self.past = past;
        self.window = window;
        self.elo = elo;
        self.place = TrainStep {
            epoch,
            step: self.learner.steps(),
        };
        Ok(())
    }
}
