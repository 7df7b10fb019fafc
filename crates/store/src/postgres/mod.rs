//! PostgreSQL, for operators who already run one. It has the same single writer with group commit as SQLite. An advisory
//! lock keeps a second server away. A lost connection is opened again.

mod refusal;
#[allow(clippy::duplicate_mod, reason = "one text, compiled for each engine")]
#[path = "../sql/mod.rs"]
mod sql;

use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions, Postgres};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, Transaction};

use crate::error::StoreError;
use crate::store::Opening;
use refusal::DatabaseName;
use sql::Writer;

type Connection = sqlx::PgConnection;
type Engine = PostgresStore;
type Pool = sqlx::PgPool;
type Row = sqlx::postgres::PgRow;

/// The schema migrations, oldest first. The schema version of a database is how many it has run. Never edit a released
/// one: add another.
const STEPS: &[&str] = &[
    include_str!("../../migrations/postgres/0001_first.sql"),
    include_str!("../../migrations/postgres/0002_machines.sql"),
    include_str!("../../migrations/postgres/0003_probe.sql"),
    include_str!("../../migrations/postgres/0004_expiry.sql"),
    include_str!("../../migrations/postgres/0005_lookalikes.sql"),
    include_str!("../../migrations/postgres/0006_accounts.sql"),
    include_str!("../../migrations/postgres/0007_studies.sql"),
    include_str!("../../migrations/postgres/0008_puzzles.sql"),
    include_str!("../../migrations/postgres/0009_lessons.sql"),
];

/// Adds rows of game, number, time and body that come as JSON, and returns the games that got theirs.
const APPEND_SINGLES: &str = "INSERT INTO events (game_id, seq, at, body) \
     SELECT row ->> 0, (row ->> 1)::bigint, (row ->> 2)::bigint, row ->> 3 \
     FROM json_array_elements($1::json) AS rows (row) \
     WHERE (SELECT COALESCE(MAX(seq), -1) FROM events WHERE game_id = row ->> 0) = (row ->> 1)::bigint - 1 \
     AND EXISTS (SELECT 1 FROM games WHERE id = row ->> 0) RETURNING game_id";

/// PostgreSQL runs its own checkpoints.
const CHECKPOINTS: bool = false;

/// Connections for reading.
const READERS: u32 = 4;

/// A read that waits longer for a connection fails.
const PATIENCE: Duration = Duration::from_secs(5);

/// A commit that takes longer has failed: the server hangs, or the network lost us without a word.
const LONGEST_WRITE: Duration = Duration::from_secs(10);

/// The key of the advisory lock: "damero" in letters.
const LOCK: i64 = 0x6461_6d65_726f;

/// The code of an error about a table that is not there (`undefined_table`).
const NO_TABLE: &str = "42P01";

/// PostgreSQL notices after a moment that a server was killed. A new server waits so long for the lock.
const LINGERS: Duration = Duration::from_secs(5);

/// A store in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStore {
    readers: Pool,
    writer: Writer,
}

impl PostgresStore {
    /// Opens the database at an address such as `postgres://user:password@host/database` and brings its schema up to
    /// date. Without a password the one in the user's password file is taken. `?sslmode=verify-full` asks for TLS and
    /// `&sslrootcert=FILE` names the authority, if the system does not know it.
    ///
    /// # Errors
    /// If the address cannot be read, nobody answers there, we are not let in, another server has the database, or it
    /// was written by a newer program.
    #[must_use]
    pub fn open(address: &str) -> Opening<'_, Self> {
        Self::open_with(address, None)
    }

    /// Opens a database beside the server that may have it, for reading and for changes of accounts. It must have the
    /// schema of this program.
    ///
    /// # Errors
    /// As [`open`](Self::open), but another server is no reason; [`StoreError::Older`] if the schema is not up to date.
    #[must_use]
    pub fn open_beside<'a>(address: &'a str, password: Option<&'a str>) -> Opening<'a, Self> {
        Box::pin(Self::connect(address, password, false))
    }

    /// The same with a password that is not in the address.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    #[must_use]
    pub fn open_with<'a>(address: &'a str, password: Option<&'a str>) -> Opening<'a, Self> {
        Box::pin(Self::connect(address, password, true))
    }

    async fn connect(address: &str, password: Option<&str>, alone: bool) -> Result<Self, StoreError> {
        let mut options = DatabaseName::parse(address)?;
        if let Some(password) = password {
            options = options.password(password);
        }
        let place = DatabaseName::of(&options);
        let options = options
            .application_name("damero")
            // A commit is synced to the disk before it is acknowledged, whatever the default of this database.
            .options([("synchronous_commit", "on")]);
        let link = Link {
            options,
            place,
            alone,
        };
        let mut connection = link.open().await?;
        let ready = if alone {
            sql::up_to_date(&mut connection).await
        } else {
            sql::refuse_other(&mut connection).await
        };
        if let Err(error) = ready {
            let _ = connection.close().await;
            return Err(link.place.explain(error));
        }
        let readers = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(PATIENCE)
            .connect_with(link.options.clone())
            .await
            .map_err(|error| link.place.explain(error.into()))?;
        Ok(Self {
            readers,
            writer: Writer::start(link, connection),
        })
    }
}

/// How to open a connection.
#[derive(Clone, Debug)]
struct Link {
    options: PgConnectOptions,
    place: DatabaseName,
    /// Whether it keeps other servers away.
    alone: bool,
}

impl Link {
    /// A connection for writes. It holds the advisory lock as long as it is open, unless others may write too.
    async fn open(&self) -> Result<Connection, StoreError> {
        let explain = |error: sqlx::Error| self.place.explain(error.into());
        let mut connection = self.options.connect().await.map_err(explain)?;
        if !self.alone {
            return Ok(connection);
        }
        let began = Instant::now();
        loop {
            let locked = sqlx::query("SELECT pg_try_advisory_lock($1)")
                .bind(LOCK)
                .fetch_one(&mut connection)
                .await
                .and_then(|row| row.try_get::<bool, _>(0))
                .map_err(explain)?;
            if locked {
                return Ok(connection);
            }
            if began.elapsed() >= LINGERS {
                let _ = connection.close().await;
                return Err(StoreError::InUse {
                    at: self.place.to_string(),
                });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn begin(connection: &mut Connection) -> Result<Transaction<'_, Postgres>, sqlx::Error> {
    connection.begin().await
}

/// Whether an error is about the row or the statement, not about the server: the first two characters of an SQLSTATE are
/// its class.
fn is_about_data(code: &str) -> bool {
    /// Cardinality, data exception, constraint, syntax or missing object, program limit.
    const CLASSES: [&str; 5] = ["21", "22", "23", "42", "54"];
    /// `insufficient_privilege`, which is of a class above, concerns every row alike.
    const PRIVILEGE: &str = "42501";
    code != PRIVILEGE && CLASSES.iter().any(|class| code.starts_with(class))
}

/// There is nothing to do.
async fn checkpoint(_: &mut Connection) -> Result<(), sqlx::Error> {
    Ok(())
}

/// Others may have tables in the same database.
async fn has_foreign_tables(_: &mut Connection) -> Result<bool, StoreError> {
    Ok(false)
}

/// PostgreSQL has programs of its own for this (`pg_amcheck`).
async fn integrity(_: &Pool) -> Result<Vec<String>, StoreError> {
    Ok(Vec::new())
}

async fn backup(_: &Pool, _: &Path) -> Result<(), StoreError> {
    Err(StoreError::NoBackup)
}
