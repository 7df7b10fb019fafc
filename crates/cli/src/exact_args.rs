//! The command lines of those commands that deal in exact values.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damero_arena::Spec;

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

/// `damero exam`.
#[derive(Args, Debug)]
pub(crate) struct ExamArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The player that is examined, as in `damero match`
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) player: Spec,

    /// How many games
    #[arg(long, value_name = "N", default_value = "100", value_parser = values::games)]
    pub(crate) games: u64,

    /// Random moves before the player begins; as many as bring the solver within reach
    #[arg(long, value_name = "N", default_value = "16", value_parser = values::plies)]
    pub(crate) from: u32,

    /// The same seed gives the same games to players that do not look at the clock
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Memory of each thread's solver, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = values::mebibytes)]
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
