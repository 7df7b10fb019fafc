//! The seam: what the driver asks of a method of learning, and nothing of how it learns.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::report::{Report, Samples, Scalars};
use crate::error::LearnError;

/// What a trainer learns. A checkpoint carries it, and is refused where another one is expected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The game, as the registry names it.
    pub game: String,
    /// The rules id, such as `square` or `seed,repetition=0`.
    pub rules: String,
    /// The version of the game's rules in this program.
    pub rules_version: u32,
    /// The method, such as `dqn`.
    pub algo: String,
}

/// How far a training is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct TrainStep {
    /// Whole epochs done.
    pub epoch: u64,
    /// Training steps (batches) done.
    pub step: u64,
}

/// A network that is learning, with everything that decides how it goes on.
///
/// The driver calls [`epoch`](Self::epoch) until the configured number is done; after some of them it calls
/// [`evaluate`](Self::evaluate), [`samples`](Self::samples) and [`save`](Self::save). None of these three may change what
/// the next epoch does: their randomness comes from the seed and the number of the epoch, not from the training's
/// streams. With one thread, saving, making a new trainer from the same configuration and seed, loading and going on
/// must give bit for bit what going on at once gives.
pub trait Trainer: Send {
    /// What is being learned.
    fn identity(&self) -> Identity;

    /// How far it is.
    fn place(&self) -> TrainStep;

    /// Does one epoch.
    ///
    /// # Errors
    /// If training cannot go on, for instance because the loss is no number any more.
    fn epoch(&mut self) -> Result<Report, LearnError>;

    /// Plays against the baselines. Names are as in [`Report`]; the method's headline must be among them.
    ///
    /// # Errors
    /// If a baseline cannot be had.
    fn evaluate(&mut self) -> Result<Scalars, LearnError>;

    /// Games and boards to look at.
    ///
    /// # Errors
    /// If they cannot be made.
    fn samples(&mut self) -> Result<Samples, LearnError>;

    /// Writes the whole state into `folder`, which exists and is empty: the network as `weights.safetensors`, and beside
    /// it whatever else is needed (optimiser, target network, replay, random streams, counters). The driver makes the
    /// files durable, writes their checksums, and gives the folder its name when all is there.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn save(&self, folder: &Path) -> Result<(), LearnError>;

    /// Takes the whole state from a folder that [`save`](Self::save) wrote. The driver has compared the checksums and the
    /// [`Identity`] before.
    ///
    /// # Errors
    /// If a file is missing or does not fit this trainer's configuration.
    fn load(&mut self, folder: &Path) -> Result<(), LearnError>;
}
