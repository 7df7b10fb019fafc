//! `damero.State`: a game being played.

use std::hash::{DefaultHasher, Hasher};

use damero_games::playout::playout;
use damero_games::random::seeded;
use damero_games::zobrist::mix;
use damero_games::{
    AnyGame, Illegal, Lang, MoveBuf, Outcome, Player, PovOutcome, Session, Turn, registry, with_game,
};
use damero_search::Stop;
use numpy::ndarray::{Array3, ArrayD};
use numpy::{PyArray1, PyArray3, PyArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};

use crate::error::{illegal, input, refused};
use crate::game::{Game, shape};
use crate::interrupt::{detached, interruptible};
use crate::moves::{Move, from_json, json_text};

/// A game being played: its position and how it came about.
#[pyclass(module = "damero", name = "State")]
pub(crate) struct State {
    pub(crate) game: Game,
    pub(crate) session: Box<dyn AnyGame>,
    /// Decides the chance events that nobody else decides.
    pub(crate) seed: u64,
}

impl State {
    /// A state of `game`. Without a seed one is drawn from the system.
    pub(crate) fn new(game: Game, session: Box<dyn AnyGame>, seed: Option<u64>) -> PyResult<Self> {
        let seed = match seed {
            Some(seed) => seed,
            None => getrandom::u64()
                .map_err(|error| refused(format!("the system gives no random numbers: {error}")))?,
        };
        Ok(Self { game, session, seed })
    }

    fn play_index(&mut self, index: &Bound<'_, PyAny>) -> PyResult<()> {
        self.session.play_action(action_index(index)?).map_err(input)
    }

    fn play_text(&mut self, text: &str) -> PyResult<()> {
        if self.session.turn() == Turn::Chance {
            return Err(illegal(&Illegal::chance_pending()));
        }
        self.session.play(text).map_err(input)?;
        Ok(())
    }
}

