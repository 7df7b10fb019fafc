//! The one door to the data.

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::{Account, Append, EventRow, GameQuery, GameRow, NewGame, Ranked, RatingRow, User};

/// What one commit has done, for whoever measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commit {
    /// How many writes it held.
    pub writes: usize,
    /// How long the one that waited longest for its turn has waited.
    pub waited: Duration,
    /// How long it took, the disk included.
    pub took: Duration,
}

/// Hears of every commit.
pub type Watcher = Box<dyn Fn(Commit) + Send + Sync>;

/// An engine that keeps the data. Every write is durable when its call returns `Ok`.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Adds a guest.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the id exists.
    async fn add_guest(&self, user: &User) -> Result<(), StoreError>;

    /// A person by id.
    ///
    /// # Errors
    /// If the engine fails.
    async fn user(&self, id: &str) -> Result<Option<User>, StoreError>;

    /// A person with an account by name; capital letters do not matter.
    ///
    /// # Errors
    /// If the engine fails.
    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError>;

    /// Turns a guest into an account with a name and a password hash.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when an account has the name, [`StoreError::Missing`] unless `id` is a guest.
    async fn claim(&self, id: &str, name: &str, password: &str) -> Result<(), StoreError>;

    /// Remembers a session by the hash of its id.
    ///
    /// # Errors
    /// If the person does not exist.
    async fn add_session(&self, hash: &str, user: &str, at: i64) -> Result<(), StoreError>;

    /// Whose session this is.
    ///
    /// # Errors
    /// If the engine fails.
    async fn session(&self, hash: &str) -> Result<Option<User>, StoreError>;

    /// Forgets a session, if there is one.
    ///
    /// # Errors
    /// If the engine fails.
    async fn end_session(&self, hash: &str) -> Result<(), StoreError>;

    /// Forgets all sessions begun before a time.
    ///
    /// # Errors
    /// If the engine fails.
    async fn end_sessions_before(&self, at: i64) -> Result<(), StoreError>;

    /// Adds a game without events.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the id exists.
    async fn add_game(&self, game: &NewGame) -> Result<(), StoreError>;

    /// A game by id.
    ///
    /// # Errors
    /// If the engine fails.
    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError>;

    /// Adds events to a game.
    ///
    /// # Errors
    /// [`StoreError::Stale`] unless the events are the next ones and the ratings are still those that were read.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// All events of a game in order.
    ///
    /// # Errors
    /// If the engine fails.
    async fn events(&self, game: &str) -> Result<Vec<EventRow>, StoreError>;

    /// All games without an end that were created after a time, oldest first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn running(&self, after: i64) -> Result<Vec<GameRow>, StoreError>;

    /// Finished games.
    ///
    /// # Errors
    /// If the engine fails.
    async fn finished(&self, query: &GameQuery) -> Result<Vec<GameRow>, StoreError>;

    /// The ratings of a person.
    ///
    /// # Errors
    /// If the engine fails.
    async fn ratings(&self, user: &str) -> Result<Vec<RatingRow>, StoreError>;

    /// The strongest at a game with a deviation of at most `deviation`, best first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn leaders(&self, game: &str, deviation: f64, limit: i64) -> Result<Vec<Ranked>, StoreError>;

    /// How strong the machines are at a game, best first; `user` is the level.
    ///
    /// # Errors
    /// If the engine fails.
    async fn machine_ratings(&self, game: &str) -> Result<Vec<RatingRow>, StoreError>;

    /// Tells of every commit from now on; the first watcher stays.
    fn watch(&self, watcher: Watcher);

    /// Writes a copy of everything to a new file, while others read and write.
    ///
    /// # Errors
    /// If the file exists, or the engine cannot.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;

    /// Finishes what is being written and shuts the store.
    async fn close(&self);
}
