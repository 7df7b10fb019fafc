//! Tables as trees: paths with dots, leaves, and whether a value may stand where another does.

use toml::{Table, Value};

use damero_games::{Text, text};

use super::near::nearest;
use crate::error::LearnError;

/// Every value that is no table, with its path.
#[must_use]
pub fn leaves(table: &Table) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(below) => {
                let below = leaves(below).into_iter();
                found.extend(below.map(|(path, value)| (format!("{key}.{path}"), value)));
            }
            _ => found.push((key.clone(), value.clone())),
        }
    }
    found
}

/// The value at a path.
pub(super) fn get<'a>(table: &'a Table, path: &str) -> Option<&'a Value> {
    match path.split_once('.') {
        None => table.get(path),
        Some((first, rest)) => get(table.get(first)?.as_table()?, rest),
    }
}

/// Puts a value at a path that exists.
pub(super) fn put(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            table.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            if let Some(Value::Table(below)) = table.get_mut(first) {
                put(below, rest, value);
            }
        }
    }
}

/// The whole path of a key, of which the last part is enough if no other key ends alike.
pub(super) fn find(table: &Table, key: &str) -> Result<String, LearnError> {
    let leaves = leaves(table);
    if leaves.iter().any(|(path, _)| path == key) {
        return Ok(key.to_owned());
    }
    let ends = |path: &str| path.strip_suffix(key).is_some_and(|front| front.ends_with('.'));
    let found: Vec<&str> = leaves
        .iter()
        .map(|(path, _)| path.as_str())
        .filter(|path| ends(path))
        .collect();
    match found.as_slice() {
        [path] => Ok((*path).to_owned()),
        [] => Err(unknown(key, leaves.iter().map(|(path, _)| path.as_str()))),
        _ => {
            let found = found.join(", ");
            Err(LearnError::Refused(text!(
                "the key {key:?} may mean {found}: write the whole of it",
                "la clave {key:?} puede ser {found}: hay que escribirla entera"
            )))
        }
    }
}

/// A key that is none, with the nearest that is one.
pub(super) fn unknown<'a>(key: &str, names: impl Iterator<Item = &'a str>) -> LearnError {
    let near = nearest(key, names);
    let key: String = key.chars().take(60).collect();
    LearnError::Refused(match near {
        Some(near) => text!(
            "there is no key {key:?}; did you mean {near:?}?",
            "no hay ninguna clave {key:?}; ¿quizás {near:?}?"
        ),
        None => text!(
            "there is no key {key:?}; --print-config shows all",
            "no hay ninguna clave {key:?}; --print-config las muestra todas"
        ),
    })
}

/// The value as one of the type that stands there by default, if it is one.
pub(super) fn fit(default: &Value, value: Value) -> Result<Value, Text> {
    match (default, value) {
        (Value::Float(_), Value::Integer(whole)) => Ok(Value::Float(whole as f64)),
        (Value::Array(defaults), Value::Array(values)) => match defaults.first() {
            None => Ok(Value::Array(values)),
            Some(first) => {
                let values = values.into_iter().map(|value| fit(first, value));
                values
                    .collect::<Result<_, _>>()
                    .map(Value::Array)
                    .map_err(|_| expected(default))
            }
        },
        (default, value) if default.same_type(&value) => Ok(value),
        (default, _) => Err(expected(default)),
    }
}

/// What is expected where this stands by default.
pub(super) fn expected(default: &Value) -> Text {
    match default {
        Value::Integer(_) => Text::new("a whole number", "un número entero"),
        Value::Float(_) => Text::new("a number", "un número"),
        Value::Boolean(_) => Text::new("true or false", "true o false"),
        Value::String(_) => Text::new("a text in quotes", "un texto entre comillas"),
        Value::Datetime(_) => Text::new("a date", "una fecha"),
        Value::Table(_) => Text::new("a table", "una tabla"),
        Value::Array(values) => match values.first().map(expected) {
            Some(Text { en, es }) => text!(
                "a list, each of them {en}, such as {default}",
                "una lista, cada uno {es}, como {default}"
            ),
            None => Text::new("a list in brackets", "una lista entre corchetes"),
        },
    }
}
