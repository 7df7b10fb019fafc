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
}

impl DataArgs {
    /// The folder, given or usual.
    pub(crate) fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(usual_folder)
    }
}

/// Where programs of this system keep the data of a user; without a home, a folder right here.
fn usual_folder() -> PathBuf {
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
    /// Where to listen: address and port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8580", value_parser = values::address)]
    pub(crate) listen: SocketAddr,

    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Threads that think for the machine; by default all processors but one
    #[arg(long, value_name = "N", value_parser = values::threads)]
    pub(crate) minds: Option<usize>,

    /// The page is reached over HTTPS through a proxy: cookies travel over nothing else
    #[arg(long)]
    pub(crate) https: bool,

    /// A proxy in front says who the visitors are (X-Forwarded-For)
    #[arg(long)]
    pub(crate) proxy: bool,

    /// Do not limit how many messages and requests a visitor may make
    #[arg(long)]
    pub(crate) no_limits: bool,

    /// How much goes to the log on standard error
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    pub(crate) log: LogLevel,

    /// Log one JSON object a line
    #[arg(long)]
    pub(crate) log_json: bool,
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
