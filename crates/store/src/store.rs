//! The trait of all storage engines.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;

use crate::account::{Account, AccountChange, AccountRow, AuditNote, AuditRow};
use crate::error::StoreError;
use crate::explorer::{ExploredGame, MoveCount};
use crate::lessons::LessonDone;
use crate::model::{
    Append, EventRow, Expiry, GameQuery, GameRow, NewGame, Ranked, RatingRow, SessionRow, User,
};
use crate::puzzles::{PuzzleAttempt, PuzzleGrade, PuzzleResult, PuzzleScore};
use crate::study::{StudyHead, StudyQuery, StudyRow};

/// A store that is being opened. The future is boxed, so the engine's code is compiled in this crate only and not again in
/// every crate that opens a store.
pub type Opening<'a, S> = Pin<Box<dyn Future<Output = Result<S, StoreError>> + Send + 'a>>;

/// The measures of one commit, for metrics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commit {
    /// How many writes it held.
    pub writes: usize,
    /// The longest time that a write waited in the queue.
    pub waited: Duration,
    /// The duration of the commit, with the sync to the disk.
    pub took: Duration,
}

/// What a store tells its watcher.
#[derive(Clone, Copy, Debug)]
pub enum Report<'a> {
    /// Writes are on the disk.
    Committed(Commit),
    /// The engine failed. [`StoreError::Unavailable`] means that it can do nothing now.
    Failed {
        /// When the first write or read that failed by it was asked for.
        began: Instant,
        /// How.
        error: &'a StoreError,
    },
}

