//! `_core.Tree`: one tree search that pauses with its leaves as arrays; `damero.mcts.Search` dresses it up.

use std::sync::{Mutex, TryLockError};

use damero_games::record::Event;
use damero_games::{AnyGame, Encode, Encoding, Notation, Playable, PovValue, Session, Turn, with_game};
use damero_learn::alphazero::{AlphaZeroConfig, RootKind};
use damero_search::mcts::{Evaluations, Leaves, Options, PolicyForm, Root, RowError, Search};
use numpy::{PyArray1, PyArray2, PyArrayDyn};
use pyo3::prelude::*;

use crate::error::{busy, input, panicked, refused};
use crate::game::Game;
use crate::interrupt::detached;
use crate::moves::Move;
use crate::player::legal_move;
use crate::rows::{floats, form, observations, refused_text, slice, table};
use crate::search_options::{SearchOptions, check};
use crate::state::State;

/// What is known of the root's moves, by their places in the list of legal moves.
struct Found {
    actions: Vec<usize>,
    visits: Vec<u32>,
    priors: Vec<f32>,
    /// What is expected for the player to move; no number where a move was not tried.
    values: Vec<f32>,
    policy: Vec<f32>,
}

/// A tree of a game that is known only at run time.
trait AnyTree: Send {
    fn gather(&mut self, batch: usize) -> (usize, Vec<f32>, Vec<bool>);
    fn waiting(&self) -> usize;
    fn apply(&mut self, form: PolicyForm, policy: &[f32], values: &[f32]) -> Result<(), RowError>;
    fn begin(&mut self, simulations: u64);
    /// Whether all simulations were done, simulations so far, nodes, visits of the root, the longest way from it.
    fn progress(&self) -> (bool, u64, usize, u32, u32);
    /// The expected result for the player to move, or for the first player where none is.
    fn value(&self) -> f32;
    /// The certain result for the player to move, and the plies to it.
    fn solved(&self) -> Option<(f32, u32)>;
    fn found(&self) -> Found;
    /// A move and the principal variation that begins with it.
    fn best(&mut self, temperature: f32) -> Option<(String, Vec<String>)>;
    fn advance(&mut self, event: &str) -> PyResult<(u32, u32)>;
    fn session(&self) -> Box<dyn AnyGame>;
}

struct Typed<G: Encode + Notation> {
    search: Search<G>,
    session: Session<G>,
    encoding: usize,
    leaves: Leaves<G>,
    answers: Evaluations,
}

impl<G: Playable> AnyTree for Typed<G> {
    fn gather(&mut self, batch: usize) -> (usize, Vec<f32>, Vec<bool>) {
        if self.leaves.is_empty() {
            self.search.gather(batch, self.leaves.positions_mut());
        }
        let rows = self.leaves.len();
        let mut observations = vec![0.0; rows * G::ENCODINGS[self.encoding].len()];
        let mut legal = vec![false; rows * G::ACTIONS];
        self.leaves.show(self.encoding, &mut observations, &mut legal);
        (rows, observations, legal)
    }

    fn waiting(&self) -> usize {
        self.leaves.len()
    }

    fn apply(&mut self, form: PolicyForm, policy: &[f32], values: &[f32]) -> Result<(), RowError> {
        self.answers.clear();
        self.leaves.answer(form, policy, values, &mut self.answers)?;
        self.search.apply(&mut self.answers.iter());
        self.leaves.clear();
        Ok(())
    }

    fn begin(&mut self, simulations: u64) {
        self.search.begin(simulations);
    }

    fn progress(&self) -> (bool, u64, usize, u32, u32) {
        let search = &self.search;
        let done = search.is_done() && self.leaves.is_empty();
        (
            done,
            search.simulations(),
            search.nodes(),
            search.root_visits(),
            search.deepest(),
        )
    }

    fn value(&self) -> f32 {
        let value = self.search.value();
        match self.search.game().turn() {
            Turn::Player(player) => value.pov(player).0,
            Turn::Chance | Turn::Over(_) => value.0,
        }
    }

    fn solved(&self) -> Option<(f32, u32)> {
        let (outcome, plies) = self.search.solved()?;
        let player = self.search.game().turn().player()?;
        Some((outcome.value().pov(player).0, plies))
    }

