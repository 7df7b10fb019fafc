//! A trainer small enough to check by eye: it fits a line to noisy points by gradient steps with momentum, draws the
//! points from a stream of its own, and keeps the last hundred of them.

use std::fs;
use std::path::Path;

use damero_games::Text;
use damero_learn::LearnError;
use damero_learn::run::{
    BoardPair, Ended, Histogram, Identity, Memory, Meta, Report, RunFolder, RunPath, RunSettings, SampleGame,
    Samples, Scalars, TrainStep, Trainer, World, catalog, drive, resume,
};
use damero_search::Stop;
use serde::{Deserialize, Serialize};

/// Everything that decides how it goes on, as whole numbers where fractions must not lose a bit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    place: TrainStep,
    weights: [u64; 2],
    speed: [u64; 2],
    stream: u64,
    points: Vec<[u64; 2]>,
}

pub(crate) struct Small {
    state: State,
    rules: &'static str,
    /// Files are written through a link to a device that is always full.
    pub(crate) full: bool,
    /// The headline of each evaluation, if not the real one.
    pub(crate) scores: Option<Vec<f64>>,
}

impl Small {
    pub(crate) fn new(seed: u64) -> Self {
        let zero = 0.0_f64.to_bits();
        let state = State {
            place: TrainStep::default(),
            weights: [zero; 2],
            speed: [zero; 2],
            stream: seed,
            points: Vec::new(),
        };
        Self {
            state,
            rules: "square",
            full: false,
            scores: None,
        }
    }

    pub(crate) fn with_rules(mut self, rules: &'static str) -> Self {
        self.rules = rules;
        self
    }

    fn draw(&mut self) -> f64 {
        self.state.stream = self
            .state
            .stream
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.state.stream >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn error(&self) -> f64 {
        let [a, b] = self.state.weights.map(f64::from_bits);
        (a - 0.7).abs() + (b + 0.2).abs()
    }
}

impl Trainer for Small {
    fn identity(&self) -> Identity {
        Identity {
            game: "quarto".to_owned(),
            rules: self.rules.to_owned(),
            rules_version: 1,
            algo: "line".to_owned(),
        }
    }

    fn place(&self) -> TrainStep {
        self.state.place
    }

    fn epoch(&mut self) -> Result<Report, LearnError> {
        let mut report = Report::default();
        let mut histogram = Histogram::new(-2.0, 2.0, 8);
        let mut loss = 0.0;
        for _ in 0..5 {
            let (x, noise) = (self.draw() * 2.0 - 1.0, self.draw() * 0.1 - 0.05);
            self.state
                .points
                .push([x, 0.7 * x - 0.2 + noise].map(f64::to_bits));
            let excess = self.state.points.len().saturating_sub(100);
            self.state.points.drain(..excess);
            let pick = (self.draw() * self.state.points.len() as f64) as usize;
            let [x, y] = self.state.points[pick].map(f64::from_bits);
            let [a, b] = self.state.weights.map(f64::from_bits);
            let miss = a * x + b - y;
            histogram.add(miss);
            loss += miss * miss / 5.0;
            for (i, gradient) in [miss * x, miss].into_iter().enumerate() {
                let speed = 0.9 * f64::from_bits(self.state.speed[i]) - 0.02 * gradient;
                self.state.speed[i] = speed.to_bits();
                self.state.weights[i] = (f64::from_bits(self.state.weights[i]) + speed).to_bits();
            }
            self.state.place.step += 1;
        }
        self.state.place.epoch += 1;
        report.scalar("loss/mean", loss);
        report.histograms.insert("miss".to_owned(), histogram);
        if self.state.place.epoch == 1 {
            report.notes.insert("beginning".to_owned(), "a line".to_owned());
        }
        Ok(report)
    }

    fn evaluate(&mut self) -> Result<Scalars, LearnError> {
        let epoch = self.state.place.epoch;
        let given = self
            .scores
            .as_ref()
            .and_then(|scores| scores.get(epoch as usize - 1))
            .copied();
        Ok([(
            "win_rate/line".to_owned(),
            given.unwrap_or_else(|| 1.0 - self.error()),
        )]
        .into())
    }

    fn samples(&mut self) -> Result<Samples, LearnError> {
        let board = vec![vec![-1, 3], vec![15, -1]];
        Ok(Samples {
            games: vec![SampleGame {
                name: "self-play".to_owned(),
                record: "[Game \"quarto\"]\n\n*\n".to_owned(),
            }],
            boards: vec![BoardPair {
                title: "3|1|0 | R=1".to_owned(),
                before: board.clone(),
                after: board,
            }],
        })
    }

