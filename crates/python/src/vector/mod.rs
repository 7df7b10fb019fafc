//! `damero._core.Vector`: many games that step together into numpy arrays, which are allocated once and written in place.

mod games;
mod observations;

use std::process;
use std::sync::{Arc, Mutex, MutexGuard};

use damero_games::env::{ActionNumbers, AutoReset, EnvConfig, SKIP, mask_bytes};
use damero_games::random::{SeededRng, seeded};
use damero_games::{Lang, with_game};
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPoolBuilder;

use self::games::{Arrays, Games, Typed};
use self::observations::Seen;
use crate::error::{busy, input, option, refused};
use crate::game::{Game, option_text};
use crate::interrupt::detached;
use crate::rewards::Rewarded;
use crate::state::State;

/// More games than anybody steps at once; their arrays still fit into memory.
const MOST_GAMES: usize = 1 << 17;

/// Everything that one thread at a time may use.
struct Inner {
    games: Box<dyn Games>,
    actions: Vec<u32>,
    /// The observations, if the array has another form.
    numbers: Vec<f32>,
    threads: usize,
    /// The process that has the threads: one that was forked off has none and makes its own.
    owner: Option<u32>,
    rng: SeededRng,
}

impl Inner {
    /// Makes the threads besides the caller's, if this process has none yet.
    fn start_threads(&mut self) -> PyResult<()> {
        if self.threads > 1 && self.owner != Some(process::id()) {
            let pool = ThreadPoolBuilder::new().num_threads(self.threads - 1).build();
            let pool = pool.map_err(|error| refused(format!("cannot start threads: {error}")))?;
            self.games.set_pool(Arc::new(pool));
            self.owner = Some(process::id());
        }
        Ok(())
    }
}

/// Many games that step together.
#[pyclass(frozen, module = "damero._core", name = "Vector")]
pub(crate) struct Vector {
    game: Game,
    /// How many games there are.
    #[pyo3(get)]
    num_envs: usize,
    /// What the next player of each game sees, as an array of its own kind.
    observations: Seen,
    /// What the player who moved is paid.
    #[pyo3(get)]
    reward: Py<PyArray1<f32>>,
    /// What both are paid.
    #[pyo3(get)]
    rewards: Py<PyArray2<f32>>,
    /// Whether the game is over by its rules.
    #[pyo3(get)]
    terminated: Py<PyArray1<bool>>,
    /// Whether the game was cut short.
    #[pyo3(get)]
    truncated: Py<PyArray1<bool>>,
    /// Whose turn it is.
    #[pyo3(get)]
    turns: Py<PyArray1<i8>>,
    /// Which action indices are legal, if masks are bytes.
    #[pyo3(get)]
    masks: Option<Py<PyArray2<bool>>>,
    /// Which action indices are legal, if masks are bits, the lowest bit of a byte first.
    #[pyo3(get)]
    bits: Option<Py<PyArray2<u8>>>,
    inner: Mutex<Inner>,
}

impl Vector {
    fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        // After a panic the games may be meaningless, though never unsafe; a reset makes them whole again.
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            Err(std::sync::TryLockError::Poisoned(inner)) => Ok(inner.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => Err(busy("this environment")),
        }
    }

    /// Works on the games with the arrays borrowed and the interpreter detached.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Games, &[u32], &mut Arrays<'_>) -> T + Send,
        prepare: impl FnOnce(&mut Inner) -> PyResult<()>,
    ) -> PyResult<T> {
        let mut inner = self.lock()?;
        prepare(&mut inner)?;
        inner.start_threads()?;
        let Inner {
            games,
            actions,
            numbers,
            ..
        } = &mut *inner;
        macro_rules! memory {
            ($array:expr) => {
                $array.bind(py).try_readwrite().map_err(refused)?
            };
        }
        let mut floats = match &self.observations {
            Seen::Floats(array) => Some(memory!(array)),
            Seen::Bytes(_) | Seen::Bits(_) => None,
        };
        let (mut reward, mut rewards) = (memory!(self.reward), memory!(self.rewards));
        let (mut terminated, mut truncated) = (memory!(self.terminated), memory!(self.truncated));
        let mut turns = memory!(self.turns);
        let mut masks = match &self.masks {
            Some(masks) => Some(memory!(masks)),
            None => None,
        };
        let mut bits = match &self.bits {
            Some(bits) => Some(memory!(bits)),
            None => None,
        };
        let mut arrays = Arrays {
            observations: match &mut floats {
                Some(floats) => floats.as_slice_mut().map_err(refused)?,
                None => numbers,
            },
            reward: reward.as_slice_mut().map_err(refused)?,
            rewards: rewards.as_slice_mut().map_err(refused)?,
            terminated: terminated.as_slice_mut().map_err(refused)?,
            truncated: truncated.as_slice_mut().map_err(refused)?,
            turns: turns.as_slice_mut().map_err(refused)?,
            masks: masks
                .as_mut()
                .map(|masks| masks.as_slice_mut())
                .transpose()
                .map_err(refused)?,
            bits: bits
                .as_mut()
                .map(|bits| bits.as_slice_mut())
                .transpose()
                .map_err(refused)?,
        };
        let games = &mut **games;
        let result = detached(py, || work(games, actions, &mut arrays))?;
        self.observations.pack(py, numbers, self.num_envs)?;
        Ok(result)
    }

    fn check(&self, i: usize) -> PyResult<()> {
        if i < self.num_envs {
            return Ok(());
        }
        Err(refused(format!(
            "there is no game {i}: there are {}, from 0",
            self.num_envs
        )))
    }
}

