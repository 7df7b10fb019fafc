//! `damero book`: making opening books, looking into them, and checking them.

mod build;
mod info;
mod show;

use crate::book_args::{BookAction, BookArgs};
use crate::errors::Status;
use crate::ui::Ui;

/// Does what was asked with a book.
pub(crate) fn run(args: &BookArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    match &args.action {
        BookAction::Build(args) => build::run(args, ui),
        BookAction::Show(args) => show::run(args, ui),
        BookAction::Info(args) => info::run(args.file.as_deref(), args.json, false, ui),
        BookAction::Check(args) => info::run(args.file.as_deref(), args.json, true, ui),
    }
}
