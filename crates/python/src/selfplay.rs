//! `_core.Games`: many games of self-play that pause with their leaves as arrays; `damero.SelfPlay` dresses it up.

use std::sync::{Mutex, TryLockError};

use damero_games::random::seeded;
use damero_games::record::write_native;
use damero_games::{Encoding, Game as _, with_game};
use damero_learn::alphazero::worker::exact_solver;
use damero_learn::alphazero::{
    AlphaZeroConfig, Augment, Clock, ExternalSelfPlay, Played, Refused, SampleArrays, SelfPlayParams, Subject,
};
use damero_search::mcts::PolicyForm;
use numpy::{PyArray1, PyArray2, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{busy, option, panicked, refused};
use crate::game::Game;
use crate::interrupt::detached;
use crate::rows::{floats, form, observations, refused_text, slice, table};
use crate::search_options::{SearchOptions, check};

/// What is counted, summed over the games that were taken.
#[derive(Clone, Copy, Default)]
struct Sums {
    games: u64,
    evaluations: u64,
    decisions: u64,
    exact: u64,
    followed: u64,
    reused: u64,
}

/// Self-play of a game that is known only at run time.
trait AnySelfPlay: Send {
    fn gather(&mut self) -> (usize, Vec<f32>, Vec<bool>);
    fn waiting(&self) -> usize;
    fn apply(&mut self, form: PolicyForm, policy: &[f32], values: &[f32]) -> Result<(), Refused>;
    fn finished(&self) -> usize;
    fn take(&mut self, augment: Augment, seed: u64, records: bool) -> (SampleArrays, Vec<String>);
    fn sums(&self) -> Sums;
}

struct Typed<G: Subject> {
    play: ExternalSelfPlay<G>,
    encoding: usize,
    sums: Sums,
}

impl<G: Subject> AnySelfPlay for Typed<G> {
    fn gather(&mut self) -> (usize, Vec<f32>, Vec<bool>) {
        let rows = self.play.gather();
        let mut observations = vec![0.0; rows * self.play.observation_len()];
        let mut legal = vec![false; rows * G::ACTIONS];
        self.play.show(&mut observations, &mut legal);
        (rows, observations, legal)
    }

    fn waiting(&self) -> usize {
        self.play.waiting()
    }

    fn apply(&mut self, form: PolicyForm, policy: &[f32], values: &[f32]) -> Result<(), Refused> {
        self.play.apply(form, policy, values)
    }

    fn finished(&self) -> usize {
        self.play.finished()
    }

    fn take(&mut self, augment: Augment, seed: u64, records: bool) -> (SampleArrays, Vec<String>) {
        let (mut arrays, mut texts, mut rng) = (SampleArrays::default(), Vec::new(), seeded(seed));
        let rules = *self.play.rules();
        for (number, (game, counts)) in self.play.take_finished().into_iter().enumerate() {
            let game: Played<G> = game;
            arrays.add(&rules, &game, number as u32, (self.encoding, augment), &mut rng);
            if records {
                texts.push(write_native(&game.record(rules)));
            }
            let sums = &mut self.sums;
            sums.games += 1;
            sums.evaluations += counts.evaluations;
            sums.decisions += counts.decisions;
            sums.exact += counts.exact;
            sums.followed += counts.followed;
            sums.reused += counts.reused;
        }
        (arrays, texts)
    }

    fn sums(&self) -> Sums {
        self.sums
    }
}

/// Everything else that can be said about self-play, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct PlayOptions {
    games: usize,
    threads: usize,
    seed: u64,
    simulations: u64,
    leaves: usize,
    temperature: Vec<String>,
    temperature_by: String,
    full_share: f64,
    fast_simulations: u64,
    opening_plies: u32,
    resign: f64,
    resign_control: f64,
    exact_nodes: u64,
}

impl PlayOptions {
    fn config(self, search: SearchOptions) -> PyResult<AlphaZeroConfig> {
        let mut search = search.config()?;
        search.leaves = self.leaves;
        search.full_share = self.full_share;
        search.fast_simulations = self.fast_simulations;
        let temperature_by = match self.temperature_by.as_str() {
            "ply" => Clock::Ply,
            "round" => Clock::Round,
            other => {
                return Err(refused(format!(
                    "temperature_by is {other:?}; expected 'ply' or 'round'"
                )));
            }
        };
        let defaults = AlphaZeroConfig::default();
        Ok(AlphaZeroConfig {
            curriculum: vec![format!("1-: {}", self.simulations)],
            temperature: self.temperature,
            temperature_by,
            search,
            opening_plies: self.opening_plies,
            resign: self.resign,
            resign_control: self.resign_control,
            exact_nodes: self.exact_nodes,
            ..defaults
        })
    }
}

/// Many games of self-play.
#[pyclass(frozen, module = "damero._core")]
pub(crate) struct Games {
    game: Game,
    encoding: &'static Encoding,
    /// Whether the game keeps points.
    scored: bool,
    inner: Mutex<Box<dyn AnySelfPlay>>,
}

type Arrays<'py> = (Bound<'py, PyArrayDyn<f32>>, Bound<'py, PyArray2<bool>>);

