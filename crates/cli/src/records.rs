//! Game records on disk: reading them, choosing a format that loses nothing, and saving without ever leaving half
//! a file behind.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use damero_games::{
    AnyGame, GameId, InputError, Lang, NATIVE, Notation, Playable, RecordFormat, Session, registry, with_game,
};

use crate::errors::{InLang, io_reason};
use crate::lang::tr;

/// No record of a game comes near this size; a device or a film given by mistake does.
const LARGEST: u64 = 16 << 20;

/// The formats of a game, the community's own first.
pub(crate) fn formats(id: GameId) -> Vec<RecordFormat> {
    with_game!(id, G => G::FORMATS.iter().copied().chain([NATIVE]).collect())
}

/// Takes up the game recorded in a file; `-` is standard input.
pub(crate) fn load(id: GameId, path: &Path, lang: Lang) -> anyhow::Result<Box<dyn AnyGame>> {
    load_with_start(id, path, lang).map(|(game, _)| game)
}

/// The same with the position from which the record starts, if that is not the beginning.
pub(crate) fn load_with_start(
    id: GameId,
    path: &Path,
    lang: Lang,
) -> anyhow::Result<(Box<dyn AnyGame>, Option<String>)> {
    let text = read_text(path, lang)?;
    with_game!(id, G => take_up::<G>(&text))
        .in_lang(lang)
        .with_context(|| path.display().to_string())
}

fn take_up<G: Playable>(text: &str) -> Result<(Box<dyn AnyGame>, Option<String>), InputError> {
    let record = G::read_record(text)?;
    let start = record.start.as_ref().map(ToString::to_string);
    Ok((Box::new(Session::from_record(record)?), start))
}

/// The text of a file; `-` is standard input.
pub(crate) fn read_text(path: &Path, lang: Lang) -> anyhow::Result<String> {
    let shown = path.display();
    let text = if path == Path::new("-") {
        read(io::stdin().lock(), lang)
    } else {
        File::open(path)
            .map_err(|error| anyhow::Error::msg(io_reason(&error, lang)))
            .and_then(|file| read(file, lang))
    };
    text.with_context(|| tr!(lang, "cannot read {shown}", "no se puede leer {shown}"))
}

fn read(source: impl Read, lang: Lang) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    source
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| anyhow::Error::msg(io_reason(&error, lang)))?;
    if bytes.len() as u64 > LARGEST {
        anyhow::bail!(tr!(
            lang,
            "too large for a game record",
            "demasiado grande para una partida"
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::Error::msg(tr!(
            lang,
            "not a text: byte {at} is not UTF-8",
            "no es un texto: el byte {at} no es UTF-8"
        ))
    })
}

/// A record ready to be written.
pub(crate) struct Written {
    /// The format chosen.
    pub(crate) format: &'static str,
    /// The record.
    pub(crate) text: String,
    /// Whether reading it gives the same game back.
    pub(crate) complete: bool,
    /// Why it is not the format of the file's ending.
    pub(crate) instead: Option<String>,
}

/// Writes the record of a game: in the format asked for, else in that of the file's ending if it can hold the game,
/// else in the first that keeps everything.
pub(crate) fn write(
    id: GameId,
    game: &dyn AnyGame,
    path: Option<&Path>,
    format: Option<&str>,
    lang: Lang,
) -> anyhow::Result<Written> {
    let formats = formats(id);
    if let Some(name) = format {
        return match formats.iter().find(|known| known.name == name) {
            Some(known) => attempt(id, game, known, lang),
            // The game's own refusal lists the formats.
            None => Err(game
                .record(name)
                .in_lang(lang)
                .err()
                .unwrap_or_else(|| anyhow::anyhow!("{name}"))),
        };
    }
    let ending = path.and_then(Path::extension).and_then(|ending| ending.to_str());
    let instead = match ending.and_then(|ending| format_of(&formats, ending)) {
        None => None,
        Some(format) => match attempt(id, game, format, lang) {
            Ok(written) => return Ok(written),
            Err(refusal) => Some(refusal.to_string()),
        },
    };
    let complete = formats
        .iter()
        .filter_map(|format| attempt(id, game, format, lang).ok())
        .find(|written| written.complete);
    let written = complete.map_or_else(|| attempt(id, game, &NATIVE, lang), Ok)?;
    Ok(Written { instead, ..written })
}