/// A callback for every commit and every failure of the engine.
pub type Watcher = Arc<dyn Fn(Report<'_>) + Send + Sync>;

/// A storage engine. Every write is durable when its call returns `Ok`.
///
/// ```
/// use damero_store::{Store, StoreError, User};
///
/// /// Works with every engine.
/// async fn keep_account(store: &dyn Store, id: &str, password: &str) -> Result<Option<User>, StoreError> {
///     store.claim(id, "Ana", password).await?;
///     store.user(id).await
/// }
/// ```
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
    /// [`StoreError::Taken`] when an account has the name or one that [looks the same](crate::lookalike), [`StoreError::Missing`] unless `id` is a guest.
    async fn claim(&self, id: &str, name: &str, password: &str) -> Result<(), StoreError>;

    /// Stores a session by the hash of its id.
    ///
    /// # Errors
    /// If the person does not exist.
    async fn add_session(&self, hash: &str, user: &str, at: i64) -> Result<(), StoreError>;

    /// Whose session this is.
    ///
    /// # Errors
    /// If the engine fails.
    async fn session(&self, hash: &str) -> Result<Option<User>, StoreError>;

    /// Deletes a session, if there is one.
    ///
    /// # Errors
    /// If the engine fails.
    async fn end_session(&self, hash: &str) -> Result<(), StoreError>;

    /// Notes that a session is in use.
    ///
    /// # Errors
    /// If the engine fails.
    async fn touch_session(&self, hash: &str, at: i64) -> Result<(), StoreError>;

    /// All sessions of a person, the last used first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn sessions_of(&self, user: &str) -> Result<Vec<SessionRow>, StoreError>;

    /// Deletes all sessions of a person, except perhaps one.
    ///
    /// # Errors
    /// If the engine fails.
    async fn end_sessions_of(&self, user: &str, except: Option<&str>) -> Result<(), StoreError>;

    /// Changes an account, and notes what an operator did.
    ///
    /// # Errors
    /// [`StoreError::Missing`] unless `id` has an account, and what the change says.
    async fn change_account(
        &self,
        id: &str,
        change: AccountChange,
        note: Option<AuditNote>,
    ) -> Result<(), StoreError>;

    /// Accounts in the order of their names, from the one after `name` on.
    ///
    /// # Errors
    /// If the engine fails.
    async fn accounts_after(&self, name: &str, limit: i64) -> Result<Vec<AccountRow>, StoreError>;

    /// How many recovery codes a person has left.
    ///
    /// # Errors
    /// If the engine fails.
    async fn recovery_codes(&self, user: &str) -> Result<i64, StoreError>;

    /// The audit log after an entry, the newest first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn audit(&self, after: i64, limit: i64) -> Result<Vec<AuditRow>, StoreError>;

    /// Deletes what has gone unused for too long, a few hundred rows at a time: call it again and again.
    ///
    /// # Errors
    /// If the engine fails.
    async fn expire(&self, expiry: Expiry) -> Result<(), StoreError>;

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

    /// All unfinished games that were created after a time, oldest first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn running(&self, after: i64) -> Result<Vec<GameRow>, StoreError>;

    /// The unfinished games in which a person takes part, newest first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn unfinished_of(&self, user: &str, limit: i64) -> Result<Vec<GameRow>, StoreError>;

    /// Finished games.
    ///
    /// # Errors
    /// If the engine fails.
    async fn finished(&self, query: &GameQuery) -> Result<Vec<GameRow>, StoreError>;

    /// How many rated games of these two have ended with a result since a time, whoever began.
    ///
    /// # Errors
    /// If the engine fails.
    async fn rated_games_between(&self, one: &str, other: &str, since: i64) -> Result<i64, StoreError>;

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

    /// Adds a study.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when the id exists or nobody has the id of its owner.
    async fn add_study(&self, study: &StudyRow) -> Result<(), StoreError>;

    /// Replaces a study of its owner; only the times of its making stay.
    ///
    /// # Errors
    /// [`StoreError::Stale`] unless its version is the next one after the stored one.
    async fn change_study(&self, study: &StudyRow) -> Result<(), StoreError>;

    /// Deletes a study of its owner.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is none.
    async fn delete_study(&self, id: &str, owner: &str) -> Result<(), StoreError>;

    /// A study by id.
    ///
    /// # Errors
    /// If the engine fails.
    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError>;

    /// Studies without their bodies.
    ///
    /// # Errors
    /// If the engine fails.
    async fn studies(&self, query: &StudyQuery) -> Result<Vec<StudyHead>, StoreError>;

    /// How many studies somebody has.
    ///
    /// # Errors
    /// If the engine fails.
    async fn count_studies(&self, owner: &str) -> Result<i64, StoreError>;

    /// Counts the moves of a game for the opening explorer.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when it was counted before.
    async fn explore(&self, game: ExploredGame) -> Result<(), StoreError>;

    /// Finished public games that were not counted yet, oldest first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn unexplored(&self, limit: i64) -> Result<Vec<GameRow>, StoreError>;

    /// What was played in a position, the most frequent first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn explored(&self, game: &str, rules: &str, position: i64) -> Result<Vec<MoveCount>, StoreError>;

    /// Writes a mark of its own, so that the caller knows that the store takes writes.
    ///
    /// # Errors
    /// If the engine fails.
    async fn probe(&self, at: i64) -> Result<(), StoreError>;

    /// Games in the order of their ids, from the one after `id` on.
    ///
    /// # Errors
    /// If the engine fails.
    async fn games_after(&self, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError>;

    /// Games of a person, finished or not, in the order of their ids from the one after `id` on.
    ///
    /// # Errors
    /// If the engine fails.
    async fn games_of(&self, user: &str, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError>;

    /// All ratings of people.
    ///
    /// # Errors
    /// If the engine fails.
    async fn all_ratings(&self) -> Result<Vec<RatingRow>, StoreError>;

    /// Records the first attempt of somebody at a puzzle, with both ratings.
    ///
    /// # Errors
    /// [`StoreError::Taken`] when there was one already, [`StoreError::Stale`] unless the ratings follow the stored ones.
    async fn record_puzzle(&self, result: PuzzleResult) -> Result<(), StoreError>;

    /// How good a person is at puzzles, game by game.
    ///
    /// # Errors
    /// If the engine fails.
    async fn puzzle_scores(&self, user: &str) -> Result<Vec<PuzzleScore>, StoreError>;

    /// How hard the puzzles of a game proved to be; those that nobody has tried are left out.
    ///
    /// # Errors
    /// If the engine fails.
    async fn puzzle_grades(&self, game: &str) -> Result<Vec<PuzzleGrade>, StoreError>;

    /// The attempts of a person, the newest first.
    ///
    /// # Errors
    /// If the engine fails.
    async fn puzzle_attempts(&self, user: &str, limit: i64) -> Result<Vec<PuzzleAttempt>, StoreError>;

    /// Keeps steps of lessons that somebody has done. One that is kept already stays as it is.
    ///
    /// # Errors
    /// [`StoreError::Missing`] when there is no such person.
    async fn keep_lessons(&self, user: &str, steps: &[LessonDone]) -> Result<(), StoreError>;

    /// The steps of lessons that a person has done.
    ///
    /// # Errors
    /// If the engine fails.
    async fn lessons_done(&self, user: &str) -> Result<Vec<LessonDone>, StoreError>;

    /// What the engine finds wrong with its own files; empty if it finds nothing.
    ///
    /// # Errors
    /// If the engine fails.
    async fn integrity(&self) -> Result<Vec<String>, StoreError>;

    /// When the last probe was written, if ever: the store was in use then.
    ///
    /// # Errors
    /// If the engine fails.
    async fn last_probe(&self) -> Result<Option<i64>, StoreError>;

    /// Reports every commit and every failure of the engine from now on. The first watcher stays.
    fn watch(&self, watcher: Watcher);

    /// How many writes wait for their turn.
    fn queue(&self) -> usize;

    /// Writes a copy of everything to a new file, while others read and write.
    ///
    /// # Errors
    /// If the file exists, or the engine cannot.
    async fn backup(&self, to: &Path) -> Result<(), StoreError>;

    /// Completes the queued writes and closes the store.
    async fn close(&self);
}
