//! A store that fails when it is told to, for the tests of whoever uses one.

use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};
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
use crate::store::{Report, Store, Watcher};
use crate::study::{StudyHead, StudyQuery, StudyRow};

/// What a [`FaultyStore`] does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mood {
    /// Everything works.
    #[default]
    Works,
    /// Nothing can be written, as on a full disk.
    Full,
    /// Nothing can be written or read, as without the database.
    Gone,
    /// Every write takes so much longer.
    Slow(Duration),
}

/// A store in front of another one, with a [`Mood`] of its own.
pub struct FaultyStore<S> {
    inner: S,
    mood: Mutex<Mood>,
    watcher: OnceLock<Watcher>,
}

impl<S: Store> FaultyStore<S> {
    /// A store that works.
    pub fn new(inner: S) -> Self {
        Self {
            inner,
            mood: Mutex::default(),
            watcher: OnceLock::new(),
        }
    }

    /// Changes what it does.
    pub fn set(&self, mood: Mood) {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner) = mood;
    }

    fn mood(&self) -> Mood {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail<T>(&self, cause: &str) -> Result<T, StoreError> {
        let cause = cause.to_owned();
        let error = StoreError::Unavailable { cause };
        if let Some(watcher) = self.watcher.get() {
            watcher(Report::Failed {
                began: Instant::now(),
                error: &error,
            });
        }
        Err(error)
    }

    async fn write<T>(&self, write: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        match self.mood() {
            Mood::Works => {}
            Mood::Full => return self.fail("the disk is full"),
            Mood::Gone => return self.fail("the database is gone"),
            Mood::Slow(more) => tokio::time::sleep(more).await,
        }
        write.await
    }

    async fn read<T>(&self, read: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        match self.mood() {
            Mood::Gone => self.fail("the database is gone"),
            Mood::Works | Mood::Full | Mood::Slow(_) => read.await,
        }
    }
}

#[async_trait]
impl<S: Store> Store for FaultyStore<S> {
    async fn add_guest(&self, user: &User) -> Result<(), StoreError> {
        self.write(self.inner.add_guest(user)).await
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.read(self.inner.user(id)).await
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.read(self.inner.account(name)).await
    }

    async fn claim(&self, id: &str, name: &str, password: &str) -> Result<(), StoreError> {
        self.write(self.inner.claim(id, name, password)).await
    }

    async fn add_session(&self, hash: &str, user: &str, at: i64) -> Result<(), StoreError> {
        self.write(self.inner.add_session(hash, user, at)).await
    }

    async fn session(&self, hash: &str) -> Result<Option<User>, StoreError> {
        self.read(self.inner.session(hash)).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.write(self.inner.end_session(hash)).await
    }

    async fn touch_session(&self, hash: &str, at: i64) -> Result<(), StoreError> {
        self.write(self.inner.touch_session(hash, at)).await
    }

    async fn sessions_of(&self, user: &str) -> Result<Vec<SessionRow>, StoreError> {
        self.read(self.inner.sessions_of(user)).await
    }

    async fn end_sessions_of(&self, user: &str, except: Option<&str>) -> Result<(), StoreError> {
        self.write(self.inner.end_sessions_of(user, except)).await
    }

    async fn change_account(
        &self,
        id: &str,
        change: AccountChange,
        note: Option<AuditNote>,
    ) -> Result<(), StoreError> {
        self.write(self.inner.change_account(id, change, note)).await
    }

    async fn accounts_after(&self, name: &str, limit: i64) -> Result<Vec<AccountRow>, StoreError> {
        self.read(self.inner.accounts_after(name, limit)).await
    }

    async fn recovery_codes(&self, user: &str) -> Result<i64, StoreError> {
        self.read(self.inner.recovery_codes(user)).await
    }

    async fn audit(&self, after: i64, limit: i64) -> Result<Vec<AuditRow>, StoreError> {
        self.read(self.inner.audit(after, limit)).await
    }

    async fn expire(&self, expiry: Expiry) -> Result<(), StoreError> {
        self.write(self.inner.expire(expiry)).await
    }

    async fn add_game(&self, game: &NewGame) -> Result<(), StoreError> {
        self.write(self.inner.add_game(game)).await
    }

    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        self.read(self.inner.game(id)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(self.inner.append(append)).await
    }

    async fn events(&self, game: &str) -> Result<Vec<EventRow>, StoreError> {
        self.read(self.inner.events(game)).await
    }

