//! Trainings as their folders show them; nothing is ever written here.
//!
//! A run is found by its name among those that are listed, and those that are listed lie really in the folder: neither
//! dots and slashes in a name nor a link in the folder lead out of it.

use std::fs;
use std::path::{Path, PathBuf};

use damero_arena::Named;
use damero_arena::run_layout::checkpoint_name;
use damero_learn::LearnError;
use damero_learn::config::values_in;
use damero_learn::events::Value;
use damero_learn::method::player;
use damero_learn::run::checkpoint::{self, Checkpoint};
use damero_learn::run::{BoardPair, Ended, Histogram, Line, RunPath, catalog, read_log};

use crate::wire::{
    Training, TrainingBoards, TrainingCheckpoint, TrainingGame, TrainingHistogram, TrainingHistograms,
    TrainingMetrics, TrainingRun,
};

/// The folder of trainings.
pub(crate) struct Runs {
    folder: PathBuf,
}

impl Runs {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// All trainings, in the order of their names.
    ///
    /// # Errors
    /// If the folder is there and cannot be read.
    pub(crate) fn list(&self) -> Result<Vec<RunPath>, LearnError> {
        let mut all = catalog::list(&self.folder)?;
        let root = fs::canonicalize(&self.folder).unwrap_or_default();
        all.retain(|run| lies_in(&run.0, &root));
        Ok(all)
    }

    /// The training of that name.
    ///
    /// # Errors
    /// If the folder is there and cannot be read.
    pub(crate) fn find(&self, name: &str) -> Result<Option<RunPath>, LearnError> {
        Ok(self.list()?.into_iter().find(|run| run.name() == name))
    }
}

/// Whether a path, with all links followed, leads to something below `root`.
fn lies_in(path: &Path, root: &Path) -> bool {
    fs::canonicalize(path).is_ok_and(|real| real != root && real.starts_with(root))
}

/// A training in a line.
///
/// # Errors
/// If one of its files cannot be read.
pub(crate) fn summary(run: &RunPath) -> Result<TrainingRun, LearnError> {
    let meta = run.read_meta()?;
    let status = run.read_status()?;
    let state = match &status {
        _ if run.is_running() => "running",
        None => "killed",
        Some(status) => match status.ended {
            Ended::Finished => "finished",
            Ended::Interrupted => "interrupted",
            Ended::EarlyStop => "early-stop",
            Ended::TimeUp => "time-up",
            Ended::Failed => "failed",
        },
    };
    let values = values_in(&run.config())?;
    let value = |key: &str| {
        values
            .iter()
            .find(|(found, _)| found == key)
            .map(|(_, value)| value.clone())
    };
    let headline = match value("run.best") {
        Some(Value::Word(name)) => name,
        _ => String::new(),
    };
    let epochs = match value("run.epochs") {
        Some(Value::Number(epochs)) => epochs as u64,
        _ => 0,
    };
    let lines = catalog::metrics(run, None)?;
    let best = lines
        .iter()
        .filter_map(|line| line.values.get(&headline))
        .copied()
        .reduce(f64::max);
    Ok(TrainingRun {
        name: run.name(),
        game: meta.identity.game,
        rules: meta.identity.rules,
        algo: meta.identity.algo,
        seed: meta.seed,
        created: meta.created,
        state: state.to_owned(),
        error: status.and_then(|status| status.error),
        epoch: lines.last().map_or(0, |line| line.epoch),
        epochs,
        time: lines.last().map_or(0.0, |line| line.time),
        headline,
        best,
    })
}

