//! The playroom: games between people and machines over HTTP and sockets.
//!
//! The server decides everything: pages send orders and draw the updates. A move is durable before it is
//! acknowledged; searches run on threads of their own; a restart resumes every running game.
//!
//! [`Server::start`] opens the data and the address, [`Server::run`] serves until it is stopped.
//!
//! ```
//! use damero_server::client::Guest;
//! use damero_server::{Config, Server};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! # let folder = tempfile::tempdir().unwrap();
//! let mut config = Config::new(folder.path().to_owned());
//! config.listen = ([127, 0, 0, 1], 0).into();
//! let server = Server::start(&config).await?;
//! let address = server.address();
//! let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
//! let running = tokio::spawn(server.run(async move { drop(stopped.await) }));
//!
//! let guest = Guest::arrive(address).await?;
//! assert!(!guest.cookie().is_empty());
//! drop(stop);
//! running.await??;
//! # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
//! ```

mod accounts;
mod accuracy;
mod admin;
mod app;
mod blocking;
mod catalog;
mod check;
pub mod client;
mod config;
mod engine_pool;
mod engine_use;
mod error;
mod evaluation;
mod expiry;
mod explorer;
mod fair_play;
mod http;
mod ids;
mod limits;
mod listen;
mod lobby;
mod log;
mod machines;
mod metrics;
mod open_files;
mod operators;
mod outage;
mod people;
mod pictures;
mod postgres;
mod private_files;
mod puzzles;
mod random;
mod rating;
mod room;
mod server;
mod server_error;
mod socket;
mod studies;
mod time;
mod trained;
mod training;
mod turns;
pub mod wire;

pub use admin::{Admin, AdminAccount, AdminEntry, AdminError, ImportReport};
pub use blocking::{backup, check, restore, serve};
pub use catalog::{game, games};
pub use check::CheckReport;
pub use config::{Config, Database};
pub use engine_use::{EngineUse, EngineUseQuery};
pub(crate) use http::PAGES;
pub use http::openapi;
pub use log::{LogLevel, log_panics, log_to_stderr};
pub use metrics::cpu_seconds;
pub use server::{DATABASE, Server};
pub use server_error::ServerError;

/// Whether the real page is inside, not its placeholder.
#[must_use]
pub fn has_page() -> bool {
    damero_ui::BUILT
}
