//! How the analysis of a position is shown: scores, chances, and one line of progress.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use damero_arena::{Analysis, BookEntry, MoveAnalysis};
use damero_games::{AnyGame, GameId, Lang};
use damero_search::book;

use crate::lang::{decimal, tr};

/// The score and the depth of a book entry as people read them.
pub(crate) fn book_entry(entry: &BookEntry, lang: Lang) -> String {
    let (score, depth) = (points(entry.plies_to_end, entry.score, lang), entry.depth);
    tr!(
        lang,
        "book {score}, depth {depth}",
        "libro {score}, profundidad {depth}"
    )
}

/// The name of the opening of a game, where people have given it one.
pub(crate) fn opening(id: GameId, game: &dyn AnyGame, lang: Lang) -> Option<&'static str> {
    let record = game.record(damero_games::NATIVE.name).ok()?;
    book::opening(id, &record).map(|name| name.get(lang))
}

/// The score of a move as people read it.
pub(crate) fn score(one: &MoveAnalysis, lang: Lang) -> String {
    points(one.plies_to_end, one.score, lang)
}

fn points(plies_to_end: Option<i32>, score: Option<i32>, lang: Lang) -> String {
    match (plies_to_end, score) {
        (Some(plies), _) if plies >= 0 => tr!(lang, "wins in {plies}", "gana en {plies}"),
        (Some(plies), _) => {
            let plies = -plies;
            tr!(lang, "loses in {plies}", "pierde en {plies}")
        }
        (None, Some(score)) => format!("{score:+}"),
        (None, None) => "-".to_owned(),
    }
}

/// The chances of the player to move, as a share of the points.
pub(crate) fn chances(one: &MoveAnalysis) -> String {
    let value = one.value.map(|value| 50.0 * (value + 1.0));
    value.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.0} %"))
}

/// The latest intermediate result, in one line of standard error that is written over again, if it is a terminal.
pub(crate) struct Ticker {
    shown: bool,
    last: Option<Instant>,
}

impl Ticker {
    const PAUSE: Duration = Duration::from_millis(100);

    /// Silent unless standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self {
            shown: io::stderr().is_terminal(),
            last: None,
        }
    }

    /// Shows a result, unless the last one was shown just now.
    pub(crate) fn show(&mut self, analysis: &Analysis, lang: Lang) {
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < Self::PAUSE) {
            return;
        }
        self.last = Some(Instant::now());
        let line = summary(analysis, lang);
        let line: String = line.chars().take(79).collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        if self.shown && self.last.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A result in one line.
pub(crate) fn summary(analysis: &Analysis, lang: Lang) -> String {
    let Analysis { depth, nodes, .. } = analysis;
    let (best, score) = (&analysis.best.text, score(&analysis.best, lang));
    let line = analysis.pv.join(" ");
    if analysis.is_from_book() {
        return tr!(
            lang,
            "{best} {score}, from the book, depth {depth}: {line}",
            "{best} {score}, del libro, profundidad {depth}: {line}"
        );
    }
    let seconds = decimal(analysis.seconds, 1, lang);
    tr!(
        lang,
        "{best} {score}, depth {depth}, {nodes} nodes, {seconds} s: {line}",
        "{best} {score}, profundidad {depth}, {nodes} nodos, {seconds} s: {line}"
    )
}
