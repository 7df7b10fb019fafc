//! Standard output as the commands see it: lines in the language of the user, coloured where colours are wanted.
//!
//! Text is always written with its colours; the stream drops them when the output is not a terminal or the user
//! asks so (`NO_COLOR`).

use std::fmt::Display;
use std::io::{self, IsTerminal, Stdout, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Color, Style};
use damero_games::Lang;
use serde::Serialize;

/// The colours of the pieces of a game that has its own, in the order in which the game numbers them.
const PALETTE: [AnsiColor; 8] = [
    AnsiColor::BrightBlue,
    AnsiColor::Yellow,
    AnsiColor::Red,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
    AnsiColor::Green,
    AnsiColor::BrightRed,
    AnsiColor::BrightMagenta,
];

/// Headings and names.
pub(crate) const BOLD: Style = Style::new().bold();
/// Headings of help pages, as clap draws them.
pub(crate) const HEADING: Style = Style::new().bold().underline();
/// Labels and what may be overlooked.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// What should not be overlooked.
pub(crate) const ACCENT: Style = colour(AnsiColor::Green).bold();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// The colours of a role in a sketch.
pub(crate) fn style(role: damero_games::Style) -> Style {
    match role {
        damero_games::Style::Plain => Style::new(),
        damero_games::Style::Faint => FAINT,
        damero_games::Style::First => colour(AnsiColor::Cyan).bold(),
        damero_games::Style::Second => colour(AnsiColor::Magenta).bold(),
        damero_games::Style::Accent => ACCENT,
        damero_games::Style::Colour(n) => colour(PALETTE[usize::from(n) % PALETTE.len()]).bold(),
    }
}

/// `text` in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    let text = text.to_string();
    if text.is_empty() {
        text
    } else {
        format!("{style}{text}{style:#}")
    }
}

/// Where a command writes, and for whom.
pub(crate) struct Ui {
    /// The language of the user.
    pub(crate) lang: Lang,
    out: AutoStream<Stdout>,
}

impl Ui {
    /// Standard output for a reader of `lang`.
    pub(crate) fn new(lang: Lang) -> Self {
        Self {
            lang,
            out: anstream::stdout(),
        }
    }

    /// Writes a line; spaces at its end are left out.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{}", text.to_string().trim_end())
    }

    /// Writes text that goes on in the same line, at once.
    pub(crate) fn prompt(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }

    /// Writes a value as JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        self.line(serde_json::to_string_pretty(value)?)?;
        Ok(())
    }

    /// Makes sure that everything has been written.
    pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }

    /// Whether a person looks at the output.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// How many columns to use; lines longer than 100 are hard to read.
    pub(crate) fn width(&self) -> usize {
        let columns = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        columns.clamp(20, 100)
    }
}
