//! The one writer. What piles up while a commit is on its way to the disk goes into the next commit together.

use std::sync::Mutex;
use std::time::Duration;

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::apply::apply;
use super::{Connection, Link, begin, rest};
use crate::error::StoreError;
use crate::model::{Append, NewGame, User};

/// The largest number of writes in one commit.
const BATCH: usize = 512;

/// Writes that may wait; more than that have to wait for a place.
const QUEUE: usize = 4096;

/// After so long without a write the engine may tidy up.
const PAUSE: Duration = Duration::from_millis(500);

/// After so many writes it must, even without a pause.
const UNTIDY: usize = 20_000;

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
type Job = (Write, oneshot::Sender<Result<(), StoreError>>);

/// The way to the writer.
#[derive(Debug)]
pub(crate) struct Writer {
    jobs: Mutex<Option<mpsc::Sender<Job>>>,
    task: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    /// Starts the writer on its connection; `link` opens another when that one is lost.
    pub(crate) fn start(link: Link, connection: Connection) -> Self {
        let (jobs, waiting) = mpsc::channel(QUEUE);
        Self {
            jobs: Mutex::new(Some(jobs)),
            task: Mutex::new(Some(tokio::spawn(
                Task {
                    link,
                    connection: Some(connection),
                }
                .run(waiting),
            ))),
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
        jobs.send((write, done)).await.map_err(|_| StoreError::Closed)?;
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
}

impl Task {
    async fn run(mut self, mut waiting: mpsc::Receiver<Job>) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut untidy = 0;
        loop {
            let pause = async {
                match untidy {
                    0 => std::future::pending().await,
                    _ => tokio::time::sleep(PAUSE).await,
                }
            };
            let count = tokio::select! {
                biased;
                count = waiting.recv_many(&mut batch, BATCH) => count,
                () = pause => {
                    self.tidy().await;
                    untidy = 0;
                    continue;
                }
            };
            if count == 0 {
                break;
            }
            untidy += count;
            self.write(&mut batch).await;
            if untidy >= UNTIDY {
                self.tidy().await;
                untidy = 0;
            }
        }
        self.tidy().await;
        if let Some(connection) = self.connection {
            let _ = connection.close().await;
        }
    }

    /// Writes a batch and answers everybody once it is on the disk.
    async fn write(&mut self, batch: &mut Vec<Job>) {
        match self.together(batch).await {
            Ok(answers) => {
                for ((_, done), answer) in batch.drain(..).zip(answers) {
                    // Whoever no longer waits does not mind.
                    let _ = done.send(answer);
                }
            }
            // Nothing is written. Each by itself, so that one that cannot be written harms nobody else.
            Err(_) => {
                for job in batch.drain(..) {
                    let answer = self.together(std::slice::from_ref(&job)).await;
                    let answer = answer.and_then(|answers| answers.into_iter().collect());
                    let _ = job.1.send(answer);
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
            let mut transaction = begin(connection).await?;
            let mut answers = Vec::with_capacity(batch.len());
            for (write, _) in batch {
                match apply(&mut transaction, write).await {
                    Err(StoreError::Engine(error)) => return Err(error.into()),
                    answer => answers.push(answer),
                }
            }
            transaction.commit().await?;
            Ok(answers)
        };
        let written = written.await;
        if written.is_err() && connection.ping().await.is_err() {
            self.connection = None;
        }
        written
    }

    async fn tidy(&mut self) {
        if let Some(connection) = &mut self.connection {
            rest(connection).await;
        }
    }
}
