//! The playroom: games between people and machines over HTTP and sockets.
//!
//! The server decides everything: pages send orders and draw the updates. A move is durable before it is
//! acknowledged; searches run on threads of their own; a restart resumes every running game.
//!
//! [`Server::start`] opens the data and the address, [`Server::run`] serves until it is stopped.

mod accounts;
mod app;
mod blocking;
mod catalog;
pub mod client;
mod config;
mod engine_pool;
mod error;
mod evaluation;
mod http;
mod ids;
mod limits;
mod lobby;
mod log;
mod machines;
mod metrics;
mod random;
mod rating;
mod room;
mod server;
mod socket;
mod time;
mod trained;
mod training;
pub mod wire;

pub use blocking::{backup, restore, serve};
pub use catalog::{game, games};
pub use config::Config;
pub use error::ServerError;
pub use http::openapi;
pub use log::{LogLevel, log_panics, log_to_stderr};
pub use metrics::cpu_seconds;
pub use server::{DATABASE, Server};

/// Whether the real page is inside, not its placeholder.
#[must_use]
pub fn has_page() -> bool {
    damero_ui::BUILT
}
