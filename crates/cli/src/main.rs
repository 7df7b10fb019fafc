//! The one binary of Damero: it reads the command line, hands the work to the libraries and shows what they answer.
//!
//! Exit codes follow ripgrep: 0 for success, 1 for a question whose answer is "nothing", 2 for an error. A reader
//! that closes the pipe early has seen enough, which is a success.

mod analysis_text;
mod args;
mod collections;
mod command;
mod contest;
mod errors;
mod folder;
mod interrupt;
mod lang;
mod markdown;
mod memory;
mod parallel;
mod progress;
mod records;
mod screen;
mod serve_config;
mod setup;
mod ui;
mod values;

use std::process::ExitCode;

use crate::errors::{Status, say_error};
use crate::ui::Ui;

fn main() -> ExitCode {
    errors::catch_panics();
    let arguments: Vec<_> = std::env::args_os().collect();
    let lang = lang::choose(&arguments, |name| std::env::var(name).ok());
    let cli = match args::parse(lang, &arguments) {
        Ok(cli) => cli,
        Err(status) => return status.into(),
    };
    let mut ui = Ui::new(lang);
    let status = match command::run(&cli.command, &mut ui).and_then(|status| ui.finish().map(|()| status)) {
        Ok(status) => status,
        Err(error) if errors::is_broken_pipe(&error) => Status::Done,
        Err(error) => {
            say_error(&errors::describe(&error, lang));
            Status::Failed
        }
    };
    status.into()
}
