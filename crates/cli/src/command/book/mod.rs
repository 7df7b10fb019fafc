//! `damero book`: making opening books, looking into them, and checking them.

mod build;
mod info;
mod show;

use clap::{Args, Subcommand};

use crate::command::book::build::BookBuildArgs;
use crate::command::book::info::{BookCheckArgs, BookInfoArgs};
use crate::command::book::show::BookShowArgs;
use crate::errors::Status;
use crate::ui::Ui;

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
    Build(Box<BookBuildArgs>),
    /// Say what a book knows of a position
    Show(BookShowArgs),
    /// Say what a book is about and how much of the opening it knows
    Info(BookInfoArgs),
    /// Verify every line of a book: positions, legal moves, checksum, and the positions that it promises
    Check(BookCheckArgs),
}

/// Does what was asked with a book.
pub(crate) fn run(args: &BookArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    match &args.action {
        BookAction::Build(args) => build::run(args, ui),
        BookAction::Show(args) => show::run(args, ui),
        BookAction::Info(args) => info::run(args.file.as_deref(), args.json, false, ui),
        BookAction::Check(args) => info::run(args.file.as_deref(), args.json, true, ui),
    }
}
