//! The engine inside the program: one SQLite file, one writer, readers of their own.
//!
//! SQLite has one writer at a time, so all writes go through one task that puts whatever has piled up during the last
//! commit into the next one: the price of waiting for the disk is shared. Readers see the last commit and never wait.

mod migrate;
mod read;
mod writer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::error::StoreError;
use crate::model::{Account, Append, EventRow, GameQuery, GameRow, NewGame, Ranked, RatingRow, User};
use crate::store::Store;
use writer::{Write, Writer};

/// Connections for reading.
const READERS: u32 = 4;

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
    readers: SqlitePool,
    writer: Writer,
}

impl SqliteStore {
    /// Opens a file, making it if there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// If the file cannot be opened, or was written by a newer program.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit is on the disk before anybody hears of it.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            // The writer copies the log into the file when it has nothing better to do.
            .pragma("wal_autocheckpoint", "0");
        let mut connection = options.connect().await?;
        if let Err(error) = migrate::up_to_date(&mut connection).await {
            let _ = connection.close().await;
            return Err(error);
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.read_only(true))
            .await?;
        Ok(Self {
            readers,
            writer: Writer::start(connection),
        })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn add_guest(&self, user: &User) -> Result<(), StoreError> {
        self.writer.write(Write::AddGuest(user.clone())).await
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        read::user(&self.readers, id).await
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        read::account(&self.readers, name).await
    }

    async fn claim(&self, id: &str, name: &str, password: &str) -> Result<(), StoreError> {
        let write = Write::Claim {
            id: id.to_owned(),
            name: name.to_owned(),
            password: password.to_owned(),
        };
        self.writer.write(write).await
    }

    async fn add_session(&self, hash: &str, user: &str, at: i64) -> Result<(), StoreError> {
        let write = Write::AddSession {
            hash: hash.to_owned(),
            user: user.to_owned(),
            at,
        };
        self.writer.write(write).await
    }

    async fn session(&self, hash: &str) -> Result<Option<User>, StoreError> {
        read::session(&self.readers, hash).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.writer.write(Write::EndSession(hash.to_owned())).await
    }

    async fn end_sessions_before(&self, at: i64) -> Result<(), StoreError> {
        self.writer.write(Write::EndSessionsBefore(at)).await
    }

    async fn add_game(&self, game: &NewGame) -> Result<(), StoreError> {
        self.writer.write(Write::AddGame(game.clone())).await
    }

    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        read::game(&self.readers, id).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.write(Write::Append(append)).await
    }

    async fn events(&self, game: &str) -> Result<Vec<EventRow>, StoreError> {
        read::events(&self.readers, game).await
    }

    async fn running(&self, after: i64) -> Result<Vec<GameRow>, StoreError> {
        read::running(&self.readers, after).await
    }

    async fn finished(&self, query: &GameQuery) -> Result<Vec<GameRow>, StoreError> {
        read::finished(&self.readers, query).await
    }

    async fn ratings(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        read::ratings(&self.readers, user).await
    }

    async fn leaders(&self, game: &str, deviation: f64, limit: i64) -> Result<Vec<Ranked>, StoreError> {
        read::leaders(&self.readers, game, deviation, limit).await
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        read::backup(&self.readers, to).await
    }

    async fn close(&self) {
        self.writer.close().await;
        self.readers.close().await;
    }
}
