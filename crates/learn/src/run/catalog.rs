//! Finding runs: all of a folder, one by name, the latest; and one checkpoint of a run.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use damero_arena::run_layout::{BEST, LATEST, checkpoint_name};
use damero_games::text;

use super::checkpoint::{self, Checkpoint};
use super::folder::RunPath;
use super::log::{Line, read_log};
use crate::config::near;
use crate::error::LearnError;

/// The runs below a folder, in the order of their names; folders that are no runs are left out.
///
/// # Errors
/// If the folder is there and cannot be read.
pub fn list(runs: &Path) -> Result<Vec<RunPath>, LearnError> {
    let entries = match fs::read_dir(runs) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(LearnError::file(runs)(error)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = RunPath(entry.map_err(LearnError::file(runs))?.path());
        if path.meta().is_file() {
            found.push(path);
        }
    }
    found.sort_by_key(|run| natural(&run.name()));
    Ok(found)
}

/// A key that puts `run-2` before `run-10`.
fn natural(name: &str) -> (String, u64, String) {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (
        stem.to_owned(),
        name[stem.len()..].parse().unwrap_or(0),
        name.to_owned(),
    )
}

/// When something last happened in a run, in seconds since 1970: its beginning, or its last checkpoint.
fn last_change(run: &RunPath) -> Option<f64> {
    let created = run.read_meta().ok()?.created;
    let root = run.checkpoints();
    let last = checkpoint::steps(&root).ok()?.last().copied();
    let written = last.and_then(|step| Checkpoint::read(&root.join(checkpoint_name(step))).ok());
    Some(written.map_or(created, |list| list.written.max(created)))
}

/// Finds a run: `latest` is the one in which something happened last, a path is itself, any other word is a name below
/// `runs`.
///
/// # Errors
/// If there is no such run; the sentence names the nearest.
pub fn find(runs: &Path, which: &str) -> Result<RunPath, LearnError> {
    let shown = runs.display();
    if which == LATEST {
        let all = list(runs)?
            .into_iter()
            .filter_map(|run| Some((last_change(&run)?, run)));
        let latest = all.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, run)| run);
        return latest.ok_or_else(|| {
            LearnError::Refused(text!(
                "there is no run in {shown}; `damero train quarto` begins one",
                "no hay ningún entrenamiento en {shown}; `damero train quarto` empieza uno"
            ))
        });
    }
    let plain = !which.is_empty() && Path::new(which).file_name().is_some_and(|name| name == which);
    let inside = RunPath(runs.join(which));
    let path = if plain && inside.0.is_dir() {
        inside
    } else {
        RunPath(PathBuf::from(which))
    };
    if path.0.is_dir() {
        path.read_meta()?;
        return Ok(path);
    }
    let names: Vec<String> = list(runs)?.iter().map(RunPath::name).collect();
    let which: String = which.chars().take(100).collect();
    Err(LearnError::Refused(
        match near::nearest(&which, names.iter().map(String::as_str)) {
            Some(near) => text!(
                "there is no run {which:?} in {shown}; did you mean {near:?}?",
                "no hay ningún entrenamiento {which:?} en {shown}; ¿quizás {near:?}?"
            ),
            None => text!(
                "there is no run {which:?} in {shown}; `damero runs list` shows those that are",
                "no hay ningún entrenamiento {which:?} en {shown}; `damero runs list` muestra los que hay"
            ),
        },
    ))
}

/// Splits `RUN@WHICH`; without an `@` it is the latest checkpoint.
#[must_use]
pub fn split(text: &str) -> (&str, &str) {
    text.rsplit_once('@').unwrap_or((text, LATEST))
}

/// The folder of a checkpoint of a run: `latest`, `best` or `step-N`.
///
/// # Errors
/// If there is none; the sentence lists those that are.
pub fn checkpoint(run: &RunPath, which: &str) -> Result<PathBuf, LearnError> {
    let root = run.checkpoints();
    let steps = checkpoint::steps(&root)?;
    let step = match which {
        LATEST => steps.last().copied(),
        BEST => checkpoint::best(&root)?.or(steps.last().copied()),
        _ => steps.iter().copied().find(|step| checkpoint_name(*step) == which),
    };
    if let Some(step) = step {
        return Ok(root.join(checkpoint_name(step)));
    }
    if steps.is_empty() {
        let problem = damero_games::Text::new(
            "this run has no checkpoint yet",
            "este entrenamiento aún no tiene ningún punto de control",
        );
        return Err(LearnError::content(&run.0, problem));
    }
    let which: String = which.chars().take(60).collect();
    let all: Vec<String> = steps.into_iter().map(checkpoint_name).collect();
    let all = all.join(", ");
    Err(LearnError::content(
        &run.0,
        text!(
            "there is no checkpoint {which:?}: latest, best, {all}",
            "no hay punto de control {which:?}: latest, best, {all}"
        ),
    ))
}

/// The scalars of a run, epoch by epoch.
///
/// # Errors
/// If the log cannot be read.
pub fn metrics(run: &RunPath, after: Option<u64>) -> Result<Vec<Line<f64>>, LearnError> {
    read_log(&run.metrics(), after)
}
