//! The tables of a folder, each read when the first position of its rules asks for it.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::SystemTime;

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{Player, Rules};

use super::Tables;
use crate::endgames::{TableError, TableFile};

/// Below the folder for data.
const FOLDER: &str = "checkers";

/// How the name of a complete file ends; an unfinished one ends in `part`.
const EXTENSION: &str = "tables";

/// All complete tables of a folder.
#[derive(Debug)]
pub struct Shelf {
    volumes: Vec<Volume>,
    most: u32,
}

#[derive(Debug)]
struct Volume {
    file: TableFile,
    rules: CheckersRules,
    /// Read at the first use. `None` inside if the file has gone since it was checked.
    tables: OnceLock<Option<Tables>>,
}

/// What tells whether files have changed: their names, sizes and dates.
type Stamp = Vec<(PathBuf, u64, Option<SystemTime>)>;

impl Shelf {
    /// The tables below `folder`, which need not exist. Every file is read once and its checksum compared; those who
    /// ask for the same folder again share what was read, as long as no file has changed.
    ///
    /// # Errors
    /// If a file cannot be read, or is damaged.
    pub fn open(folder: &Path) -> Result<Arc<Self>, TableError> {
        static OPEN: Mutex<Vec<(Stamp, Weak<Shelf>)>> = Mutex::new(Vec::new());
        let stamp = files(&folder.join(FOLDER))?;
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, shelf)| shelf.strong_count() > 0);
        let known = open.iter().find(|(known, _)| *known == stamp);
        if let Some(shelf) = known.and_then(|(_, shelf)| shelf.upgrade()) {
            return Ok(shelf);
        }
        let volumes = stamp.iter().map(|(path, ..)| Volume::open(path));
        let shelf = Arc::new(Self::new(volumes.collect::<Result<_, _>>()?));
        open.push((stamp, Arc::downgrade(&shelf)));
        Ok(shelf)
    }

    /// A shelf with only these tables, which need no file.
    #[must_use]
    pub fn holding(tables: Tables) -> Arc<Self> {
        let volume = Volume {
            file: describe(Path::new(""), &tables),
            rules: *tables.rules(),
            tables: OnceLock::from(Some(tables)),
        };
        Arc::new(Self::new(vec![volume]))
    }

    fn new(volumes: Vec<Volume>) -> Self {
        let most = volumes.iter().map(|volume| u32::from(volume.file.pieces)).max();
        Self {
            volumes,
            most: most.unwrap_or(0),
        }
    }

    /// The files, by name.
    pub fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.volumes.iter().map(|volume| &volume.file)
    }

    /// No table on the shelf has more pieces than this; 0 for an empty shelf.
    #[must_use]
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// How many pieces stand on the board.
    #[must_use]
    pub fn pieces(game: &Checkers) -> u32 {
        Player::ALL
            .map(|player| game.pieces(player).count_ones())
            .iter()
            .sum()
    }

    /// The tables for these rules, draws that depend on the past left aside.
    #[must_use]
    pub fn tables(&self, rules: &CheckersRules) -> Option<&Tables> {
        let rules = rules.without_limits();
        let volume = self.volumes.iter().find(|volume| volume.rules == rules)?;
        let read = || Tables::load(&volume.file.path).ok();
        volume.tables.get_or_init(read).as_ref()
    }

    /// Where the tables for these rules are, or should be.
    #[must_use]
    pub fn path(folder: &Path, rules: &CheckersRules) -> PathBuf {
        let name = Self::name(rules);
        folder.join(FOLDER).join(format!("{name}.{EXTENSION}"))
    }

    /// The shortest id of rules that need the same tables.
    pub(super) fn name(rules: &CheckersRules) -> String {
        let bare = rules.without_limits();
        let is_same =
            |name: &&str| CheckersRules::preset(name).is_ok_and(|preset| preset.without_limits() == bare);
        let mut presets = CheckersRules::PRESETS.iter().map(|preset| preset.name);
        presets
            .find(is_same)
            .map_or_else(|| bare.to_string(), str::to_owned)
    }
}

impl Volume {
    fn open(path: &Path) -> Result<Self, TableError> {
        let tables = Tables::load(path)?;
        Ok(Self {
            file: describe(path, &tables),
            rules: *tables.rules(),
            tables: OnceLock::new(),
        })
    }
}

pub(super) fn describe(path: &Path, tables: &Tables) -> TableFile {
    TableFile {
        path: path.to_owned(),
        rules: tables.rules().to_string(),
        pieces: tables.pieces(),
        positions: tables.len(),
    }
}

/// The complete files of a folder, by name; none if there is no such folder.
fn files(folder: &Path) -> Result<Stamp, TableError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(TableError::file(folder, cause)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|cause| TableError::file(folder, cause))?;
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            let meta = entry.metadata().map_err(|cause| TableError::file(&path, cause))?;
            files.push((path, meta.len(), meta.modified().ok()));
        }
    }
    files.sort();
    Ok(files)
}
