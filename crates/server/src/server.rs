//! Starts, serves and shuts down.

use std::fs::{File, TryLockError};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use damero_store::{Report, SqliteStore, Store, StoreError};
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::task::TaskTracker;
use tracing::{error, info, warn};

use crate::app::App;
use crate::blocking;
use crate::check;
use crate::config::Config;
use crate::engine_pool::EnginePool;
use crate::expiry::{self, HEARTBEAT};
use crate::explorer;
use crate::http::router;
use crate::listen::{self, Places};
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::open_files;
use crate::operators::Operators;
use crate::outage::Outage;
use crate::postgres;
use crate::private_files;
use crate::room::Rooms;
use crate::server_error::ServerError;
use crate::time::now_ms;
use crate::trained::Players;

/// The name of the database in the data folder.
pub const DATABASE: &str = "damero.db";

/// The folder in the data folder with copies of trained players that have sat down at a board.
const COPIES: &str = "players";

/// The lock file of the data folder.
pub(crate) const LOCK: &str = "damero.lock";

/// How long a shutdown waits for sockets and for rooms.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    places: Arc<Places>,
    address: SocketAddr,
    tasks: TaskTracker,
    /// Before this time nothing ends for want of use.
    ends_from: u64,
    /// Held as long as the server lives.
    _lock: File,
}

impl Server {
    /// Opens the data folder and the address, and resumes the running games.
    ///
    /// # Errors
    /// If the folder or the address cannot be used.
    pub async fn start(config: &Config) -> Result<Self, ServerError> {
        let used = config.data.join(LOCK).exists();
        let lock = lock(&config.data)?;
        let file = config.data.join(DATABASE);
        if used && config.database.is_none() && !file.exists() {
            return Err(ServerError::Gone {
                path: config.data.clone(),
            });
        }
        let store = open_store(config).await?;
        private_files::close_files(&file)?;
        Self::start_locked(config, store, lock).await
    }

    /// The same with a store that is open already, whatever the configuration says about one.
    ///
    /// # Errors
    /// If the folder or the address cannot be used.
    pub async fn start_on(config: &Config, store: Arc<dyn Store>) -> Result<Self, ServerError> {
        let lock = lock(&config.data)?;
        Self::start_locked(config, store, lock).await
    }

    async fn start_locked(config: &Config, store: Arc<dyn Store>, lock: File) -> Result<Self, ServerError> {
        if config.check {
            blocking::sound(&check::check(&*store).await?)?;
        }
        let ends_from = expiry::check_clock(&*store, config.clock_is_right).await?;

        let listen = |cause| ServerError::Listen {
            address: config.listen,
            cause,
        };
        let listener = listen::bind(config.listen).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;

        let (lobby, metrics) = (Arc::new(Lobby::new()), Arc::new(Metrics::new()));
        let outage = Arc::new(Outage::new());
        watch(&*store, &metrics, &outage);
        let engine_pool = EnginePool::start(config.engine_threads, f64::from(config.search_seconds.max(1)))?;
        let players = Players::new(config.runs.clone(), config.data.join(COPIES));
        let players = Arc::new(players);
        let tasks = TaskTracker::new();
        let rooms = Rooms::new(
            Arc::clone(&store),
            engine_pool.clone(),
            Arc::clone(&players),
            Arc::clone(&lobby),
            Arc::clone(&metrics),
            Arc::clone(&outage),
            tasks.clone(),
            config,
        );
        // Before anybody can take a seat: a copy that is being made belongs to no game yet.
        rooms.tidy(Duration::ZERO).await?;
        rooms.resume().await?;
        let operators = Operators::new(&*store).await?;
        let app = App::new(
            store,
            rooms,
            lobby,
            engine_pool,
            players,
            metrics,
            outage,
            operators,
            config,
        );
        let of_one = (config.limits && !config.proxy).then_some(listen::OF_ONE);
        Ok(Self {
            app: Arc::new(app),
            listener,
            places: Places::new(open_files::raise(), of_one, config),
            address,
            tasks,
            ends_from,
            _lock: lock,
        })
    }