    async fn running(&self, after: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(self.inner.running(after)).await
    }

    async fn unfinished_of(&self, user: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(self.inner.unfinished_of(user, limit)).await
    }

    async fn finished(&self, query: &GameQuery) -> Result<Vec<GameRow>, StoreError> {
        self.read(self.inner.finished(query)).await
    }

    async fn rated_games_between(&self, one: &str, other: &str, since: i64) -> Result<i64, StoreError> {
        self.read(self.inner.rated_games_between(one, other, since)).await
    }

    async fn ratings(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        self.read(self.inner.ratings(user)).await
    }

    async fn leaders(&self, game: &str, deviation: f64, limit: i64) -> Result<Vec<Ranked>, StoreError> {
        self.read(self.inner.leaders(game, deviation, limit)).await
    }

    async fn machine_ratings(&self, game: &str) -> Result<Vec<RatingRow>, StoreError> {
        self.read(self.inner.machine_ratings(game)).await
    }

    async fn add_study(&self, study: &StudyRow) -> Result<(), StoreError> {
        self.write(self.inner.add_study(study)).await
    }

    async fn change_study(&self, study: &StudyRow) -> Result<(), StoreError> {
        self.write(self.inner.change_study(study)).await
    }

    async fn delete_study(&self, id: &str, owner: &str) -> Result<(), StoreError> {
        self.write(self.inner.delete_study(id, owner)).await
    }

    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        self.read(self.inner.study(id)).await
    }

    async fn studies(&self, query: &StudyQuery) -> Result<Vec<StudyHead>, StoreError> {
        self.read(self.inner.studies(query)).await
    }

    async fn count_studies(&self, owner: &str) -> Result<i64, StoreError> {
        self.read(self.inner.count_studies(owner)).await
    }

    async fn explore(&self, game: ExploredGame) -> Result<(), StoreError> {
        self.write(self.inner.explore(game)).await
    }

    async fn unexplored(&self, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(self.inner.unexplored(limit)).await
    }

    async fn explored(&self, game: &str, rules: &str, position: i64) -> Result<Vec<MoveCount>, StoreError> {
        self.read(self.inner.explored(game, rules, position)).await
    }

    async fn probe(&self, at: i64) -> Result<(), StoreError> {
        self.write(self.inner.probe(at)).await
    }

    async fn games_after(&self, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(self.inner.games_after(id, limit)).await
    }

    async fn games_of(&self, user: &str, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(self.inner.games_of(user, id, limit)).await
    }

    async fn all_ratings(&self) -> Result<Vec<RatingRow>, StoreError> {
        self.read(self.inner.all_ratings()).await
    }

    async fn record_puzzle(&self, result: PuzzleResult) -> Result<(), StoreError> {
        self.write(self.inner.record_puzzle(result)).await
    }

    async fn puzzle_scores(&self, user: &str) -> Result<Vec<PuzzleScore>, StoreError> {
        self.read(self.inner.puzzle_scores(user)).await
    }

    async fn puzzle_grades(&self, game: &str) -> Result<Vec<PuzzleGrade>, StoreError> {
        self.read(self.inner.puzzle_grades(game)).await
    }

    async fn puzzle_attempts(&self, user: &str, limit: i64) -> Result<Vec<PuzzleAttempt>, StoreError> {
        self.read(self.inner.puzzle_attempts(user, limit)).await
    }

    async fn keep_lessons(&self, user: &str, steps: &[LessonDone]) -> Result<(), StoreError> {
        self.write(self.inner.keep_lessons(user, steps)).await
    }

    async fn lessons_done(&self, user: &str) -> Result<Vec<LessonDone>, StoreError> {
        self.read(self.inner.lessons_done(user)).await
    }

    async fn integrity(&self) -> Result<Vec<String>, StoreError> {
        self.read(self.inner.integrity()).await
    }

    async fn last_probe(&self) -> Result<Option<i64>, StoreError> {
        self.read(self.inner.last_probe()).await
    }

    fn watch(&self, watcher: Watcher) {
        let _ = self.watcher.set(Watcher::clone(&watcher));
        self.inner.watch(watcher);
    }

    fn queue(&self) -> usize {
        self.inner.queue()
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.read(self.inner.backup(to)).await
    }

    async fn close(&self) {
        self.inner.close().await;
    }
}
