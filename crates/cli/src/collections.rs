//! Files of games on the command line: opened one by one, with the lists of names that databases need.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use damero_games::collection::Names;
use damero_games::{GameId, Lang};

use crate::errors::io_reason;

/// The largest list of names; games are larger, and are read elsewhere.
const LARGEST: u64 = 4 << 20;

/// Opens a file.
pub(crate) fn open(path: &Path, lang: Lang) -> anyhow::Result<BufReader<File>> {
    let file = File::open(path).map_err(|error| refused(path, &error, lang))?;
    Ok(BufReader::new(file))
}

/// A file that cannot be read or written.
pub(crate) fn refused(path: &Path, error: &io::Error, lang: Lang) -> anyhow::Error {
    anyhow::anyhow!("{}: {}", path.display(), io_reason(error, lang))
}

/// The names in lists among the files, and in those that lie beside them.
pub(crate) fn names(game: GameId, files: &[PathBuf], lang: Lang) -> anyhow::Result<Names> {
    let mut names = Names::default();
    let folders = files.iter().filter_map(|file| file.parent());
    let beside = folders.filter_map(|folder| {
        let here = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        std::fs::read_dir(here).ok()
    });
    let beside = beside.flatten().flatten().map(|entry| entry.path());
    let is_list = |path: &PathBuf| {
        let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
        ending.is_some_and(|ending| ending == "jou" || ending == "trn")
    };
    // Those that were named come last, and win.
    let lists: Vec<PathBuf> = beside
        .filter(is_list)
        .chain(files.iter().filter(|path| is_list(path)).cloned())
        .collect();
    for path in lists {
        if std::fs::metadata(&path).is_ok_and(|meta| meta.len() <= LARGEST) {
            let bytes = std::fs::read(&path).map_err(|error| refused(&path, &error, lang))?;
            names.learn(game, &bytes);
        }
    }
    Ok(names)
}
