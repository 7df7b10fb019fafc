//! SQLite: one file, one writer, a pool of readers.
//!
//! SQLite has one writer at a time, so all writes go through one task with group commit: many writes share one wait for the
//! disk. Readers see the last commit and never wait (snapshot isolation of the write-ahead log).

#[allow(clippy::duplicate_mod, reason = "one text, compiled for each engine")]
#[path = "../sql/mod.rs"]
mod sql;

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, Transaction};

use crate::error::StoreError;
use crate::store::Opening;
use sql::Writer;

type Connection = sqlx::SqliteConnection;
type Engine = SqliteStore;
type Pool = sqlx::SqlitePool;
type Row = sqlx::sqlite::SqliteRow;

/// The schema migrations, oldest first. The schema version of a file is how many it has run. Never edit a released one:
/// add another.
const STEPS: &[&str] = &[
    include_str!("../../migrations/sqlite/0001_first.sql"),
    include_str!("../../migrations/sqlite/0002_machines.sql"),
    include_str!("../../migrations/sqlite/0003_probe.sql"),
    include_str!("../../migrations/sqlite/0004_expiry.sql"),
    include_str!("../../migrations/sqlite/0005_lookalikes.sql"),
    include_str!("../../migrations/sqlite/0006_accounts.sql"),
    include_str!("../../migrations/sqlite/0007_studies.sql"),
    include_str!("../../migrations/sqlite/0008_puzzles.sql"),
    include_str!("../../migrations/sqlite/0009_lessons.sql"),
];

/// Adds rows of game, number, time and body that come as JSON, and returns the games that got theirs.
const APPEND_SINGLES: &str = "INSERT INTO events (game_id, seq, at, body) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($1) \
     WHERE (SELECT COALESCE(MAX(seq), -1) FROM events WHERE game_id = value ->> 0) = (value ->> 1) - 1 \
     AND EXISTS (SELECT 1 FROM games WHERE id = value ->> 0) RETURNING game_id";

/// Checkpoints of the write-ahead log run on a connection of their own: they take long, and no commit waits for them.
const CHECKPOINTS: bool = true;

/// Connections for reading.
const READERS: u32 = 4;

/// A read that waits longer for a connection fails.
const PATIENCE: Duration = Duration::from_secs(5);

/// Another connection may have the file for so long.
const BUSY: Duration = Duration::from_secs(10);

/// The code of an error about a statement, such as a table that is not there (`SQLITE_ERROR`).
const NO_TABLE: &str = "1";

/// A commit that takes longer has failed. A disk may take long, but not for ever.
const LONGEST_WRITE: Duration = Duration::from_secs(30);

/// A store in one SQLite file.
///
/// ```
/// use damero_store::{SqliteStore, Store as _, User};
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// # let folder = tempfile::tempdir().unwrap();
/// # let path = folder.path().join("damero.db");
/// let store = SqliteStore::open(&path).await?;
/// let ana = User { id: "u1".into(), name: "Ana".into(), guest: true, created: 0 };
/// store.add_guest(&ana).await?;
/// assert_eq!(store.user("u1").await?, Some(ana));
/// store.close().await;
/// # Ok::<(), damero_store::StoreError>(()) }).unwrap();
/// ```
#[derive(Debug)]
pub struct SqliteStore {
    readers: Pool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens a file, making it if there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, is empty, is no store, or was written by a newer program.
    #[must_use]
    pub fn open(path: &Path) -> Opening<'_, Self> {
        Box::pin(async move { Self::connect(path, true).await.map_err(damaged) })
    }

    /// Opens a file beside the server that may have it, for reading and for changes of accounts. It must have the schema of
    /// this program: a running server of an older one would not know what becomes of its tables.
    ///
    /// # Errors
    /// As [`open`](Self::open), and if there is no file; [`StoreError::Older`] if the schema is not up to date.
    #[must_use]
    pub fn open_beside(path: &Path) -> Opening<'_, Self> {
        Box::pin(async move { Self::connect(path, false).await.map_err(damaged) })
    }

    /// Copies a file to a new one, while others read and write. Its schema may be of any version, and stays as it is.
    ///
    /// # Errors
    /// If there is nothing to copy, or the new file exists or cannot be written.
    pub async fn copy(path: &Path, to: &Path) -> Result<(), StoreError> {
        refuse_empty(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .read_only(true)
            .busy_timeout(BUSY);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .connect_with(options)
            .await?;
        let done = backup(&pool, to).await;
        pool.close().await;
        done.map_err(damaged)
    }

    async fn connect(path: &Path, alone: bool) -> Result<Self, StoreError> {
        refuse_empty(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(alone)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is synced to the disk before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY)
            // Our own task runs the checkpoints.
            .pragma("wal_autocheckpoint", "0");
        let mut connection = options.connect().await?;
        let ready = if alone {
            sql::up_to_date(&mut connection).await
        } else {
            sql::refuse_other(&mut connection).await
        };
        if let Err(error) = ready {
            let _ = connection.close().await;
            return Err(error);
        }
        // A file that has gone since is not made anew: an empty store in its place would hide the loss.
        let options = options.create_if_missing(false);
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_with(options.clone().read_only(true))
            .await?;
        Ok(Self {
            readers,
            writer: Writer::start(Link(options), connection),
        })
    }
}