    /// Where it listens; the port is the real one even if any was asked for.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its parts, for tests of one of them.
    #[cfg(test)]
    pub(crate) fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves until `stop` is ready, then closes all sockets, rooms and the store.
    ///
    /// # Errors
    /// If the listener fails.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let app = self.app;
        let chores = tokio::spawn(chores(Arc::clone(&app)));
        let beating = tokio::spawn(beat(Arc::clone(&app), self.ends_from));
        let watched = Arc::clone(&app);
        let watching = tokio::spawn(async move { watched.outage.watch(&*watched.store).await });
        info!(address = %self.address, "listening");
        let connections = TaskTracker::new();
        let serving = listen::serve(
            self.listener,
            router(Arc::clone(&app)),
            self.places,
            Arc::clone(&app.metrics),
            app.shutdown.clone(),
            connections.clone(),
        );
        let stopping = async {
            stop.await;
            info!("stopping");
            app.shutdown.cancel();
        };
        tokio::join!(serving, stopping);
        connections.close();
        // A request that never ends must not keep the server from ending.
        if timeout(PATIENCE, connections.wait()).await.is_err() {
            warn!("some requests did not end in time");
        }
        chores.abort();
        watching.abort();
        beating.abort();
        app.sockets.close();
        if timeout(PATIENCE, app.sockets.wait()).await.is_err() {
            warn!("some sockets did not close in time");
        }
        app.rooms.close();
        self.tasks.close();
        if timeout(PATIENCE, self.tasks.wait()).await.is_err() {
            warn!("some rooms did not end in time");
        }
        app.store.close().await;
        info!("stopped");
        Ok(())
    }
}

async fn open_store(config: &Config) -> Result<Arc<dyn Store>, ServerError> {
    Ok(match &config.database {
        Some(database) => postgres::open(database).await?,
        None => Arc::new(SqliteStore::open(&config.data.join(DATABASE)).await?),
    })
}

/// Counts and logs what happens to the store, and lets games stand still while it fails.
fn watch(store: &dyn Store, metrics: &Arc<Metrics>, outage: &Arc<Outage>) {
    let (metrics, outage) = (Arc::clone(metrics), Arc::clone(outage));
    store.watch(Arc::new(move |report| match report {
        Report::Committed(commit) => {
            metrics.committed(commit);
            outage.took(commit.waited + commit.took);
        }
        Report::Failed { began, error } => {
            metrics.store_errors.inc();
            if !matches!(error, StoreError::Unavailable { .. }) {
                warn!(%error, "the store refused something");
            } else if outage.failed(began.elapsed()) {
                error!(%error, "nothing can be saved: games stand still");
            }
        }
    }));
}

/// Notes that the store is in use, and ends what is unused.
async fn beat(app: Arc<App>, ends_from: u64) {
    let mut beats = tokio::time::interval(HEARTBEAT);
    let mut last = now_ms();
    loop {
        beats.tick().await;
        let now = now_ms();
        if expiry::is_doubtful(now, last) {
            error!("the clock has jumped: nothing ends until it is right or the server is started anew");
            continue;
        }
        last = now;
        let ended = async {
            expiry::heartbeat(&*app.store, now, ends_from).await?;
            app.rooms.tidy(expiry::COPIES).await
        };
        if let Err(error) = ended.await {
            warn!(%error, "what is unused could not be ended");
        }
    }
}

/// Memory that searches have left is given back to the system after so many seconds.
const GIVE_BACK: u64 = 5;

/// Periodic work.
async fn chores(app: Arc<App>) {
    let mut second = tokio::time::interval(Duration::from_secs(1));
    let mut count = 0_u64;
    loop {
        second.tick().await;
        count += 1;
        app.pair_up().await;
        if !app.outage.halted()
            && let Err(error) = app.operators.heed(&*app.store, &app.people, &app.rooms).await
        {
            warn!(%error, "what operators did could not be read");
        }
        if count.is_multiple_of(2)
            && !app.outage.halted()
            && let Err(error) = explorer::count_finished(&*app.store).await
        {
            warn!(%error, "finished games could not be counted for the explorer");
        }
        if count.is_multiple_of(GIVE_BACK)
            && let Some(give_back) = app.give_back
        {
            give_back();
        }
        if count.is_multiple_of(60) {
            app.limits.sweep();
            app.forget_touched();
            app.engine_pool.sweep();
        }
    }
}

/// Locks the data folder, creating it if necessary, as long as the file is held.
///
/// # Errors
/// If another server has it, everybody may write there, or it cannot be used.
pub(crate) fn lock(folder: &Path) -> Result<File, ServerError> {
    let data = |cause| ServerError::Data {
        path: folder.to_owned(),
        cause,
    };
    private_files::make_folder(folder).map_err(data)?;
    private_files::refuse_open(folder)?;
    let lock = private_files::create_private(&folder.join(LOCK)).map_err(data)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => ServerError::InUse {
            path: folder.to_owned(),
        },
        TryLockError::Error(cause) => data(cause),
    })?;
    Ok(lock)
}
