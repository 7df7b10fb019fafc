//! What a Q-learner leaves in a checkpoint: its network as it learns, and what it remembers.

use std::fs;
use std::path::Path;

use damero_arena::run_layout::REPLAY;
use damero_games::Encode;

use super::learner::Learner;
use crate::LearnError;
use crate::replay::{BadBytes, Replay, Stored};
use crate::run::TrainStep;

/// Writes everything into a folder.
///
/// # Errors
/// If a file cannot be written, or a weight is no finite number.
pub fn save<G: Encode, T: Stored>(
    folder: &Path,
    learner: &Learner,
    replay: &Replay<T>,
    rules: &G::Rules,
    epoch: u64,
) -> Result<(), LearnError> {
    learner.save::<G>(folder, rules, epoch)?;
    let path = folder.join(REPLAY);
    fs::write(&path, replay.to_bytes()).map_err(LearnError::file(&path))
}

/// Takes everything from a folder, and says how far it was. On error nothing changes.
///
/// # Errors
/// If a file is missing, damaged, or of another network.
pub fn load<G: Encode, T: Stored>(
    folder: &Path,
    learner: &mut Learner,
    replay: &mut Replay<T>,
    rules: &G::Rules,
) -> Result<TrainStep, LearnError> {
    let path = folder.join(REPLAY);
    let bytes = fs::read(&path).map_err(LearnError::file(&path))?;
    let read = replay
        .read_again(&bytes)
        .map_err(|BadBytes(problem)| LearnError::content(&path, problem))?;
    let epoch = learner.load::<G>(folder, rules)?;
    *replay = read;
    Ok(TrainStep {
        epoch,
        step: learner.steps(),
    })
}
