//! The disk under SQLite fails: it is full, gives errors, or is slow. The faults are real; what needs another world than
//! this process has (a small file system, a limit on the size of files) runs in a process of its own.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::fixture::{block_on, event, new_game};
use damero_store::conformance::{Effect, heals};
use damero_store::{Append, SqliteStore, Store, StoreError};

async fn other_connection(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file);
    options.connect().await.expect("another connection")
}

async fn run(connection: &mut SqliteConnection, sql: &'static str) {
    sqlx::raw_sql(sql).execute(connection).await.expect("a statement");
}

/// SQLite may end a transaction by itself. The library that speaks to it does not notice, and would open the next
/// transaction inside one that is not there.
#[test]
fn a_transaction_that_the_engine_ends_by_itself_breaks_only_its_own_writes() {
    block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        let store = SqliteStore::open(&file).await.expect("a new store");
        store.add_game(&new_game("g")).await.expect("game");
        let two = |seq| Append {
            bodies: vec!["one".to_owned(), "two".to_owned()],
            ..event(seq)
        };
        let mut other = other_connection(&file).await;
        run(
            &mut other,
            "CREATE TRIGGER broken BEFORE INSERT ON events BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
        )
        .await;
        for _ in 0..3 {
            let refused = store.append(two(0)).await;
            assert!(matches!(refused, Err(StoreError::Engine(_))), "{refused:?}");
        }
        run(&mut other, "DROP TRIGGER broken").await;
        store.append(two(0)).await.expect("a transaction");
        store.append(event(2)).await.expect("a single event");
        assert_eq!(store.events("g").await.expect("events").len(), 3);
        other.close().await.expect("closed");
        store.close().await;
    });
}

#[test]
fn a_slow_disk_loses_nothing() {
    block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        let store = SqliteStore::open(&file).await.expect("a new store");
        let mut other = other_connection(&file).await;
        let other = &tokio::sync::Mutex::new(&mut other);
        let begin = async || run(*other.lock().await, "BEGIN IMMEDIATE").await;
        let end = async || {
            tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
            run(*other.lock().await, "ROLLBACK").await;
        };
        heals(&store, Effect::Wait, begin, end).await;
        store.close().await;
    });
}

/// A file that was moved away is not replaced by an empty one.
#[test]
fn a_store_whose_file_has_gone_makes_no_new_one() {
    block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        let store = SqliteStore::open(&file).await.expect("a new store");
        store.add_game(&new_game("g")).await.expect("game");
        let mut other = other_connection(&file).await;
        run(
            &mut other,
            "CREATE TRIGGER broken BEFORE INSERT ON games BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
        )
        .await;
        other.close().await.expect("closed");
        // The writer gives its connection up, and must open another.
        store.add_game(&new_game("h")).await.expect_err("refused");
        std::fs::rename(&file, folder.path().join("moved.db")).expect("moved");
        let refused = store.add_game(&new_game("h")).await;
        assert!(
            matches!(refused, Err(StoreError::Unavailable { .. })),
            "{refused:?}"
        );
        assert!(!file.exists(), "no empty store in its place");
        store.close().await;
    });
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io::Write as _;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::*;

    /// Tells the process in which the test runs where it may write.
    const FOLDER: &str = "DAMERO_TEST_FAULTS";

    /// A limit on the size of files is an error of the system, not a signal.
    const NO_SIGNAL: &str = r#"trap "" XFSZ; exec "$@""#;

    /// A file system of a few megabytes that only this process and its children see.
    const SMALL: &str = r#"exec unshare --map-root-user --mount sh -c \
        'trap "" XFSZ; mount -t tmpfs -o size=3m none "$DAMERO_TEST_FAULTS" && exec "$@"' sh "$@""#;

    /// Where to write, in the process that a shell has started for the test.
    fn here() -> Option<PathBuf> {
        std::env::var_os(FOLDER).map(PathBuf::from)
    }

    /// Runs a command line behind a shell script.
    fn behind(script: &str, folder: &Path, command: &[&str]) -> bool {
        let status = Command::new("sh")
            .args(["-c", script, "sh"])
            .args(command)
            .env(FOLDER, folder)
            .status();
        status.is_ok_and(|status| status.success())
    }

    /// Runs a test of this program in a process of its own.
    fn again(script: &str, test: &str) -> bool {
        let folder = tempfile::tempdir().expect("a folder");
        let program = std::env::current_exe().expect("this program");
        let program = program.to_str().expect("a name");
        behind(script, folder.path(), &[program, test, "--exact", "--nocapture"])
    }

    fn limit_files(size: Option<u64>) {
        let limit = Rlimit {
            current: size,
            ..getrlimit(Resource::Fsize)
        };
        setrlimit(Resource::Fsize, limit).expect("a limit");
    }

    async fn store_in(folder: &Path) -> SqliteStore {
        let file = folder.join("damero.db");
        SqliteStore::open(&file).await.expect("a new store")
    }

    fn with_failing_writes(folder: &Path) {
        block_on(async {
            let store = store_in(folder).await;
            let begin = async || limit_files(Some(1));
            let end = async || limit_files(None);
            heals(&store, Effect::Fail, begin, end).await;
            store.close().await;
        });
    }

    #[test]
    fn writes_that_fail_heal() {
        match here() {
            Some(folder) => with_failing_writes(&folder),
            None => assert!(again(NO_SIGNAL, "faults::linux::writes_that_fail_heal")),
        }
    }

    /// Runs a test on a file system of its own, or the one with a limit where none can be made.
    fn on_a_small_disk(test: &str) {
        let scratch = tempfile::tempdir().expect("a folder");
        if behind(SMALL, scratch.path(), &["true"]) {
            assert!(again(SMALL, test));
        } else {
            println!("no file system of our own here; writes fail by a limit instead");
            assert!(again(NO_SIGNAL, "faults::linux::writes_that_fail_heal"));
        }
    }

    #[test]
    fn a_full_disk_heals() {
        let Some(folder) = here() else {
            on_a_small_disk("faults::linux::a_full_disk_heals");
            return;
        };
        block_on(async {
            let store = store_in(&folder).await;
            let filler = folder.join("filler");
            let begin = async || {
                let mut file = File::create(&filler).expect("a file");
                while file.write_all(&[7; 1024]).is_ok() {}
            };
            let end = async || std::fs::remove_file(&filler).expect("removed");
            heals(&store, Effect::Fail, begin, end).await;
            store.close().await;
        });
    }
    /// Linux makes no file system read-only while a file is open for writing there. What can be made read-only is the
    /// path: whoever opens the file again, as the writer does after an error, finds it read-only.
    #[test]
    fn a_disk_that_turns_read_only_heals() {
        let Some(folder) = here() else {
            on_a_small_disk("faults::linux::a_disk_that_turns_read_only_heals");
            return;
        };
        let mount = |script: &str| assert!(behind(script, &folder, &[]), "{script}");
        block_on(async {
            let store = store_in(&folder).await;
            let begin = async || {
                mount(
                    r#"cd / && mount --bind "$DAMERO_TEST_FAULTS" "$DAMERO_TEST_FAULTS" &&
                    mount -o remount,bind,ro "$DAMERO_TEST_FAULTS""#,
                );
                File::create(folder.join("any")).expect_err("read-only");
                limit_files(Some(1));
                store.probe(1).await.expect_err("refused");
                limit_files(None);
            };
            let end = async || mount(r#"cd / && umount "$DAMERO_TEST_FAULTS""#);
            heals(&store, Effect::Fail, begin, end).await;
            store.close().await;
        });
    }
}
