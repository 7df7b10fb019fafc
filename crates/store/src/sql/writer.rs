//! The one writer. What piles up while a commit is on its way to the disk goes into the next commit together.
//!
//! SQLite appends to a log that has to be copied into the file now and then. The copying goes on beside the writer; what
//! is left of it at the end, which is little, the writer copies itself between two commits, so that nothing is left and
//! the next commit begins the log anew. A log that is written over is much faster to make durable than one that grows,
//! and it does not grow for ever while somebody always writes.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::apply::{append_singles, apply_all, only_moves};
use super::{Connection, Link, TIDIES, begin, rest};
use crate::error::StoreError;
use crate::model::{Append, NewGame, User};
use crate::store::{Commit, Watcher};

/// The largest number of writes in one commit.
const BATCH: usize = 512;

/// Writes that may wait; more than that have to wait for a place.
const QUEUE: usize = 4096;

/// A commit begins at the earliest so long after the last one did: when the disk is faster than that, fewer commits with
/// more in them save processor time.
const PACE: Duration = Duration::from_micros(1_500);

/// The engine tidies up so often,
const PAUSE: Duration = Duration::from_secs(2);

/// or after so many writes: seldom enough that most pages were written again and again, often enough that one tidying
/// holds no move up for long.
const UNTIDY: usize = 2_000;

/// The tidier goes over what has come up meanwhile so often before the writer does the rest.
const PASSES: usize = 2;

/// Something to be written.
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

/// A write and who waits for it.
#[derive(Debug)]
struct Job {
    write: Write,
    since: Instant,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// The way to the writer.
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
    /// Starts the writer on its connection; `link` opens another when that one is lost.
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

    /// Tells of every commit from now on; the first watcher stays.
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

    /// Lets the writer finish and end.
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
    /// `None` after it was lost, until somebody wants to write again.
    connection: Option<Connection>,
    watcher: Arc<OnceLock<Watcher>>,
}

impl Task {
    async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let (tidy, wanted) = mpsc::channel(1);
        let nearly = Arc::new(AtomicBool::new(false));
        let tidier = tokio::spawn(keep_tidy(self.link.clone(), wanted, Arc::clone(&nearly)));
        let mut batch = Vec::with_capacity(BATCH);
        let mut untidy = 0;
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
            untidy += batch.len();
            self.write(&mut batch).await;
            if nearly.swap(false, Ordering::AcqRel)
                && let Some(connection) = &mut self.connection
            {
                rest(connection).await;
            }
            if untidy >= UNTIDY {
                // If it is at work already, it will find these too.
                let _ = tidy.try_send(());
                untidy = 0;
            }
        }
        drop(tidy);
        let _ = tidier.await;
        if let Some(mut connection) = self.connection {
            rest(&mut connection).await;
            let _ = connection.close().await;
        }
    }

    /// Writes a batch and answers everybody once it is on the disk.
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
                    // Whoever no longer waits does not mind.
                    let _ = job.done.send(answer);
                }
            }
            // Nothing is written. Each by itself, so that one that cannot be written harms nobody else.
            Err(_) => {
                for job in batch.drain(..) {
                    let answer = self.together(std::slice::from_ref(&job)).await;
                    let answer = answer.and_then(|answers| answers.into_iter().collect());
                    let _ = job.done.send(answer);
                }
            }
        }
    }

    /// All of a batch in one transaction: what each has come to, or the engine's failure and nothing written.
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

/// Tidies up beside the writer, when there is much to tidy or nothing else to do, until nobody can ask for it any more.
/// `nearly` tells the writer that only what has come up since is left.
async fn keep_tidy(link: Link, mut wanted: mpsc::Receiver<()>, nearly: Arc<AtomicBool>) {
    if !TIDIES {
        return;
    }
    let Ok(mut connection) = link.open().await else {
        return;
    };
    loop {
        match timeout(PAUSE, wanted.recv()).await {
            Ok(None) => break,
            Ok(Some(())) => {
                for _ in 0..PASSES {
                    rest(&mut connection).await;
                }
                nearly.store(true, Ordering::Release);
            }
            Err(_) => rest(&mut connection).await,
        }
    }
    let _ = connection.close().await;
}
