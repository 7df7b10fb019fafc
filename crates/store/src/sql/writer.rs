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
use super::{CHECKPOINTS, Connection, Link, begin, checkpoint};
use crate::error::StoreError;
use crate::model::{Append, NewGame, User};
use crate::store::{Commit, Watcher};

/// The largest number of writes in one commit.
const BATCH: usize = 512;

/// The length of the queue. Callers wait while it is full.
const QUEUE: usize = 4096;

/// The shortest time between the starts of two commits. On a fast disk, fewer and larger commits save processor time.
const PACE: Duration = Duration::from_micros(1_500);

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
    EndSessionsBefore(i64),
    AddGame(NewGame),
    Append(Append),
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

    /// Reports every commit from now on. The first watcher stays.
    pub(crate) fn watch(&self, watcher: Watcher) {
        let _ = self.watcher.set(watcher);
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
            self.write(&mut batch).await;
            if nearly.swap(false, Ordering::AcqRel)
                && let Some(connection) = &mut self.connection
            {
                checkpoint(connection).await;
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
            checkpoint(&mut connection).await;
            let _ = connection.close().await;
        }
    }

    /// Commits a batch, and answers all its callers once it is durable.
    async fn write(&mut self, batch: &mut Vec<Job>) {
        let began = Instant::now();
        match self.together(batch).await {
            Ok(answers) => {
                if let Some(watcher) = self.watcher.get() {
                    let waits = batch.iter().map(|job| began.duration_since(job.since));
                    watcher(Commit {
                        writes: batch.len(),
                        waited: waits.max().unwrap_or_default(),
                        took: began.elapsed(),
                    });
                }
                for (job, answer) in batch.drain(..).zip(answers) {
                    // A caller that no longer waits needs no answer.
                    let _ = job.done.send(answer);
                }
            }
            // The transaction is rolled back. Each write runs alone, so that a bad one fails only itself.
            Err(_) => {
                for job in batch.drain(..) {
                    let answer = self.together(std::slice::from_ref(&job)).await;
                    let answer = answer.and_then(|answers| answers.into_iter().collect());
                    let _ = job.done.send(answer);
                }
            }
        }
    }

    /// Runs a batch in one transaction. Returns the result of each write, or the error of the engine after a rollback.
    async fn together(&mut self, batch: &[Job]) -> Result<Vec<Result<(), StoreError>>, StoreError> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            lost => lost.insert(self.link.open().await?),
        };
        let written = async {
            let writes = || batch.iter().map(|job| &job.write);
            if let Some(moves) = only_moves(writes()) {
                return append_singles(connection, &moves).await;
            }
            let mut transaction = begin(connection).await?;
            let answers = apply_all(&mut transaction, writes()).await?;
            transaction.commit().await?;
            Ok(answers)
        };
        let written = written.await;
        if written.is_err() && connection.ping().await.is_err() {
            self.connection = None;
        }
        written
    }
}

/// Runs checkpoints on a connection of its own, on request or when idle, until the writer is gone. `nearly` tells the
/// writer that only the newest frames are left.
async fn run_checkpoints(link: Link, mut requested: mpsc::Receiver<()>, nearly: Arc<AtomicBool>) {
    if !CHECKPOINTS {
        return;
    }
    let Ok(mut connection) = link.open().await else {
        return;
    };
    loop {
        match timeout(PAUSE, requested.recv()).await {
            Ok(None) => break,
            Ok(Some(())) => {
                for _ in 0..PASSES {
                    checkpoint(&mut connection).await;
                }
                nearly.store(true, Ordering::Release);
            }
            Err(_) => checkpoint(&mut connection).await,
        }
    }
    let _ = connection.close().await;
}
