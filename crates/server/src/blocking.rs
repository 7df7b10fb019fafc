//! The server for callers without an asynchronous runtime, such as the command line.

use std::fs::{self, File};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;

use damero_store::{SqliteStore, Store, StoreError};
use tokio::runtime::{Builder, Runtime};

use crate::check::{self, CheckReport};
use crate::config::{Config, Database};
use crate::postgres;
use crate::private_files::{ENDINGS, create_private, with_ending};
use crate::server::{DATABASE, Server, lock};
use crate::server_error::ServerError;

pub(crate) fn runtime() -> Result<Runtime, ServerError> {
    Ok(Builder::new_multi_thread().enable_all().build()?)
}

/// Runs `work` to its end on a runtime of its own. It is boxed because `block_on` compiles whatever it runs three times.
fn block_on<T>(work: impl Future<Output = Result<T, ServerError>>) -> Result<T, ServerError> {
    let work: Pin<Box<dyn Future<Output = _> + '_>> = Box::pin(work);
    runtime()?.block_on(work)
}

/// Serves until the process is asked to stop (Ctrl-C, or the system's signal); `ready` is called with the address.
///
/// # Errors
/// If the server cannot be started.
pub fn serve(config: &Config, ready: &mut dyn FnMut(SocketAddr)) -> Result<(), ServerError> {
    block_on(async {
        let server = Server::start(config).await?;
        let stop = signal()?;
        ready(server.address());
        server.run(stop).await
    })
}

/// Ready when the process is asked to stop. The handlers are in place when this returns.
#[cfg(unix)]
fn signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when the process is asked to stop.
#[cfg(not(unix))]
fn signal() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

fn data(path: &Path) -> impl Fn(io::Error) -> ServerError {
    move |cause| ServerError::Data {
        path: path.to_owned(),
        cause,
    }
}

/// Copies all data to a new file, while a server runs or not, of this version or an older one.
///
/// # Errors
/// If there is no data, or the file exists or cannot be written, or the data is in PostgreSQL (`database`), which has
/// its own programs for this.
pub fn backup(folder: &Path, database: Option<&Database>, to: &Path) -> Result<(), ServerError> {
    only_files(database)?;
    let database = folder.join(DATABASE);
    fs::metadata(&database).map_err(data(&database))?;
    if to.exists() {
        return Err(data(to)(io::ErrorKind::AlreadyExists.into()));
    }
    block_on(async { Ok(SqliteStore::copy(&database, to).await?) })
}

/// Puts a copy in the place of the data. What was there is kept beside it; its new name is returned.
///
/// # Errors
/// If a server runs, the copy is not one, or there is data and `force` is not given, or the data is in PostgreSQL
/// (`database`), which has its own programs for this.
pub fn restore(
    folder: &Path,
    database: Option<&Database>,
    from: &Path,
    force: bool,
) -> Result<Option<PathBuf>, ServerError> {
    only_files(database)?;
    fs::metadata(from).map_err(data(from))?;
    let _lock: File = lock(folder)?;
    let database = folder.join(DATABASE);
    if database.exists() && !force {
        return Err(ServerError::HasData {
            path: folder.to_owned(),
        });
    }
    // A copy of the copy is checked first: opening brings its schema up to date.
    let fresh = folder.join(format!("{DATABASE}.new"));
    // What a restore that was cut off has left would be taken for the log of this one.
    remove(&fresh);
    let copied = copy_with_log(from, &fresh).map_err(data(folder));
    let opened = copied.and_then(|()| check_alone(&fresh));
    if let Err(error) = opened {
        remove(&fresh);
        return Err(error);
    }
    let mut kept = None;
    // A log without its file would be taken for the log of the copy.
    if exists(&database) {
        let aside = (1..)
            .map(|i| folder.join(format!("{DATABASE}.before-{i}")))
            .find(|path| !exists(path))
            .unwrap_or_else(|| folder.join(format!("{DATABASE}.before")));
        for ending in ENDINGS {
            let (old, new) = (with_ending(&database, ending), with_ending(&aside, ending));
            if old.exists() {
                fs::rename(old, new).map_err(data(folder))?;
            }
        }
        kept = Some(aside);
    }
    // The file itself comes last: until it is there, a start is refused.
    for ending in ENDINGS.into_iter().rev() {
        let (new, place) = (with_ending(&fresh, ending), with_ending(&database, ending));
        if new.exists() {
            fs::rename(new, place).map_err(data(folder))?;
        }
    }
    Ok(kept)
}

