//! The SQL that both engines share, compiled once for each. The module of an engine defines its types and its own
//! statements, and includes this one. Placeholders, conflict clauses and types are written in the common dialect.

/// Reads a type from a row, each field from the column of its name or of the one that is given.
macro_rules! from_row {
    (@column $field:ident) => { stringify!($field) };
    (@column $field:ident $column:literal) => { $column };
    ($type:ident { $($field:ident $(= $column:literal)?),+ $(,)? }) => {
        impl sqlx::FromRow<'_, super::Row> for $type {
            fn from_row(row: &super::Row) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Self { $($field: row.try_get(from_row!(@column $field $($column)?))?),+ })
            }
        }
    };
}

mod accounts;
mod apply;
mod expire;
mod explorer;
mod lessons;
mod migrate;
mod puzzles;
mod read;
mod studies;
mod writer;

use super::{
    APPEND_SINGLES, CHECKPOINTS, Connection, LONGEST_WRITE, Link, NO_TABLE, Pool, Row, STEPS, begin,
    checkpoint, has_foreign_tables, is_about_data,
};

pub(super) use migrate::{refuse_other, up_to_date};
pub(super) use writer::Writer;

use std::time::Instant;

use async_trait::async_trait;

use crate::account::{Account, AccountChange, AccountRow, AuditNote, AuditRow};
use crate::error::StoreError;
use crate::explorer::{ExploredGame, MoveCount};
use crate::lessons::LessonDone;
use crate::model::{
    Append, EventRow, Expiry, GameQuery, GameRow, NewGame, Ranked, RatingRow, SessionRow, User,
};
use crate::puzzles::{PuzzleAttempt, PuzzleGrade, PuzzleResult, PuzzleScore};
use crate::store::{Store, Watcher};
use crate::study::{StudyHead, StudyQuery, StudyRow};
use writer::Write;

/// The failure of an operation: of the engine as a whole, or of this one only.
fn classified(error: StoreError) -> StoreError {
    let data = match &error {
        StoreError::Engine(sqlx::Error::PoolClosed) => return StoreError::Closed,
        StoreError::Engine(sqlx::Error::Database(error)) => {
            error.code().is_some_and(|code| is_about_data(&code))
        }
        StoreError::Engine(
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed,
        )
        | StoreError::InUse { .. }
        | StoreError::Unreachable { .. }
        | StoreError::Denied { .. }
        | StoreError::Untrusted { .. }
        | StoreError::NoDatabase { .. }
        | StoreError::NotAllowed { .. }
        | StoreError::Io(_) => false,
        _ => true,
    };
    if data {
        return error;
    }
    StoreError::Unavailable {
        cause: error.to_string(),
    }
}

impl super::Engine {
    /// Waits for a read, and reports its failure.
    async fn read<T>(&self, reading: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        let began = Instant::now();
        let read = reading.await.map_err(classified);
        read.inspect_err(|error| self.writer.report_failure(began, error))
    }
}

#[async_trait]
impl Store for super::Engine {
    async fn add_guest(&self, user: &User) -> Result<(), StoreError> {
        self.writer.write(Write::AddGuest(user.clone())).await
    }

