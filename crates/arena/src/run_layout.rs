//! The layout of run folders: the one place that knows the names in them. `docs/learning.md` describes them for people.
//!
//! Trainings write these files; players, plots and the page read them.

/// The folder of runs, unless another is named.
pub const RUNS: &str = "runs";

/// The complete configuration.
pub const CONFIG: &str = "config.toml";

/// What the run is; a folder without it is no run.
pub const META: &str = "meta.json";

/// How it ended, unless it is running or was killed.
pub const STATUS: &str = "status.json";

/// Held by the process that trains.
pub const LOCK: &str = "lock";

/// Scalars, one line an epoch.
pub const METRICS: &str = "metrics.jsonl";

/// Histograms, one line an epoch.
pub const HISTOGRAMS: &str = "histograms.jsonl";

/// Notes.
pub const NOTES: &str = "notes.jsonl";

/// Boards of random batches.
pub const BOARDS: &str = "boards.jsonl";

/// `TensorBoard` events.
pub const EVENTS: &str = "tb";

/// Sample games.
pub const GAMES: &str = "games";

/// Drawings.
pub const PLOTS: &str = "plots";

/// Checkpoints.
pub const CHECKPOINTS: &str = "checkpoints";

/// In a checkpoint: what it says about itself, with a list of its files.
pub const CHECKPOINT: &str = "checkpoint.json";

/// In a checkpoint: the weights of the newest network.
pub const WEIGHTS: &str = "weights.safetensors";

/// In a checkpoint: those of the target network, or of the best one.
pub const TARGET: &str = "target.safetensors";

/// In a checkpoint: the state of the optimiser.
pub const OPTIMISER: &str = "optimiser.bin";

/// In a checkpoint: the replay buffer.
pub const REPLAY: &str = "replay.bin";

/// In a checkpoint: the games of the replay window.
pub const WINDOW: &str = "window.bin";

/// In a checkpoint: what else is counted.
pub const COUNTERS: &str = "counters.bin";

/// The word for the checkpoint with the best evaluation.
pub const BEST: &str = "best";

/// The word for the last checkpoint.
pub const LATEST: &str = "latest";

/// The name of the checkpoint at a step.
#[must_use]
pub fn checkpoint_name(step: u64) -> String {
    format!("step-{step}")
}

/// The step of a checkpoint by its name; `None` for any other name, as of one that is not finished.
///
/// ```
/// use damero_arena::run_layout::{checkpoint_name, checkpoint_step};
/// assert_eq!(checkpoint_step(&checkpoint_name(600)), Some(600));
/// assert_eq!(checkpoint_step("step-600.tmp"), None);
/// ```
#[must_use]
pub fn checkpoint_step(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("step-")?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain)
}
