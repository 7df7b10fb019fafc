//! What an operator chooses.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// A PostgreSQL database.
#[derive(Clone)]
pub struct Database {
    /// Such as `postgres://user@host/database`.
    pub address: String,
    /// The password, if it is not in the address or in the user's password file.
    pub password: Option<String>,
}

impl fmt::Debug for Database {
    /// Without any password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").finish_non_exhaustive()
    }
}

/// How the server runs. [`Config::new`] gives what suits most.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The folder of the data.
    pub data: PathBuf,
    /// A PostgreSQL database; without one the data is a file in the folder.
    pub database: Option<Database>,
    /// The folder of trainings that the page shows.
    pub runs: PathBuf,
    /// Threads of the engine pool; at least one.
    pub engine_threads: usize,
    /// Seconds of search that a person may ask for in a minute, by hints and analyses; at least one. All people at one
    /// address together may use twice as much.
    pub search_seconds: u32,
    /// The address that visitors type, such as `https://play.example`, if a proxy gives the server another one.
    pub public_url: Option<String>,
    /// Names under which visitors reach the server, besides `localhost`, addresses and the name in `public_url`. A request
    /// for any other name is refused: a foreign page may have made that name point here.
    pub hosts: Vec<String>,
    /// Whether the page is reached over HTTPS, through a proxy: cookies are then sent over nothing else.
    pub https: bool,
    /// Whether a proxy in front says who the visitors are (`X-Forwarded-For`).
    pub proxy: bool,
    /// Who may read `/metrics` besides this machine.
    pub metrics_for: Vec<IpAddr>,
    /// The head of a request, its body, and the next request on an open connection must arrive within this time.
    pub patience: Duration,
    /// A visitor who takes nothing of an answer for so long is cut off.
    pub write_patience: Duration,
    /// A room without sockets and without a running clock is put to sleep after this time.
    pub room_idle: Duration,
    /// Whether all data is checked before anybody is let in.
    pub check: bool,
    /// Whether the clock is right although it is far from the time at which the data was last in use.
    pub clock_is_right: bool,
    /// Whether the numbers of messages and requests are limited.
    pub limits: bool,
    /// The machine takes at least so many milliseconds for a move, so that people can follow.
    pub machine_pause: u64,
    /// Gives memory that is free back to the system; called every few seconds. Only the program knows its allocator.
    pub give_back: Option<fn()>,
}

impl Config {
    /// A server on this machine only, with its data in `data`.
    #[must_use]
    pub fn new(data: PathBuf) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8580)),
            data,
            database: None,
            runs: PathBuf::from("runs"),
            engine_threads: cores.saturating_sub(1).max(1),
            search_seconds: 20,
            public_url: None,
            hosts: Vec::new(),
            https: false,
            proxy: false,
            metrics_for: Vec::new(),
            patience: Duration::from_secs(15),
            write_patience: Duration::from_secs(20),
            room_idle: Duration::from_secs(60),
            check: false,
            clock_is_right: false,
            limits: true,
            machine_pause: 400,
            give_back: None,
        }
    }
}