/// Copies a database that nobody has open, for its owner only. What was last written to it may still be in its log.
fn copy_with_log(from: &Path, to: &Path) -> io::Result<()> {
    for ending in ["", "-wal"] {
        let (from, to) = (with_ending(from, ending), with_ending(to, ending));
        if ending.is_empty() || from.exists() {
            let mut copy = create_private(&to)?;
            io::copy(&mut File::open(from)?, &mut copy)?;
            copy.sync_all()?;
        }
    }
    Ok(())
}

/// Opens a database and refuses it if anything in it is wrong.
fn check_alone(database: &Path) -> Result<(), ServerError> {
    block_on(async {
        let store = SqliteStore::open(database).await?;
        let checked = check::check(&store).await;
        store.close().await;
        sound(&checked?)
    })
}

/// Checks all data, while a server runs or not: the store, every game and the ratings.
///
/// # Errors
/// If there is no data, or it cannot be opened.
pub fn check(folder: &Path, database: Option<&Database>) -> Result<CheckReport, ServerError> {
    block_on(async {
        let store = open_beside(folder, database).await?;
        let checked = check::check(&*store).await;
        store.close().await;
        Ok(checked?)
    })
}

/// Opens data that is there, while a server uses it or not.
pub(crate) async fn open_beside(
    folder: &Path,
    database: Option<&Database>,
) -> Result<Arc<dyn Store>, ServerError> {
    Ok(match database {
        Some(database) => postgres::open_beside(database).await?,
        None => {
            let file = folder.join(DATABASE);
            fs::metadata(&file).map_err(data(&file))?;
            Arc::new(SqliteStore::open_beside(&file).await?)
        }
    })
}

/// Refuses data in which something is wrong.
pub(crate) fn sound(report: &CheckReport) -> Result<(), ServerError> {
    match report.problems.first() {
        Some(first) => Err(ServerError::Damaged {
            first: first.clone(),
            more: report.problems.len() - 1,
        }),
        None => Ok(()),
    }
}

fn only_files(database: Option<&Database>) -> Result<(), ServerError> {
    match database {
        Some(_) => Err(StoreError::NoBackup.into()),
        None => Ok(()),
    }
}

/// Whether there is a database, or anything of one.
fn exists(database: &Path) -> bool {
    ENDINGS
        .iter()
        .any(|ending| with_ending(database, ending).exists())
}

