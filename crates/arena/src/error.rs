//! What can go wrong around the board, in both languages.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use damero_games::{InputError, Lang, Text};

use crate::contestant::Fault;
use crate::spec::SpecError;

/// Why a contest cannot begin or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// A player's spec was refused.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player does not come to the board.
    #[error("{spec}: {fault}")]
    Start {
        /// Who.
        spec: String,
        /// Why not.
        fault: Fault,
    },
    /// An opening is not one.
    #[error("opening {line}: {cause}")]
    Opening {
        /// The line of the book, from 1.
        line: usize,
        /// What is wrong with it.
        cause: InputError,
    },
    /// A file of finished games belongs to another contest, or is damaged.
    #[error("{}: {problem}", path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: Text,
    },
    /// The system refuses a file.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// Nothing else fits: a sentence.
    #[error("{0}")]
    Other(Text),
}

impl ArenaError {
    /// The whole sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Spec(error) => error.problem.get(lang).to_owned(),
            Self::Start { spec, fault } => format!("{spec}: {}", fault.problem.get(lang)),
            Self::Opening { line, cause } => {
                let cause = cause.message(lang);
                match lang {
                    Lang::En => format!("opening {line}: {cause}"),
                    Lang::Es => format!("apertura {line}: {cause}"),
                }
            }
            Self::Log { path, problem } => format!("{}: {}", path.display(), problem.get(lang)),
            Self::File { path, cause } => format!("{}: {cause}", path.display()),
            Self::Other(text) => text.get(lang).to_owned(),
        }
    }
}

/// Why the system refused; rare causes stay as the system says them.
#[must_use]
pub fn io_reason(error: &io::Error) -> Text {
    match error.kind() {
        ErrorKind::NotFound => Text::new("no such file or folder", "no existe el archivo o la carpeta"),
        ErrorKind::PermissionDenied => Text::new("permission denied", "permiso denegado"),
        ErrorKind::AlreadyExists => Text::new("it exists already", "ya existe"),
        ErrorKind::IsADirectory => Text::new("it is a folder", "es una carpeta"),
        ErrorKind::NotADirectory => Text::new(
            "a part of the path is not a folder",
            "una parte de la ruta no es una carpeta",
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            Text::new("the disk is full", "el disco está lleno")
        }
        ErrorKind::InvalidFilename => Text::new("the name is not valid", "el nombre no es válido"),
        ErrorKind::ReadOnlyFilesystem => Text::new("the disk is read-only", "el disco es de solo lectura"),
        _ => Text::same(error.to_string()),
    }
}
