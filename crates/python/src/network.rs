//! `damero.Network`: a network with its weights, computed by our own kernels, from a file and to a file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use damero_games::random::seeded;
use damero_games::{GameId, with_game};
use damero_nets::{Architecture, Model, ModelError, Plan, Weights, shipped, shipped_games};
use damero_search::Stop;
use numpy::ndarray::{ArrayD, IxDyn};
use numpy::{PyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{option, refused};
use crate::game::Game;
use crate::interrupt::{detached, interruptible};
use crate::moves::from_json;
use crate::rows::{floats, slice};

/// Positions that go through the network at once: convolutions are fastest with few, and linear layers no slower.
const BATCH: usize = 16;

/// So many rows are answered in milliseconds: nobody has to wait until they can be stopped.
const QUICK: usize = 256;

/// A network with its weights.
#[pyclass(frozen, module = "damero", name = "Network")]
pub(crate) struct Network {
    model: Model,
    game: Game,
    /// Plans that nobody is using; each has the memory of a batch.
    plans: Mutex<Vec<Plan>>,
}

impl Network {
    fn new(model: Model) -> PyResult<Self> {
        let card = model.card();
        let id: GameId = card.game.parse().map_err(option)?;
        let rules = with_game!(id, G => {
            let rules = card.rules.parse().map_err(option)?;
            model.check_for::<G>(&rules).map_err(refused)?;
            rules.to_string()
        });
        let game = Game {
            id,
            rules: rules.into(),
        };
        Ok(Self {
            model,
            game,
            plans: Mutex::default(),
        })
    }

    /// The same network with other weights.
    fn renewed(&self, weights: Weights) -> PyResult<Self> {
        let model = with_game!(self.game.id, G => {
            let rules = self.game.rules.parse().map_err(option)?;
            Model::new::<G>(self.model.network().clone(), weights, &rules)
        });
        let notes = self.model.card().notes.iter();
        let model = notes.fold(model.map_err(refused)?, |model, (key, note)| {
            model.with_note(key, note)
        });
        Self::new(model)
    }

    fn plan(&self) -> Plan {
        let free = self.plans.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| Plan::new(self.model.network(), self.model.weights(), BATCH))
    }

    /// Answers about rows of `width` numbers, one list an output.
    fn answer(&self, rows: &[f32], width: usize, stop: &Stop) -> Vec<Vec<f32>> {
        let mut plan = self.plan();
        let outputs = self.model.network().outputs().count();
        let mut answers = vec![Vec::new(); outputs];
        for batch in rows.chunks(BATCH * width).take_while(|_| !stop.asked()) {
            let count = batch.len() / width;
            for (row, numbers) in batch.chunks_exact(width).enumerate() {
                plan.input(row).copy_from_slice(numbers);
            }
            plan.run(count);
            for (output, answer) in answers.iter_mut().enumerate() {
                for row in 0..count {
                    answer.extend_from_slice(plan.output(output, row));
                }
            }
        }
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.push(plan);
        answers
    }

    /// The same with the interpreter detached; Ctrl-C stops what takes long.
    fn judge(&self, py: Python<'_>, rows: &[f32], width: usize) -> PyResult<Vec<Vec<f32>>> {
        if rows.len() <= QUICK * width {
            return detached(py, || self.answer(rows, width, &Stop::default()));
        }
        interruptible(py, |stop| self.answer(rows, width, stop))
    }
}

#[pymethods]
impl Network {
    /// Reads a file, or takes one that comes with the program: `shipped:azul`.
    #[staticmethod]
    fn load(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = source.extract::<String>()
            && let Some(name) = text.strip_prefix("shipped:")
        {
            let (method, game) = match name.strip_suffix("-dqn") {
                Some(game) => ("dqn", game),
                None => ("alphazero", name),
            };
            let model = shipped(method, game).ok_or_else(|| {
                let games = shipped_games("alphazero").map(str::to_owned);
                let valued = shipped_games("dqn").map(|game| format!("{game}-dqn"));
                let all: Vec<_> = games
                    .chain(valued)
                    .map(|name| format!("shipped:{name}"))
                    .collect();
                refused(format!(
                    "there is no network {text:?}: there are {}",
                    all.join(", ")
                ))
            })?;
            return Self::new(model.map_err(refused)?);
        }
        let path: PathBuf = source.extract()?;
        Self::new(Model::load(&path).map_err(refused)?)
    }

    /// A network of an architecture such as `resnet:4x64` with weights to begin learning with.
    #[staticmethod]
    #[pyo3(signature = (game, architecture, *, encoding=None, seed=0))]
    fn create(
        game: &Bound<'_, Game>,
        architecture: &str,
        encoding: Option<&str>,
        seed: u64,
    ) -> PyResult<Self> {
        let game = game.get();
        game.encoding(encoding)?;
        let architecture: Architecture = architecture
            .parse()
            .map_err(|error| refused(ModelError::from(error)))?;
        let model = with_game!(game.id, G => {
            let rules = game.rules.parse().map_err(option)?;
            let network = architecture.describe_under::<G>(&rules, encoding);
            let network = network.map_err(|error| refused(ModelError::from(error)))?;
            let weights = Weights::initial(&network, &mut seeded(seed));
            Model::new::<G>(network, weights, &rules)
        });
        Self::new(model.map_err(refused)?)
    }

    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    #[getter]
    fn encoding(&self) -> &str {
        &self.model.network().description().encoding
    }

