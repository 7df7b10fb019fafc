//! Where engines find what was worked out beforehand, such as tables of endings.

use std::env;
use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

/// The variable that names the folder.
pub const DATA_VARIABLE: &str = "DAMERO_DATA";

/// What an engine may read of what was worked out beforehand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Data {
    /// Whatever lies in [`data_dir`].
    #[default]
    Auto,
    /// Nothing, so that the engine plays the same on every machine.
    Off,
    /// What lies in this folder.
    At(PathBuf),
}

impl Data {
    /// The folder, if there is to be one.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Auto => data_dir(),
            Self::Off => None,
            Self::At(folder) => Some(folder.clone()),
        }
    }
}

/// The folder for what is worked out once and used often: what `DAMERO_DATA` names, or else `damero` in the user's
/// folder for data. `None` where the system has no such folder.
#[must_use]
pub fn data_dir() -> Option<PathBuf> {
    match env::var_os(DATA_VARIABLE) {
        Some(folder) if !folder.is_empty() => Some(folder.into()),
        _ => choose_base_strategy()
            .ok()
            .map(|strategy| strategy.data_dir().join("damero")),
    }
}
