//! The experiment of the seed: do rewards for captures and crownings help to learn checkers, or are they played for
//! their own sake?
//!
//! Every arm (nothing paid, the seed's payments, a potential) is trained with several seeds. Each finished training is
//! one file in the folder of the experiment, and one that was stopped half way leaves its state beside them, so that an
//! experiment goes on exactly where it was; the comparison is written from these files.

mod comparison;

use std::fs;
use std::path::{Path, PathBuf};

use damero_arena::stats::Tally;
use damero_games::checkers::Checkers;
use damero_games::{Lang, text};
use damero_learn::dqn::{DqnConfig, DqnTrainer, Shaping};
use damero_learn::method::Context;
use damero_learn::run::Trainer;
use damero_learn::run::files::{read_json, write_json, write_whole};
use damero_learn::{LearnError, plot};
use serde::{Deserialize, Serialize};

/// What is compared, and how long.
#[derive(Clone, PartialEq, Debug)]
pub struct Experiment {
    /// Everything but the shaping.
    pub config: DqnConfig,
    /// Trainings of each arm.
    pub seeds: u64,
    /// Epochs of each training.
    pub epochs: u64,
    /// Seconds after which a training ends before that; 0 for no limit.
    pub seconds: f64,
    /// After how many epochs it is measured.
    pub every: u64,
    /// Games against each baseline at the end of a training.
    pub games: u32,
    /// Threads.
    pub threads: usize,
}

/// What an experiment needs from outside.
pub struct Surroundings<'a> {
    /// Whether to stop after this epoch.
    pub stop: &'a dyn Fn() -> bool,
    /// Seconds since some moment.
    pub now: &'a dyn Fn() -> f64,
    /// Told after every epoch.
    pub progress: &'a mut dyn FnMut(Progress),
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
    /// Seconds of training so far, measurements included.
    pub seconds: f64,
    /// Measurements, in order.
    pub curve: Vec<Point>,
    /// Points against the baselines at the end, in the order of the configuration; empty before.
    pub strength: Vec<Tally>,
}

/// One measurement.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// After so many epochs.
    pub epoch: u64,
    /// Shares of points against the baselines, in the order of the configuration.
    pub rates: Vec<f64>,
    /// Plies of a game of self-play, a mean since the last measurement.
    pub length: f64,
    /// Captured pieces in a game of self-play, likewise.
    pub captures: f64,
    /// Crownings in a game of self-play, likewise.
    pub crownings: f64,
}

/// What is counted in self-play, since the last measurement.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Counted {
    epochs: f64,
    length: f64,
    captures: f64,
    crownings: f64,
}

/// A training that was stopped half way.
#[derive(Serialize, Deserialize)]
struct Unfinished {
    trial: Trial,
    counted: Counted,
}

impl Experiment {
    /// Trains what is not there yet and writes `comparison.md`, `comparison.json` and the drawing. Stops between two
    /// epochs when asked to, and then gives back `None`: what was trained stays.
    ///
    /// # Errors
    /// If the settings make no sense, or a file cannot be written.
    pub fn run(
        &self,
        folder: &Path,
        lang: Lang,
        around: &mut Surroundings<'_>,
    ) -> Result<Option<Vec<Trial>>, LearnError> {
        fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
        let mut trials = Vec::new();
        let total = Shaping::ALL.len() as u64 * self.seeds * self.epochs;
        for seed in 1..=self.seeds {
            for shaping in Shaping::ALL {
                let done = trials.len() as u64 * self.epochs;
                let mut tell = |epochs| Progress {
                    done: done + epochs,
                    total,
                    shaping,
                    seed,
                };
                let file = folder.join(format!("{}-{seed}.json", shaping.name()));
                let trial = match self.finished(&file, shaping, seed)? {
                    Some(trial) => trial,
                    None => {
                        let Some(trial) = self.train(&file, shaping, seed, around, &mut tell)? else {
                            return Ok(None);
                        };
                        write_json(&file, &trial)?;
                        let part = part(&file);
                        if part.exists() {
                            fs::remove_dir_all(&part).map_err(LearnError::file(&part))?;
                        }
                        trial
                    }
                };
                (around.progress)(tell(self.epochs));
                trials.push(trial);
            }
        }
        write_json(&folder.join("comparison.json"), &trials)?;
        let report = comparison::report(self, &trials, lang);
        write_whole(&folder.join("comparison.md"), report.as_bytes())?;
        plot::compare(folder, &comparison::panels(self, &trials), lang)?;
        Ok(Some(trials))
    }

    /// A training that is already there; one of other settings is refused rather than overwritten.
    fn finished(&self, file: &Path, shaping: Shaping, seed: u64) -> Result<Option<Trial>, LearnError> {
        if !file.exists() {
            return Ok(None);
        }
        let trial: Trial = read_json(file)?;
        self.check(&trial, file, shaping, seed)?;
        Ok(Some(trial))
    }

    fn check(&self, trial: &Trial, file: &Path, shaping: Shaping, seed: u64) -> Result<(), LearnError> {
        // Older files have another name for the random player.
        let modern = |settings: &str| settings.replace("\"uniform\"", "\"random\"");
        let is_same = modern(&trial.settings) == modern(&self.settings());
        if (trial.shaping, trial.seed) == (shaping, seed) && is_same {
            return Ok(());
        }
        Err(LearnError::content(
            file,
            text!(
                "not a training of this experiment with these settings: choose another folder or remove it",
                "no es un entrenamiento de este experimento con estos ajustes: elige otra carpeta o bórralo"
            ),
        ))
    }