/// The format that a file's ending means: the usual ending of a format, or its name.
fn format_of<'a>(formats: &'a [RecordFormat], ending: &str) -> Option<&'a RecordFormat> {
    let by = |name: fn(&RecordFormat) -> &'static str| {
        formats
            .iter()
            .find(|&format| name(format).eq_ignore_ascii_case(ending))
    };
    by(|format| format.extension).or_else(|| by(|format| format.name))
}

/// The record in one of the formats that the game has.
fn attempt(id: GameId, game: &dyn AnyGame, format: &RecordFormat, lang: Lang) -> anyhow::Result<Written> {
    let name = format.name;
    let mut text = game.record(name).map_err(|error| {
        let reason = match &error {
            // The position is possible; it is the format that has no words for it.
            InputError::Setup(error) => error.problem.get(lang).to_owned(),
            _ => error.message(lang),
        };
        anyhow::Error::msg(tr!(
            lang,
            "the {name} format cannot hold this game: {reason}",
            "el formato {name} no puede guardar esta partida: {reason}"
        ))
    })?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let complete = gives_back(id, &text, game);
    Ok(Written {
        format: name,
        text,
        complete,
        instead: None,
    })
}

/// Whether a record tells all that matters about a game.
fn gives_back(id: GameId, text: &str, game: &dyn AnyGame) -> bool {
    registry::from_record(id, text).is_ok_and(|read| {
        read.rules() == game.rules()
            && read.history() == game.history()
            && read.position() == game.position()
            && read.result() == game.result()
    })
}

/// Replaces the file at `path` by `text`: all of it or, on error, none of it. Links are followed and permissions kept;
/// what is there and is no file, such as a device or a pipe, is left alone.
pub(crate) fn save(path: &Path, text: &str, lang: Lang) -> anyhow::Result<()> {
    let failed = |error: io::Error| {
        let (shown, reason) = (path.display(), io_reason(&error, lang));
        anyhow::Error::msg(tr!(
            lang,
            "cannot save {shown}: {reason}",
            "no se puede guardar {shown}: {reason}"
        ))
    };
    let target = target(path).map_err(failed)?;
    let kept = match fs::metadata(&target) {
        Ok(now) if now.is_dir() => return Err(failed(io::ErrorKind::IsADirectory.into())),
        Ok(now) if !now.is_file() => {
            let shown = path.display();
            anyhow::bail!(tr!(
                lang,
                "cannot save {shown}: it exists and is not a regular file",
                "no se puede guardar {shown}: existe y no es un archivo común"
            ));
        }
        // Renaming would replace a file that may not be written, so ask first.
        Ok(now) => OpenOptions::new()
            .write(true)
            .open(&target)
            .map(|_| Some(now.permissions()))
            .map_err(failed)?,
        Err(_) => None,
    };
    let temporary = beside(&target).ok_or_else(|| failed(io::ErrorKind::InvalidFilename.into()))?;
    let written = write_all(&temporary, text, kept).and_then(|()| fs::rename(&temporary, &target));
    written.map_err(|error| {
        // The half-written file is of no use; the error that matters is the first.
        let _ = fs::remove_file(&temporary);
        failed(error)
    })
}

/// The file that a path means once its links are followed; it need not exist.
fn target(path: &Path) -> io::Result<PathBuf> {
    let is_link = |path: &Path| fs::symlink_metadata(path).is_ok_and(|at| at.is_symlink());
    if !is_link(path) {
        return Ok(path.to_owned());
    }
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    // A link to nowhere yet: there are no circles, since those are another error.
    let mut target = path.to_owned();
    while is_link(&target) {
        let next = fs::read_link(&target)?;
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Ok(target)
}

/// A name in the same folder, so that renaming does not cross disks.
fn beside(path: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.tmp", std::process::id()));
    Some(path.with_file_name(name))
}

fn write_all(path: &Path, text: &str, permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    // Before the text, which may be nobody else's business.
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