#[pymethods]
impl State {
    /// The game and its rules.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// Who is to move, 0 or 1; `None` while chance decides and when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.session.turn().player().map(Player::index)
    }

    /// Whether a chance event is due: see `resolve_chance`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.session.turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.turn().outcome().is_some()
    }

    /// The result of a finished game: `1-0`, `0-1` or `1/2-1/2`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.session.turn().outcome().map(Outcome::as_str)
    }

    /// Who won, 0 or 1; `None` for a draw and while the game goes on.
    #[getter]
    fn winner(&self) -> Option<usize> {
        let winner = self.session.turn().outcome().and_then(Outcome::winner);
        winner.map(Player::index)
    }

    /// What the result is worth to both: 1, 0 or -1; zeros while the game goes on.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        let outcome = self.session.turn().outcome();
        let value = |player| outcome.map_or(0.0, |outcome| outcome.pov(player).value().0);
        (value(Player::First), value(Player::Second))
    }

    /// The rule that ended the game, as a sentence.
    #[getter]
    fn end_reason(&self) -> Option<String> {
        let ending = self.session.ending()?;
        Some(ending.reason.get(Lang::En).to_owned())
    }

    /// Whether a limit cut the game short, not its own rules.
    #[getter]
    fn is_truncated(&self) -> bool {
        self.session.ending().is_some_and(|ending| ending.truncated)
    }

    /// The points of both, in games that count them.
    #[getter]
    fn scores(&self) -> Option<(i32, i32)> {
        self.session.scores().map(|scores| (scores.first, scores.second))
    }

    /// Moves and chance events so far, as texts.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.session.history()
    }

    /// A 64-bit number of the position: what stands where and who is to move, not the past.
    #[getter]
    fn key(&self) -> u64 {
        self.session.key()
    }

    /// The legal moves, in a fixed order.
    fn legal_moves(&self) -> Vec<Move> {
        let (texts, indices) = (self.session.moves(), self.session.action_indices());
        let objects = self.session.move_objects();
        let moves = texts.into_iter().zip(indices).zip(objects);
        let moves = moves.map(|((text, index), object)| Move { text, index, object });
        moves.collect()
    }

    /// The action indices of the legal moves, in the same order.
    fn legal_actions(&self) -> Vec<usize> {
        self.session.action_indices()
    }

    /// Which action indices are legal, as an array of truth values.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.game.action_count()];
        self.session.legal_mask(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// Plays a move: a `Move`, a text, an action index, or a dictionary as `Move.to_dict` gives it. A refused move raises
    /// `IllegalMove` and changes nothing.
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if action.is_instance_of::<PyInt>() && !action.is_instance_of::<PyBool>() {
            self.play_index(action)
        } else if let Ok(text) = action.cast::<PyString>() {
            self.play_text(&text.to_cow()?)
        } else if let Ok(m) = action.cast::<Move>() {
            self.play_text(&m.get().text)
        } else if let Ok(dict) = action.cast::<PyDict>() {
            self.play_text(&json_text(dict)?)
        } else if action.hasattr("__index__")? && !action.is_instance_of::<PyBool>() {
            self.play_index(action)
        } else {
            Err(PyTypeError::new_err(format!(
                "a move is a Move, a text, an action index or a dictionary, not {}",
                action.get_type().name()?
            )))
        }
    }

    /// Decides the chance event that is due and returns its text: by the state's own seed, by another seed or generator, or as
    /// the text of an event says.
    #[pyo3(signature = (by=None))]
    fn resolve_chance(&mut self, by: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        if self.session.turn() != Turn::Chance {
            return Err(illegal(&Illegal::no_chance_pending()));
        }
        let seed = match by {
            None => chance_seed(self.seed, &*self.session),
            Some(by) => {
                if let Ok(event) = by.cast::<PyString>() {
                    return self.session.play(&event.to_cow()?).map_err(input);
                }
                drawn_seed(by)?
            }
        };
        self.session.resolve_chance(&mut seeded(seed));
        Ok(self.session.last_event().unwrap_or_default())
    }

    /// Takes back the last move with the chance events after it; `False` when there is none.
    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// A copy that goes its own way.
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            session: self.session.boxed_clone(),
            seed: self.seed,
        }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The position as numbers, from the viewpoint of the player to move. An encoding of one tensor has its shape, one of several
    /// has them one after the other.
    #[pyo3(signature = (encoding=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        encoding: Option<&str>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let number = self.game.encoding(encoding)?;
        let encoding = &self.game.encoding_list()[number];
        let mut numbers = vec![0.0; encoding.len()];
        self.session.observe(number, &mut numbers);
        let array = ArrayD::from_shape_vec(shape(encoding), numbers);
        let array = array.map_err(|error| refused(format!("the observation has another shape: {error}")))?;
        Ok(PyArrayDyn::from_owned_array(py, array))
    }

    /// The position under all its symmetries, the first of them the identity: for each the state, and for each legal action
    /// index the index that does the same there.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<(Self, Bound<'py, PyDict>)>> {
        let indices = self.session.action_indices();
        let image = |s| {
            let state = Self::new(self.game.clone(), self.session.map(s), Some(self.seed))?;
            let actions = PyDict::new(py);
            for &index in &indices {
                actions.set_item(index, self.session.map_action(s, index))?;
            }
            Ok((state, actions))
        };
        (0..self.session.symmetries()).map(image).collect()
    }

    /// Plays so many random games from here; returns how many the first player won, drew and lost.
    #[pyo3(signature = (count, *, seed=None))]
    fn playouts(&self, py: Python<'_>, count: u32, seed: Option<u64>) -> PyResult<(u32, u32, u32)> {
        let seed = seed.unwrap_or(self.seed);
        let session = &self.session;
        interruptible(py, |stop| {
            with_game!(self.game.id, G => session
                .as_any()
                .downcast_ref::<Session<G>>()
                .map(|session| play_randomly(session.game(), count, seed, stop)))
        })?
        .ok_or_else(|| refused("the state is of another game"))
    }

    /// The position string.
    fn to_text(&self) -> String {
        self.session.position()
    }

    /// The game so far in one of `Game.formats`.
    #[pyo3(signature = (format="damero"))]
    fn record(&self, format: &str) -> PyResult<String> {
        self.session.record(format).map_err(input)
    }

    /// The position as plain data for whoever draws it.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        from_json(py, &self.session.view())
    }

    /// The position as an SVG document.
    fn svg(&self) -> String {
        self.session.drawing().svg()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The position as a picture so many pixels high: an array of rows, columns and three colours.
    #[pyo3(signature = (height=400))]
    fn image<'py>(&self, py: Python<'py>, height: u32) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let drawing = self.session.drawing();
        let picture = detached(py, || damero_pictures::paint(&drawing, height))?
            .map_err(|error| refused(error.to_string()))?;
        let shape = (picture.height as usize, picture.width as usize, 3);
        let array =
            Array3::from_shape_vec(shape, picture.pixels).map_err(|error| refused(error.to_string()))?;
        Ok(PyArray3::from_owned_array(py, array))
    }

    fn __str__(&self) -> String {
        self.session.sketch(Lang::En).plain()
    }

    fn __repr__(&self) -> String {
        let (game, rules, text) = (self.game.id, &self.game.rules, self.session.position());
        format!("Game('{game}', rules='{rules}').position({text:?})")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let Ok(other) = other.try_borrow() else {
            return false;
        };
        self.game == other.game && self.session.is_same(&*other.session)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.session.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Game, String, u64))> {
        let state = slf.try_borrow()?;
        let record = state.session.record("damero").map_err(input)?;
        let restore = slf.py().import("damero._core")?.getattr("_restore")?;
        Ok((restore, (state.game.clone(), record, state.seed)))
    }
}

