//! The one writer. What piles up while a commit is on its way to the disk goes into the next commit together.

use std::sync::Mutex;
use std::time::Duration;

use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::error::StoreError;
use crate::model::{Append, NewGame, RatingRow, User};

/// The largest number of writes in one commit.
const BATCH: usize = 512;

/// Writes that may wait; more than that have to wait for a place.
const QUEUE: usize = 4096;

/// After so long without a write the log is copied into the file.
const PAUSE: Duration = Duration::from_millis(500);

/// After so many writes the log is copied into the file even without a pause.
const CHECKPOINT: usize = 20_000;

/// Something to be written.
#[derive(Debug)]
pub(super) enum Write {
    AddGuest(User),
    Claim {
        id: String,
        name: String,
        password: String,
    },
    AddSession {
        hash: String,
        user: String,
        at: i64,
    },
    EndSession(String),
    EndSessionsBefore(i64),
    AddGame(NewGame),
    Append(Append),
}

/// A write and who waits for it.
type Job = (Write, oneshot::Sender<Result<(), StoreError>>);

/// The way to the writer.
#[derive(Debug)]
pub(super) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer on its connection.
    pub(super) fn start(connection: SqliteConnection) -> Self {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(tokio::spawn(run(connection, waiting)))),
        }
    }

    /// Returns when the write is on the disk.
    pub(super) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let jobs = self
            .jobs
            .lock()
            .ok()
            .and_then(|jobs| jobs.clone())
            .ok_or(StoreError::Closed)?;
        let (done, wait) = oneshot::channel();
        jobs.send((write, done)).await.map_err(|_| StoreError::Closed)?;
        wait.await.map_err(|_| StoreError::Closed)?
    }

    /// Lets the writer finish and end.
    pub(super) async fn close(&self) {
        if let Ok(mut jobs) = self.jobs.lock() {
            jobs.take();
        }
        let task = self.task.lock().ok().and_then(|mut task| task.take());
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

async fn run(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Job>) {
    let mut batch = Vec::with_capacity(BATCH);
    let mut unchecked = 0;
    loop {
        let pause = async {
            match unchecked {
                0 => std::future::pending().await,
                _ => tokio::time::sleep(PAUSE).await,
            }
        };
        let count = tokio::select! {
            biased;
            count = waiting.recv_many(&mut batch, BATCH) => count,
            () = pause => {
                checkpoint(&mut connection).await;
                unchecked = 0;
                continue;
            }
        };
        if count == 0 {
            break;
        }
        unchecked += count;
        commit(&mut connection, &mut batch).await;
        if unchecked >= CHECKPOINT {
            checkpoint(&mut connection).await;
            unchecked = 0;
        }
    }
    checkpoint(&mut connection).await;
    let _ = connection.close().await;
}

/// Writes a batch in one transaction and answers everybody once it is on the disk.
async fn commit(connection: &mut SqliteConnection, batch: &mut Vec<Job>) {
    let mut answers = Vec::with_capacity(batch.len());
    let written = async {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        for (write, _) in batch.iter() {
            answers.push(apply(&mut transaction, write).await);
        }
        transaction.commit().await
    };
    match written.await {
        Ok(()) => {
            for ((_, done), answer) in batch.drain(..).zip(answers) {
                // Whoever no longer waits does not mind.
                let _ = done.send(answer);
            }
        }
        Err(_) => {
            for (_, done) in batch.drain(..) {
                let _ = done.send(Err(StoreError::Closed));
            }
        }
    }
}

/// Copies the log into the file as far as no reader is in the way.
async fn checkpoint(connection: &mut SqliteConnection) {
    let _ = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)")
        .execute(connection)
        .await;
}