    fn found(&self) -> Found {
        let moves = self.search.moves();
        let list: Vec<G::Move> = moves.iter().map(|one| one.m).collect();
        let mut actions = Vec::new();
        self.search.game().action_indices(&list, &mut actions);
        Found {
            actions,
            visits: moves.iter().map(|one| one.visits).collect(),
            priors: moves.iter().map(|one| one.prior).collect(),
            values: moves
                .iter()
                .map(|one| one.value.map_or(f32::NAN, |PovValue(value)| value))
                .collect(),
            policy: self.search.policy(),
        }
    }

    fn best(&mut self, temperature: f32) -> Option<(String, Vec<String>)> {
        let m = self.search.choose(temperature)?;
        let pv = self.search.pv(m);
        Some((m.to_string(), pv.iter().map(ToString::to_string).collect()))
    }

    fn advance(&mut self, event: &str) -> PyResult<(u32, u32)> {
        let mut session = self.session.clone();
        session.play_text(event).map_err(input)?;
        let Some(event) = session.record().events.last() else {
            return Err(refused("nothing happened"));
        };
        let event: Event<G> = event.clone();
        let reuse = self.search.advance(&event).map_err(input)?;
        self.leaves.clear();
        self.session = session;
        Ok((reuse.kept, reuse.of))
    }

    fn session(&self) -> Box<dyn AnyGame> {
        Box::new(self.session.clone())
    }
}

/// A tree search of one game.
#[pyclass(frozen, module = "damero._core")]
pub(crate) struct Tree {
    game: Game,
    encoding: &'static Encoding,
    seed: u64,
    inner: Mutex<Box<dyn AnyTree>>,
}

type Arrays<'py> = (Bound<'py, PyArrayDyn<f32>>, Bound<'py, PyArray2<bool>>);

impl Tree {
    /// Works with the tree unless another thread does.
    fn with<T>(&self, work: impl FnOnce(&mut dyn AnyTree) -> PyResult<T>) -> PyResult<T> {
        match self.inner.try_lock() {
            Ok(mut inner) => work(&mut **inner),
            Err(TryLockError::WouldBlock) => Err(busy("this search")),
            Err(TryLockError::Poisoned(_)) => Err(panicked(&"an earlier internal error broke this search")),
        }
    }

    /// Numbers by action index; `rest` for actions that are not legal.
    fn by_action<T: Copy + numpy::Element>(
        &self,
        py: Python<'_>,
        rest: T,
        numbers: impl FnOnce(Found) -> (Vec<usize>, Vec<T>),
    ) -> PyResult<Py<PyArray1<T>>> {
        let found = self.with(|tree| Ok(tree.found()))?;
        let (actions, numbers) = numbers(found);
        let mut all = vec![rest; self.game.action_count()];
        for (action, number) in actions.into_iter().zip(numbers) {
            all[action] = number;
        }
        Ok(PyArray1::from_vec(py, all).unbind())
    }
}

#[pymethods]
impl Tree {
    #[new]
    fn new(
        state: &State,
        simulations: u64,
        options: SearchOptions,
        gumbel_scale: f32,
        memory_mib: usize,
        encoding: Option<&str>,
        seed: u64,
    ) -> PyResult<Self> {
        let game = state.game.clone();
        let encoding = game.encoding(encoding)?;
        let config = AlphaZeroConfig {
            search: options.config()?,
            ..AlphaZeroConfig::default()
        };
        if !(0.0..=1000.0).contains(&gumbel_scale) {
            return Err(refused(format!(
                "gumbel_scale is {gumbel_scale}; expected a number from 0 to 1000"
            )));
        }
        if simulations == 0 {
            return Err(refused("simulations is 0; expected a whole number from 1 on"));
        }
        let mut search = Options {
            simulations,
            seed,
            memory_mib,
            ..config.search.options()
        };
        if let (RootKind::Gumbel, Root::Gumbel { scale, .. }) = (config.search.root, &mut search.root) {
            *scale = gumbel_scale;
        }
        let inner: Box<dyn AnyTree> = with_game!(game.id, G => {
            check::<G>(&config)?;
            let Some(session) = state.session.as_any().downcast_ref::<Session<G>>() else {
                return Err(refused("the state is of another game"));
            };
            Box::new(Typed::<G> {
                search: Search::new(session.game().clone(), search),
                session: session.clone(),
                encoding,
                leaves: Leaves::new(),
                answers: Evaluations::default(),
            })
        });
        Ok(Self {
            encoding: &game.encoding_list()[encoding],
            game,
            seed: state.seed,
            inner: Mutex::new(inner),
        })
    }

