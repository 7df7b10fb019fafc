//! `_core.Player`: any player of Damero by its spec; `damero.Player` dresses it up. And the exact solver.

use std::collections::HashMap;
use std::sync::{Mutex, TryLockError};
use std::time::Duration;

use damero_arena::{AnyPlayer, ArenaError, Data, Spec, solve as solve_exactly};
use damero_games::{AnyGame, GameId, Lang};
use damero_search::{EngineOptions, Limits, SearchContext, Unsolved};
use pyo3::prelude::*;
use serde_json::json;

use crate::error::{busy, panicked, refused};
use crate::interrupt::interruptible;
use crate::moves::{Move, from_json};
use crate::state::State;

/// The longest that anybody may think, in seconds.
const LONGEST: f64 = 1e9;

/// What is said about moves and what is only to be played are different players of the same spec.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Task {
    Choose,
    Analyse,
}

/// A player by its spec, made for a game when it is first asked about it.
#[pyclass(frozen, module = "damero._core")]
pub(crate) struct Player {
    spec: Spec,
    seed: u64,
    made: Mutex<HashMap<(GameId, Task), Box<dyn AnyPlayer>>>,
}

/// An error of the arena with its sentence.
pub(crate) fn arena(error: &ArenaError) -> PyErr {
    refused(error.message(Lang::En))
}

/// How long a search may take.
#[derive(Clone, Copy, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PyLimits {
    time: Option<f64>,
    nodes: Option<u64>,
    simulations: Option<u64>,
    depth: Option<u32>,
}

impl PyLimits {
    pub(crate) fn limits(self) -> PyResult<Limits> {
        if self.time.is_some_and(|time| !(0.0..=LONGEST).contains(&time)) {
            return Err(refused(format!(
                "time is {}; expected seconds from 0 to {LONGEST}",
                self.time.unwrap_or_default()
            )));
        }
        for (name, count) in [
            ("nodes", self.nodes),
            ("simulations", self.simulations),
            ("depth", self.depth.map(u64::from)),
        ] {
            if count == Some(0) {
                return Err(refused(format!("{name} is 0; expected a whole number from 1 on")));
            }
        }
        Ok(Limits {
            time: self.time.map(Duration::from_secs_f64),
            nodes: self.nodes,
            simulations: self.simulations,
            depth: self.depth,
        })
    }
}

/// The legal move of a game with this text.
pub(crate) fn legal_move(game: &dyn AnyGame, text: &str) -> PyResult<Move> {
    let moves = game
        .moves()
        .into_iter()
        .zip(game.action_indices())
        .zip(game.move_objects());
    let mut moves = moves.map(|((text, index), object)| Move { text, index, object });
    moves
        .find(|m| m.text == text)
        .ok_or_else(|| panicked(&"a player chose a move that is not legal"))
}

impl Player {
    fn analyse(
        &self,
        py: Python<'_>,
        state: &State,
        limits: PyLimits,
        task: Task,
    ) -> PyResult<(damero_arena::Analysis, Box<dyn AnyGame>)> {
        let (limits, id) = (limits.limits()?, state.game.id);
        let game = state.session.boxed_clone();
        if game.turn().player().is_none() {
            let why = if game.turn().outcome().is_some() {
                "the game is over"
            } else {
                "chance is to decide"
            };
            return Err(refused(format!("{why}: no player is to move")));
        }
        let answered = interruptible(py, |stop| {
            let mut made = match self.made.try_lock() {
                Ok(made) => made,
                Err(TryLockError::WouldBlock) => return Err(busy("this player")),
                Err(TryLockError::Poisoned(_)) => {
                    return Err(panicked(&"an earlier internal error broke this player"));
                }
            };
            let player = match made.entry((id, task)) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    let spec = match task {
                        Task::Choose => self.spec.clone(),
                        Task::Analyse => self.spec.clone().scoring_all(),
                    };
                    entry.insert(spec.player(id, self.seed).map_err(|error| arena(&error))?)
                }
            };
            player.check(&*game).map_err(|error| arena(&error))?;
            let context = SearchContext::new(limits).stopped_by(stop);
            player.analyse(&*game, context).map_err(|error| arena(&error))
        })??;
        Ok((answered, game))
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(spec: &str, seed: u64, runs: Option<std::path::PathBuf>) -> PyResult<Self> {
        let spec: Spec = spec.parse().map_err(refused)?;
        let spec = match runs {
            Some(folder) => spec.in_runs(&folder),
            None => spec,
        };
        Ok(Self {
            spec,
            seed,
            made: Mutex::default(),
        })
    }

    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    fn choose(&self, py: Python<'_>, state: &State, limits: PyLimits) -> PyResult<Move> {
        let (analysis, game) = self.analyse(py, state, limits, Task::Choose)?;
        legal_move(&*game, &analysis.best.text)
    }

    fn analyze<'py>(&self, py: Python<'py>, state: &State, limits: PyLimits) -> PyResult<Bound<'py, PyAny>> {
        let (analysis, _) = self.analyse(py, state, limits, Task::Analyse)?;
        from_json(py, &serde_json::to_value(analysis).map_err(refused)?)
    }
}

/// The exact value of a position as a dictionary; `None` when no player is to move.
#[pyfunction]
fn solve<'py>(
    py: Python<'py>,
    state: &State,
    threads: usize,
    table_mib: usize,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (id, game) = (state.game.id, state.session.boxed_clone());
    let options = EngineOptions {
        threads: threads.clamp(1, 1024),
        table_mib: table_mib.clamp(1, 1 << 16),
        score_all: true,
        data: Data::Auto.folder(),
    };
    let solved = interruptible(py, |stop| {
        solve_exactly(&*game, id, &options, stop, &mut |_, _| ())
    })?;
    let solved = solved.map_err(|unsolved| match unsolved {
        Unsolved::OutOfReach(why) => refused(why.en),
        Unsolved::Stopped => refused("the solver was stopped"),
    })?;
    let Some(solved) = solved else { return Ok(None) };
    let moves = solved.moves.iter();
    let moves = moves.map(|one| json!({"move": one.m, "value": one.value, "plies": one.plies}));
    let answer = json!({
        "value": solved.value,
        "plies": solved.plies,
        "best": solved.best,
        "line": solved.pv,
        "moves": moves.collect::<Vec<_>>(),
        "nodes": solved.nodes,
        "seconds": solved.time.as_secs_f64(),
    });
    from_json(py, &answer).map(Some)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Player>()?;
    module.add_function(wrap_pyfunction!(solve, module)?)
}
