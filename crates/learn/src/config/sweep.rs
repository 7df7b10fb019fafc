//! `--set key=value`, and with several values one training for each: the product of all of them.

use toml::{Table, Value};

use damero_games::{Text, text};

use super::file::File;
use super::{Config, defaults, tree};
use crate::error::LearnError;
use crate::method::Method;

/// More trainings than this in one command are a slip of the keyboard.
const MOST: usize = 1000;

/// One training of a sweep.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// The keys that differ between the trainings, with the values of this one.
    pub label: Vec<(String, String)>,
    /// Its configuration.
    pub config: Config,
}

/// The configurations that a command line asks for: defaults, then a file, then single keys.
///
/// # Errors
/// If a key is unknown or a value is none that it takes.
pub fn resolve(method: &Method, file: Option<&File>, sets: &[String]) -> Result<Vec<Variant>, LearnError> {
    let mut whole = defaults(method)?;
    if let Some(file) = file {
        file.apply(&mut whole)?;
    }
    let mut variants: Vec<(Vec<(String, String)>, Table)> = vec![(Vec::new(), whole.clone())];
    for set in sets {
        let (path, values) = assignment(&whole, set)?;
        if variants.len() * values.len() > MOST {
            return Err(LearnError::Refused(text!(
                "these values give more than {MOST} trainings",
                "estos valores dan más de {MOST} entrenamientos"
            )));
        }
        let many = values.len() > 1;
        let each = |(label, table): (Vec<(String, String)>, Table)| {
            let (path, values) = (path.clone(), values.clone());
            values.into_iter().map(move |value| {
                let (mut label, mut table) = (label.clone(), table.clone());
                if many {
                    label.push((path.clone(), value.to_string()));
                }
                tree::put(&mut table, &path, value);
                (label, table)
            })
        };
        variants = variants.into_iter().flat_map(each).collect();
    }
    let made = variants.into_iter().map(|(label, table)| {
        let config = Config::from_whole(method, table)?;
        Ok(Variant { label, config })
    });
    made.collect()
}

/// Reads `key=value` or `key=value,value,…`: the whole path of the key, and the values in its type.
pub(super) fn assignment(whole: &Table, set: &str) -> Result<(String, Vec<Value>), LearnError> {
    let Some((key, text)) = set.split_once('=') else {
        let set: String = set.chars().take(60).collect();
        return Err(LearnError::Refused(text!(
            "{set:?} sets nothing: expected key=value",
            "{set:?} no fija nada: se esperaba clave=valor"
        )));
    };
    let path = tree::find(whole, key.trim())?;
    if matches!(path.as_str(), "game" | "algo") {
        return Err(LearnError::Refused(text!(
            "{path} is not set with --set: `damero train GAME --algo NAME`",
            "{path} no se fija con --set: `damero train JUEGO --algo NOMBRE`"
        )));
    }
    let Some(default) = tree::get(whole, &path) else {
        return Err(tree::unknown(&path, std::iter::empty()));
    };
    let values = split(text).into_iter().map(|word| {
        read(default, word).ok_or_else(|| {
            let word: String = word.chars().take(60).collect();
            let Text { en, es } = tree::expected(default);
            LearnError::Refused(text!(
                "{path} = {word}: expected {en}",
                "{path} = {word}: se esperaba {es}"
            ))
        })
    });
    let values = values.collect::<Result<_, _>>()?;
    Ok((path, values))
}

/// The parts between commas that are neither in brackets nor in quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut from) = (0_i32, false, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '[' if !quoted => depth += 1,
            ']' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts
}

/// A word as a value of the type that stands there by default.
fn read(default: &Value, word: &str) -> Option<Value> {
    let plain = |word: &str| Value::String(word.to_owned());
    match default {
        Value::String(_) if !word.starts_with('"') => (!word.is_empty()).then(|| plain(word)),
        _ => {
            let parsed: Table = format!("x = {word}").parse().ok()?;
            let value = if parsed.len() == 1 {
                parsed.get("x")?.clone()
            } else {
                return None;
            };
            let value = tree::fit(default, value).ok()?;
            // A rate or a limit that is no number helps nobody.
            (!matches!(value, Value::Float(x) if !x.is_finite())).then_some(value)
        }
    }
}
