//! The seed's question about rewards, as an experiment: does paying for captures and crownings help, or does it teach to
//! collect them for their own sake?
//!
//! Every arm (nothing paid, the seed's payments, a potential) is trained with several seeds. Each finished training is
//! one file in the folder of the experiment, so that an experiment which was stopped goes on where it was; the
//! comparison is written from these files.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use damero_games::checkers::Checkers;
use damero_games::text;
use serde::{Deserialize, Serialize};

use crate::LearnError;
use crate::dqn::{DqnConfig, DqnTrainer, Shaping};
use crate::method::Context;
use crate::model::spread;
use crate::run::Trainer;

/// What is compared, and how long.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// Everything but the shaping.
    pub config: DqnConfig,
    /// Trainings of each arm.
    pub seeds: u64,
    /// Epochs of each training.
    pub epochs: u64,
    /// After how many epochs it is measured.
    pub every: u64,
    /// Threads.
    pub threads: usize,
}

/// How far an experiment is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Epochs done, over all trainings.
    pub done: u64,
    /// Epochs in all.
    pub total: u64,
    /// The arm at work.
    pub shaping: Shaping,
    /// Its seed.
    pub seed: u64,
}

/// One training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// What was paid.
    pub shaping: Shaping,
    /// The seed.
    pub seed: u64,
    /// The settings of the experiment, so that results of others are not mixed in.
    pub settings: String,
    /// Measurements, in order.
    pub curve: Vec<Point>,
}

/// One measurement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// After so many epochs.
    pub epoch: u64,
    /// Shares of points against the baselines, in the order of the configuration.
    pub rates: Vec<f64>,
    /// Plies of a game of self-play.
    pub length: f64,
    /// Captured pieces in a game of self-play.
    pub captures: f64,
    /// Crownings in a game of self-play.
    pub crownings: f64,
}