    fn gather<'py>(&self, py: Python<'py>, batch: usize) -> PyResult<Arrays<'py>> {
        if batch == 0 {
            return Err(refused("batch is 0; expected a whole number from 1 on"));
        }
        let gathered = detached(py, || self.with(|tree| Ok(tree.gather(batch))))??;
        let (rows, numbers, legal) = gathered;
        Ok((
            observations(py, numbers, rows, self.encoding)?,
            table(py, legal, rows, self.game.action_count())?,
        ))
    }

    fn apply(
        &self,
        py: Python<'_>,
        policy: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
        probabilities: bool,
    ) -> PyResult<()> {
        let rows = self.with(|tree| Ok(tree.waiting()))?;
        if rows == 0 {
            return Err(refused("no leaves wait for answers; gather some first"));
        }
        let policy = floats(policy, "policy", &[&[rows, self.game.action_count()]])?;
        let value = floats(value, "value", &[&[rows], &[rows, 1]])?;
        let (policy, value) = (slice(&policy, "policy")?, slice(&value, "value")?);
        detached(py, || {
            self.with(|tree| {
                if tree.waiting() != rows {
                    return Err(busy("this search"));
                }
                let applied = tree.apply(form(probabilities), policy, value);
                applied.map_err(|error| refused_text(&error.text()))
            })
        })?
    }

    fn begin(&self, simulations: u64) -> PyResult<()> {
        self.with(|tree| {
            tree.begin(simulations);
            Ok(())
        })
    }

    #[getter]
    fn progress(&self) -> PyResult<(bool, u64, usize, u32, u32)> {
        self.with(|tree| Ok(tree.progress()))
    }

    #[getter]
    fn waiting(&self) -> PyResult<usize> {
        self.with(|tree| Ok(tree.waiting()))
    }

    #[getter]
    fn value(&self) -> PyResult<f32> {
        self.with(|tree| Ok(tree.value()))
    }

    #[getter]
    fn solved(&self) -> PyResult<Option<(f32, u32)>> {
        self.with(|tree| Ok(tree.solved()))
    }

    #[getter]
    fn state(&self) -> PyResult<State> {
        let session = self.with(|tree| Ok(tree.session()))?;
        State::new(self.game.clone(), session, Some(self.seed))
    }

    fn visits(&self, py: Python<'_>) -> PyResult<Py<PyArray1<u32>>> {
        self.by_action(py, 0, |found| (found.actions, found.visits))
    }

    fn priors(&self, py: Python<'_>) -> PyResult<Py<PyArray1<f32>>> {
        self.by_action(py, 0.0, |found| (found.actions, found.priors))
    }

    fn policy(&self, py: Python<'_>) -> PyResult<Py<PyArray1<f32>>> {
        self.by_action(py, 0.0, |found| (found.actions, found.policy))
    }

    fn values(&self, py: Python<'_>) -> PyResult<Py<PyArray1<f32>>> {
        self.by_action(py, f32::NAN, |found| (found.actions, found.values))
    }

    fn best(&self, temperature: f32) -> PyResult<(Move, Vec<String>)> {
        if !(0.0..=1000.0).contains(&temperature) {
            return Err(refused(format!(
                "temperature is {temperature}; expected a number from 0 to 1000"
            )));
        }
        self.with(|tree| {
            let best = tree.best(temperature);
            let (text, pv) = best.ok_or_else(|| refused("no player is to move"))?;
            Ok((legal_move(&*tree.session(), &text)?, pv))
        })
    }

    fn advance(&self, event: &str) -> PyResult<(u32, u32)> {
        self.with(|tree| tree.advance(event))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Tree>()
}
