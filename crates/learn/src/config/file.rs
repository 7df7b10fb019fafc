//! Configuration files: TOML with any part of the keys, refused with the line at fault. Trainings and the server's options
//! are read alike.

use std::fs;
use std::path::Path;

use toml::de::DeTable;
use toml::{Spanned, Table};

use damero_games::{Text, text};

use super::presets::{PRESETS, preset};
use super::tree;
use crate::config::near::nearest;
use crate::error::LearnError;

/// A configuration file that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct File {
    /// Where it comes from, for errors.
    name: String,
    text: String,
    table: Table,
}

impl File {
    /// Reads a preset by its name, or else a file.
    ///
    /// # Errors
    /// If there is neither, or it is not TOML.
    pub fn open(name: &str) -> Result<Self, LearnError> {
        if let Some(preset) = preset(name) {
            return Self::new(preset.name, preset.text);
        }
        let path = Path::new(name);
        // A bare word that is no file was meant to be a preset.
        if path.extension().is_none() && !path.exists() {
            return Err(unknown_preset(name));
        }
        Self::read(path)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not TOML.
    pub fn read(path: &Path) -> Result<Self, LearnError> {
        let text = fs::read_to_string(path).map_err(LearnError::file(path))?;
        Self::new(&path.display().to_string(), &text)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// If it is not TOML.
    pub fn new(name: &str, text: &str) -> Result<Self, LearnError> {
        let table = text.parse::<Table>().map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            let reason = error.message().trim().to_owned();
            LearnError::Refused(text!(
                "{name}, line {line}: not TOML: {reason}",
                "{name}, línea {line}: no es TOML: {reason}"
            ))
        })?;
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            table,
        })
    }

    /// The game that the file is for, if it says so.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        self.table.get("game")?.as_str()
    }

    /// The algorithm that the file is for, if it says so.
    #[must_use]
    pub fn algo(&self) -> Option<&str> {
        self.table.get("algo")?.as_str()
    }

    /// All of it.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Puts every value of the file in the place of the default.
    ///
    /// # Errors
    /// If a key has no default, or its value is of another type; with the line, and the key that was probably meant.
    pub fn apply(&self, whole: &mut Table) -> Result<(), LearnError> {
        let Ok(spans) = DeTable::parse(&self.text) else {
            return Ok(());
        };
        let mut places = Vec::new();
        collect(spans.get_ref(), "", &mut places);
        for (path, at) in places {
            let place = |error: LearnError| self.at(at, &error.text());
            let (Some(value), default) = (tree::get(&self.table, &path), tree::get(whole, &path)) else {
                continue;
            };
            let Some(default) = default else {
                let all = tree::leaves(whole);
                return Err(place(tree::unknown(
                    &path,
                    all.iter().map(|(path, _)| path.as_str()),
                )));
            };
            if matches!(path.as_str(), "game" | "algo") && value != default {
                let problem = text!(
                    "{path} = {value}: expected {default}",
                    "{path} = {value}: se esperaba {default}"
                );
                return Err(self.at(at, &problem));
            }
            let value = tree::fit(default, value.clone()).map_err(|Text { en, es }| {
                let found = match value {
                    // A long list in the place of one value may hold anything, a password too.
                    toml::Value::Array(_) if !value.same_type(default) => value.type_str().to_owned(),
                    _ => value.to_string(),
                };
                let problem = text!(
                    "{path} = {found}: expected {en}",
                    "{path} = {found}: se esperaba {es}"
                );
                self.at(at, &problem)
            })?;
            tree::put(whole, &path, value);
        }
        Ok(())
    }

    /// The problem with the line of the key that it is about; `None` if the file does not say the key.
    #[must_use]
    pub fn at_key(&self, key: &str, problem: &Text) -> Option<LearnError> {
        let spans = DeTable::parse(&self.text).ok()?;
        let mut places = Vec::new();
        collect(spans.get_ref(), "", &mut places);
        let (_, at) = places.into_iter().find(|(path, _)| path == key)?;
        Some(self.at(at, problem))
    }

    fn at(&self, byte: usize, problem: &Text) -> LearnError {
        let (name, line, Text { en, es }) = (&self.name, line_of(&self.text, byte), problem);
        LearnError::Refused(text!("{name}, line {line}: {en}", "{name}, línea {line}: {es}"))
    }
}

/// The paths of all values that are no tables, with where their keys stand.
fn collect(table: &DeTable<'_>, front: &str, places: &mut Vec<(String, usize)>) {
    for (key, value) in table {
        let path = format!("{front}{}", key.get_ref());
        match value.get_ref().as_table() {
            Some(below) if !below.is_empty() => collect(below, &format!("{path}."), places),
            _ => places.push((path, Spanned::span(key).start)),
        }
    }
}

fn line_of(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|&b| b == b'\n').count() + 1
}

fn unknown_preset(name: &str) -> LearnError {
    let names = PRESETS.iter().map(|preset| preset.name);
    let near = nearest(name, names.clone());
    let name: String = name.chars().take(60).collect();
    LearnError::Refused(match near {
        Some(near) => text!(
            "there is no preset or file {name:?}; did you mean {near:?}?",
            "no hay ninguna configuración ni archivo {name:?}; ¿quizás {near:?}?"
        ),
        None => {
            let names = names.collect::<Vec<_>>().join(", ");
            text!(
                "there is no preset or file {name:?}; presets are: {names}",
                "no hay ninguna configuración ni archivo {name:?}; configuraciones: {names}"
            )
        }
    })
}
