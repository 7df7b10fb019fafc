//! Runs: the seam between methods and the driver, the folder of a training, and the loop that fills it.

mod report;
mod trainer;

pub use report::{BoardPair, Histogram, Report, SampleGame, Samples, Scalars};
pub use trainer::{Identity, Place, Trainer};