    fn settings(&self) -> String {
        let Self {
            config,
            epochs,
            seconds,
            every,
            games,
            ..
        } = self;
        let config = DqnConfig {
            shaping: Shaping::None,
            ..config.clone()
        };
        format!("{config:?} epochs {epochs} seconds {seconds} every {every} games {games}")
    }

    fn train(
        &self,
        file: &Path,
        shaping: Shaping,
        seed: u64,
        around: &mut Surroundings<'_>,
        tell: &mut dyn FnMut(u64) -> Progress,
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
        let mut now = Unfinished {
            trial: Trial {
                shaping,
                seed,
                settings: self.settings(),
                seconds: 0.0,
                curve: Vec::new(),
                strength: Vec::new(),
            },
            counted: Counted::default(),
        };
        let part = part(file);
        let state = part.join("state.json");
        if state.exists() {
            now = read_json(&state)?;
            self.check(&now.trial, &state, shaping, seed)?;
            trainer.load(&part)?;
        }
        let began = (around.now)() - now.trial.seconds;
        loop {
            let epoch = trainer.place().epoch;
            let late = self.seconds > 0.0 && now.trial.seconds >= self.seconds;
            let over = epoch >= self.epochs || late;
            if now.counted.epochs > 0.0 && (epoch.is_multiple_of(self.every.max(1)) || over) {
                now.trial
                    .curve
                    .push(point(epoch, &std::mem::take(&mut now.counted), &trainer)?);
            }
            if over {
                let strength = trainer.measure(self.games)?;
                now.trial.strength = strength.into_iter().map(|(_, tally)| tally).collect();
                return Ok(Some(now.trial));
            }
            if (around.stop)() {
                fs::create_dir_all(&part).map_err(LearnError::file(&part))?;
                trainer.save(&part)?;
                // Last, so that it is only there when everything else is.
                write_json(&state, &now)?;
                return Ok(None);
            }
            let report = trainer.epoch()?;
            let number = |name: &str| report.scalars.get(name).copied().unwrap_or_default();
            now.counted.epochs += 1.0;
            now.counted.length += number("length/mean");
            now.counted.captures += number("count/captures");
            now.counted.crownings += number("count/crownings");
            now.trial.seconds = (around.now)() - began;
            (around.progress)(tell(trainer.place().epoch));
        }
    }
}

/// Where the state of a training that was stopped half way is kept.
fn part(file: &Path) -> PathBuf {
    file.with_extension("part")
}

fn point(epoch: u64, counted: &Counted, trainer: &DqnTrainer<Checkers>) -> Result<Point, LearnError> {
    let rates = trainer.measure(trainer.evaluation_games())?;
    Ok(Point {
        epoch,
        rates: rates.into_iter().map(|(_, tally)| tally.score()).collect(),
        length: counted.length / counted.epochs,
        captures: counted.captures / counted.epochs,
        crownings: counted.crownings / counted.epochs,
    })
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
            epochs: 3,
            seconds: 0.0,
            every: 2,
            games: 4,
            threads: 1,
        }
    }

    fn run(
        experiment: &Experiment,
        folder: &Path,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Trial>>, LearnError> {
        let mut last = None;
        let done = experiment.run(
            folder,
            Lang::En,
            &mut Surroundings {
                stop,
                now: &|| 0.0,
                progress: &mut |told| last = Some(told),
            },
        )?;
        let told = last.expect("something was told");
        assert_eq!(done.is_some(), told.done == told.total);
        Ok(done)
    }

    /// Stopped in the middle of a training and begun again: the same comparison as without stopping, and other settings
    /// are refused.
    #[test]
    fn an_experiment_goes_on_and_compares_all_arms() {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let whole = run(&tiny(), folders[0].path(), &|| false).expect("runs");
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > 5
        };
        assert_eq!(run(&tiny(), folders[1].path(), &stop).expect("runs"), None);
        assert!(folders[1].path().join("seed-1.part/state.json").exists());
        assert_eq!(run(&tiny(), folders[1].path(), &|| false).expect("runs"), whole);
        assert!(!folders[1].path().join("seed-1.part").exists());
        let [one, other] = [0, 1].map(|n| fs::read_to_string(folders[n].path().join("comparison.md")));
        let one = one.expect("a comparison");
        assert_eq!(one, other.expect("a comparison"));
        assert!(one.contains("| none |") && one.contains("| seed |") && one.contains("| potential |"));
        let longer = Experiment { epochs: 4, ..tiny() };
        let refused = run(&longer, folders[1].path(), &|| false).expect_err("other settings");
        assert!(refused.to_string().contains("none-1.json"));
    }

    #[test]
    fn a_training_ends_when_its_time_is_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let clock = Cell::new(0.0);
        let short = Experiment {
            seconds: 1.5,
            seeds: 1,
            ..tiny()
        };
        let trials = short.run(
            folder.path(),
            Lang::Es,
            &mut Surroundings {
                stop: &|| false,
                now: &|| {
                    clock.set(clock.get() + 1.0);
                    clock.get()
                },
                progress: &mut |_| (),
            },
        );
        let trials = trials.expect("runs").expect("to the end");
        assert!(
            trials
                .iter()
                .all(|trial| trial.curve.last().is_some_and(|point| point.epoch == 2))
        );
        assert!(trials.iter().all(|trial| trial.strength[0].games() == 4));
    }
}