impl Experiment {
    /// Trains what is not there yet and writes `comparison.md` and `comparison.json`. Stops between two epochs when
    /// `stop` says so, and then gives back `None`: finished trainings stay.
    ///
    /// # Errors
    /// If the settings make no sense, or a file cannot be written.
    pub fn run(
        &self,
        folder: &Path,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Vec<Trial>>, LearnError> {
        fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
        let mut trials = Vec::new();
        let total = Shaping::ALL.len() as u64 * self.seeds * self.epochs;
        for seed in 1..=self.seeds {
            for shaping in Shaping::ALL {
                let done = trials.len() as u64 * self.epochs;
                let mut tell = |epochs| {
                    progress(Progress {
                        done: done + epochs,
                        total,
                        shaping,
                        seed,
                    });
                };
                let file = folder.join(format!("{}-{seed}.json", shaping.name()));
                let trial = match self.finished(&file, shaping, seed)? {
                    Some(trial) => trial,
                    None => {
                        let Some(trial) = self.train(shaping, seed, stop, &mut tell)? else {
                            return Ok(None);
                        };
                        write(&file, &json(&trial)?)?;
                        trial
                    }
                };
                tell(self.epochs);
                trials.push(trial);
            }
        }
        write(&folder.join("comparison.json"), &json(&trials)?)?;
        write(&folder.join("comparison.md"), &self.report(&trials))?;
        Ok(Some(trials))
    }

    /// A training that is already there; one of other settings is refused rather than overwritten.
    fn finished(&self, file: &PathBuf, shaping: Shaping, seed: u64) -> Result<Option<Trial>, LearnError> {
        if !file.exists() {
            return Ok(None);
        }
        let read = fs::read_to_string(file).map_err(LearnError::file(file))?;
        let trial: Result<Trial, _> = serde_json::from_str(&read);
        match trial {
            Ok(trial)
                if (trial.shaping, trial.seed) == (shaping, seed) && trial.settings == self.settings() =>
            {
                Ok(Some(trial))
            }
            _ => Err(LearnError::content(
                file,
                text!(
                    "not a training of this experiment with these settings: choose another folder or remove it",
                    "no es un entrenamiento de este experimento con estos ajustes: elige otra carpeta o bórralo"
                ),
            )),
        }
    }

    fn settings(&self) -> String {
        let Self {
            config,
            epochs,
            every,
            ..
        } = self;
        let config = DqnConfig {
            shaping: Shaping::None,
            ..config.clone()
        };
        format!("{config:?} epochs {epochs} every {every}")
    }

    fn train(
        &self,
        shaping: Shaping,
        seed: u64,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(u64),
    ) -> Result<Option<Trial>, LearnError> {
        let config = DqnConfig {
            shaping,
            ..self.config.clone()
        };
        let context = Context {
            seed,
            threads: self.threads,
        };
        let mut trainer = DqnTrainer::<Checkers>::new(config, &context)?;
        let mut curve = Vec::new();
        for epoch in 1..=self.epochs {
            if stop() {
                return Ok(None);
            }
            let report = trainer.epoch()?;
            if epoch % self.every.max(1) == 0 || epoch == self.epochs {
                let found = trainer.evaluate()?;
                let rate = |name: &String| found.get(&format!("win_rate/{name}")).copied();
                let number = |name: &str| report.scalars.get(name).copied().unwrap_or_default();
                curve.push(Point {
                    epoch,
                    rates: self.config.baselines.iter().filter_map(rate).collect(),
                    length: number("length/mean"),
                    captures: number("count/captures"),
                    crownings: number("count/crownings"),
                });
            }
            tell(epoch);
        }
        Ok(Some(Trial {
            shaping,
            seed,
            settings: self.settings(),
            curve,
        }))
    }

    /// The comparison as Markdown: strength at the end and along the way, and the three checks.
    fn report(&self, trials: &[Trial]) -> String {
        let (seeds, epochs, games) = (self.seeds, self.epochs, self.config.evaluation_games);
        let mut out = format!(
            "# Rewards compared\n\n{seeds} seeds an arm, {epochs} epochs, {games} games a measurement; mean ± standard deviation over seeds.\n\n"
        );
        let names = self.config.baselines.join(" | ");
        let lines = "---|".repeat(self.config.baselines.len() + 4);
        let _ = writeln!(out, "| paid | {names} | plies | captures | crownings |\n|{lines}");
        let arm = |shaping: Shaping| trials.iter().filter(move |trial| trial.shaping == shaping);
        for shaping in Shaping::ALL {
            let last: Vec<&Point> = arm(shaping).filter_map(|trial| trial.curve.last()).collect();
            let mut cells: Vec<_> = (0..self.config.baselines.len())
                .map(|n| cell(last.iter().filter_map(|point| point.rates.get(n).copied())))
                .collect();
            cells.push(cell(last.iter().map(|point| point.length)));
            cells.push(cell(last.iter().map(|point| point.captures)));
            cells.push(cell(last.iter().map(|point| point.crownings)));
            let _ = writeln!(out, "| {} | {} |", shaping.name(), cells.join(" | "));
        }
        if let Some(headline) = self.config.baselines.last() {
            let _ = writeln!(
                out,
                "\nAlong the way, against {headline}:\n\n| epoch | none | seed | potential |\n|---|---|---|---|"
            );
            let epochs = trials
                .first()
                .map(|trial| trial.curve.iter().map(|point| point.epoch));
            for (n, epoch) in epochs.into_iter().flatten().enumerate() {
                let cells = Shaping::ALL.map(|shaping| {
                    cell(arm(shaping).filter_map(|trial| trial.curve.get(n)?.rates.last().copied()))
                });
                let _ = writeln!(out, "| {epoch} | {} |", cells.join(" | "));
            }
        }
        out.push_str(
            "\nA learner that plays for pay shows in the last three columns of the first table: more captures or crownings \
             in a game, or longer games, than where nothing is paid, without more points.\n",
        );
        out
    }
}

fn cell(numbers: impl Iterator<Item = f64>) -> String {
    let numbers: Vec<_> = numbers.collect();
    let (mean, deviation) = spread(&numbers);
    format!("{mean:.3} ± {deviation:.3}")
}

fn json<T: Serialize>(value: &T) -> Result<String, LearnError> {
    serde_json::to_string_pretty(value).map_err(|error| {
        LearnError::Refused(text!(
            "the results cannot be written: {error}",
            "no se pueden escribir los resultados: {error}"
        ))
    })
}

/// Writes a file that is there whole or not at all.
fn write(path: &Path, text: &str) -> Result<(), LearnError> {
    let temporary = path.with_extension("tmp");
    fs::write(&temporary, text).map_err(LearnError::file(&temporary))?;
    fs::rename(&temporary, path).map_err(LearnError::file(path))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn tiny() -> Experiment {
        Experiment {
            config: DqnConfig {
                architecture: "mlp:8,heads=value".to_owned(),
                matches_per_epoch: 2,
                batch_size: 4,
                iterations: 2,
                evaluation_games: 2,
                baselines: vec!["uniform".to_owned()],
                ..DqnConfig::default()
            },
            seeds: 2,
            epochs: 2,
            every: 1,
            threads: 1,
        }
    }

    /// Stopped after some epochs and begun again: the same comparison as without stopping, and other settings are
    /// refused.
    #[test]
    fn an_experiment_goes_on_and_compares_all_arms() {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let whole = tiny()
            .run(folders[0].path(), &|| false, &mut |_| ())
            .expect("runs");
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 5
        };
        assert_eq!(
            tiny().run(folders[1].path(), &stop, &mut |_| ()).expect("runs"),
            None
        );
        let mut last = None;
        let again = tiny().run(folders[1].path(), &|| false, &mut |told| last = Some(told));
        assert_eq!(again.expect("runs"), whole);
        assert!(last.is_some_and(|told| told.done == told.total));
        let [one, other] = [0, 1].map(|n| fs::read_to_string(folders[n].path().join("comparison.md")));
        let one = one.expect("a comparison");
        assert_eq!(one, other.expect("a comparison"));
        assert!(one.contains("| none |") && one.contains("| seed |") && one.contains("| potential |"));
        let longer = Experiment { epochs: 3, ..tiny() };
        let refused = longer.run(folders[1].path(), &|| false, &mut |_| ());
        assert!(
            refused
                .expect_err("other settings")
                .to_string()
                .contains("none-1.json")
        );
    }
}
