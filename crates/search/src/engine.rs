//! A game's own strongest player: what it may use, and why it cannot be made.

use std::fmt;
use std::path::PathBuf;

use damero_games::Text;

use crate::alphabeta::Options;

/// What a game's own engine may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOptions {
    /// Threads that search together.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub table_mib: usize,
    /// Give every move an exact score. Otherwise most of them only get an upper bound.
    pub score_all: bool,
    /// The folder with precomputed data, such as endgame tablebases; `None` to play without. A folder
    /// that does not exist holds nothing.
    pub data: Option<PathBuf>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            table_mib: 64,
            score_all: false,
            data: None,
        }
    }
}

impl EngineOptions {
    /// The same for alpha-beta.
    #[must_use]
    pub fn search(&self) -> Options {
        Options {
            threads: self.threads,
            table_mib: self.table_mib,
            score_all: self.score_all,
            ..Options::default()
        }
    }
}

/// Why an engine cannot be made: what lies in its folder cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineError(pub Text);

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for EngineError {}
