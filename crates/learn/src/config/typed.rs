//! Between tables and types, with errors that name the key.

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Table;

use damero_games::{Text, text};

use super::tree;
use crate::error::LearnError;

/// A typed configuration as a table, with every key.
///
/// # Errors
/// If a field is not one that TOML knows, which is a fault of the type.
pub fn table_of<C: Serialize>(config: &C) -> Result<Table, LearnError> {
    Table::try_from(config).map_err(|error| {
        LearnError::Refused(text!(
            "this configuration cannot be written as TOML: {error}",
            "esta configuración no puede escribirse como TOML: {error}"
        ))
    })
}

/// A table as a typed configuration.
///
/// # Errors
/// If a key is unknown or a value is none that it takes; the sentence names the key.
pub fn typed<C: DeserializeOwned>(table: &Table) -> Result<C, LearnError> {
    C::deserialize(table.clone()).map_err(|error| {
        // Every field has a default, so each key can be tried alone to find the one at fault.
        let alone = |key: &str, value: &toml::Value| {
            let table: Table = [(key.to_owned(), value.clone())].into_iter().collect();
            C::deserialize(table).err()
        };
        let culprit = table
            .iter()
            .find_map(|(key, value)| Some((key, value, alone(key, value)?)));
        match culprit {
            Some((key, value, error)) => {
                let Text { en, es } = reason(error.message(), value);
                LearnError::Refused(text!("{key} = {value}: {en}", "{key} = {value}: {es}"))
            }
            None => {
                let reason = error.message().to_owned();
                LearnError::Refused(text!("configuration: {reason}", "configuración: {reason}"))
            }
        }
    })
}

/// What serde says, in both languages; what it says seldom stays as it is.
fn reason(message: &str, value: &toml::Value) -> Text {
    let message = message.trim();
    if message.starts_with("unknown variant") {
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).skip(1).collect();
        let names = names.join(", ");
        return text!("expected one of {names}", "se esperaba uno de: {names}");
    }
    if message.contains("expected u") || message.contains("expected usize") {
        return Text::new(
            "expected a whole number, 0 or more",
            "se esperaba un número entero, 0 o más",
        );
    }
    if message.starts_with("invalid type") {
        let Text { en, es } = match message.rsplit("expected ").next() {
            Some("f64" | "f32") => tree::expected(&toml::Value::Float(0.0)),
            Some("a boolean") => tree::expected(&toml::Value::Boolean(true)),
            Some("a string") => tree::expected(&toml::Value::String(String::new())),
            _ => Text::same(format!("{message} ({})", value.type_str())),
        };
        return text!("expected {en}", "se esperaba {es}");
    }
    Text::same(message)
}
