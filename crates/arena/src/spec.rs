//! Players named by one word: `random`, `level:hard`, `alphabeta:depth=5,time=1s`.
//!
//! A spec is a name and, after a colon, options separated by commas. What is left out keeps its default, and limits in
//! a spec tighten those that a match gives to everybody.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use damero_games::{Text, text};
use damero_search::mcts::{self, Rollouts};
use damero_search::{
    Agent, AlphaBeta, AlphaBetaOptions, CarefulAgent, GreedyAgent, Level, Limits, Mcts, RandomAgent,
    Searchable,
};

use crate::contestant::{Contestant, Inside};
use crate::minimax::MinimaxAgent;
use crate::outside::{Outside, Protocol, split_command};
use crate::words::read_duration;

/// All forms of a spec, for messages and help.
pub const FORMS: &str = "random, greedy, careful, easy, medium, hard, max, level:NAME, \
                         alphabeta:depth=N,nodes=N,time=1s,threads=N,table=MIB, minimax:depth=N, mcts:sims=N,nodes=N,time=1s,rollouts=N, \
                         text:\"COMMAND\", gtp:\"COMMAND\", nboard:\"COMMAND\", hub:\"COMMAND\"";

/// A player's spec that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// What is wrong, with everything that would be right.
    pub problem: Text,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for SpecError {}

/// A player in one word, understood. Its text form is the spec as it was written.
///
/// ```
/// use damero_arena::Spec;
/// let spec: Spec = "alphabeta:depth=5,time=1s".parse()?;
/// assert_eq!(spec.to_string(), "alphabeta:depth=5,time=1s");
/// assert!("alphabeta:deep=5".parse::<Spec>().unwrap_err().to_string().contains("depth"));
/// # Ok::<(), damero_arena::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    text: String,
    kind: Kind,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Random,
    Greedy,
    Careful,
    Level(Level),
    AlphaBeta {
        limits: Limits,
        options: AlphaBetaOptions,
    },
    Minimax {
        depth: u32,
    },
    Mcts {
        limits: Limits,
        rollouts: u32,
    },
    Outside {
        protocol: Protocol,
        command: Vec<String>,
    },
}

/// How deep minimax looks when nothing is said.
const MINIMAX_DEPTH: u32 = 3;

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let kind = match name {
            "random" => bare(text, rest, Kind::Random)?,
            "greedy" => bare(text, rest, Kind::Greedy)?,
            "careful" => bare(text, rest, Kind::Careful)?,
            "level" => Kind::Level(rest.parse().map_err(|_| unknown_level(rest))?),
            "alphabeta" => alpha_beta(rest)?,
            "minimax" => minimax(rest)?,
            "mcts" => mcts(rest)?,
            _ => match (name.parse(), Protocol::named(name)) {
                (Ok(level), _) => bare(text, rest, Kind::Level(level))?,
                (Err(_), Some(protocol)) => outside(protocol, rest)?,
                (Err(_), None) => return Err(unknown(text)),
            },
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }
}

