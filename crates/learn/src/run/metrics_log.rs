//! All that a run writes down beside its checkpoints: the logs, the same for TensorBoard, and sample games.

use std::collections::BTreeMap;
use std::fs;

use super::files::write_whole;
use super::folder::RunPath;
use super::log::{Line, Log, read_log};
use super::report::{Histogram, Report, Samples};
use super::trainer::TrainStep;
use crate::config;
use crate::error::LearnError;
use crate::events::Events;

/// Names that every line has anyway.
const RESERVED: [&str; 4] = ["epoch", "step", "time", "cpu"];

/// The logs of a run, open for writing.
#[derive(Debug)]
pub(super) struct MetricsLog {
    path: RunPath,
    metrics: Log,
    histograms: Log,
    notes: Log,
    boards: Log,
    events: Events,
    /// When the run began, in seconds since 1970.
    created: f64,
}

impl MetricsLog {
    /// Opens the logs to go on after `epoch`.
    pub(super) fn open(path: &RunPath, epoch: u64) -> Result<Self, LearnError> {
        let created = path.read_meta()?.created;
        let mut book = Self {
            path: path.clone(),
            metrics: Log::open(&path.metrics(), epoch)?,
            histograms: Log::open(&path.histograms(), epoch)?,
            notes: Log::open(&path.notes(), epoch)?,
            boards: Log::open(&path.boards(), epoch)?,
            events: Events::begin(&path.events(), created)?,
            created,
        };
        book.tell_again()?;
        Ok(book)
    }

    /// Writes the events of all that the logs hold.
    fn tell_again(&mut self) -> Result<(), LearnError> {
        let (created, events) = (self.created, &mut self.events);
        let values = config::values_in(&self.path.config())?;
        let best = values.iter().find(|(key, _)| key == "run.best");
        let headline = match best {
            Some((_, crate::events::Value::Word(name))) => name.clone(),
            _ => String::new(),
        };
        events.hyperparameters(created, &values, &headline)?;
        for line in read_log::<f64>(&self.path.metrics(), None)? {
            events.scalars(created + line.time, line.step, &line.values)?;
        }
        for line in read_log::<Histogram>(&self.path.histograms(), None)? {
            events.histograms(created + line.time, line.step, &line.values)?;
        }
        for line in read_log::<String>(&self.path.notes(), None)? {
            events.texts(created + line.time, line.step, &line.values)?;
        }
        Ok(())
    }

    /// Writes down an epoch.
    pub(super) fn epoch(
        &mut self,
        place: TrainStep,
        time: f64,
        cpu: f64,
        report: &Report,
    ) -> Result<(), LearnError> {
        let mut scalars = report.scalars.clone();
        // JSON has no infinities, and a curve with a hole says more than a file that nobody can read.
        scalars.retain(|name, value| value.is_finite() && !RESERVED.contains(&name.as_str()));
        let wall = self.created + time;
        self.events.scalars(wall, place.step, &scalars)?;
        self.events.histograms(wall, place.step, &report.histograms)?;
        self.events.texts(wall, place.step, &report.notes)?;
        self.metrics.append(&Line {
            cpu: Some(cpu),
            ..Line::new(place, time, scalars)
        })?;
        append(&mut self.histograms, place, time, report.histograms.clone())?;
        append(&mut self.notes, place, time, report.notes.clone())
    }

    /// Writes down games and boards.
    pub(super) fn samples(
        &mut self,
        place: TrainStep,
        time: f64,
        samples: Samples,
    ) -> Result<(), LearnError> {
        let folder = self.path.games();
        fs::create_dir_all(&folder).map_err(LearnError::file(&folder))?;
        for (i, game) in samples.games.iter().enumerate() {
            let word: String = game
                .name
                .chars()
                .filter(|c| c.is_alphanumeric() || *c == '-')
                .collect();
            let name = format!("epoch-{:06}-{}-{word}.txt", place.epoch, i + 1);
            write_whole(&folder.join(name), game.record.as_bytes())?;
        }
        let boards = samples.boards;
        let values = if boards.is_empty() {
            BTreeMap::new()
        } else {
            [("boards".to_owned(), boards)].into()
        };
        append(&mut self.boards, place, time, values)
    }

    /// Makes everything durable.
    pub(super) fn sync(&self) -> Result<(), LearnError> {
        [&self.metrics, &self.histograms, &self.notes, &self.boards]
            .into_iter()
            .try_for_each(Log::sync)
    }
}

/// Appends values to a log; lines without any say nothing.
fn append<T: serde::Serialize>(
    log: &mut Log,
    place: TrainStep,
    time: f64,
    mut values: BTreeMap<String, T>,
) -> Result<(), LearnError> {
    values.retain(|name, _| !RESERVED.contains(&name.as_str()));
    if values.is_empty() {
        Ok(())
    } else {
        log.append(&Line::new(place, time, values))
    }
}
