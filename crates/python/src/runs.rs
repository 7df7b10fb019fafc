//! The folders of trainings as plain data; `damero.runs` dresses it up.

use std::path::{Path, PathBuf};

use damero_arena::run_layout::checkpoint_name;
use damero_learn::LearnError;
use damero_learn::run::{Checkpoint, RunPath, checkpoint, read_log};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::error::refused;
use crate::interrupt::detached;
use crate::moves::from_json;

/// Everything in a run folder but its games and weights.
fn read(path: &Path) -> Result<Value, LearnError> {
    let run = RunPath(path.to_owned());
    let meta = run.read_meta()?;
    let text = std::fs::read_to_string(run.config()).map_err(LearnError::file(&run.config()))?;
    let config: Value = toml::from_str(&text).map_err(|error| {
        let problem = error.message().to_owned();
        LearnError::content(&run.config(), damero_games::Text::same(problem))
    })?;
    let log = |path: PathBuf| read_log::<Value>(&path, None);
    let root = run.checkpoints();
    let (steps, best) = (checkpoint::steps(&root)?, checkpoint::best(&root)?);
    let mut checkpoints = Vec::new();
    for step in steps {
        let folder = root.join(checkpoint_name(step));
        let list = Checkpoint::read(&folder)?;
        checkpoints.push(json!({
            "step": step,
            "epoch": list.place.epoch,
            "score": list.score,
            "best": best == Some(step),
            "path": folder,
        }));
    }
    Ok(json!({
        "meta": meta,
        "config": config,
        "status": run.read_status()?,
        "is_running": run.is_running(),
        "metrics": log(run.metrics())?,
        "histograms": log(run.histograms())?,
        "notes": log(run.notes())?,
        "boards": log(run.boards())?,
        "checkpoints": checkpoints,
    }))
}

/// A run folder as a dictionary.
#[pyfunction]
fn read_run(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let found = detached(py, move || read(&path))?;
    from_json(py, &found.map_err(refused)?)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(read_run, module)?)
}
