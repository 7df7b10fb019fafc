//! The files of the data are for their owner only, whoever else works on the machine.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::server_error::ServerError;

/// The files of one database: itself, its log and the index of the log.
pub(crate) const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

/// The name of one of the files of a database.
pub(crate) fn with_ending(database: &Path, ending: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes the data folder, if there is none.
#[cfg(unix)]
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;

    std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
}

/// Makes the data folder, if there is none.
#[cfg(not(unix))]
pub(crate) fn make_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Refuses a folder in which everybody could put other data in the place of ours.
#[cfg(unix)]
pub(crate) fn refuse_open(folder: &Path) -> Result<(), ServerError> {
    use std::os::unix::fs::PermissionsExt as _;

    let found = std::fs::metadata(folder).map_err(|cause| ServerError::Data {
        path: folder.to_owned(),
        cause,
    })?;
    if found.permissions().mode() & 0o002 == 0 {
        return Ok(());
    }
    Err(ServerError::OpenToAll {
        path: folder.to_owned(),
    })
}

/// Other systems say in other ways who may write.
#[cfg(not(unix))]
pub(crate) fn refuse_open(_: &Path) -> Result<(), ServerError> {
    Ok(())
}

/// Makes or empties a file.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Lets nobody else read the files of a database, wherever they lie.
#[cfg(unix)]
pub(crate) fn close_files(database: &Path) -> io::Result<()> {
    use std::fs::{Permissions, metadata, set_permissions};
    use std::os::unix::fs::PermissionsExt as _;

    for path in ENDINGS.map(|ending| with_ending(database, ending)) {
        let Ok(found) = metadata(&path) else { continue };
        let mode = found.permissions().mode() & 0o777;
        if mode & !0o600 != 0 {
            set_permissions(&path, Permissions::from_mode(mode & 0o600))?;
        }
    }
    Ok(())
}

/// Other systems say in other ways who may read.
#[cfg(not(unix))]
pub(crate) fn close_files(_: &Path) -> io::Result<()> {
    Ok(())
}
