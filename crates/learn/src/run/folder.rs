//! The folder of a run: its names, its birth, and the lock that keeps a second process out.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use damero_arena::run_layout;
use damero_games::{Text, text};

use super::checkpoint;
use super::files::{read_json, sync_folder, write_json, write_whole};
use super::trainer::{Identity, TrainStep};
use crate::error::LearnError;

/// The version of the folder's layout; a later one is refused.
const FORMAT: u32 = 1;

/// What a run is, written once at its beginning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Meta {
    /// The version of the layout.
    pub format: u32,
    /// The version of the program that began it.
    pub program: String,
    /// What is learned.
    #[serde(flatten)]
    pub identity: Identity,
    /// The seed.
    pub seed: u64,
    /// Threads that were used.
    pub threads: usize,
    /// Processors of the machine.
    pub cores: usize,
    /// When it began, in seconds since 1970.
    pub created: f64,
}

impl Meta {
    /// A run that begins now.
    #[must_use]
    pub fn new(identity: Identity, seed: u64, threads: usize, now: f64) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            identity,
            seed,
            threads,
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            created: now,
        }
    }
}

/// How a training ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// All epochs are done.
    Finished,
    /// Somebody asked for it.
    Interrupted,
    /// The headline did not get better any more.
    EarlyStop,
    /// The minutes were over.
    TimeUp,
    /// An error.
    Failed,
}

/// The last word about a run that is not running: written at its end, removed when it goes on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// How it ended.
    pub ended: Ended,
    /// The error, if it was one.
    pub error: Option<Text>,
    /// How far it came.
    pub place: TrainStep,
    /// When, in seconds since 1970.
    pub time: f64,
}

/// The names in the folder of a run. Anybody may read; who writes holds a [`RunFolder`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunPath(pub PathBuf);

impl RunPath {
    /// The last part of the path.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.0.file_name().unwrap_or(self.0.as_os_str());
        name.to_string_lossy().into_owned()
    }

    /// The complete configuration.
    #[must_use]
    pub fn config(&self) -> PathBuf {
        self.0.join(run_layout::CONFIG)
    }

    /// What the run is; a folder without it is no run.
    #[must_use]
    pub fn meta(&self) -> PathBuf {
        self.0.join(run_layout::META)
    }

    /// Scalars, one line an epoch.
    #[must_use]
    pub fn metrics(&self) -> PathBuf {
        self.0.join(run_layout::METRICS)
    }

    /// Histograms, one line an epoch.
    #[must_use]
    pub fn histograms(&self) -> PathBuf {
        self.0.join(run_layout::HISTOGRAMS)
    }

    /// Notes.
    #[must_use]
    pub fn notes(&self) -> PathBuf {
        self.0.join(run_layout::NOTES)
    }

    /// Boards of random batches.
    #[must_use]
    pub fn boards(&self) -> PathBuf {
        self.0.join(run_layout::BOARDS)
    }

    /// How it ended, unless it is running or was killed.
    #[must_use]
    pub fn status(&self) -> PathBuf {
        self.0.join(run_layout::STATUS)
    }

    /// `TensorBoard` events.
    #[must_use]
    pub fn events(&self) -> PathBuf {
        self.0.join(run_layout::EVENTS)
    }

    /// Checkpoints.
    #[must_use]
    pub fn checkpoints(&self) -> PathBuf {
        self.0.join(run_layout::CHECKPOINTS)
    }

    /// Sample games.
    #[must_use]
    pub fn games(&self) -> PathBuf {
        self.0.join(run_layout::GAMES)
    }

    /// Drawings.
    #[must_use]
    pub fn plots(&self) -> PathBuf {
        self.0.join(run_layout::PLOTS)
    }

    /// Held by the process that trains.
    #[must_use]
    pub fn lock(&self) -> PathBuf {
        self.0.join(run_layout::LOCK)
    }

    /// Reads what the run is.
    ///
    /// # Errors
    /// If the folder is no run, or one of a later version.
    pub fn read_meta(&self) -> Result<Meta, LearnError> {
        let path = self.meta();
        if !path.exists() {
            let problem = Text::new(
                "not the folder of a training: it has no meta.json",
                "no es la carpeta de un entrenamiento: no tiene meta.json",
            );
            return Err(LearnError::content(&self.0, problem));
        }
        let meta: Meta = read_json(&path)?;
        if meta.format != FORMAT {
            let found = meta.format;
            return Err(LearnError::content(
                &path,
                text!(
                    "run folder format {found}; this program knows format {FORMAT}",
                    "formato de carpeta {found}; este programa conoce el formato {FORMAT}"
                ),
            ));
        }
        Ok(meta)
    }

    /// Reads how it ended, if it wrote so.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn read_status(&self) -> Result<Option<Status>, LearnError> {
        let path = self.status();
        if path.exists() {
            read_json(&path).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Whether a process is training in it now.
    #[must_use]
    pub fn is_running(&self) -> bool {
        let Ok(file) = File::open(self.lock()) else {
            return false;
        };
        matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
    }
}

