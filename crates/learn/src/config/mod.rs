//! Configurations: defaults, a preset or file, and single keys become one complete table, and tables become typed
//! values. Unknown keys and wrong types are refused with the place and what would be right.
//!
//! A configuration is the keys `game` and `algo`, the table `[run]` ([`RunSettings`]) and the table of the method, which
//! bears the name of the algorithm. The default value of each shows which keys there are and of which type.

mod file;
pub mod near;
mod presets;
mod sweep;
mod tree;
mod typed;

use std::path::Path;

use toml::{Table, Value};

use damero_games::text;

use crate::error::LearnError;
use crate::events;
use crate::method::Method;
use crate::run::{RunSettings, refuse};

pub use file::File;
pub use presets::{PRESETS, Preset, preset};
pub use sweep::{Variant, resolve};
pub use tree::leaves;
pub use typed::{table_of, typed};

/// A complete configuration.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The table `[run]`.
    pub run: RunSettings,
    /// The table of the method.
    pub method: Table,
    /// All of it, as `config.toml` has it.
    whole: Table,
}

impl Config {
    /// The default configuration of a method.
    ///
    /// # Errors
    /// If the method's type cannot be written as TOML, which is a fault of it.
    pub fn defaults(method: &Method) -> Result<Self, LearnError> {
        Self::from_whole(method, defaults(method)?)
    }

    /// A configuration that a run kept, in which keys may be missing that are newer than it.
    ///
    /// # Errors
    /// If it is damaged or for another method.
    pub fn of_run(method: &Method, file: &File) -> Result<Self, LearnError> {
        let mut whole = defaults(method)?;
        file.apply(&mut whole)?;
        Self::from_whole(method, whole)
    }

    fn from_whole(method: &Method, whole: Table) -> Result<Self, LearnError> {
        let part = |name: &str| match whole.get(name) {
            Some(Value::Table(table)) => table.clone(),
            _ => Table::new(),
        };
        let run: RunSettings = typed(&part("run"))?;
        run.check()?;
        let method = part(method.algo);
        measured(&run.best, &method)?;
        Ok(Self { run, method, whole })
    }

    /// Changes keys of `[run]` alone, for a run that goes on; what is learned, and from which seed, stays.
    ///
    /// # Errors
    /// If a key is unknown, has another type, or is not one of those.
    pub fn change_run(&self, method: &Method, sets: &[String]) -> Result<Self, LearnError> {
        let mut whole = self.whole.clone();
        for set in sets {
            let (path, values) = sweep::assignment(&whole, set)?;
            let plain = path.starts_with("run.") && path != "run.seed";
            match values.as_slice() {
                [value] if plain => tree::put(&mut whole, &path, value.clone()),
                _ => {
                    let set: String = set.chars().take(60).collect();
                    return Err(LearnError::Refused(text!(
                        "{set}: a run that goes on can change keys of [run] but not its seed, each to one value",
                        "{set}: un entrenamiento que continúa solo cambia claves de [run], salvo la semilla, a un valor"
                    )));
                }
            }
        }
        Self::from_whole(method, whole)
    }

    /// The same error with the line of `file`, if that is where the value at fault comes from.
    #[must_use]
    pub fn place(&self, file: &File, error: LearnError) -> LearnError {
        let LearnError::Setting { key, problem } = &error else {
            return error;
        };
        let (Some(used), Some(said)) = (tree::get(&self.whole, key), tree::get(file.table(), key)) else {
            return error;
        };
        if tree::fit(used, said.clone()).ok().as_ref() != Some(used) {
            return error;
        }
        file.at_key(key, problem).unwrap_or(error)
    }

    /// As TOML.
    ///
    /// # Errors
    /// If a number is too large for TOML.
    pub fn to_toml(&self) -> Result<String, LearnError> {
        toml::to_string_pretty(&self.whole).map_err(|error| {
            LearnError::Refused(text!(
                "this configuration cannot be written as TOML: {error}",
                "esta configuración no puede escribirse como TOML: {error}"
            ))
        })
    }
}

/// Refuses a headline that is a match against somebody whom no evaluation meets, before hours are spent on it.
fn measured(best: &str, method: &Table) -> Result<(), LearnError> {
    let Some(Value::Array(baselines)) = method.get("baselines") else {
        return Ok(());
    };
    let names = baselines.iter().filter_map(Value::as_str);
    match best.strip_prefix("win_rate/") {
        Some(name) if names.clone().all(|known| known != name) => {
            let names: Vec<String> = names.map(|name| format!("\"win_rate/{name}\"")).collect();
            let names = names.join(", ");
            let wanted = text!(
                "a number of the evaluation, as the baselines are: {names}",
                "un número de la evaluación, según los rivales: {names}"
            );
            Err(refuse("run.best", &format!("{best:?}"), &wanted))
        }
        _ => Ok(()),
    }
}

/// Every key of a configuration file with its value, whatever it configures; for tables and TensorBoard.
///
/// # Errors
/// If the file cannot be read or is not TOML.
pub fn values_in(path: &Path) -> Result<Vec<(String, events::Value)>, LearnError> {
    let leaves = leaves(File::read(path)?.table()).into_iter();
    let values = leaves.map(|(path, value)| {
        let value = match value {
            Value::Boolean(truth) => events::Value::Truth(truth),
            Value::Integer(whole) => events::Value::Number(whole as f64),
            Value::Float(number) => events::Value::Number(number),
            Value::String(word) => events::Value::Word(word),
            other => events::Value::Word(other.to_string()),
        };
        (path, value)
    });
    Ok(values.collect())
}

/// Everything that can be configured, with its default.
fn defaults(method: &Method) -> Result<Table, LearnError> {
    let run = RunSettings {
        best: method.headline.to_owned(),
        ..RunSettings::default()
    };
    let mut whole = Table::new();
    whole.insert("game".to_owned(), method.game.into());
    whole.insert("algo".to_owned(), method.algo.into());
    whole.insert("run".to_owned(), table_of(&run)?.into());
    whole.insert(method.algo.to_owned(), (method.defaults)()?.into());
    Ok(whole)
}
