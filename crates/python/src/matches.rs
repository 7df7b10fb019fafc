//! Matches between players, each of which may be a function of Python.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use damero_arena::stats::{Elo, Points, Tally};
use damero_arena::{
    Contest, Contestant, Entrant, Fault, FaultKind, Log, Openings, Pace, Playable, Spec, SpecError,
};
use damero_games::{Session, Text, with_game};
use damero_search::{SearchContext, SearchResult, Stop};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde_json::{Value, json};

use crate::error::{option, refused};
use crate::game::Game;
use crate::interrupt::interruptible;
use crate::moves::from_json;
use crate::player::{PyLimits, arena};
use crate::state::State;

/// The first exception of a function, which ends the match.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Somebody who takes part.
enum Side {
    Spec(Spec),
    Function {
        function: Arc<Py<PyAny>>,
        name: String,
        game: Game,
        raised: Raised,
        stop: Stop,
    },
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(spec) => spec.fmt(f),
            Self::Function { name, .. } => f.write_str(name),
        }
    }
}

impl<G: Playable + damero_games::Playable> Entrant<G> for Side {
    fn contestant(&self, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError> {
        match self {
            Self::Spec(spec) => spec.contestant(seed),
            Self::Function {
                function,
                name,
                game,
                raised,
                stop,
            } => Ok(Box::new(Function {
                function: function.clone(),
                name: name.clone(),
                game: game.clone(),
                raised: raised.clone(),
                stop: stop.clone(),
            })),
        }
    }
}

/// A function of Python at the board: it is given the state and returns a move.
struct Function {
    function: Arc<Py<PyAny>>,
    name: String,
    game: Game,
    raised: Raised,
    stop: Stop,
}

impl Function {
    /// The text of the move that the function chooses. Playing it on a copy reads it as `State.play` does.
    fn ask(&self, py: Python<'_>, state: State) -> PyResult<String> {
        let state = Bound::new(py, state)?;
        let copy = state.call_method0("clone")?;
        let chosen = self.function.call1(py, (state,))?;
        copy.call_method1("play", (chosen,))?;
        let history: Vec<String> = copy.getattr("history")?.extract()?;
        Ok(history.last().cloned().unwrap_or_default())
    }
}

impl<G: Playable + damero_games::Playable> Contestant<G> for Function {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(
        &mut self,
        session: &Session<G>,
        _ctx: SearchContext<'_, SearchResult<G::Move>>,
    ) -> Result<SearchResult<G::Move>, Fault> {
        let asked = Python::attach(|py| {
            let state = State::new(self.game.clone(), Box::new(session.clone()), Some(0))?;
            self.ask(py, state)
        });
        let fault = |problem: String| Fault::new(FaultKind::Crash, Text::same(problem));
        let text = asked.map_err(|error| {
            let problem = fault(error.to_string());
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
            self.stop.now();
            problem
        })?;
        let read = session.game().read_move(&text);
        read.map(SearchResult::bare)
            .map_err(|error| fault(error.to_string()))
    }
}

fn side(player: &Bound<'_, PyAny>, game: &Game, raised: &Raised, stop: &Stop) -> PyResult<Side> {
    if let Ok(text) = player.cast::<PyString>() {
        return Ok(Side::Spec(text.to_cow()?.parse().map_err(refused)?));
    }
    if let Ok(spec) = player.getattr("spec").and_then(|spec| spec.extract::<String>()) {
        return Ok(Side::Spec(spec.parse().map_err(refused)?));
    }
    if !player.is_callable() {
        return Err(refused(format!(
            "a player is a spec such as 'level:easy', a damero.Player or a function of the state, not {}",
            player.get_type().name()?
        )));
    }
    let name = player.getattr("__name__").and_then(|name| name.extract());
    Ok(Side::Function {
        function: Arc::new(player.clone().unbind()),
        name: name.unwrap_or_else(|_| "function".to_owned()),
        game: game.clone(),
        raised: raised.clone(),
        stop: stop.clone(),
    })
}

/// How a match is played, as Python says it.
#[derive(Clone, Copy, FromPyObject)]
#[pyo3(from_item_all)]
struct MatchOptions {
    games: u64,
    openings: u32,
    seed: u64,
    threads: usize,
}

/// Plays a match and gives everything about it as a dictionary.
#[pyfunction]
fn play_match<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    players: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    options: MatchOptions,
    limits: PyLimits,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game.get();
    let MatchOptions {
        games,
        openings,
        seed,
        threads,
    } = options;
    if !(1..=10_000_000).contains(&games) {
        return Err(refused(format!(
            "games is {games}; expected a number from 1 to 10000000"
        )));
    }
    let (raised, halt, limits) = (Raised::default(), Stop::default(), limits.limits()?);
    let (a, b) = players;
    let (a, b) = (side(&a, game, &raised, &halt)?, side(&b, game, &raised, &halt)?);
    let found = with_game!(game.id, G => {
        let contest = Contest::<G, Side> {
            rules: game.rules.parse().map_err(option)?,
            players: vec![a, b],
            pairings: vec![(0, 1)],
            games,
            openings: Openings::Random(openings),
            limits,
            seed,
        };
        let halt = &halt;
        interruptible(py, |stop| hold(&contest, threads.clamp(1, 1024), stop, halt))?
    });
    if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    from_json(py, &found?)
}

/// Plays until all games are played, or either flag is set.
fn hold<G: Playable + damero_games::Playable>(
    contest: &Contest<G, Side>,
    threads: usize,
    stop: &Stop,
    halt: &Stop,
) -> PyResult<Value> {
    let mut log = Log::default();
    let watch = &mut |_: &Log<G>| if halt.asked() { Pace::Enough } else { Pace::GoOn };
    contest
        .run(&mut log, threads, stop, watch)
        .map_err(|error| arena(&error))?;
    let tally = Tally::of(log.games(), 0, 1);
    let (low, high) = tally.interval();
    let elo = Elo::of(&tally);
    // JSON has no infinities.
    let number = |x: f64| {
        if x.is_finite() {
            json!(x)
        } else {
            json!(if x > 0.0 { "inf" } else { "-inf" })
        }
    };
    let games = log.games().map(|game| {
        json!({
            "first": if game.first == 0 { "a" } else { "b" },
            "outcome": game.outcome.as_str(),
            "reason": game.reason.en,
            "forfeit": game.forfeit.is_some(),
            "record": damero_games::record::write_native(&game.record),
        })
    });
    Ok(json!({
        "a": contest.players[0].to_string(),
        "b": contest.players[1].to_string(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "score": tally.score(),
        "score_interval": [low, high],
        "elo": number(elo.diff),
        "elo_interval": [number(elo.low), number(elo.high)],
        "superiority": elo.superiority,
        "points": Points::of(log.games(), 0, 1).map(|points| json!({
            "own": points.own,
            "other": points.other,
            "margin": points.margin,
            "error": number(points.error),
        })),
        "games": games.collect::<Vec<_>>(),
    }))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(play_match, module)?)
}
