//! The folder of what is worked out once and used often, and what can go wrong with its files.

use std::path::{Path, PathBuf};

use damero_arena::data_dir;
use damero_games::Lang;
use damero_search::endgames::TableError;

use crate::errors::io_reason;
use crate::lang::tr;

/// The folder that the command line names, or else the usual one.
pub(crate) fn named(folder: Option<&Path>) -> Option<PathBuf> {
    folder.map(Path::to_owned).or_else(data_dir)
}

/// As [`named`], for those who cannot do without.
pub(crate) fn needed(folder: Option<&Path>, lang: Lang) -> anyhow::Result<PathBuf> {
    named(folder).ok_or_else(|| {
        anyhow::Error::msg(tr!(
            lang,
            "this system has no folder for data; name one with --data DIR",
            "este sistema no tiene carpeta para datos; se indica con --data CARPETA"
        ))
    })
}

/// A refusal of tables in the language of the user.
pub(crate) fn refused(error: &TableError, lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(match error {
        TableError::File { path, cause } => {
            let (shown, reason) = (path.display(), io_reason(cause, lang));
            tr!(
                lang,
                "cannot use {shown}: {reason}",
                "no se puede usar {shown}: {reason}"
            )
        }
        _ => error.text().get(lang).to_owned(),
    })
}
