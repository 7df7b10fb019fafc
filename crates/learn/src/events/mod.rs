//! TensorBoard events: the numbers of the logs once more, in the format that its users already know how to look at.
//!
//! The logs are the truth. When a training goes on, the events are written anew from them, so there are no two curves.

mod proto;
mod record;

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::error::LearnError;
use crate::run::Histogram;
use proto::Message;

pub use record::records;

/// What every file begins with.
const VERSION: &str = "brain.Event:2";

/// The start of every file's name, by which TensorBoard knows it.
const STEM: &str = "events.out.tfevents.";

/// The kinds of hyperparameters: words, truths, numbers.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A word.
    Word(String),
    /// True or false.
    Truth(bool),
    /// A number.
    Number(f64),
}

/// A file of events, open for writing.
#[derive(Debug)]
pub struct Events {
    path: PathBuf,
    file: File,
}

impl Events {
    /// Begins a file in `folder`, in the place of all that are there; `time` is in seconds since 1970.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn begin(folder: &Path, time: f64) -> Result<Self, LearnError> {
        fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
        let mut sitting = 1;
        for entry in fs::read_dir(folder).map_err(LearnError::file(folder))? {
            let path = entry.map_err(LearnError::file(folder))?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if !name.starts_with(STEM) {
                continue;
            }
            // A new name each time, or a TensorBoard that is watching would not look into the file again.
            let last = name
                .rsplit('.')
                .next()
                .and_then(|number| number.parse::<u64>().ok());
            sitting = sitting.max(last.unwrap_or(0) + 1);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(LearnError::file(&path)(error));
                }
                _ => {}
            }
        }
        let path = folder.join(format!("{STEM}{time:010.0}.damero.{sitting}"));
        let file = File::create(&path).map_err(LearnError::file(&path))?;
        let mut events = Self { path, file };
        events.write(Message::default().double(1, time).put(3, VERSION))?;
        Ok(events)
    }

    fn write(&mut self, event: Message) -> Result<(), LearnError> {
        let framed = record::frame(&event.bytes());
        self.file.write_all(&framed).map_err(LearnError::file(&self.path))
    }

    fn summary(&mut self, time: f64, step: u64, values: Vec<Message>) -> Result<(), LearnError> {
        if values.is_empty() {
            return Ok(());
        }
        let summary = values
            .into_iter()
            .fold(Message::default(), |summary, value| summary.message(1, value));
        let step = i64::try_from(step).unwrap_or(i64::MAX);
        self.write(
            Message::default()
                .double(1, time)
                .int(2, step)
                .message(5, summary),
        )
    }

    /// Writes scalars.
    ///
    /// # Errors
    /// If the disk is full or the like.
    pub fn scalars<'a>(
        &mut self,
        time: f64,
        step: u64,
        scalars: impl IntoIterator<Item = (&'a String, &'a f64)>,
    ) -> Result<(), LearnError> {
        let value = |(name, value): (&String, &f64)| Message::default().put(1, name).float(2, *value as f32);
        let values = scalars.into_iter().map(value).collect();
        self.summary(time, step, values)
    }

    /// Writes histograms.
    ///
    /// # Errors
    /// If the disk is full or the like.
    pub fn histograms<'a>(
        &mut self,
        time: f64,
        step: u64,
        histograms: impl IntoIterator<Item = (&'a String, &'a Histogram)>,
    ) -> Result<(), LearnError> {
        let value = |(name, histogram): (&String, &Histogram)| {
            Message::default()
                .put(1, name)
                .message(5, histogram_message(histogram))
        };
        let values = histograms.into_iter().map(value).collect();
        self.summary(time, step, values)
    }

    /// Writes texts.
    ///
    /// # Errors
    /// If the disk is full or the like.
    pub fn texts<'a>(
        &mut self,
        time: f64,
        step: u64,
        texts: impl IntoIterator<Item = (&'a String, &'a String)>,
    ) -> Result<(), LearnError> {
        let values = texts.into_iter().map(|(name, text)| {
            // A tensor of one string: type 7, no dimensions.
            let tensor = Message::default().int(1, 7).put(2, "").put(8, text);
            let metadata = plugin("text", Message::default()).int(4, 2);
            Message::default()
                .put(1, name)
                .message(8, tensor)
                .message(9, metadata)
        });
        let values = values.collect();
        self.summary(time, step, values)
    }

    /// Writes the hyperparameters, and which scalar tells how good they are.
    ///
    /// # Errors
    /// If the disk is full or the like.
    pub fn hyperparameters(
        &mut self,
        time: f64,
        values: &[(String, Value)],
        headline: &str,
    ) -> Result<(), LearnError> {
        let infos = values
            .iter()
            .fold(Message::default(), |experiment, (name, value)| {
                let kind = match value {
                    Value::Word(_) => 1,
                    Value::Truth(_) => 2,
                    Value::Number(_) => 3,
                };
                experiment.message(4, Message::default().put(1, name).int(4, kind))
            });
        let metric = Message::default().message(1, Message::default().put(2, headline));
        let experiment = infos.message(5, metric);
        let start = values.iter().fold(Message::default(), |start, (name, value)| {
            let value = match value {
                Value::Number(number) => Message::default().double(2, *number),
                Value::Word(word) => Message::default().put(3, word),
                Value::Truth(truth) => Message::default().int(4, i64::from(*truth)),
            };
            start.message(1, Message::default().put(1, name).message(2, value))
        });
        let parts = [
            ("_hparams_/experiment", 2, experiment),
            ("_hparams_/session_start_info", 3, start),
        ];
        let values = parts.into_iter().map(|(tag, field, part)| {
            let metadata = plugin("hparams", Message::default().message(field, part));
            Message::default().put(1, tag).message(9, metadata)
        });
        let values = values.collect();
        self.summary(time, 0, values)
    }
}

/// Says which part of TensorBoard a value is for.
fn plugin(name: &str, content: Message) -> Message {
    let content = content.bytes();
    let data = Message::default().put(1, name);
    let data = if content.is_empty() {
        data
    } else {
        data.put(2, content)
    };
    Message::default().message(1, data)
}

fn histogram_message(histogram: &Histogram) -> Message {
    let Histogram { low, high, counts } = histogram;
    let width = (high - low) / counts.len() as f64;
    let edge = |bin: usize| low + width * bin as f64;
    let filled = |bin: &usize| counts[*bin] > 0;
    let first = (0..counts.len()).find(filled).map_or(*low, edge);
    let last = (0..counts.len())
        .rev()
        .find(filled)
        .map_or(*high, |bin| edge(bin + 1));
    // The values themselves are gone; the middle of its bin stands for each.
    let transition = |power: i32| {
        let each = counts
            .iter()
            .enumerate()
            .map(|(bin, &count)| count as f64 * (edge(bin) + width / 2.0).powi(power));
        each.sum::<f64>()
    };
    Message::default()
        .double(1, first)
        .double(2, last)
        .double(3, histogram.total() as f64)
        .double(4, transition(1))
        .double(5, transition(2))
        .doubles(6, (1..=counts.len()).map(edge))
        .doubles(7, counts.iter().map(|&count| count as f64))
}