impl From<Level> for Spec {
    fn from(level: Level) -> Self {
        Self {
            text: format!("level:{level}"),
            kind: Kind::Level(level),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// One of our own agents, which never fails.
    ///
    /// # Errors
    /// If the spec means a program outside, which may fail: see [`Spec::contestant`].
    pub fn agent<G: Searchable>(&self, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
        match self.inside(seed) {
            Some(inside) => Ok(Box::new(inside)),
            None => Err(SpecError {
                problem: text!(
                    "{self} is a program outside, which may fail; here only our own players can be used",
                    "{self} es un programa externo, que puede fallar; aquí solo sirven los jugadores propios"
                ),
            }),
        }
    }

    /// The player at the board.
    ///
    /// # Errors
    /// If the player cannot play this game.
    pub fn contestant<G: Searchable>(&self, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError> {
        if let Kind::Outside { protocol, command } = &self.kind {
            protocol.check::<G>()?;
            return Ok(Box::new(Outside::new(*protocol, command.clone())));
        }
        match self.inside(seed) {
            Some(inside) => Ok(Box::new(inside)),
            None => Err(unknown(&self.text)),
        }
    }

    /// One of our own agents with the limits of the spec; `None` for a program outside.
    fn inside<G: Searchable>(&self, seed: u64) -> Option<Inside<G>> {
        let none = Limits::default();
        Some(match self.kind {
            Kind::Outside { .. } => return None,
            Kind::Random => Inside::random(seed, none, |seed| Box::new(RandomAgent::new(seed))),
            Kind::Greedy => Inside::random(seed, none, |seed| {
                Box::new(GreedyAgent::new(G::Eval::default(), seed))
            }),
            Kind::Careful => Inside::random(seed, none, |seed| Box::new(CarefulAgent::new(seed))),
            Kind::Level(Level::Easy) => Inside::random(seed, none, |seed| Level::Easy.agent::<G>(seed, 1)),
            Kind::Level(level) => Inside::fixed(level.agent::<G>(seed, 1), none),
            Kind::AlphaBeta { limits, options } => {
                Inside::fixed(Box::new(AlphaBeta::new(G::Eval::default(), options)), limits)
            }
            Kind::Mcts { limits, rollouts } => Inside::random(seed, limits, move |seed| {
                let options = mcts::Options {
                    seed,
                    ..mcts::Options::uct()
                };
                Box::new(Mcts::new(Rollouts { games: rollouts }, options))
            }),
            Kind::Minimax { depth } => {
                Inside::fixed(Box::new(MinimaxAgent::new(G::Eval::default(), depth)), none)
            }
        })
    }

    /// The same player asked to score every move, where it would else only find the best.
    #[must_use]
    pub fn scoring_all(mut self) -> Self {
        if let Kind::AlphaBeta { options, .. } = &mut self.kind {
            options.score_all = true;
        }
        self
    }
}

/// The agent that `spec` names; what it leaves to chance follows from `seed`.
///
/// # Errors
/// If the spec cannot be understood, with all that could be; or if it means a program outside.
pub fn agent<G: Searchable>(spec: &str, seed: u64) -> Result<Box<dyn Agent<G>>, SpecError> {
    spec.parse::<Spec>()?.agent(seed)
}

/// The player that `spec` names, which may be a program outside.
///
/// # Errors
/// If the spec cannot be understood, with all that could be.
pub fn contestant<G: Searchable>(spec: &str, seed: u64) -> Result<Box<dyn Contestant<G>>, SpecError> {
    spec.parse::<Spec>()?.contestant(seed)
}

/// A kind that takes no options.
fn bare(text: &str, rest: &str, kind: Kind) -> Result<Kind, SpecError> {
    if rest.is_empty() {
        return Ok(kind);
    }
    Err(SpecError {
        problem: text!(
            "the player {text:?} takes no options",
            "el jugador {text:?} no admite opciones"
        ),
    })
}

fn unknown(text: &str) -> SpecError {
    SpecError {
        problem: text!(
            "unknown player {text:?}: there are {FORMS}",
            "jugador desconocido {text:?}: hay {FORMS}"
        ),
    }
}

fn unknown_level(name: &str) -> SpecError {
    let levels = Level::ALL.map(Level::name).join(", ");
    SpecError {
        problem: text!(
            "unknown level {name:?}: there are {levels}",
            "nivel desconocido {name:?}: hay {levels}"
        ),
    }
}

/// The options `key=value` after the colon.
fn options(rest: &str) -> impl Iterator<Item = (&str, &str)> {
    let words = rest.split(',').filter(|word| !word.trim().is_empty());
    words.map(|word| {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        (key.trim(), value.trim())
    })
}

fn unknown_option(player: &str, key: &str, known: &str) -> SpecError {
    SpecError {
        problem: text!(
            "{player} has no option {key:?}: there are {known}",
            "{player} no tiene la opción {key:?}: hay {known}"
        ),
    }
}

fn number<N: FromStr + PartialOrd + fmt::Display>(
    key: &str,
    value: &str,
    range: &RangeInclusive<N>,
) -> Result<N, SpecError> {
    let known = value.parse().ok().filter(|n| range.contains(n));
    let (low, high) = (range.start(), range.end());
    known.ok_or_else(|| SpecError {
        problem: text!(
            "{key}={value}: it takes a number from {low} to {high}",
            "{key}={value}: admite un número de {low} a {high}"
        ),
    })
}

fn alpha_beta(rest: &str) -> Result<Kind, SpecError> {
    let mut limits = Limits::default();
    let mut choices = AlphaBetaOptions::default();
    for (key, value) in options(rest) {
        match key {
            "depth" => limits.depth = Some(number(key, value, &(1..=200))?),
            "nodes" => limits.nodes = Some(number(key, value, &(1..=u64::MAX))?),
            "time" => limits.time = Some(duration(key, value)?),
            "threads" => choices.threads = number(key, value, &(1..=256))?,
            "table" => choices.table_mib = number(key, value, &(1..=65_536))?,
            _ => {
                return Err(unknown_option(
                    "alphabeta",
                    key,
                    "depth, nodes, time, threads, table",
                ));
            }
        }
    }
    Ok(Kind::AlphaBeta {
        limits,
        options: choices,
    })
}

/// A program and its arguments; quotes around all of it may be left out.
fn outside(protocol: Protocol, rest: &str) -> Result<Kind, SpecError> {
    let rest = rest.trim();
    let whole = rest
        .strip_prefix('"')
        .and_then(|inner| inner.strip_suffix('"'))
        .filter(|inner| !inner.contains('"'));
    let command = split_command(whole.unwrap_or(rest));
    if command.first().is_none_or(String::is_empty) {
        let name = protocol.name();
        return Err(SpecError {
            problem: text!(
                "{name} needs a command, such as {name}:\"engine --option\"",
                "{name} necesita una orden, como {name}:\"motor --opción\""
            ),
        });
    }
    Ok(Kind::Outside { protocol, command })
}

fn minimax(rest: &str) -> Result<Kind, SpecError> {
    let mut depth = MINIMAX_DEPTH;
    for (key, value) in options(rest) {
        match key {
            "depth" => depth = number(key, value, &(1..=20))?,
            _ => return Err(unknown_option("minimax", key, "depth")),
        }
    }
    Ok(Kind::Minimax { depth })
}

/// A tree search that judges its leaves by random games.
fn mcts(rest: &str) -> Result<Kind, SpecError> {
    let mut limits = Limits::default();
    let mut rollouts = 1;
    for (key, value) in options(rest) {
        match key {
            "sims" => limits.simulations = Some(number(key, value, &(1..=u64::MAX))?),
            "nodes" => limits.nodes = Some(number(key, value, &(1..=u64::MAX))?),
            "time" => limits.time = Some(duration(key, value)?),
            "rollouts" => rollouts = number(key, value, &(1..=1000))?,
            _ => return Err(unknown_option("mcts", key, "sims, nodes, time, rollouts")),
        }
    }
    Ok(Kind::Mcts { limits, rollouts })
}

fn duration(key: &str, value: &str) -> Result<Duration, SpecError> {
    read_duration(value).ok_or_else(|| SpecError {
        problem: text!(
            "{key}={value}: it takes a time such as 1s, 500ms or 2m",
            "{key}={value}: admite un tiempo como 1s, 500ms o 2m"
        ),
    })
}
