//! The single writer, with group commit: all writes that arrive during a commit share the next one.
//!
//! SQLite appends to a write-ahead log (WAL), which a checkpoint copies into the database file. A task beside the writer
//! runs most of each checkpoint on a connection of its own. The writer copies the few frames that are left between two
//! commits, so that the checkpoint is complete and the next commit starts the WAL from its beginning. Overwriting a WAL
//! is much faster to make durable than extending it, and the WAL stays small under constant load.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::apply::{append_singles, apply_all, only_moves};
use super::{CHECKPOINTS, Connection, LONGEST_WRITE, Link, begin, checkpoint, classified};
use crate::account::{AccountChange, AuditNote};
use crate::error::StoreError;
use crate::explorer::ExploredGame;
use crate::lessons::LessonDone;
use crate::model::{Append, Expiry, NewGame, User};
use crate::puzzles::PuzzleResult;
use crate::store::{Commit, Report, Watcher};
use crate::study::StudyRow;

/// The largest number of writes in one commit.
const BATCH: usize = 512;

/// The length of the queue. Callers wait while it is full.
const QUEUE: usize = 4096;

/// The shortest time between the starts of two commits. On a fast disk, fewer and larger commits save processor time.
const PACE: Duration = Duration::from_micros(1_500);

/// The shortest time between two attempts while the engine fails. Writes that arrive meanwhile share the next attempt.
const RECOVERY: Duration = Duration::from_millis(50);

/// A connection that has failed gets so long for its goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// A checkpoint runs after so much time without a request for one,
const PAUSE: Duration = Duration::from_secs(2);

/// or after so many writes. Fewer checkpoints copy a page that changes often only once; more of them delay no commit for
/// long.
const CHECKPOINT_WRITES: usize = 2_000;

/// How many times the task beside the writer runs a checkpoint before the writer completes it.
const PASSES: usize = 2;

/// A write.
#[derive(Debug)]
pub(crate) enum Write {
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
    EndSessionsOf {
        user: String,
        except: String,
    },
    ChangeAccount {
        id: String,
        change: AccountChange,
        note: Option<AuditNote>,
    },
    TouchSession {
        hash: String,
        at: i64,
    },
    Expire(Expiry),
    AddGame(NewGame),
    Append(Append),
    AddStudy(StudyRow),
    ChangeStudy(StudyRow),
    DeleteStudy {
        id: String,
        owner: String,
    },
    Explore(ExploredGame),
    KeepLessons {
        user: String,
        steps: Vec<LessonDone>,
    },
    RecordPuzzle(Box<PuzzleResult>),
    Probe(i64),
}

