//! Logs: one JSON object a line, only ever appended to, cut back when a training goes on from an earlier checkpoint.
//!
//! A process killed in the middle of a line leaves half of it at the end; readers leave it out, and the next writer
//! cuts it off.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use damero_games::text;

use super::trainer::TrainStep;
use crate::error::LearnError;

/// One line of a log: where the training was, and values by name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line<T> {
    /// Whole epochs done.
    pub epoch: u64,
    /// Training steps done.
    pub step: u64,
    /// Seconds of training so far, pauses left out.
    pub time: f64,
    /// Seconds of processor time so far, all threads together; logs of older programs have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// The values.
    #[serde(flatten)]
    pub values: BTreeMap<String, T>,
}

impl<T> Line<T> {
    /// A line at `place`.
    pub const fn new(place: TrainStep, time: f64, values: BTreeMap<String, T>) -> Self {
        Self {
            epoch: place.epoch,
            step: place.step,
            time,
            cpu: None,
            values,
        }
    }
}

/// A log open for writing.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens the log at `path` to go on after `epoch`: later lines, and half a line at the end, are cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path, epoch: u64) -> Result<Self, LearnError> {
        let open = || OpenOptions::new().create(true).append(true).open(path);
        let file = open().map_err(LearnError::file(path))?;
        let bytes = fs::read(path).map_err(LearnError::file(path))?;
        let kept = kept(&bytes, epoch);
        if kept < bytes.len() {
            file.set_len(kept as u64)
                .and_then(|()| file.sync_all())
                .map_err(LearnError::file(path))?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If the disk is full or the like; half a line may be left.
    pub fn append<T: Serialize>(&mut self, line: &Line<T>) -> Result<(), LearnError> {
        let mut bytes = serde_json::to_vec(line).map_err(|error| {
            LearnError::content(
                &self.path,
                text!(
                    "no line can be made: {error}",
                    "no se puede hacer una línea: {error}"
                ),
            )
        })?;
        bytes.push(b'\n');
        // One call, so that other readers see whole lines, but for a crash in the middle.
        self.file.write_all(&bytes).map_err(LearnError::file(&self.path))
    }

    /// Makes all lines durable.
    ///
    /// # Errors
    /// If the disk is full or the like.
    pub fn sync(&self) -> Result<(), LearnError> {
        self.file.sync_data().map_err(LearnError::file(&self.path))
    }
}

/// How many bytes of a log belong to epochs up to `epoch`.
fn kept(bytes: &[u8], epoch: u64) -> usize {
    #[derive(Deserialize)]
    struct Head {
        epoch: u64,
    }
    let mut end = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let later = serde_json::from_slice::<Head>(line).is_ok_and(|head| head.epoch > epoch);
        if later || line.last() != Some(&b'\n') {
            break;
        }
        end += line.len();
    }
    end
}

/// Reads the lines after `epoch`. Damaged lines are left out; a log that is not there has none.
///
/// # Errors
/// If the file is there and cannot be read.
pub fn read_log<T: DeserializeOwned>(path: &Path, after: Option<u64>) -> Result<Vec<Line<T>>, LearnError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LearnError::file(path)(error)),
    };
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    // A line without an end is still being written.
    let whole = lines.filter(|line| line.last() == Some(&b'\n'));
    let read = whole.filter_map(|line| serde_json::from_slice::<Line<T>>(line).ok());
    Ok(read
        .filter(|line| after.is_none_or(|after| line.epoch > after))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(epoch: u64, value: f64) -> Line<f64> {
        let place = TrainStep { epoch, step: epoch };
        Line::new(place, 0.5, [("loss/mean".to_owned(), value)].into())
    }

    #[test]
    fn half_a_line_is_left_out_and_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("metrics.jsonl");
        let mut log = Log::open(&path, 0).expect("a log");
        for epoch in 1..=3 {
            log.append(&line(epoch, 0.1)).expect("room");
        }
        drop(log);
        let whole = fs::read(&path).expect("the log");
        assert_eq!(
            String::from_utf8_lossy(&whole).lines().next(),
            Some("{\"epoch\":1,\"step\":1,\"time\":0.5,\"loss/mean\":0.1}")
        );
        let two = whole.len() / 3 * 2;
        for cut in two..whole.len() {
            fs::write(&path, &whole[..cut]).expect("room");
            let read: Vec<Line<f64>> = read_log(&path, None).expect("the log");
            assert_eq!(read, [line(1, 0.1), line(2, 0.1)], "cut at {cut}");
            let mut log = Log::open(&path, 9).expect("a log");
            log.append(&line(3, 0.2)).expect("room");
            let read: Vec<Line<f64>> = read_log(&path, Some(1)).expect("the log");
            assert_eq!(read, [line(2, 0.1), line(3, 0.2)], "cut at {cut}");
        }
    }

    #[test]
    fn a_log_goes_on_from_an_earlier_epoch() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("metrics.jsonl");
        let mut log = Log::open(&path, 0).expect("a log");
        for epoch in 1..=5 {
            log.append(&line(epoch, 0.1)).expect("room");
        }
        let mut log = Log::open(&path, 2).expect("a log");
        log.append(&line(3, 0.3)).expect("room");
        let read: Vec<Line<f64>> = read_log(&path, None).expect("the log");
        assert_eq!(read, [line(1, 0.1), line(2, 0.1), line(3, 0.3)]);
    }

    #[test]
    fn a_damaged_line_in_the_middle_hides_only_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("metrics.jsonl");
        fs::write(&path, "{\"epoch\":1,\"step\":2,\"time\":0,\"a\":1}\n\u{0}\u{0}x\n{\"epoch\":2,\"step\":4,\"time\":0,\"a\":2}\n")
            .expect("room");
        let read: Vec<Line<f64>> = read_log(&path, None).expect("the log");
        assert_eq!(read.iter().map(|line| line.epoch).collect::<Vec<_>>(), [1, 2]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told_as_such() {
        let path = PathBuf::from("/dev/full");
        let file = OpenOptions::new()
            .append(true)
            .open(&path)
            .expect("a device that is always full");
        let error = Log { path, file }.append(&line(1, 0.1)).expect_err("full");
        assert!(error.is_full(), "{error}");
        assert_eq!(error.to_string(), "cannot use /dev/full: the disk is full");
    }
}
