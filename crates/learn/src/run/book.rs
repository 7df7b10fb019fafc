//! All that a run writes down beside its checkpoints: the logs, and sample games.

use std::collections::BTreeMap;
use std::fs;

use super::files::write_whole;
use super::folder::RunPath;
use super::log::{Line, Log};
use super::report::{Report, Samples};
use super::trainer::Place;
use crate::error::LearnError;

/// Names that every line has anyway.
const RESERVED: [&str; 3] = ["epoch", "step", "time"];

/// The logs of a run, open for writing.
#[derive(Debug)]
pub(super) struct Book {
    path: RunPath,
    metrics: Log,
    histograms: Log,
    notes: Log,
    boards: Log,
}

impl Book {
    /// Opens the logs to go on after `epoch`.
    pub(super) fn open(path: &RunPath, epoch: u64) -> Result<Self, LearnError> {
        Ok(Self {
            path: path.clone(),
            metrics: Log::open(&path.metrics(), epoch)?,
            histograms: Log::open(&path.histograms(), epoch)?,
            notes: Log::open(&path.notes(), epoch)?,
            boards: Log::open(&path.boards(), epoch)?,
        })
    }

    /// Writes down an epoch.
    pub(super) fn epoch(
        &mut self,
        place: Place,
        time: f64,
        report: &Report,
        _now: f64,
    ) -> Result<(), LearnError> {
        let mut scalars = report.scalars.clone();
        // JSON has no infinities, and a curve with a hole says more than a file that nobody can read.
        scalars.retain(|name, value| value.is_finite() && !RESERVED.contains(&name.as_str()));
        self.metrics.append(&Line::new(place, time, scalars))?;
        append(&mut self.histograms, place, time, report.histograms.clone())?;
        append(&mut self.notes, place, time, report.notes.clone())
    }

    /// Writes down games and boards.
    pub(super) fn samples(&mut self, place: Place, time: f64, samples: Samples) -> Result<(), LearnError> {
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
    place: Place,
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