/// An action index from any whole number of Python or numpy.
pub(crate) fn action_index(index: &Bound<'_, PyAny>) -> PyResult<usize> {
    if !index.hasattr("__index__")? || index.is_instance_of::<PyBool>() {
        let name = index.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "an action index is a whole number, not {name}"
        )));
    }
    // Negative, or larger than any index.
    index
        .extract()
        .map_err(|_| refused(format!("{index} is no action index")))
}

/// The seed of the next chance event of a game with this seed: the same at the same place.
pub(crate) fn chance_seed(seed: u64, session: &dyn AnyGame) -> u64 {
    mix(seed ^ mix(session.events() as u64))
}

/// Wins, draws and losses of the first player in random games from a position.
fn play_randomly<G: damero_games::Game>(start: &G, count: u32, seed: u64, stop: &Stop) -> (u32, u32, u32) {
    let (mut rng, mut moves) = (seeded(seed), MoveBuf::new());
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    for _ in 0..count {
        if stop.asked() {
            break;
        }
        let (outcome, _) = playout(&mut start.clone(), &mut rng, &mut moves);
        *match outcome.pov(Player::First) {
            PovOutcome::Win => &mut wins,
            PovOutcome::Draw => &mut draws,
            PovOutcome::Loss => &mut losses,
        } += 1;
    }
    (wins, draws, losses)
}

/// What pickling calls to make a state again.
#[pyfunction]
fn _restore(game: &Bound<'_, Game>, record: &str, seed: u64) -> PyResult<State> {
    let session = registry::from_record(game.get().id, record).map_err(input)?;
    State::new(game.get().clone(), session, Some(seed))
}

/// A seed from what Python programs have: a number, `numpy.random.Generator` or `random.Random`.
fn drawn_seed(source: &Bound<'_, PyAny>) -> PyResult<u64> {
    if source.is_instance_of::<PyInt>() && !source.is_instance_of::<PyBool>() {
        return source
            .extract()
            .map_err(|_| refused(format!("a seed is a number from 0 to 2**64 - 1, not {source}")));
    }
    if source.hasattr("getrandbits")? {
        return source.call_method1("getrandbits", (64,))?.extract();
    }
    if source.hasattr("integers")? {
        return source.call_method1("integers", (i64::MAX,))?.extract();
    }
    Err(PyTypeError::new_err(format!(
        "chance is resolved by a text of the event, a seed, a numpy.random.Generator or a random.Random, not {}",
        source.get_type().name()?
    )))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<State>()?;
    module.add_function(wrap_pyfunction!(_restore, module)?)
}