impl Games {
    /// Works with the games unless another thread does.
    fn with<T>(&self, work: impl FnOnce(&mut dyn AnySelfPlay) -> PyResult<T>) -> PyResult<T> {
        match self.inner.try_lock() {
            Ok(mut inner) => work(&mut **inner),
            Err(TryLockError::WouldBlock) => Err(busy("this self-play")),
            Err(TryLockError::Poisoned(_)) => {
                Err(panicked(&"an earlier internal error broke this self-play"))
            }
        }
    }
}

#[pymethods]
impl Games {
    #[new]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        search: SearchOptions,
        options: PlayOptions,
        encoding: Option<&str>,
    ) -> PyResult<Self> {
        let game = game.get().clone();
        let encoding = game.encoding(encoding)?;
        let PlayOptions {
            games, threads, seed, ..
        } = options;
        if !(1..=1 << 20).contains(&games) {
            return Err(refused(format!(
                "games is {games}; expected a number from 1 to {}",
                1 << 20
            )));
        }
        if !(1..=1024).contains(&threads) {
            return Err(refused(format!(
                "threads is {threads}; expected a number from 1 to 1024"
            )));
        }
        if options.simulations == 0 {
            return Err(refused("simulations is 0; expected a whole number from 1 on"));
        }
        let config = options.config(search)?;
        let (inner, scored): (Box<dyn AnySelfPlay>, bool) = with_game!(game.id, G => {
            let tables = check::<G>(&config)?;
            if config.exact_nodes > 0 && exact_solver::<G>(config.exact_nodes).is_none() {
                return Err(refused(format!(
                    "exact_nodes is {}; expected 0, as {} has no solver",
                    config.exact_nodes, game.id
                )));
            }
            let rules = game.rules.parse().map_err(option)?;
            let scored = G::start(&rules).scores().is_some();
            let params = SelfPlayParams::new(&config, &tables, 1);
            let play = detached(py, || ExternalSelfPlay::<G>::new(rules, params, encoding, games, threads, seed))?;
            let play = Typed {
                play: play.map_err(refused)?,
                encoding,
                sums: Sums::default(),
            };
            (Box::new(play), scored)
        });
        Ok(Self {
            encoding: &game.encoding_list()[encoding],
            game,
            scored,
            inner: Mutex::new(inner),
        })
    }

    fn gather<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let gathered = detached(py, || self.with(|play| Ok(play.gather())))??;
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
        let rows = self.with(|play| Ok(play.waiting()))?;
        let policy = floats(policy, "policy", &[&[rows, self.game.action_count()]])?;
        let value = floats(value, "value", &[&[rows], &[rows, 1]])?;
        let (policy, value) = (slice(&policy, "policy")?, slice(&value, "value")?);
        detached(py, || {
            self.with(|play| {
                if play.waiting() != rows {
                    return Err(busy("this self-play"));
                }
                let applied = play.apply(form(probabilities), policy, value);
                applied.map_err(|error| refused_text(&error.text()))
            })
        })?
    }

    #[getter]
    fn waiting(&self) -> PyResult<usize> {
        self.with(|play| Ok(play.waiting()))
    }

    #[getter]
    fn finished(&self) -> PyResult<usize> {
        self.with(|play| Ok(play.finished()))
    }

    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sums = self.with(|play| Ok(play.sums()))?;
        let counts = PyDict::new(py);
        for (name, count) in [
            ("games", sums.games),
            ("evaluations", sums.evaluations),
            ("decisions", sums.decisions),
            ("exact", sums.exact),
            ("followed", sums.followed),
            ("reused", sums.reused),
        ] {
            counts.set_item(name, count)?;
        }
        Ok(counts)
    }

    fn take<'py>(
        &self,
        py: Python<'py>,
        symmetries: Option<&str>,
        seed: u64,
        records: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let augment = match symmetries {
            None => Augment::None,
            Some("random") => Augment::Random,
            Some("all") => Augment::All,
            Some(other) => {
                return Err(refused(format!(
                    "symmetries is {other:?}; expected None, 'random' or 'all'"
                )));
            }
        };
        let (arrays, texts) = detached(py, || self.with(|play| Ok(play.take(augment, seed, records))))??;
        let (rows, actions) = (arrays.outcomes.len(), self.game.action_count());
        let taken = PyDict::new(py);
        taken.set_item(
            "observations",
            observations(py, arrays.observations, rows, self.encoding)?,
        )?;
        taken.set_item("masks", table(py, arrays.legal, rows, actions)?)?;
        taken.set_item("policies", table(py, arrays.policies, rows, actions)?)?;
        taken.set_item("outcomes", PyArray1::from_vec(py, arrays.outcomes))?;
        taken.set_item("values", PyArray1::from_vec(py, arrays.values))?;
        let scores = if self.scored {
            Some(table(py, arrays.scores, rows, 2)?)
        } else {
            None
        };
        taken.set_item("scores", scores)?;
        taken.set_item("truncated", PyArray1::from_vec(py, arrays.truncated))?;
        taken.set_item("games", PyArray1::from_vec(py, arrays.games))?;
        taken.set_item("plies", PyArray1::from_vec(py, arrays.plies))?;
        taken.set_item("records", texts)?;
        Ok(taken)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Games>()
}