/// The folder of a run that nobody else writes to.
#[derive(Debug)]
pub struct RunFolder {
    /// Where things are.
    pub path: RunPath,
    /// Held, never read: the system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl RunFolder {
    /// Makes the folder of a new run below `runs`: under `name`, or else under `stem-1`, `stem-2`, …
    ///
    /// # Errors
    /// If the name is taken or not one, or the system refuses.
    pub fn create(
        runs: &Path,
        name: Option<&str>,
        stem: &str,
        config: &str,
        meta: &Meta,
    ) -> Result<Self, LearnError> {
        fs::create_dir_all(runs).map_err(LearnError::file(runs))?;
        let path = match name {
            Some(name) => named(runs, name)?,
            None => numbered(runs, stem)?,
        };
        let folder = Self::lock(RunPath(path))?;
        let path = &folder.path;
        for below in [path.checkpoints(), path.games(), path.plots(), path.events()] {
            fs::create_dir(&below).map_err(LearnError::file(&below))?;
        }
        write_whole(&path.config(), config.as_bytes())?;
        // Last, as it makes the folder a run.
        write_json(&path.meta(), meta)?;
        sync_folder(runs)?;
        Ok(folder)
    }

    /// Opens the folder of a run to go on with it, and tidies what a killed process left.
    ///
    /// # Errors
    /// If it is no run, or another process has it.
    pub fn open(path: RunPath) -> Result<Self, LearnError> {
        path.read_meta()?;
        let folder = Self::lock(path)?;
        checkpoint::recover(&folder.path.checkpoints())?;
        Ok(folder)
    }

    fn lock(path: RunPath) -> Result<Self, LearnError> {
        let name = path.lock();
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true).read(true);
        let file = options.open(&name).map_err(LearnError::file(&name))?;
        // Somebody who only asks whether a run is running holds the lock for a moment.
        for _ in 0..20 {
            match file.try_lock() {
                Ok(()) => return Ok(Self { path, _lock: file }),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
                Err(TryLockError::Error(error)) => return Err(LearnError::file(&name)(error)),
            }
        }
        let problem = Text::new(
            "this run is in use by another process, which is training it",
            "otro proceso usa esta carpeta: la está entrenando",
        );
        Err(LearnError::content(&path.0, problem))
    }
}

fn named(runs: &Path, name: &str) -> Result<PathBuf, LearnError> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || name.len() > 100 || name.starts_with('.') || !name.chars().all(plain) {
        let name: String = name.chars().take(60).collect();
        return Err(LearnError::Refused(text!(
            "{name:?} is no name for a run: letters, digits, - _ . and no dot in front",
            "{name:?} no es un nombre para un entrenamiento: letras, cifras, - _ . y sin punto delante"
        )));
    }
    let path = runs.join(name);
    fs::create_dir(&path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => LearnError::content(
            &path,
            text!(
                "it exists already; `damero train --resume {name}` goes on with it, another --name begins anew",
                "ya existe; `damero train --resume {name}` lo continúa, otro --name empieza de nuevo"
            ),
        ),
        _ => LearnError::file(&path)(error),
    })?;
    Ok(path)
}

fn numbered(runs: &Path, stem: &str) -> Result<PathBuf, LearnError> {
    let mut number = 1_u64;
    loop {
        let path = runs.join(format!("{stem}-{number}"));
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(LearnError::file(&path)(error)),
        }
    }
}