/// How to open a connection.
#[derive(Clone, Debug)]
struct Link(SqliteConnectOptions);

impl Link {
    async fn open(&self) -> Result<Connection, StoreError> {
        Ok(self.0.connect().await?)
    }
}

/// A transaction that takes the write lock at once.
async fn begin(connection: &mut Connection) -> Result<Transaction<'_, Sqlite>, sqlx::Error> {
    connection.begin_with("BEGIN IMMEDIATE").await
}

/// Whether an error is about the row or the statement, not about the disk: a constraint, a type, a length. The lowest byte
/// of a code of SQLite is its kind.
fn is_about_data(code: &str) -> bool {
    /// `SQLITE_ERROR`, `SQLITE_TOOBIG`, `SQLITE_CONSTRAINT`, `SQLITE_MISMATCH`, `SQLITE_RANGE`.
    const KINDS: [i32; 5] = [1, 18, 19, 20, 25];
    code.parse::<i32>()
        .is_ok_and(|code| KINDS.contains(&(code & 0xff)))
}

/// A passive checkpoint: copies all frames of the WAL that no reader still needs.
async fn checkpoint(connection: &mut Connection) -> Result<(), sqlx::Error> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .execute(connection)
        .await?;
    Ok(())
}

/// Whether a file without a schema of ours has tables of somebody else.
async fn has_foreign_tables(connection: &mut Connection) -> Result<bool, StoreError> {
    let sql = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name NOT IN ('schema', 'sqlite_sequence')";
    let row = sqlx::query(sql).fetch_one(connection).await?;
    Ok(row.try_get::<i64, _>(0)? > 0)
}

/// The two checks that SQLite has: of the pages with their indices, and of the references between tables.
async fn integrity(pool: &Pool) -> Result<Vec<String>, StoreError> {
    let rows = match sqlx::query("PRAGMA integrity_check(20)").fetch_all(pool).await {
        Ok(rows) => rows,
        Err(error) => {
            // What is damaged so much that it cannot be checked is a finding too.
            return match damaged(error.into()) {
                StoreError::Damaged { cause } => Ok(vec![cause]),
                error => Err(error),
            };
        }
    };
    let told = rows.iter().map(|row| row.try_get::<String, _>(0));
    let mut problems = told.collect::<Result<Vec<_>, _>>()?;
    problems.retain(|problem| problem != "ok");
    let rows = sqlx::query("PRAGMA foreign_key_check").fetch_all(pool).await?;
    if !rows.is_empty() {
        problems.push(format!("{} rows refer to rows that are not there", rows.len()));
    }
    Ok(problems)
}

/// Says of an error about the file itself that it is one.
fn damaged(error: StoreError) -> StoreError {
    /// `SQLITE_CORRUPT`, `SQLITE_NOTADB`.
    const KINDS: [i32; 2] = [11, 26];
    match error {
        StoreError::Engine(sqlx::Error::Database(cause))
            if cause
                .code()
                .and_then(|code| code.parse::<i32>().ok())
                .is_some_and(|code| KINDS.contains(&(code & 0xff))) =>
        {
            StoreError::Damaged {
                cause: cause.message().to_owned(),
            }
        }
        error => error,
    }
}

/// SQLite would take an empty file for a new store.
fn refuse_empty(path: &Path) -> Result<(), StoreError> {
    match std::fs::metadata(path) {
        Ok(found) if found.len() == 0 => Err(StoreError::Empty),
        _ => Ok(()),
    }
}

/// The copy holds what the data holds, hashes of passwords among it, so it is for its owner only. SQLite fills an empty file, and
/// does not overwrite another either, but its error message does not say so.
async fn backup(pool: &Pool, to: &Path) -> Result<(), StoreError> {
    let path = to
        .to_str()
        .ok_or_else(|| std::io::Error::from(std::io::ErrorKind::InvalidFilename))?;
    let mut new = std::fs::OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut new, 0o600);
    drop(new.open(to)?);
    let done = sqlx::query("VACUUM INTO $1").bind(path).execute(pool).await;
    if let Err(error) = done {
        // Half a copy must not be taken for one.
        let _ = std::fs::remove_file(to);
        return Err(error.into());
    }
    Ok(())
}
