//! The command lines of those commands that deal in exact values.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::args::GameArgs;
use crate::values;

/// `damero solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position as text; by default the beginning
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Value every move, which takes longer
    #[arg(long)]
    pub(crate) moves: bool,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Memory for what was found on the way, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = values::mebibytes)]
    pub(crate) table: usize,

    /// Folder of the tables that `damero tables` builds; by default `DAMERO_DATA`, or the user's folder for data
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to do with tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableAction {
    Build,
    Verify,
    Probe,
    Info,
}

/// `damero tables`.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// What to do: build the file, prove it from the rules, look a position up, or list the files
    #[arg(value_name = "WHAT", value_enum)]
    pub(crate) action: TableAction,

    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Up to how many pieces to build; 4 by default
    #[arg(long, value_name = "N", value_parser = values::pieces)]
    pub(crate) pieces: Option<u8>,

    /// The position to look up, as text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Folder of the tables; by default `DAMERO_DATA`, or the user's folder for data
    #[arg(long, alias = "out", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
