//! Files that are whole or not there: written beside their place, made durable, then renamed.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use damero_games::text;

use crate::error::LearnError;

/// Puts `bytes` at `path`; whoever looks sees the old content or the new, also after a power cut.
///
/// # Errors
/// If the system refuses; then the old content is still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LearnError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".tmp");
    let beside = Path::new(&beside);
    let write = || {
        let mut file = File::create(beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(beside, path)
    };
    write().map_err(|cause| {
        // What is half written helps nobody; the first error is the one to tell.
        let _ = fs::remove_file(beside);
        LearnError::file(path)(cause)
    })?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// As [`write_whole`], for a value as JSON that people can read.
///
/// # Errors
/// As [`write_whole`].
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), LearnError> {
    let mut bytes = serde_json::to_vec_pretty(value).map_err(|error| bad_json(path, &error))?;
    bytes.push(b'\n');
    write_whole(path, &bytes)
}

/// Reads what [`write_json`] wrote.
///
/// # Errors
/// If the file cannot be read or holds something else.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, LearnError> {
    let bytes = fs::read(path).map_err(LearnError::file(path))?;
    serde_json::from_slice(&bytes).map_err(|error| bad_json(path, &error))
}

fn bad_json(path: &Path, error: &serde_json::Error) -> LearnError {
    LearnError::content(
        path,
        text!(
            "damaged, or of another version of the program ({error})",
            "dañado, o de otra versión del programa ({error})"
        ),
    )
}

/// Makes the names in a folder durable.
///
/// # Errors
/// If the system refuses.
pub fn sync_folder(folder: &Path) -> Result<(), LearnError> {
    // Only Unix can open a folder as a file; elsewhere renames are as durable as the system makes them.
    if cfg!(unix) {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        File::open(folder)
            .and_then(|file| file.sync_all())
            .map_err(LearnError::file(folder))?;
    }
    Ok(())
}