#[pymethods]
impl Vector {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    #[pyo3(signature = (game, num_envs, *, threads, autoreset, encoding, dtype, mask, reasons, **options))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        num_envs: usize,
        threads: usize,
        autoreset: &str,
        encoding: Option<&str>,
        dtype: &str,
        mask: Option<&str>,
        reasons: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = game.get().clone();
        if !(1..=MOST_GAMES).contains(&num_envs) {
            return Err(refused(format!(
                "num_envs is a number from 1 to {MOST_GAMES}, not {num_envs}"
            )));
        }
        if !(1..=1024).contains(&threads) {
            return Err(refused(format!(
                "threads is a number from 1 to 1024, not {threads}"
            )));
        }
        let auto_reset = match autoreset {
            "disabled" => AutoReset::Disabled,
            "next_step" => AutoReset::NextStep,
            "same_step" => AutoReset::SameStep,
            _ => {
                return Err(refused(format!(
                    "autoreset is disabled, next_step or same_step, not {autoreset:?}"
                )));
            }
        };
        let number = game.encoding(encoding)?;
        let games: Box<dyn Games> = with_game!(game.id, G => {
            let mut config = EnvConfig::<G, <G as Rewarded>::Reward> {
                rules: game.rules.parse().map_err(option)?,
                encoding: number,
                actions: ActionNumbers::Index,
                ..EnvConfig::default()
            };
            for (name, value) in options.into_iter().flatten() {
                config.set(&name.extract::<String>()?, &option_text(&value)?).map_err(option)?;
            }
            Box::new(Typed::<G>::new(config, num_envs, auto_reset, threads, reasons))
        });
        let (masks, bits) = match mask {
            Some("bytes") => (
                Some(PyArray2::zeros(py, [num_envs, game.action_count()], false).unbind()),
                None,
            ),
            Some("bits") => {
                let bytes = mask_bytes(game.action_count());
                (None, Some(PyArray2::zeros(py, [num_envs, bytes], false).unbind()))
            }
            None => (None, None),
            Some(other) => return Err(refused(format!("mask is bytes, bits or None, not {other:?}"))),
        };
        let encoding = &game.encoding_list()[number];
        let numbers = match dtype {
            "float32" => Vec::new(),
            _ => vec![0.0; num_envs * encoding.len()],
        };
        Ok(Self {
            num_envs,
            observations: Seen::new(py, &game, encoding, dtype, num_envs)?,
            reward: PyArray1::zeros(py, num_envs, false).unbind(),
            rewards: PyArray2::zeros(py, [num_envs, 2], false).unbind(),
            terminated: PyArray1::zeros(py, num_envs, false).unbind(),
            truncated: PyArray1::zeros(py, num_envs, false).unbind(),
            turns: PyArray1::zeros(py, num_envs, false).unbind(),
            masks,
            bits,
            inner: Mutex::new(Inner {
                games,
                actions: vec![0; num_envs],
                numbers,
                threads,
                owner: None,
                rng: seeded(0),
            }),
            game,
        })
    }

    /// What the next player of each game sees.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.observations.array(py)
    }

    /// Begins all games anew.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.work(
            py,
            |games, _, arrays| games.reset(seed, arrays),
            |inner| {
                inner.rng = seeded(seed);
                Ok(())
            },
        )
    }

    /// Begins one game anew, at a position if one is given.
    #[pyo3(signature = (i, state=None))]
    fn reset_one(&self, py: Python<'_>, i: usize, state: Option<&Bound<'_, State>>) -> PyResult<()> {
        self.check(i)?;
        let Some(state) = state else {
            return self.work(py, |games, _, arrays| games.reset_one(i, arrays), |_| Ok(()));
        };
        let state = state.try_borrow()?;
        if state.game != self.game {
            return Err(refused(format!(
                "the games here are {} under {}, not {} under {}",
                self.game.id, self.game.rules, state.game.id, state.game.rules
            )));
        }
        let position = &*state.session;
        let done = self.work(
            py,
            |games, _, arrays| games.reset_to(i, position, arrays),
            |_| Ok(()),
        )?;
        done.map_err(|error| input(error.into()))
    }

    /// Plays an action in every game. If `skipping`, -1 leaves a game as it is.
    #[pyo3(signature = (actions, skipping=false))]
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyArray1<i64>>, skipping: bool) -> PyResult<()> {
        let actions = actions.try_readonly().map_err(refused)?;
        let actions = actions.as_slice().map_err(refused)?;
        if actions.len() != self.num_envs {
            return Err(refused(format!(
                "{} actions for {} games",
                actions.len(),
                self.num_envs
            )));
        }
        let done = self.work(
            py,
            |games, actions, arrays| games.step(actions, arrays),
            |inner| {
                for (i, (to, &from)) in inner.actions.iter_mut().zip(actions).enumerate() {
                    let skipped = skipping && from == -1;
                    let index = if skipped {
                        Some(SKIP)
                    } else {
                        u32::try_from(from).ok().filter(|&index| index != SKIP)
                    };
                    *to = index.ok_or_else(|| refused(format!("game {i}: {from} is no action index")))?;
                }
                Ok(())
            },
        )?;
        done.map_err(input)
    }

    /// A legal action for every game, each equally likely; 0 where the game is over.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let mut inner = self.lock()?;
        let Inner {
            games, actions, rng, ..
        } = &mut *inner;
        games.sample(rng, actions);
        Ok(PyArray1::from_iter(
            py,
            actions.iter().map(|&action| i64::from(action)),
        ))
    }

    /// Game number `i` as a state of its own.
    fn state(&self, i: usize) -> PyResult<State> {
        self.check(i)?;
        let session = self.lock()?.games.session(i);
        let session = session.ok_or_else(|| refused(format!("there is no game {i}")))?;
        State::new(self.game.clone(), session, None)
    }

    /// Copies the last observation of each game that has just ended into its row of an array of numbers.
    fn final_observations(&self, into: &Bound<'_, PyArrayDyn<f32>>) -> PyResult<()> {
        let py = into.py();
        let mut into = into.try_readwrite().map_err(refused)?;
        let rows = into.as_slice_mut().map_err(refused)?;
        let [terminated, truncated] =
            [&self.terminated, &self.truncated].map(|array| array.bind(py).try_readonly());
        let (terminated, truncated) = (terminated.map_err(refused)?, truncated.map_err(refused)?);
        let ended = terminated.as_slice().map_err(refused)?.iter();
        let ended = ended.zip(truncated.as_slice().map_err(refused)?);
        let inner = self.lock()?;
        let length = rows.len() / self.num_envs;
        for (i, (&terminated, &truncated)) in ended.enumerate() {
            if !(terminated || truncated) {
                continue;
            }
            if let Some(last) = inner.games.final_observation(i) {
                match rows.get_mut(i * length..(i + 1) * length) {
                    Some(row) if row.len() == last.len() => row.copy_from_slice(last),
                    _ => return Err(refused("the array has not the shape of the observations")),
                }
            }
        }
        Ok(())
    }

    /// Why games have ended: for each game that has, the rule as a sentence.
    fn end_reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let reasons = PyDict::new(py);
        for (i, ending) in self.lock()?.games.endings().iter().enumerate() {
            if let Some(ending) = ending {
                reasons.set_item(i, ending.reason.get(Lang::En))?;
            }
        }
        Ok(reasons)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Vector>()
}
