//! How a command ends: its exit code, and the one line that an error is worth.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use damero_games::{InputError, Lang, Text};

/// How a command went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// It did what was asked.
    Done,
    /// It ran, and found nothing.
    Nothing,
    /// It could not be done.
    Failed,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::Nothing => 1,
            Status::Failed => 2,
        })
    }
}

/// More than this of a word that somebody typed says nothing new.
const WORD: usize = 60;

/// A word as an error repeats it: a very long one is cut.
pub(crate) fn cut(word: &str) -> String {
    match word.char_indices().nth(WORD) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}

/// A sentence with everything that it quotes cut.
pub(crate) fn cut_quoted(sentence: &str) -> String {
    let mut out = String::new();
    let mut rest = sentence;
    while let Some((before, quoted)) = rest.split_once('"') {
        let mut escaped = false;
        let closing = quoted.find(|c| {
            let closes = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            closes
        });
        let Some(end) = closing else { break };
        out += &format!("{before}\"{}\"", cut(&quoted[..end]));
        rest = &quoted[end + 1..];
    }
    out + rest
}

/// Writes the line of an error. If even standard error is closed, nobody is listening.
pub(crate) fn say_error(message: &str) {
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = writeln!(anstream::stderr(), "damero: {message}");
}

/// A refusal by the library in the language of the user.
pub(crate) trait InLang<T> {
    /// Turns the refusal into an error of the command.
    fn in_lang(self, lang: Lang) -> anyhow::Result<T>;
}

impl<T, E: Into<InputError>> InLang<T> for Result<T, E> {
    fn in_lang(self, lang: Lang) -> anyhow::Result<T> {
        self.map_err(|error| anyhow::Error::msg(cut_quoted(&error.into().message(lang))))
    }
}

/// Why the system refused, in the language of the user; rare causes stay as the system says them.
pub(crate) fn io_reason(error: &io::Error, lang: Lang) -> String {
    damero_arena::io_reason(error).get(lang).to_owned()
}

/// A refusal of which the library says the whole sentence.
pub(crate) fn refused(problem: &Text, lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(cut_quoted(problem.get(lang)))
}

/// An error with its causes, in one line.
pub(crate) fn describe(error: &anyhow::Error, lang: Lang) -> String {
    match error.downcast_ref::<io::Error>() {
        // Files are named where they are opened, so this is one of the standard streams.
        Some(cause) => {
            let reason = io_reason(cause, lang);
            match lang {
                Lang::En => format!("input or output: {reason}"),
                Lang::Es => format!("entrada o salida: {reason}"),
            }
        }
        None => format!("{error:#}"),
    }
}

/// Whether the error is only that the reader of our output has gone.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let gone =
        |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref::<io::Error>().map(io::Error::kind);
    error
        .chain()
        .any(|cause| gone(cause) == Some(ErrorKind::BrokenPipe))
}

/// A value on the command line that was refused, in both languages.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) Text);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Refused {}

/// A defect of the program is told in one line like any other error, and ends it with the same code.
pub(crate) fn catch_panics() {
    std::panic::set_hook(Box::new(|defect| {
        say_error(&format!("a defect of the program, please report it: {defect}"));
        std::process::exit(2);
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_quotes_are_cut_and_the_rest_is_kept() {
        let long = "ñ".repeat(70);
        let short = "ñ".repeat(60);
        assert_eq!(
            cut_quoted(&format!("{long}: {long:?} and {short:?}.")),
            format!("{long}: \"{short}…\" and \"{short}\".")
        );
        for same in ["", "\"", "a \"b\\\"c\" d", "it's 5\" wide"] {
            assert_eq!(cut_quoted(same), same);
        }
    }
}
