//! Building, proving and listing the files of tables, for commands.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use damero_games::checkers::{Checkers, CheckersRules};
use damero_games::{PovOutcome, Text, text};

use super::build::Builder;
use super::shelf::{Shelf, describe};
use super::{MAX_PIECES, TableValue, Tables, verify};
use crate::endgames::{Built, Endgames, TableError, TableFile, TableProgress, Verified};
use crate::limits::Stop;

/// What is done is written at least this often, so that even a power cut costs little.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// The endings of checkers.
pub struct CheckersEndgames;

impl Endgames<Checkers> for CheckersEndgames {
    fn max_pieces(&self) -> u8 {
        MAX_PIECES
    }

    fn build(
        &self,
        rules: &CheckersRules,
        pieces: u8,
        folder: &Path,
        stop: &Stop,
        report: &mut dyn FnMut(TableProgress),
    ) -> Result<Built, TableError> {
        supported(rules)?;
        let path = Shelf::path(folder, rules);
        let part = path.with_extension("part");
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|cause| TableError::file(parent, cause))?;
        let mut builder = match latest(&path, &part, rules)? {
            Some(known) if known.is_complete() && known.pieces() >= pieces => {
                return Ok(Built::Already(describe(&path, &known)));
            }
            Some(known) => Builder::resume(known, pieces),
            None => Builder::new(rules, pieces),
        };
        let mut saved = Instant::now();
        while !builder.is_complete() {
            if builder.step(stop, report).is_none() {
                builder.tables().save(&part)?;
                return Ok(Built::Stopped(part));
            }
            if saved.elapsed() > SAVE_EVERY {
                builder.tables().save(&part)?;
                saved = Instant::now();
            }
        }
        let tables = builder.finish();
        tables.save(&path)?;
        if part.exists() {
            fs::remove_file(&part).map_err(|cause| TableError::file(&part, cause))?;
        }
        Ok(Built::Complete(describe(&path, &tables)))
    }

    fn verify(
        &self,
        rules: &CheckersRules,
        folder: &Path,
        stop: &Stop,
        report: &mut dyn FnMut(TableProgress),
    ) -> Result<Verified, TableError> {
        supported(rules)?;
        let path = Shelf::path(folder, rules);
        if !path.exists() {
            return Err(missing(folder, rules));
        }
        let tables = Tables::load(&path)?;
        Ok(match verify(&tables, stop, report) {
            None => Verified::Stopped,
            Some(Ok(positions)) => Verified::Sound(positions),
            Some(Err(fault)) => Verified::Wrong {
                position: fault.position,
                stored: words(fault.stored),
                expected: words(fault.expected),
            },
        })
    }

    fn list(&self, folder: &Path) -> Result<Vec<TableFile>, TableError> {
        Ok(Shelf::open(folder)?.files().cloned().collect())
    }
}

/// What is already known of these rules: the part of an unfinished building, or else the complete tables.
fn latest(path: &Path, part: &Path, rules: &CheckersRules) -> Result<Option<Tables>, TableError> {
    for file in [part, path] {
        if file.exists() {
            let tables = Tables::load_part(file)?;
            if *tables.rules() != rules.without_limits() {
                return Err(TableError::damaged(
                    file,
                    "it holds other rules than its name says",
                    "contiene otras reglas que las de su nombre",
                ));
            }
            return Ok(Some(tables));
        }
    }
    Ok(None)
}

/// Refuses rules that are not American checkers: the numbering of positions knows only its board.
pub(super) fn supported(rules: &CheckersRules) -> Result<(), TableError> {
    if rules.without_limits().is_american() {
        return Ok(());
    }
    Err(TableError::Rules(text!(
        "endgame tables are for American checkers with short kings, such as seed and english, not for {rules}",
        "las tablas de finales son para damas americanas de damas cortas, como seed y english, no para {rules}"
    )))
}

/// That there are no tables for these rules.
pub(super) fn missing(folder: &Path, rules: &CheckersRules) -> TableError {
    TableError::Missing {
        path: Shelf::path(folder, rules),
        how: how_to_build(rules),
    }
}

/// The command that would build the tables.
pub(super) fn how_to_build(rules: &CheckersRules) -> Text {
    let rules = Shelf::name(rules);
    text!(
        "build them with damero tables build checkers --rules {rules}",
        "se construyen con damero tables build checkers --rules {rules}"
    )
}

fn words(value: TableValue) -> Text {
    let TableValue { outcome, plies } = value;
    match outcome {
        PovOutcome::Win => text!("won in {plies}", "ganada en {plies}"),
        PovOutcome::Draw => Text::new("drawn", "tablas"),
        PovOutcome::Loss => text!("lost in {plies}", "perdida en {plies}"),
    }
}
