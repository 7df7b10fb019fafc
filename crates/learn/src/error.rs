//! What can go wrong in training, as sentences in both languages that say what and where.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use damero_arena::io_reason;
use damero_games::{Lang, Text, text};

/// Why a training cannot begin or go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum LearnError {
    /// The system refused to read or write a file.
    File {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// A file does not hold what it should: cut, damaged, of another game, of other rules.
    Content {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it, and what was expected.
        problem: Text,
    },
    /// Something that was asked for cannot be had: a key, a value, a method, a run.
    Refused(Text),
    /// A key of a configuration has a value that makes no sense.
    Setting {
        /// The whole path of the key, such as `run.epochs`.
        key: String,
        /// What is wrong, the key included.
        problem: Text,
    },
}

impl LearnError {
    /// Wraps what the system says about `path`; made for `map_err`.
    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |cause| Self::File {
            path: path.to_owned(),
            cause,
        }
    }

    /// Says what is wrong inside `path`.
    #[must_use]
    pub fn content(path: &Path, problem: Text) -> Self {
        Self::Content {
            path: path.to_owned(),
            problem,
        }
    }

    /// Whether the disk has no room left.
    #[must_use]
    pub fn is_full(&self) -> bool {
        matches!(self, Self::File { cause, .. } if matches!(
            cause.kind(),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
        ))
    }

    /// The sentence in both languages.
    #[must_use]
    pub fn text(&self) -> Text {
        match self {
            Self::File { path, cause } => {
                let reason = io_reason(cause);
                let (shown, en, es) = (path.display(), &reason.en, &reason.es);
                text!("cannot use {shown}: {en}", "no se puede usar {shown}: {es}")
            }
            Self::Content { path, problem } => {
                let shown = path.display();
                Text::owned(
                    format!("{shown}: {}", problem.en),
                    format!("{shown}: {}", problem.es),
                )
            }
            Self::Refused(problem) | Self::Setting { problem, .. } => problem.clone(),
        }
    }

    /// The sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        self.text().get(lang).to_owned()
    }
}

impl fmt::Display for LearnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl std::error::Error for LearnError {}
