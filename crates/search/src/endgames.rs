//! Endgame tablebases for the commands: building, verifying and listing their files, for any game.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use damero_games::{Game, Text, text};

use crate::engine::EngineError;
use crate::limits::Stop;

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableProgress {
    /// Positions done.
    pub done: usize,
    /// Positions in all.
    pub all: usize,
}

/// A tablebase file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    /// Where it is.
    pub path: PathBuf,
    /// The id of the rules that it holds for.
    pub rules: String,
    /// Up to how many pieces.
    pub pieces: u8,
    /// Positions, those that cannot occur included.
    pub positions: usize,
}

/// The result of building a tablebase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Built {
    /// The file is complete.
    Complete(TableFile),
    /// There was nothing to do.
    Already(TableFile),
    /// It was stopped. What was done is kept in this file, and the next attempt goes on from it.
    Stopped(PathBuf),
}

/// The result of verifying a tablebase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verified {
    /// Every one of so many legal positions follows from its moves.
    Sound(usize),
    /// This position does not.
    Wrong {
        /// The position string.
        position: String,
        /// What the table says.
        stored: Text,
        /// What follows from the moves.
        expected: Text,
    },
    /// It was stopped.
    Stopped,
}

/// The endgame tablebases of a game, in files of a folder.
pub trait Endgames<G: Game>: Sync {
    /// The most pieces that tables can be built for.
    fn max_pieces(&self) -> u8;

    /// Builds the tables for `rules` with up to `pieces` pieces, going on from what the folder already holds.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    fn build(
        &self,
        rules: &G::Rules,
        pieces: u8,
        folder: &Path,
        stop: &Stop,
        report: &mut dyn FnMut(TableProgress),
    ) -> Result<Built, TableError>;

    /// Proves the tables for `rules` from the rules alone.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    fn verify(
        &self,
        rules: &G::Rules,
        folder: &Path,
        stop: &Stop,
        report: &mut dyn FnMut(TableProgress),
    ) -> Result<Verified, TableError>;

    /// All complete files in the folder, by name. Each is read and its checksum compared.
    ///
    /// # Errors
    /// If a file cannot be read, or is damaged.
    fn list(&self, folder: &Path) -> Result<Vec<TableFile>, TableError>;
}

/// Why tables cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The system refuses the file.
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// It is no file of tables, or a damaged one.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The reason in words.
        why: Text,
    },
    /// There is none.
    Missing {
        /// Where it should be.
        path: PathBuf,
        /// How to get it.
        how: Text,
    },
    /// Tables are not made for such rules.
    Rules(Text),
}

impl TableError {
    pub(crate) fn file(path: &Path, cause: io::Error) -> Self {
        Self::File {
            path: path.to_owned(),
            cause,
        }
    }

    pub(crate) fn damaged(path: &Path, en: &'static str, es: &'static str) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            why: Text::new(en, es),
        }
    }

    /// The whole sentence; what the system says stays as it says it.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Self::File { path, cause } => Text::same(format!("{}: {cause}", path.display())),
            Self::Damaged { path, why } => {
                let (path, en, es) = (path.display(), &why.en, &why.es);
                Text::owned(
                    format!("{path} is not a usable file of tables: {en}; remove it and build it anew"),
                    format!(
                        "{path} no es un archivo de tablas utilizable: {es}; hay que borrarlo y volver a construirlo"
                    ),
                )
            }
            Self::Rules(why) => why.clone(),
            Self::Missing { path, how } => {
                let (path, en, es) = (path.display(), &how.en, &how.es);
                text!(
                    "there are no tables in {path}: {en}",
                    "no hay tablas en {path}: {es}"
                )
            }
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for TableError {}

impl From<TableError> for EngineError {
    fn from(error: TableError) -> Self {
        Self(error.text())
    }
}