    async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.read(read::user(&self.readers, id)).await
    }

    async fn account(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.read(accounts::account(&self.readers, name)).await
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
        self.read(read::session(&self.readers, hash)).await
    }

    async fn end_session(&self, hash: &str) -> Result<(), StoreError> {
        self.writer.write(Write::EndSession(hash.to_owned())).await
    }

    async fn touch_session(&self, hash: &str, at: i64) -> Result<(), StoreError> {
        let hash = hash.to_owned();
        self.writer.write(Write::TouchSession { hash, at }).await
    }

    async fn sessions_of(&self, user: &str) -> Result<Vec<SessionRow>, StoreError> {
        self.read(read::sessions_of(&self.readers, user)).await
    }

    async fn end_sessions_of(&self, user: &str, except: Option<&str>) -> Result<(), StoreError> {
        let write = Write::EndSessionsOf {
            user: user.to_owned(),
            except: except.unwrap_or_default().to_owned(),
        };
        self.writer.write(write).await
    }

    async fn change_account(
        &self,
        id: &str,
        change: AccountChange,
        note: Option<AuditNote>,
    ) -> Result<(), StoreError> {
        let id = id.to_owned();
        self.writer.write(Write::ChangeAccount { id, change, note }).await
    }

    async fn accounts_after(&self, name: &str, limit: i64) -> Result<Vec<AccountRow>, StoreError> {
        self.read(accounts::accounts_after(&self.readers, name, limit))
            .await
    }

    async fn recovery_codes(&self, user: &str) -> Result<i64, StoreError> {
        self.read(accounts::recovery_codes(&self.readers, user)).await
    }

    async fn audit(&self, after: i64, limit: i64) -> Result<Vec<AuditRow>, StoreError> {
        self.read(accounts::audit(&self.readers, after, limit)).await
    }

    async fn expire(&self, expiry: Expiry) -> Result<(), StoreError> {
        self.writer.write(Write::Expire(expiry)).await
    }

    async fn add_game(&self, game: &NewGame) -> Result<(), StoreError> {
        self.writer.write(Write::AddGame(game.clone())).await
    }

    async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        self.read(read::game(&self.readers, id)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.write(Write::Append(append)).await
    }

    async fn events(&self, game: &str) -> Result<Vec<EventRow>, StoreError> {
        self.read(read::events(&self.readers, game)).await
    }

    async fn running(&self, after: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::running(&self.readers, after)).await
    }

    async fn unfinished_of(&self, user: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::unfinished_of(&self.readers, user, limit)).await
    }

    async fn finished(&self, query: &GameQuery) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::finished(&self.readers, query)).await
    }

    async fn rated_games_between(&self, one: &str, other: &str, since: i64) -> Result<i64, StoreError> {
        self.read(read::rated_games_between(&self.readers, one, other, since))
            .await
    }

    async fn ratings(&self, user: &str) -> Result<Vec<RatingRow>, StoreError> {
        self.read(read::ratings(&self.readers, user)).await
    }

    async fn leaders(&self, game: &str, deviation: f64, limit: i64) -> Result<Vec<Ranked>, StoreError> {
        self.read(read::leaders(&self.readers, game, deviation, limit))
            .await
    }

    async fn machine_ratings(&self, game: &str) -> Result<Vec<RatingRow>, StoreError> {
        self.read(read::machine_ratings(&self.readers, game)).await
    }

    async fn add_study(&self, study: &StudyRow) -> Result<(), StoreError> {
        self.writer.write(Write::AddStudy(study.clone())).await
    }

    async fn change_study(&self, study: &StudyRow) -> Result<(), StoreError> {
        self.writer.write(Write::ChangeStudy(study.clone())).await
    }

    async fn delete_study(&self, id: &str, owner: &str) -> Result<(), StoreError> {
        let (id, owner) = (id.to_owned(), owner.to_owned());
        self.writer.write(Write::DeleteStudy { id, owner }).await
    }

    async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        self.read(studies::study(&self.readers, id)).await
    }

    async fn studies(&self, query: &StudyQuery) -> Result<Vec<StudyHead>, StoreError> {
        self.read(studies::studies(&self.readers, query)).await
    }

    async fn count_studies(&self, owner: &str) -> Result<i64, StoreError> {
        self.read(studies::count(&self.readers, owner)).await
    }

    async fn explore(&self, game: ExploredGame) -> Result<(), StoreError> {
        self.writer.write(Write::Explore(game)).await
    }

    async fn unexplored(&self, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(explorer::unexplored(&self.readers, limit)).await
    }

    async fn explored(&self, game: &str, rules: &str, position: i64) -> Result<Vec<MoveCount>, StoreError> {
        self.read(explorer::explored(&self.readers, game, rules, position))
            .await
    }

    async fn probe(&self, at: i64) -> Result<(), StoreError> {
        self.writer.write(Write::Probe(at)).await
    }

    async fn games_after(&self, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::games_after(&self.readers, id, limit)).await
    }

    async fn games_of(&self, user: &str, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
        self.read(read::games_of(&self.readers, user, id, limit)).await
    }

    async fn all_ratings(&self) -> Result<Vec<RatingRow>, StoreError> {
        self.read(read::all_ratings(&self.readers)).await
    }

    async fn record_puzzle(&self, result: PuzzleResult) -> Result<(), StoreError> {
        self.writer.write(Write::RecordPuzzle(Box::new(result))).await
    }

    async fn puzzle_scores(&self, user: &str) -> Result<Vec<PuzzleScore>, StoreError> {
        self.read(puzzles::scores(&self.readers, user)).await
    }

    async fn puzzle_grades(&self, game: &str) -> Result<Vec<PuzzleGrade>, StoreError> {
        self.read(puzzles::grades(&self.readers, game)).await
    }

    async fn puzzle_attempts(&self, user: &str, limit: i64) -> Result<Vec<PuzzleAttempt>, StoreError> {
        self.read(puzzles::attempts(&self.readers, user, limit)).await
    }

    async fn keep_lessons(&self, user: &str, steps: &[LessonDone]) -> Result<(), StoreError> {
        let (user, steps) = (user.to_owned(), steps.to_vec());
        self.writer.write(Write::KeepLessons { user, steps }).await
    }

    async fn lessons_done(&self, user: &str) -> Result<Vec<LessonDone>, StoreError> {
        self.read(lessons::done(&self.readers, user)).await
    }

    async fn integrity(&self) -> Result<Vec<String>, StoreError> {
        self.read(super::integrity(&self.readers)).await
    }

    async fn last_probe(&self) -> Result<Option<i64>, StoreError> {
        self.read(read::last_probe(&self.readers)).await
    }

    fn watch(&self, watcher: Watcher) {
        self.writer.watch(watcher);
    }

    fn queue(&self) -> usize {
        self.writer.queue()
    }

    async fn backup(&self, to: &std::path::Path) -> Result<(), StoreError> {
        super::backup(&self.readers, to).await
    }

    async fn close(&self) {
        // The last connection to a file of SQLite that may write there tidies its log away. A log that stays behind would be taken
        // for that of a copy that somebody puts in the place of the file.
        self.readers.close().await;
        self.writer.close().await;
    }
}
