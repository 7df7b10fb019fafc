//! Checkpoints: folders `checkpoints/step-N` that are whole or not there, with a list of what is in them.
//!
//! A checkpoint is written into a folder with another name; every file is made durable, a list of sizes and checksums
//! is added, and only then the folder gets its name. Which one is the latest and which the best is found by reading.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use damero_arena::run_layout::{CHECKPOINT, checkpoint_name, checkpoint_step};
use damero_games::text;
use serde::{Deserialize, Serialize};

use super::files::{read_json, sync_folder, write_json};
use super::trainer::{Identity, TrainStep, Trainer};
use crate::error::LearnError;

/// The version of the list; a later one is refused.
const FORMAT: u32 = 1;

/// What a checkpoint says about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The version of this list.
    pub format: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// What was being learned.
    pub identity: Identity,
    /// How far it was.
    pub place: TrainStep,
    /// The headline of the last evaluation, if there was one: the best checkpoint has the greatest.
    pub score: Option<f64>,
    /// What the driver must remember to go on.
    pub memory: Memory,
    /// When it was written, in seconds since 1970.
    pub written: f64,
    /// The trainer's files.
    pub files: Vec<Listed>,
}

/// What the driver remembers from epoch to epoch.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The best headline so far.
    pub best: Option<f64>,
    /// Evaluations since then.
    pub stale: u64,
    /// Seconds of training so far.
    pub seconds: f64,
    /// Seconds of processor time so far; checkpoints of older programs do not know.
    #[serde(default)]
    pub cpu: Option<f64>,
}

/// One file of a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its CRC-32C.
    pub crc32c: u32,
}

/// What a checkpoint is to say beside the trainer's state.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// The headline.
    pub score: Option<f64>,
    /// The driver's memory.
    pub memory: Memory,
    /// The time, in seconds since 1970.
    pub now: f64,
}

/// Writes the state of a trainer as a checkpoint below `root`, and gives its folder.
///
/// # Errors
/// If something cannot be written; then nothing is left of it, and all other checkpoints are as they were.
pub fn write(root: &Path, trainer: &dyn Trainer, stamp: Stamp) -> Result<PathBuf, LearnError> {
    let name = checkpoint_name(trainer.place().step);
    let beside = root.join(format!("{name}.tmp"));
    let target = root.join(&name);
    let written = fill(&beside, trainer, stamp).and_then(|()| {
        // Epochs that only gather experience end at the same step: the old one makes way, and `recover` brings it back
        // if the power fails right now.
        let replaced = root.join(format!("{name}.replaced"));
        if target.exists() {
            remove(&replaced)?;
            fs::rename(&target, &replaced).map_err(LearnError::file(&target))?;
        }
        fs::rename(&beside, &target).map_err(LearnError::file(&target))?;
        sync_folder(root)?;
        remove(&replaced)
    });
    if let Err(error) = written {
        // What is half written helps nobody; the first error is the one to tell.
        let _ = fs::remove_dir_all(&beside);
        return Err(error);
    }
    Ok(target)
}

fn fill(folder: &Path, trainer: &dyn Trainer, stamp: Stamp) -> Result<(), LearnError> {
    remove(folder)?;
    fs::create_dir_all(folder).map_err(LearnError::file(folder))?;
    trainer.save(folder)?;
    let mut files = Vec::new();
    for name in names(folder)? {
        let path = folder.join(&name);
        let synced = File::open(&path).and_then(|file| file.sync_all());
        synced.map_err(LearnError::file(&path))?;
        let (bytes, crc32c) = sum(&path)?;
        files.push(Listed { name, bytes, crc32c });
    }
    let list = Checkpoint {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        identity: trainer.identity(),
        place: trainer.place(),
        score: stamp.score,
        memory: stamp.memory,
        written: stamp.now,
        files,
    };
    write_json(&folder.join(CHECKPOINT), &list)
}

