//! The games of a tuning on disk: a line that tells this tuning from others, then one line a game.
//!
//! Lines are added as games end, so that an interrupted tuning goes on where it stopped.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use damero_games::{Lang, Notation, text};

use crate::errors::{InLang, cannot_write, io_reason};
use crate::lang::tr;

/// A game: its moves, and how many of them were random.
pub(crate) struct Played<G: Notation> {
    pub(crate) moves: Vec<G::Move>,
    pub(crate) random: usize,
}

/// The file, open for more games.
pub(crate) struct GamesFile {
    path: PathBuf,
    file: File,
    lang: Lang,
}

/// The file of games that belongs to a file of weights.
pub(crate) fn beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".games");
    name.into()
}

impl GamesFile {
    /// Opens the file for a tuning that `header` describes in one line, with the games that it has already.
    pub(crate) fn open<G: Notation>(
        path: PathBuf,
        header: &str,
        start: &G,
        lang: Lang,
    ) -> anyhow::Result<(Self, Vec<Played<G>>)> {
        // There is no telling how long such a file gets, so the limit on records does not apply.
        let known = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => {
                let (shown, reason) = (path.display(), io_reason(&error, lang));
                anyhow::bail!(tr!(
                    lang,
                    "cannot read {shown}: {reason}",
                    "no se puede leer {shown}: {reason}"
                ));
            }
        };
        // A line without its end was being written when the program died.
        let whole = known.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = known[..whole].lines();
        let shown = path.display().to_string();
        let played = match lines.next() {
            None => Vec::new(),
            Some(first) if first == header => lines
                .enumerate()
                .map(|(i, line)| {
                    read_game(start, line, i + 2, lang).map_err(|error| error.context(shown.clone()))
                })
                .collect::<anyhow::Result<_>>()?,
            Some(_) => anyhow::bail!(tr!(
                lang,
                "{shown} holds the games of another tuning: move it away, or choose another --out",
                "{shown} tiene las partidas de otro ajuste: apártalo o elige otro --out"
            )),
        };
        let open = || {
            let mut options = OpenOptions::new();
            let mut file = options.create(true).append(true).open(&path)?;
            file.set_len(whole as u64)?;
            if whole == 0 {
                writeln!(file, "{header}")?;
            }
            Ok(file)
        };
        let file = open().map_err(|error| cannot_write(&path, &error, lang))?;
        Ok((Self { path, file, lang }, played))
    }

    /// Adds games at the end.
    pub(crate) fn add<G: Notation>(&mut self, games: &[Played<G>]) -> anyhow::Result<()> {
        let mut lines = String::new();
        for game in games {
            // Writing to a string cannot fail.
            let _ = write!(lines, "{}", game.random);
            for m in &game.moves {
                let _ = write!(lines, " {m}");
            }
            lines.push('\n');
        }
        self.file
            .write_all(lines.as_bytes())
            .map_err(|error| cannot_write(&self.path, &error, self.lang))
    }
}

/// A game from its line: how many moves are random, then all of them.
fn read_game<G: Notation>(start: &G, line: &str, number: usize, lang: Lang) -> anyhow::Result<Played<G>> {
    let place = || text!("line {number}", "línea {number}").get(lang).to_owned();
    let mut words = line.split(' ');
    let random = words.next().and_then(|word| word.parse().ok()).ok_or_else(|| {
        anyhow::Error::msg(tr!(
            lang,
            "expected a number before the moves",
            "se esperaba un número antes de las jugadas"
        ))
        .context(place())
    })?;
    let mut game = start.clone();
    let mut moves = Vec::new();
    for word in words {
        let m = game
            .read_move(word)
            .in_lang(lang)
            .map_err(|error| error.context(place()))?;
        game.play_unchecked(m);
        moves.push(m);
    }
    Ok(Played { moves, random })
}
