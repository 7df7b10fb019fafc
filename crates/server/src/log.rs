//! The log on standard error.

use std::panic;

use tracing::error;

/// How much is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// Only what went wrong.
    Error,
    /// What may go wrong.
    Warn,
    /// What happens.
    Info,
    /// Everything.
    Debug,
}

/// Writes the log to standard error: one JSON object a line, or lines for people. A second call changes nothing.
pub fn log_to_stderr(level: LogLevel, json: bool) {
    let level = match level {
        LogLevel::Error => tracing::Level::ERROR,
        LogLevel::Warn => tracing::Level::WARN,
        LogLevel::Info => tracing::Level::INFO,
        LogLevel::Debug => tracing::Level::DEBUG,
    };
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(level)
        .with_ansi(false);
    let _ = if json {
        tracing::subscriber::set_global_default(log.json().finish())
    } else {
        tracing::subscriber::set_global_default(log.finish())
    };
}

/// From now on a panic is logged and ends only the task or the thread in which it happens.
pub fn log_panics() {
    panic::set_hook(Box::new(|defect| {
        error!(%defect, "a defect of the program, please report it");
    }));
}
