//! Runs: the seam between methods and the driver, the folder of a training, and the loop that fills it.

pub mod catalog;
pub mod checkpoint;
mod clock;
pub mod drive;
pub mod files;
mod folder;
mod log;
mod metrics_log;
mod ranges;
mod report;
pub mod session;
mod settings;
mod trainer;

pub use checkpoint::{Checkpoint, Memory};
pub use clock::{cpu_seconds, wall_seconds};
pub use drive::{TrainProgress, World, drive, resume};
pub use folder::{Ended, Meta, RunFolder, RunPath, Status};
pub use log::{Line, Log, read_log};
pub(crate) use ranges::Ranges;
pub use report::{BoardPair, Histogram, Report, SampleGame, Samples, Scalars, insert_win_rate};
pub use session::Session;
pub use settings::{RunSettings, refuse};
pub use trainer::{Identity, TrainStep, Trainer};
