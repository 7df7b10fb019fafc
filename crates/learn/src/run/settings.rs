//! The table `[run]` of a configuration: how long to train, and how often to look, save and draw.

use serde::{Deserialize, Serialize};

use damero_games::{Text, text};

use crate::error::LearnError;

/// How a training is run, whatever it learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RunSettings {
    /// The seed of every random stream.
    pub seed: u64,
    /// Threads for self-play and evaluation; 0 takes all processors.
    pub threads: usize,
    /// Epochs in all.
    pub epochs: u64,
    /// Stop after so many minutes of training; 0 for no limit.
    pub minutes: f64,
    /// Stop after so many minutes of processor time, all threads together; 0 for no limit.
    pub cpu_minutes: f64,
    /// Evaluate every so many epochs.
    pub eval_every: u64,
    /// Write a checkpoint every so many epochs; one is also written when the headline improves, and at the end.
    pub checkpoint_every: u64,
    /// Keep so many checkpoints, the last ones; the best is always kept.
    pub keep: usize,
    /// Draw the plots every so many epochs.
    pub plot_every: u64,
    /// Write sample games and boards every so many epochs.
    pub sample_every: u64,
    /// Stop after so many evaluations without a better headline; 0 never.
    pub patience: u64,
    /// The headline: the scalar that tells the best checkpoint.
    pub best: String,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self {
            seed: 1,
            threads: 0,
            epochs: 1000,
            minutes: 0.0,
            cpu_minutes: 0.0,
            eval_every: 10,
            checkpoint_every: 50,
            keep: 3,
            plot_every: 100,
            sample_every: 100,
            patience: 0,
            best: String::new(),
        }
    }
}

impl RunSettings {
    /// Refuses numbers that make no sense.
    ///
    /// # Errors
    /// The first such number, with its key.
    pub fn check(&self) -> Result<(), LearnError> {
        for (key, value) in [
            ("run.epochs", self.epochs),
            ("run.eval_every", self.eval_every),
            ("run.checkpoint_every", self.checkpoint_every),
            ("run.keep", self.keep as u64),
            ("run.plot_every", self.plot_every),
            ("run.sample_every", self.sample_every),
        ] {
            if value == 0 {
                return Err(refuse(key, "0", &Text::new("1 or more", "1 o más")));
            }
        }
        for (key, minutes) in [
            ("run.minutes", self.minutes),
            ("run.cpu_minutes", self.cpu_minutes),
        ] {
            if !(0.0..=1e9).contains(&minutes) {
                let found = minutes.to_string();
                return Err(refuse(key, &found, &Text::new("0 or more", "0 o más")));
            }
        }
        Ok(())
    }

    /// The number of threads to use on this machine.
    #[must_use]
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            threads => threads,
        }
    }
}

/// A value of a key that makes no sense; also for the methods.
#[must_use]
pub fn refuse(key: &str, found: &str, expected: &Text) -> LearnError {
    let Text { en, es } = expected;
    LearnError::Setting {
        key: key.to_owned(),
        problem: text!(
            "{key} = {found}: expected {en}",
            "{key} = {found}: se esperaba {es}"
        ),
    }
}
