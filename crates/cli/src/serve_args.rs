//! The command lines of the playroom.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::values;

/// Where the data is.
#[derive(Args, Debug)]
pub(crate) struct DataArgs {
    /// The folder of the data; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// The data is in this PostgreSQL database
    #[arg(long, value_name = "URL", value_parser = values::database)]
    pub(crate) database: Option<String>,
}

impl DataArgs {
    /// The folder, given or usual.
    pub(crate) fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(usual_folder)
    }
}

/// Where programs of this system keep the data of a user; without a home, a folder right here.
pub(crate) fn usual_folder() -> PathBuf {
    let folder = |name: &str| {
        std::env::var_os(name)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
    };
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map_or_else(|| PathBuf::from("damero-data"), |base| base.join("damero"))
}

/// How much goes to the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogLevel {
    /// Only what went wrong.
    Error,
    /// What may go wrong.
    Warn,
    /// What happens.
    Info,
    /// Everything.
    Debug,
}

/// `damero serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// A file with these options in TOML; by default damero.toml in the data folder, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Print all options as they come out of the command line and the file, and leave
    #[arg(long)]
    pub(crate) print_config: bool,

    #[command(flatten)]
    pub(crate) options: ServeOptions,
}

/// What can be said on the command line and, under the same names, in the file.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct ServeOptions {
    /// Where to listen: address and port; by default 127.0.0.1:8580
    #[arg(long, value_name = "ADDRESS", value_parser = values::address)]
    pub(crate) listen: Option<SocketAddr>,

    /// The folder of the data; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// Keep the data in PostgreSQL instead: `postgres://user:password@host/database`
    #[arg(long, value_name = "URL", value_parser = values::database)]
    pub(crate) database: Option<String>,

    /// The folder of trainings that the page shows and plays against; by default runs
    #[arg(long, value_name = "DIR")]
    pub(crate) runs: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) open: Option<bool>,

    /// Threads of the engine pool, which thinks for the machine; by default all processors but one
    #[arg(long, alias = "minds", value_name = "N", value_parser = values::threads)]
    pub(crate) engine_threads: Option<usize>,

    /// The address that visitors type, such as `https://play.example`: what they may come from, and whether over HTTPS
    #[arg(long, value_name = "URL", value_parser = values::public_url)]
    pub(crate) public_url: Option<String>,

    /// The page is reached over HTTPS through a proxy: cookies travel over nothing else
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) https: Option<bool>,

    /// A proxy in front says who the visitors are (X-Forwarded-For)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) proxy: Option<bool>,

    /// Do not limit how many messages and requests a visitor may make
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) no_limits: Option<bool>,

    /// How much goes to the log on standard error; by default warn
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<LogLevel>,

    /// Log one JSON object a line
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) log_json: Option<bool>,
}

/// `damero backup`.
#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file of the copy, which must not exist
    #[arg(value_name = "FILE")]
    pub(crate) to: PathBuf,

    #[command(flatten)]
    pub(crate) data: DataArgs,
}

/// `damero restore`.
#[derive(Args, Debug)]
pub(crate) struct RestoreArgs {
    /// The file of the copy
    #[arg(value_name = "FILE")]
    pub(crate) from: PathBuf,

    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// Replace the data that is there, which stays beside it under another name
    #[arg(long)]
    pub(crate) force: bool,
}

/// `damero load`.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// The address of the playroom
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8580", value_parser = values::address)]
    pub(crate) address: SocketAddr,

    /// Sockets that only listen
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) idle: usize,

    /// Games at a time, each between two sockets
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) games: usize,

    /// Moves a second in each game; 0 for as many as it takes
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) rate: u32,

    /// How long to measure
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) seconds: u64,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