    fn save(&self, folder: &Path) -> Result<(), LearnError> {
        let weights = folder.join("weights.safetensors");
        if self.full {
            std::os::unix::fs::symlink("/dev/full", &weights).map_err(LearnError::file(&weights))?;
        }
        let bytes: Vec<u8> = self
            .state
            .weights
            .iter()
            .flat_map(|bits| bits.to_le_bytes())
            .collect();
        fs::write(&weights, bytes).map_err(LearnError::file(&weights))?;
        let state = folder.join("state.json");
        fs::write(&state, serde_json::to_vec(&self.state).expect("plain data"))
            .map_err(LearnError::file(&state))
    }

    fn load(&mut self, folder: &Path) -> Result<(), LearnError> {
        let path = folder.join("state.json");
        let bytes = fs::read(&path).map_err(LearnError::file(&path))?;
        self.state = serde_json::from_slice(&bytes)
            .map_err(|_| LearnError::content(&path, Text::new("damaged", "dañado")))?;
        Ok(())
    }
}

pub(crate) fn settings(epochs: u64) -> RunSettings {
    RunSettings {
        epochs,
        eval_every: 1,
        checkpoint_every: 4,
        sample_every: 5,
        plot_every: 1000,
        best: "win_rate/line".to_owned(),
        ..RunSettings::default()
    }
}

/// A clock for tests in which nothing is timed.
pub(crate) fn now() -> f64 {
    1.8e9
}

/// Makes a new run.
pub(crate) fn create(runs: &Path, name: &str) -> RunFolder {
    let meta = Meta::new(Small::new(7).identity(), 7, 1, now());
    RunFolder::create(runs, Some(name), "line", "[run]\nseed = 7\n", &meta).expect("a new folder")
}

/// Drives a trainer without anybody watching.
pub(crate) fn run(
    folder: &RunFolder,
    trainer: &mut Small,
    settings: &RunSettings,
    memory: Memory,
) -> Result<Ended, LearnError> {
    run_watched(folder, trainer, settings, memory, &mut |_, _| {})
}

/// Drives a trainer; the watcher may stop it.
pub(crate) fn run_watched(
    folder: &RunFolder,
    trainer: &mut Small,
    settings: &RunSettings,
    memory: Memory,
    watch: &mut dyn FnMut(u64, &Stop),
) -> Result<Ended, LearnError> {
    let stop = Stop::default();
    let mut world = World {
        stop: &stop,
        now: &now,
        cpu: &damero_learn::run::cpu_seconds,
        watch: &mut |progress| watch(progress.place.epoch, &stop),
        draw: &|_| Ok(()),
    };
    drive(folder, trainer, settings, memory, &mut world)
}

/// Opens a run and goes on from its latest checkpoint, or from the beginning when there is none yet.
pub(crate) fn go_on(path: &RunPath, settings: &RunSettings) -> Result<Ended, LearnError> {
    let folder = RunFolder::open(path.clone())?;
    let mut trainer = Small::new(7);
    let latest = damero_learn::run::checkpoint::steps(&path.checkpoints())?
        .last()
        .copied();
    let memory = match latest {
        Some(step) => resume(&folder, &mut trainer, step)?,
        None => Memory::default(),
    };
    run(&folder, &mut trainer, settings, memory)
}

/// What must be the same whatever happened on the way: every log without its clock, and every checkpoint.
fn essence(path: &RunPath) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for log in [path.metrics(), path.histograms(), path.notes(), path.boards()] {
        let lines = damero_learn::run::read_log::<serde_json::Value>(&log, None).expect("a log");
        let lines = lines
            .iter()
            .map(|line| format!("{} {} {:?}\n", line.epoch, line.step, line.values));
        all.push((log.display().to_string(), lines.collect::<String>().into_bytes()));
    }
    for which in ["latest", "best"] {
        let folder = catalog::checkpoint(path, which).expect("a checkpoint");
        for name in ["weights.safetensors", "state.json"] {
            all.push((
                format!("{which} {name}"),
                fs::read(folder.join(name)).expect("a file"),
            ));
        }
    }
    all.iter_mut()
        .for_each(|(name, _)| *name = name.replace(&path.0.display().to_string(), ""));
    all
}

/// Says in which files two runs differ, if they do.
#[track_caller]
pub(crate) fn assert_same(a: &RunPath, b: &RunPath, when: &str) {
    for (one, other) in essence(a).iter().zip(essence(b)) {
        assert!(*one == other, "{} differs from {}, {when}", one.0, other.0);
    }
}
