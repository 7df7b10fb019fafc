//! `damero.Game`: a game under certain rules, from which states are made.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use damero_games::{
    AnyGame, Encode, Encoding, Game as _, GameId, Lang, NATIVE, Notation, OptionError, Rules, registry,
    with_game,
};
use numpy::ndarray::IxDyn;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::error::{input, option, refused};
use crate::state::State;

/// A game under certain rules.
#[pyclass(frozen, module = "damero", name = "Game")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Game {
    pub(crate) id: GameId,
    /// The rules id, in its canonical form.
    pub(crate) rules: Arc<str>,
}

impl Game {
    /// The game that a session plays.
    pub(crate) fn of(id: GameId, session: &dyn AnyGame) -> Self {
        Self {
            id,
            rules: session.rules().into(),
        }
    }

    /// The encodings of observations; the first is the default.
    pub(crate) fn encoding_list(&self) -> &'static [Encoding] {
        with_game!(self.id, G => G::ENCODINGS)
    }

    /// The number of an encoding.
    pub(crate) fn encoding(&self, name: Option<&str>) -> PyResult<usize> {
        let Some(name) = name else { return Ok(0) };
        let all = self.encoding_list();
        all.iter()
            .position(|encoding| encoding.name == name)
            .ok_or_else(|| {
                let known: Vec<_> = all.iter().map(|encoding| encoding.name).collect();
                refused(format!(
                    "{} has no encoding {name:?}: there are {}",
                    self.id,
                    known.join(", ")
                ))
            })
    }

    /// How many action indices there are.
    pub(crate) fn action_count(&self) -> usize {
        with_game!(self.id, G => G::ACTIONS)
    }

    fn value(&self, option: &str) -> Option<String> {
        with_game!(self.id, G => {
            let rules: Result<<G as damero_games::Game>::Rules, OptionError> = self.rules.parse();
            rules.ok()?.get(option)
        })
    }
}

/// The shape of an observation: that of its tensor if there is one, otherwise all tensors one after the other.
pub(crate) fn shape(encoding: &Encoding) -> IxDyn {
    match encoding.tensors {
        [tensor] => IxDyn(tensor.shape),
        _ => IxDyn(&[encoding.len()]),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, rules=None, **options))]
    fn new(name: &str, rules: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let id: GameId = name.parse().map_err(option)?;
        let rules = with_game!(id, G => {
            type R = <G as damero_games::Game>::Rules;
            let mut value = match rules {
                None => R::default(),
                Some(text) => text.parse::<R>().map_err(option)?,
            };
            if let Some(options) = options {
                for (name, given) in options {
                    value.set(&name.extract::<String>()?, &option_text(&given)?).map_err(option)?;
                }
            }
            value.to_string()
        });
        Ok(Self {
            id,
            rules: rules.into(),
        })
    }

    /// The name in `damero.games()`.
    #[getter]
    fn name(&self) -> String {
        self.id.to_string()
    }

    /// The rules as one text, such as `english,no_progress=40`; `Game(name, rules)` reads it.
    #[getter]
    fn rules(&self) -> &str {
        &self.rules
    }

    /// All options of the rules with their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        let all = with_game!(self.id, G => <G as damero_games::Game>::Rules::OPTIONS);
        for spec in all {
            options.set_item(spec.name, self.value(spec.name))?;
        }
        Ok(options)
    }

    /// The named sets of rules; the first is the default.
    #[getter]
    fn presets(&self) -> Vec<&'static str> {
        let all = with_game!(self.id, G => <G as damero_games::Game>::Rules::PRESETS);
        all.iter().map(|preset| preset.name).collect()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> String {
        self.id.meta().name.get(Lang::En).to_owned()
    }

    /// What the two players are called.
    #[getter]
    fn seats(&self) -> (String, String) {
        let seats = self.id.meta().seats.map(|seat| seat.get(Lang::En).to_owned());
        (seats.first, seats.second)
    }

    /// Whether chance events occur.
    #[getter]
    fn has_chance(&self) -> bool {
        self.id.meta().chance
    }

    /// Raised whenever the behaviour of the game changes.
    #[getter]
    fn version(&self) -> u32 {
        self.id.meta().version
    }

    /// No position offers more moves than this.
    #[getter]
    fn max_moves(&self) -> usize {
        self.id.meta().max_moves
    }

    /// No game under these rules has more moves than this.
    #[getter]
    fn max_plies(&self) -> PyResult<u32> {
        with_game!(self.id, G => {
            let rules = self.rules.parse().map_err(option)?;
            Ok(G::max_plies(&rules))
        })
    }

    /// How many action indices there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.action_count()
    }

    /// The formats of records, `damero` among them.
    #[getter]
    fn formats(&self) -> Vec<&'static str> {
        let own = with_game!(self.id, G => G::FORMATS);
        own.iter().chain([&NATIVE]).map(|format| format.name).collect()
    }

    /// The encodings of observations, each with the shapes of its tensors; the first is the default.
    #[getter]
    fn encodings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let encodings = PyDict::new(py);
        for encoding in self.encoding_list() {
            let tensors = PyDict::new(py);
            for tensor in encoding.tensors {
                tensors.set_item(tensor.name, PyTuple::new(py, tensor.shape)?)?;
            }
            encodings.set_item(encoding.name, tensors)?;
        }
        Ok(encodings)
    }

    /// The shape of `State.observation`.
    #[pyo3(signature = (encoding=None))]
    fn observation_shape<'py>(
        &self,
        py: Python<'py>,
        encoding: Option<&str>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let encoding = &self.encoding_list()[self.encoding(encoding)?];
        PyTuple::new(py, numpy::ndarray::Dimension::slice(&shape(encoding)))
    }

    /// The beginning of a game. The seed decides the chance events; without one it is drawn from the system.
    #[pyo3(signature = (*, seed=None))]
    fn start(&self, seed: Option<u64>) -> PyResult<State> {
        let session = registry::start(self.id, &self.rules).map_err(input)?;
        State::new(self.clone(), session, seed)
    }

    /// A state from a position string.
    #[pyo3(signature = (text, *, seed=None))]
    fn position(&self, text: &str, seed: Option<u64>) -> PyResult<State> {
        let session = registry::from_position(self.id, &self.rules, text).map_err(input)?;
        State::new(self.clone(), session, seed)
    }

    /// A state from a record in any of `formats`, at its end. The rules are those of the record.
    #[pyo3(signature = (text, *, seed=None))]
    fn read_record(&self, text: &str, seed: Option<u64>) -> PyResult<State> {
        let session = registry::from_record(self.id, text).map_err(input)?;
        State::new(Self::of(self.id, &*session), session, seed)
    }

    fn __repr__(&self) -> String {
        format!("Game('{}', rules='{}')", self.id, self.rules)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self == other.get())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, String)) {
        let game = slf.get();
        (
            slf.get_type().into_any(),
            (game.id.to_string(), game.rules.to_string()),
        )
    }
}

/// The value of an option as the rules read it: Python's truth values are `on` and `off`.
pub(crate) fn option_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("off".to_owned());
    }
    match value.cast::<PyBool>() {
        Ok(flag) if flag.is_true() => Ok("on".to_owned()),
        Ok(_) => Ok("off".to_owned()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}

/// The names of all games.
#[pyfunction]
fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, GameId::ALL.iter().map(ToString::to_string))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Game>()?;
    module.add_function(wrap_pyfunction!(games, module)?)
}