/// Removes a database that is not needed any more; what is not there need not be removed.
fn remove(database: &Path) {
    for ending in ENDINGS {
        let _ = fs::remove_file(with_ending(database, ending));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database with somebody in it, in a state in which that stands only in its log; and its files, copied from under it.
    fn with_log(folder: &Path) -> PathBuf {
        let (open, copy) = (folder.join("open.db"), folder.join("taken.db"));
        block_on(async {
            let store = SqliteStore::open(&open).await?;
            let ana = damero_store::User {
                id: "ana".to_owned(),
                name: "Ana".to_owned(),
                guest: true,
                created: 1,
            };
            store.add_guest(&ana).await?;
            for ending in ["", "-wal"] {
                fs::copy(with_ending(&open, ending), with_ending(&copy, ending))?;
            }
            store.close().await;
            Ok(())
        })
        .expect("copied");
        copy
    }

    fn knows_ana(data: &Path) -> bool {
        block_on(async {
            let store = SqliteStore::open(&data.join(DATABASE)).await?;
            let known = store.user("ana").await?.is_some();
            store.close().await;
            Ok(known)
        })
        .expect("an answer")
    }

    #[test]
    fn a_copy_comes_back_with_its_log_and_with_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let taken = with_log(folder.path());
        let (data, other) = (folder.path().join("data"), folder.path().join("other"));
        restore(&data, None, &taken, false).expect("restored");
        assert!(knows_ana(&data), "what stood only in the log is there");

        // A copy from before that, where the log of the other lies about.
        let empty = folder.path().join("empty.db");
        block_on(async {
            SqliteStore::open(&empty).await?.close().await;
            Ok(())
        })
        .expect("a database");
        fs::create_dir(&other).expect("a folder");
        let log = with_ending(&taken, "-wal");
        for left in [format!("{DATABASE}-wal"), format!("{DATABASE}.new-wal")] {
            fs::copy(&log, other.join(left)).expect("left behind");
        }
        let kept = restore(&other, None, &empty, true)
            .expect("restored")
            .expect("kept");
        assert!(
            with_ending(&kept, "-wal").exists(),
            "the log without a file is kept"
        );
        assert!(!knows_ana(&other), "the log of another database is not read");
        assert!(check(&other, None).expect("checked").problems.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn copies_are_for_their_owner_only() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().expect("a folder");
        let taken = with_log(folder.path());
        fs::set_permissions(&taken, PermissionsExt::from_mode(0o444)).expect("open to all");
        let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
        restore(&data, None, &taken, false).expect("restored");
        backup(&data, None, &copy).expect("copied");
        for file in [data.join(DATABASE), copy] {
            let mode = fs::metadata(&file).expect("it is there").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", file.display());
        }
        fs::set_permissions(&data, PermissionsExt::from_mode(0o777)).expect("open to all");
        let refused = restore(&data, None, &taken, true).expect_err("refused");
        assert!(matches!(refused, ServerError::OpenToAll { .. }), "{refused}");
        assert!(refused.to_string().contains("chmod o-w"));
    }

    #[test]
    fn a_copy_can_be_put_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let (data, copy) = (folder.path().join("data"), folder.path().join("copy.db"));
        assert!(backup(&data, None, &copy).is_err(), "nothing to copy");
        fs::create_dir(&data).expect("a folder");
        let user = damero_store::User {
            id: "u".to_owned(),
            name: "Ana".to_owned(),
            guest: true,
            created: 1,
        };
        let database = data.join(DATABASE);
        let people = |add: bool| {
            block_on(async {
                let store = SqliteStore::open(&database).await?;
                if add {
                    store.add_guest(&user).await?;
                }
                let found = store.user("u").await?.is_some();
                store.close().await;
                Ok(found)
            })
            .expect("the store")
        };
        assert!(!people(false));
        backup(&data, None, &copy).expect("a copy");
        assert!(people(true));
        let refused = restore(&data, None, &copy, false);
        assert!(matches!(refused, Err(ServerError::HasData { .. })), "{refused:?}");
        let kept = restore(&data, None, &copy, true)
            .expect("restored")
            .expect("something was there");
        assert!(kept.exists());
        assert!(!people(false), "back to when nobody was there");

        let text = folder.path().join("text");
        fs::write(&text, "no database at all, only a text that goes on and on").expect("a file");
        assert!(restore(&data, None, &text, true).is_err());
        assert!(!people(false), "a bad copy changes nothing");
        let held = lock(&data).expect("the lock");
        let in_use = restore(&data, None, &copy, true);
        assert!(matches!(in_use, Err(ServerError::InUse { .. })), "{in_use:?}");
        drop(held);
        let report = check(&data, None).expect("checked");
        assert_eq!((report.games, report.problems.len()), (0, 0));
        let elsewhere = backup(
            &data,
            Some(&Database {
                address: "postgres://localhost/games".to_owned(),
                password: None,
            }),
            &folder.path().join("other.db"),
        );
        let told = elsewhere.expect_err("not ours to copy").to_string();
        assert!(told.contains("pg_dump"), "{told}");
    }
}