async fn apply(connection: &mut SqliteConnection, write: &Write) -> Result<(), StoreError> {
    match write {
        Write::AddGuest(user) => {
            sqlx::query("INSERT INTO users (id, name, name_key, created) VALUES ($1, $2, $3, $4)")
                .bind(&user.id)
                .bind(&user.name)
                .bind(format!("guest:{}", user.id))
                .bind(user.created)
                .execute(connection)
                .await
                .map_err(StoreError::unless_taken)?;
            Ok(())
        }
        Write::Claim { id, name, password } => {
            let changed = sqlx::query(
                "UPDATE users SET name = $2, name_key = $3, password = $4 WHERE id = $1 AND password IS NULL",
            )
            .bind(id)
            .bind(name)
            .bind(name.to_lowercase())
            .bind(password)
            .execute(connection)
            .await
            .map_err(StoreError::unless_taken)?;
            one_row(changed.rows_affected(), StoreError::Missing)
        }
        Write::AddSession { hash, user, at } => {
            sqlx::query("INSERT INTO sessions (hash, user_id, created) VALUES ($1, $2, $3)")
                .bind(hash)
                .bind(user)
                .bind(at)
                .execute(connection)
                .await
                .map_err(StoreError::unless_taken)?;
            Ok(())
        }
        Write::EndSession(hash) => {
            sqlx::query("DELETE FROM sessions WHERE hash = $1")
                .bind(hash)
                .execute(connection)
                .await?;
            Ok(())
        }
        Write::EndSessionsBefore(at) => {
            sqlx::query("DELETE FROM sessions WHERE created < $1")
                .bind(at)
                .execute(connection)
                .await?;
            Ok(())
        }
        Write::AddGame(game) => add_game(connection, game).await,
        Write::Append(append) => append_events(connection, append).await,
    }
}

async fn add_game(connection: &mut SqliteConnection, game: &NewGame) -> Result<(), StoreError> {
    let [first, second] = &game.seats;
    sqlx::query(
        "INSERT INTO games (id, game, rules, settings, created, rated, first_user, second_user) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&game.id)
    .bind(&game.game)
    .bind(&game.rules)
    .bind(&game.settings)
    .bind(game.created)
    .bind(i64::from(game.rated))
    .bind(first)
    .bind(second)
    .execute(connection)
    .await
    .map_err(StoreError::unless_taken)?;
    Ok(())
}

async fn append_events(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    // A single statement undoes itself when it fails; anything larger needs a point to go back to.
    if let ([body], None, None) = (append.bodies.as_slice(), &append.seats, &append.finish) {
        return append_event(connection, append, append.seq, body).await;
    }
    let mut inner = connection.begin().await?;
    for (seq, body) in (append.seq..).zip(&append.bodies) {
        append_event(&mut inner, append, seq, body).await?;
    }
    if let Some([first, second]) = &append.seats {
        let changed = sqlx::query("UPDATE games SET first_user = $2, second_user = $3 WHERE id = $1")
            .bind(&append.game)
            .bind(first)
            .bind(second)
            .execute(&mut *inner)
            .await?;
        one_row(changed.rows_affected(), StoreError::Missing)?;
    }
    if let Some(finish) = &append.finish {
        let changed = sqlx::query("UPDATE games SET result = $2, ended = $3, plies = $4 WHERE id = $1")
            .bind(&append.game)
            .bind(&finish.result)
            .bind(append.at)
            .bind(finish.plies)
            .execute(&mut *inner)
            .await?;
        one_row(changed.rows_affected(), StoreError::Missing)?;
        for rating in &finish.ratings {
            put_rating(&mut inner, rating).await?;
        }
    }
    inner.commit().await?;
    Ok(())
}

/// The event goes in only if the one before it is there and it is not there itself.
async fn append_event(
    connection: &mut SqliteConnection,
    append: &Append,
    seq: i64,
    body: &str,
) -> Result<(), StoreError> {
    let added = sqlx::query(
        "INSERT INTO events (game_id, seq, at, body) SELECT $1, $2, $3, $4 \
         WHERE (SELECT COALESCE(MAX(seq), -1) FROM events WHERE game_id = $1) = $2 - 1 \
         AND EXISTS (SELECT 1 FROM games WHERE id = $1)",
    )
    .bind(&append.game)
    .bind(seq)
    .bind(append.at)
    .bind(body)
    .execute(connection)
    .await?;
    one_row(added.rows_affected(), StoreError::Stale)
}

async fn put_rating(connection: &mut SqliteConnection, row: &RatingRow) -> Result<(), StoreError> {
    let put = sqlx::query(
        "INSERT INTO ratings (user_id, game, rating, deviation, volatility, games) \
         SELECT $1, $2, $3, $4, $5, $6 \
         WHERE $6 = 1 OR EXISTS (SELECT 1 FROM ratings WHERE user_id = $1 AND game = $2) \
         ON CONFLICT (user_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, games = excluded.games WHERE ratings.games = excluded.games - 1",
    )
    .bind(&row.user)
    .bind(&row.game)
    .bind(row.rating)
    .bind(row.deviation)
    .bind(row.volatility)
    .bind(row.games)
    .execute(connection)
    .await?;
    one_row(put.rows_affected(), StoreError::Stale)
}

fn one_row(rows: u64, otherwise: StoreError) -> Result<(), StoreError> {
    if rows == 1 { Ok(()) } else { Err(otherwise) }
}
