//! Configurations: presets, files and single keys become one complete table, and tables become typed values.

pub mod near;

use damero_games::text;
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Table;

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
/// If a key is unknown or a value has another type.
pub fn typed<C: DeserializeOwned>(table: &Table) -> Result<C, LearnError> {
    C::deserialize(table.clone()).map_err(|error| {
        let reason = error.message().to_owned();
        LearnError::Refused(text!("configuration: {reason}", "configuración: {reason}"))
    })
}
