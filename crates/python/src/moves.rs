//! `damero.Move`: a legal move of a state, with its text and its action index.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::error::refused;

/// A legal move. It equals its text, so that lists of moves can be searched by text.
#[pyclass(frozen, module = "damero", name = "Move")]
pub(crate) struct Move {
    /// The move in the notation of the game.
    #[pyo3(get)]
    pub(crate) text: String,
    /// Its action index.
    #[pyo3(get)]
    pub(crate) index: usize,
    /// The move as a JSON object, in games that have such.
    pub(crate) object: Option<serde_json::Value>,
}

#[pymethods]
impl Move {
    /// The move as a dictionary, in checkers: `from`, `to`, `captures`, `promotion`, `sequence_length`, `path`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.object {
            Some(object) => from_json(py, object),
            None => Err(refused(
                "moves of this game have no dictionary form: checkers' have",
            )),
        }
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', index={})", self.text, self.index)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        match other.cast::<Self>() {
            Ok(other) => self.text == other.get().text,
            Err(_) => other
                .cast::<PyString>()
                .is_ok_and(|text| text == self.text.as_str()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, &self.text).hash()
    }
}

/// A JSON value as Python's dictionaries, lists, texts and numbers.
pub(crate) fn from_json<'py>(py: Python<'py>, value: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// A dictionary as the text of a JSON object.
pub(crate) fn json_text(dict: &Bound<'_, PyDict>) -> PyResult<String> {
    let text = dict.py().import("json")?.call_method1("dumps", (dict,));
    let text =
        text.map_err(|error| PyTypeError::new_err(format!("this dictionary is no JSON object: {error}")))?;
    text.extract()
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Move>()
}