    #[getter]
    fn architecture(&self) -> &str {
        &self.model.network().description().name
    }

    #[getter]
    fn description<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let description = serde_json::to_value(self.model.network().description());
        from_json(py, &description.map_err(refused)?)
    }

    #[getter]
    fn notes(&self) -> BTreeMap<String, String> {
        self.model.card().notes.clone()
    }

    #[getter]
    fn num_parameters(&self) -> usize {
        self.model.network().trainable()
    }

    #[getter]
    fn reads_masks(&self) -> bool {
        self.model.network().reads_legal()
    }

    #[getter]
    fn outputs(&self) -> BTreeMap<String, Vec<usize>> {
        let network = self.model.network();
        let outputs = network.outputs();
        outputs
            .map(|(name, id)| (name.to_owned(), network.shape(id).to_vec()))
            .collect()
    }

    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let weights = PyDict::new(py);
        let tensors = self.model.weights().tensors();
        for (parameter, tensor) in self.model.network().parameters().iter().zip(tensors) {
            let array = ArrayD::from_shape_vec(IxDyn(&parameter.shape), tensor.clone());
            let array = array.map_err(|error| refused(format!("{}: {error}", parameter.name)))?;
            weights.set_item(&parameter.name, PyArrayDyn::from_owned_array(py, array))?;
        }
        Ok(weights)
    }

    fn with_weights(&self, weights: &Bound<'_, PyDict>) -> PyResult<Self> {
        let parameters = self.model.network().parameters();
        let mut tensors = Vec::new();
        for parameter in parameters {
            let Some(tensor) = weights.get_item(&parameter.name)? else {
                return Err(refused(ModelError::Missing(parameter.name.clone())));
            };
            let tensor = floats(&tensor, &parameter.name, &[&parameter.shape])?;
            tensors.push(slice(&tensor, &parameter.name)?.to_vec());
        }
        for name in weights.keys() {
            let name: String = name.extract()?;
            if !parameters.iter().any(|parameter| parameter.name == name) {
                return Err(refused(ModelError::Extra(name)));
            }
        }
        let weights = Weights::new(self.model.network(), tensors).map_err(refused)?;
        self.renewed(weights)
    }

    fn with_note(&self, key: &str, note: &str) -> PyResult<Self> {
        Self::new(self.model.clone().with_note(key, note))
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        detached(py, move || self.model.save(&path))?.map_err(refused)
    }

    #[pyo3(signature = (observations, masks=None))]
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        observations: &Bound<'py, PyAny>,
        masks: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let network = self.model.network();
        let encoding = self.game.encoding(Some(&network.description().encoding))?;
        let encoding = &self.game.encoding_list()[encoding];
        let array = py.import("numpy")?.call_method1("asarray", (observations,))?;
        let rows = array
            .cast::<PyUntypedArray>()?
            .shape()
            .first()
            .copied()
            .unwrap_or(0);
        let flat = [rows, encoding.len()];
        let mut shaped = vec![rows];
        if let [tensor] = encoding.tensors {
            shaped.extend(tensor.shape);
        } else {
            shaped.push(encoding.len());
        }
        let shown = floats(&array, "observations", &[&shaped, &flat])?;
        let shown = slice(&shown, "observations")?;
        let legal = match masks {
            None if network.reads_legal() => {
                return Err(refused(
                    "this network reads the legal actions; expected masks too",
                ));
            }
            Some(masks) if network.reads_legal() => {
                let single = py.import("numpy")?.getattr("float32")?;
                let masks = py.import("numpy")?.call_method1("asarray", (masks, single))?;
                Some(floats(&masks, "masks", &[&[rows, self.game.action_count()]])?)
            }
            _ => None,
        };
        let answers = match &legal {
            None => self.judge(py, shown, encoding.len())?,
            Some(legal) => {
                let (legal, actions) = (slice(legal, "masks")?, self.game.action_count());
                let both = shown
                    .chunks_exact(encoding.len())
                    .zip(legal.chunks_exact(actions));
                let joined: Vec<f32> = both
                    .flat_map(|(own, legal)| own.iter().chain(legal))
                    .copied()
                    .collect();
                self.judge(py, &joined, encoding.len() + actions)?
            }
        };
        let named = PyDict::new(py);
        for ((name, id), answer) in network.outputs().zip(answers) {
            let mut shape = vec![rows];
            shape.extend(network.shape(id));
            let array = ArrayD::from_shape_vec(IxDyn(&shape), answer);
            let array = array.map_err(|error| refused(format!("{name}: {error}")))?;
            named.set_item(name, PyArrayDyn::from_owned_array(py, array))?;
        }
        Ok(named)
    }

    fn __repr__(&self) -> String {
        let (game, rules, name) = (self.game.id, &self.game.rules, self.architecture());
        format!(
            "<Network {name} of {game} under {rules}, {} parameters>",
            self.num_parameters()
        )
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Network>()
}
