//! The command lines of `damero book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use damero_arena::Spec;

use crate::args::GameArgs;
use crate::values;

/// `damero book`.
#[derive(Args, Debug)]
pub(crate) struct BookArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub(crate) action: BookAction,
}

/// What can be done with books.
#[derive(Subcommand, Debug)]
pub(crate) enum BookAction {
    /// Make an opening book with our own engine
    Build(BookBuildArgs),
    /// Say what a book knows of a position
    Show(BookShowArgs),
    /// Say what a book is about and how much of the opening it knows
    Info(BookInfoArgs),
    /// Verify every line of a book: positions, legal moves, checksum, and the positions that it promises
    Check(BookCheckArgs),
}

/// `damero book build`.
#[derive(Args, Debug)]
pub(crate) struct BookBuildArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How many plies the book covers; each game has its own default
    #[arg(long, value_name = "N", value_parser = values::book_plies)]
    pub(crate) plies: Option<u32>,

    /// Plies at the beginning in which both sides may play anything; each game has its own default
    #[arg(long, value_name = "N", value_parser = values::plies)]
    pub(crate) free: Option<u32>,

    /// Positions that the engine visits for each position of the book; each game has its own default
    #[arg(long, value_name = "N", value_parser = values::nodes)]
    pub(crate) nodes: Option<u64>,

    /// How many moves of a position are tried at first, in the first half of the plies
    #[arg(long, value_name = "N", default_value = "2", value_parser = values::width)]
    pub(crate) width: usize,

    /// How many points worse than the best a move may be; by default a tenth of what wins three games in four
    #[arg(long, value_name = "N", value_parser = values::margin)]
    pub(crate) margin: Option<i32>,

    /// The engine that studies the positions
    #[arg(long, value_name = "PLAYER", default_value = "engine:table=8,tables=off", value_parser = values::player)]
    pub(crate) agent: Spec,

    /// Threads; 0 takes all processors. The book is the same on any number
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Where to write the book, GAME.book by default; what is studied is kept beside it until the book is finished
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero book show`.
#[derive(Args, Debug)]
pub(crate) struct BookShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position as text; by default the beginning
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// The book; by default the one that comes with the program
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero book info`.
#[derive(Args, Debug)]
pub(crate) struct BookInfoArgs {
    /// The book; by default all that come with the program
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero book check`.
#[derive(Args, Debug)]
pub(crate) struct BookCheckArgs {
    /// The book; by default all that come with the program
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