fn remove(folder: &Path) -> Result<(), LearnError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(LearnError::file(folder)(error)),
        _ => Ok(()),
    }
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>, LearnError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LearnError::file(folder)(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(LearnError::file(folder))?;
        names.push(entry.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Size and CRC-32C of a file.
fn sum(path: &Path) -> Result<(u64, u32), LearnError> {
    let mut file = File::open(path).map_err(LearnError::file(path))?;
    let mut buffer = vec![0; 1 << 16];
    let (mut bytes, mut crc) = (0, 0);
    loop {
        let count = file.read(&mut buffer).map_err(LearnError::file(path))?;
        if count == 0 {
            return Ok((bytes, crc));
        }
        bytes += count as u64;
        crc = crc32c::crc32c_append(crc, &buffer[..count]);
    }
}

/// The steps of the checkpoints below `root`, in order.
///
/// # Errors
/// If the folder is there and cannot be read.
pub fn steps(root: &Path) -> Result<Vec<u64>, LearnError> {
    let mut steps: Vec<u64> = names(root)?
        .iter()
        .filter_map(|name| checkpoint_step(name))
        .collect();
    steps.sort_unstable();
    Ok(steps)
}

impl Checkpoint {
    /// Reads what the checkpoint in `folder` says about itself; its files are not looked at.
    ///
    /// # Errors
    /// If there is none, or it is damaged or of a later version.
    pub fn read(folder: &Path) -> Result<Self, LearnError> {
        let path = folder.join(CHECKPOINT);
        let list: Self = read_json(&path)?;
        if list.format != FORMAT {
            let found = list.format;
            return Err(LearnError::content(
                &path,
                text!(
                    "checkpoint format {found}; this program knows format {FORMAT}",
                    "formato de punto de control {found}; este programa conoce el formato {FORMAT}"
                ),
            ));
        }
        Ok(list)
    }

    /// Makes sure that every file in `folder` is as it was written.
    ///
    /// # Errors
    /// The first file that is missing, cut or changed.
    pub fn check_files(&self, folder: &Path) -> Result<(), LearnError> {
        for Listed { name, bytes, crc32c } in &self.files {
            let path = folder.join(name);
            let (found, crc) = sum(&path)?;
            if found != *bytes {
                return Err(LearnError::content(
                    &path,
                    text!(
                        "{found} bytes, expected {bytes}: the checkpoint is cut or damaged",
                        "{found} bytes, se esperaban {bytes}: el punto de control está cortado o dañado"
                    ),
                ));
            }
            if crc != *crc32c {
                return Err(LearnError::content(
                    &path,
                    text!(
                        "checksum {crc:08x}, expected {crc32c:08x}: the checkpoint is damaged",
                        "suma de control {crc:08x}, se esperaba {crc32c:08x}: el punto de control está dañado"
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Makes sure that it is a checkpoint of what is being learned now.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn check_identity(&self, folder: &Path, wanted: &Identity) -> Result<(), LearnError> {
        let is = &self.identity;
        let (version, expected) = (is.rules_version.to_string(), wanted.rules_version.to_string());
        for (en, es, found, expected) in [
            ("game", "juego", &is.game, &wanted.game),
            ("rules", "reglas", &is.rules, &wanted.rules),
            (
                "version of the rules",
                "versión de las reglas",
                &version,
                &expected,
            ),
            ("method", "método", &is.algo, &wanted.algo),
        ] {
            if found != expected {
                return Err(LearnError::content(
                    folder,
                    text!(
                        "a checkpoint with {en} {found:?}, expected {expected:?}",
                        "un punto de control con {es} {found:?}, se esperaba {expected:?}"
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// The checkpoint below `root` with the best headline, the later one of equals; damaged ones do not count.
///
/// # Errors
/// If the folder is there and cannot be read.
pub fn best(root: &Path) -> Result<Option<u64>, LearnError> {
    let mut best: Option<(f64, u64)> = None;
    for step in steps(root)? {
        let score = Checkpoint::read(&root.join(checkpoint_name(step)))
            .ok()
            .and_then(|list| list.score);
        if let Some(score) = score
            && best.is_none_or(|(old, _)| score >= old)
        {
            best = Some((score, step));
        }
    }
    Ok(best.map(|(_, step)| step))
}

/// Removes all checkpoints but the last `keep` and the best.
///
/// # Errors
/// If the system refuses.
pub fn prune(root: &Path, keep: usize) -> Result<(), LearnError> {
    let steps = steps(root)?;
    let best = best(root)?;
    let old = steps.len().saturating_sub(keep.max(1));
    for step in steps.into_iter().take(old).filter(|step| Some(*step) != best) {
        // Not a checkpoint any more before its first file goes, so that nobody sees half of one.
        let folder = root.join(checkpoint_name(step));
        let gone = root.join(format!("{}.old", checkpoint_name(step)));
        fs::rename(&folder, &gone).map_err(LearnError::file(&folder))?;
        remove(&gone)?;
    }
    Ok(())
}

/// Tidies what a writer left that was killed at any moment.
///
/// # Errors
/// If the system refuses.
pub fn recover(root: &Path) -> Result<(), LearnError> {
    for name in names(root)? {
        let path = root.join(&name);
        let Some((whole, ending)) = name.rsplit_once('.') else {
            continue;
        };
        let whole = root.join(whole);
        match ending {
            "replaced" if !whole.exists() => fs::rename(&path, &whole).map_err(LearnError::file(&path))?,
            "tmp" | "old" | "replaced" => remove(&path)?,
            _ => {}
        }
    }
    Ok(())
}

/// Sets the checkpoints after `step` aside, as a training goes on from there; nothing is lost, but they no longer count.
///
/// # Errors
/// If the system refuses.
pub fn set_aside_after(root: &Path, step: u64) -> Result<(), LearnError> {
    for later in steps(root)?.into_iter().filter(|later| *later > step) {
        let folder = root.join(checkpoint_name(later));
        let aside = root.join(format!("{}.aside", checkpoint_name(later)));
        remove(&aside)?;
        fs::rename(&folder, &aside).map_err(LearnError::file(&folder))?;
    }
    Ok(())
}