/// A training with its configuration, checkpoints and sample games.
///
/// # Errors
/// If one of its files cannot be read.
pub(crate) fn full(run: &RunPath) -> Result<Training, LearnError> {
    let shown = summary(run)?;
    let text = |value| match value {
        Value::Word(word) => word,
        Value::Truth(truth) => truth.to_string(),
        Value::Number(number) => number.to_string(),
    };
    let config = values_in(&run.config())?
        .into_iter()
        .map(|(key, value)| (key, text(value)))
        .collect();
    let root = run.checkpoints();
    let best = checkpoint::best(&root)?;
    let mut checkpoints = Vec::new();
    for step in checkpoint::steps(&root)? {
        let name = checkpoint_name(step);
        // The one that is being removed right now need not be shown.
        let Ok(list) = Checkpoint::read(&root.join(&name)) else {
            continue;
        };
        checkpoints.push(TrainingCheckpoint {
            step,
            epoch: list.place.epoch,
            score: list.score,
            best: Some(step) == best,
            spec: format!("{}:{}@{name}", player(&shown.algo), Named::quoted(&shown.name)),
        });
    }
    Ok(Training {
        run: shown,
        config,
        checkpoints,
        games: games(run),
    })
}

/// The sample games of a run, in the order of their names, which is that of their epochs.
fn games(run: &RunPath) -> Vec<TrainingGame> {
    let entries = fs::read_dir(run.games()).into_iter().flatten().flatten();
    let mut files: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    files.sort();
    let game = |file: String| {
        let mut parts = file.strip_suffix(".txt")?.strip_prefix("epoch-")?.splitn(3, '-');
        let epoch = parts.next()?.parse().ok()?;
        let name = parts.nth(1)?.to_owned();
        Some(TrainingGame { file, epoch, name })
    };
    files.into_iter().filter_map(game).collect()
}

/// The record of a sample game; `None` unless it is one of those that are listed.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn game(run: &RunPath, file: &str) -> Result<Option<String>, LearnError> {
    let root = fs::canonicalize(&run.0).unwrap_or_default();
    let path = run.games().join(file);
    if !games(run).iter().any(|game| game.file == file) || !lies_in(&path, &root) {
        return Ok(None);
    }
    fs::read_to_string(&path)
        .map(Some)
        .map_err(LearnError::file(&path))
}

/// The scalars of the epochs after `since`.
///
/// # Errors
/// If the log cannot be read.
pub(crate) fn metrics(run: &RunPath, since: u64) -> Result<TrainingMetrics, LearnError> {
    // Asked first: a training that ends in between is asked about once more, not once too few.
    let running = run.is_running();
    Ok(columns(&catalog::metrics(run, None)?, since, running))
}

fn columns(lines: &[Line<f64>], since: u64, running: bool) -> TrainingMetrics {
    let chosen: Vec<&Line<f64>> = lines.iter().filter(|line| line.epoch > since).collect();
    let mut told = TrainingMetrics {
        running,
        last: lines.last().map_or(0, |line| line.epoch),
        epoch: chosen.iter().map(|line| line.epoch).collect(),
        step: chosen.iter().map(|line| line.step).collect(),
        time: chosen.iter().map(|line| line.time).collect(),
        series: chosen
            .iter()
            .flat_map(|line| line.values.keys())
            .map(|name| (name.clone(), Vec::new()))
            .collect(),
    };
    for (name, column) in &mut told.series {
        column.extend(chosen.iter().map(|line| line.values.get(name).copied()));
    }
    told
}

/// The distributions of the epochs after `since`.
///
/// # Errors
/// If the log cannot be read.
pub(crate) fn histograms(run: &RunPath, since: Option<u64>) -> Result<Vec<TrainingHistograms>, LearnError> {
    let lines: Vec<Line<Histogram>> = read_log(&run.histograms(), since)?;
    let wire = |Histogram { low, high, counts }| TrainingHistogram { low, high, counts };
    let epochs = lines.into_iter().map(|line| TrainingHistograms {
        epoch: line.epoch,
        values: line
            .values
            .into_iter()
            .map(|(name, histogram)| (name, wire(histogram)))
            .collect(),
    });
    Ok(epochs.collect())
}

/// The boards of the newest batch that was kept.
///
/// # Errors
/// If the log cannot be read.
pub(crate) fn boards(run: &RunPath) -> Result<Vec<TrainingBoards>, LearnError> {
    let mut lines: Vec<Line<Vec<BoardPair>>> = read_log(&run.boards(), None)?;
    let last = lines.pop().map(|line| line.values).unwrap_or_default();
    let wire = |BoardPair { title, before, after }| TrainingBoards { title, before, after };
    Ok(last.into_values().flatten().map(wire).collect())
}