/// A write, and the channel to the caller who waits for it.
#[derive(Debug)]
struct Job {
    write: Write,
    since: Instant,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The handle of the writer task.
pub(crate) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    watcher: Arc<OnceLock<Watcher>>,
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl Writer {
    /// Starts the writer task on a connection. `link` opens a new connection when this one is lost.
    pub(crate) fn start(link: Link, connection: Connection) -> Self {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let watcher = Arc::new(OnceLock::new());
        let task = Task {
            link,
            connection: Some(connection),
            watcher: Arc::clone(&watcher),
        };
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(tokio::spawn(task.run(waiting)))),
            watcher,
        }
    }

    /// Reports every commit and failure from now on. The first watcher stays.
    pub(crate) fn watch(&self, watcher: Watcher) {
        let _ = self.watcher.set(watcher);
    }

    /// Tells the watcher of an operation that was asked for at `began` and failed.
    pub(crate) fn report_failure(&self, began: Instant, error: &StoreError) {
        if let Some(watcher) = self.watcher.get() {
            watcher(Report::Failed { began, error });
        }
    }

    /// Returns when the write is on the disk.
    pub(crate) async fn write(&self, write: Write) -> Result<(), StoreError> {
        let jobs = self
            .jobs
            .lock()
            .ok()
            .and_then(|jobs| jobs.clone())
            .ok_or(StoreError::Closed)?;
        let (done, wait) = oneshot::channel();
        let job = Job {
            write,
            since: Instant::now(),
            done,
        };
        jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        wait.await.map_err(|_| StoreError::Closed)?
    }

    /// How many writes wait for their turn.
    pub(crate) fn queue(&self) -> usize {
        let jobs = self.jobs.lock().ok();
        let jobs = jobs.as_ref().and_then(|jobs| jobs.as_ref());
        jobs.map_or(0, |jobs| jobs.max_capacity() - jobs.capacity())
    }

    /// Waits until all queued writes are done, and ends the task.
    pub(crate) async fn close(&self) {
        if let Ok(mut jobs) = self.jobs.lock() {
            jobs.take();
        }
        let task = self.task.lock().ok().and_then(|mut task| task.take());
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

/// The task that writes.
struct Task {
    link: Link,
    /// `None` after the connection was lost; the next write opens a new one.
    connection: Option<Connection>,
    watcher: Arc<OnceLock<Watcher>>,
}

impl Task {
    async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let (request, requested) = mpsc::channel(1);
        let nearly = Arc::new(AtomicBool::new(false));
        let checkpointer = tokio::spawn(run_checkpoints(self.link.clone(), requested, Arc::clone(&nearly)));
        let mut batch = Vec::with_capacity(BATCH);
        let mut since_checkpoint = 0;
        let mut earliest = Instant::now();
        while waiting.recv_many(&mut batch, BATCH).await > 0 {
            let early = earliest.saturating_duration_since(Instant::now());
            if !early.is_zero() {
                sleep(early).await;
                while batch.len() < BATCH
                    && let Ok(job) = waiting.try_recv()
                {
                    batch.push(job);
                }
            }
            earliest = Instant::now() + PACE;
            since_checkpoint += batch.len();
            if !self.write(&mut batch).await {
                earliest = Instant::now() + RECOVERY;
            }
            if nearly.swap(false, Ordering::AcqRel)
                && let Some(connection) = &mut self.connection
            {
                // What could not be copied stays in the WAL, and the next checkpoint copies it.
                let _ = checkpoint(connection).await;
            }
            if since_checkpoint >= CHECKPOINT_WRITES {
                // A full channel means that a checkpoint is already requested.
                let _ = request.try_send(());
                since_checkpoint = 0;
            }
        }
        drop(request);
        let _ = checkpointer.await;
        if let Some(mut connection) = self.connection {
            let _ = checkpoint(&mut connection).await;
            let _ = connection.close().await;
        }
    }

    /// Commits a batch, and answers all its callers once it is durable. False while the engine fails.
    async fn write(&mut self, batch: &mut Vec<Job>) -> bool {
        let began = Instant::now();
        let error = match self.together(batch).await {
            Ok(answers) => {
                if let Some(watcher) = self.watcher.get() {
                    let waits = batch.iter().map(|job| began.duration_since(job.since));
                    watcher(Report::Committed(Commit {
                        writes: batch.len(),
                        waited: waits.max().unwrap_or_default(),
                        took: began.elapsed(),
                    }));
                }
                for (job, answer) in batch.drain(..).zip(answers) {
                    // A caller that no longer waits needs no answer.
                    let _ = job.done.send(answer);
                }
                return true;
            }
            Err(error) => error,
        };
        // The transaction is rolled back. After an error about a row each write runs alone, so that a bad one fails only
        // itself.
        let mut jobs = batch.drain(..);
        let mut cause = Self::outage(&error);
        self.report(jobs.as_slice(), &error);
        if jobs.len() == 1
            && let Some(job) = jobs.next()
        {
            let _ = job.done.send(Err(error));
        }
        for job in jobs {
            let answer = match &cause {
                Some(cause) => Err(StoreError::Unavailable { cause: cause.clone() }),
                None => {
                    let alone = std::slice::from_ref(&job);
                    let answer = self.together(alone).await;
                    if let Err(error) = &answer {
                        self.report(alone, error);
                        cause = Self::outage(error);
                    }
                    answer.and_then(|answers| answers.into_iter().collect())
                }
            };
            let _ = job.done.send(answer);
        }
        cause.is_none()
    }

    /// What the engine said, if it can do nothing now.
    fn outage(error: &StoreError) -> Option<String> {
        match error {
            StoreError::Unavailable { cause } => Some(cause.clone()),
            _ => None,
        }
    }

    /// Tells the watcher that these writes failed.
    fn report(&self, jobs: &[Job], error: &StoreError) {
        if let (Some(watcher), Some(began)) = (self.watcher.get(), jobs.iter().map(|job| job.since).min()) {
            watcher(Report::Failed { began, error });
        }
    }

    /// Runs a batch in one transaction. Returns the result of each write, or the error of the engine. After an error
    /// nothing is certain about the connection (a full disk makes SQLite end the transaction by itself), so the next
    /// batch opens a new one.
    async fn together(&mut self, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let written = timeout(LONGEST_WRITE, self.try_together(batch)).await;
        let written = written.unwrap_or_else(|_| {
            Err(StoreError::Unavailable {
                cause: format!("a commit took longer than {} s", LONGEST_WRITE.as_secs()),
            })
        });
        if written.is_err()
            && let Some(connection) = self.connection.take()
        {
            let _ = timeout(GOODBYE, connection.close()).await;
        }
        written.map_err(classified)
    }

    async fn try_together(&mut self, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            lost => lost.insert(self.link.open().await?),
        };
        let writes = || batch.iter().map(|job| &job.write);
        if let Some(moves) = only_moves(writes()) {
            return append_singles(connection, &moves).await;
        }
        let mut transaction = begin(connection).await?;
        let answers = apply_all(&mut transaction, writes()).await?;
        transaction.commit().await?;
        Ok(answers)
    }
}

/// Runs checkpoints on a connection of its own, on request or when idle, until the writer is gone. `nearly` tells the
/// writer that only the newest frames are left. A connection that has failed is opened anew for the next checkpoint.
async fn run_checkpoints(link: Link, mut requested: mpsc::Receiver<()>, nearly: Arc<AtomicBool>) {
    if !CHECKPOINTS {
        return;
    }
    let mut connection = None;
    loop {
        let passes = match timeout(PAUSE, requested.recv()).await {
            Ok(None) => break,
            Ok(Some(())) => PASSES,
            Err(_) => 1,
        };
        let done = checkpoint_passes(&link, &mut connection, passes).await;
        if done.is_err() {
            connection = None;
        }
        if passes == PASSES {
            nearly.store(true, Ordering::Release);
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

async fn checkpoint_passes(
    link: &Link,
    connection: &mut Option<Connection>,
    passes: usize,
) -> Result<(), StoreError> {
    let connection = match connection {
        Some(connection) => connection,
        lost => lost.insert(link.open().await?),
    };
    for _ in 0..passes {
        checkpoint(connection).await?;
    }
    Ok(())
}
