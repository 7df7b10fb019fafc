//! Reading specs: the options after the colon, and refusals that say what would be right.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use damero_games::{OptionValue, text};
use damero_search::{AlphaBetaOptions, Level, Limits};

use super::{Engine, Kind, Search, SpecError};
use crate::data::Data;
use crate::external::{Protocol, split_command};
use crate::trained::{MAX_LEAVES, Named, Source};
use crate::words::read_duration;

/// How deep minimax looks when nothing is said.
const MINIMAX_DEPTH: u32 = 3;

/// The levels that have a name.
const NAMED: [Level; 4] = [Level::EASY, Level::MEDIUM, Level::HARD, Level::MAX];

/// A kind that takes no options.
pub(super) fn bare(text: &str, rest: &str, kind: Kind) -> Result<Kind, SpecError> {
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

fn unknown_level(name: &str) -> SpecError {
    let levels = Level::ALL.map(Level::number).map(|number| number.to_string());
    let (first, last) = (&levels[0], &levels[levels.len() - 1]);
    let names = NAMED.map(Level::name).join(", ");
    SpecError {
        problem: text!(
            "unknown level {name:?}: there are {first} to {last}, and {names}",
            "nivel desconocido {name:?}: hay del {first} al {last}, y {names}"
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

/// A level by name, and then options.
pub(super) fn level(rest: &str) -> Result<Kind, SpecError> {
    let (name, rest) = rest.split_once(',').unwrap_or((rest, ""));
    let level = name.trim().parse().map_err(|_| unknown_level(name))?;
    let (mut limits, mut engine, mut book) = (Limits::default(), Engine::default(), true);
    for (key, value) in options(rest) {
        match key {
            "time" => limits.time = Some(duration(key, value)?),
            "threads" => engine.options.threads = number(key, value, &(1..=256))?,
            "tables" => engine.data = data(key, value)?,
            "book" => book = switch(key, value)?,
            _ => return Err(unknown_option("level", key, "time, threads, tables, book")),
        }
    }
    Ok(Kind::Level {
        level,
        limits,
        options: engine,
        book,
    })
}

/// The game's own engine.
pub(super) fn engine(rest: &str) -> Result<Kind, SpecError> {
    let (mut limits, mut engine, mut book) = (Limits::default(), Engine::default(), true);
    for (key, value) in options(rest) {
        match key {
            "depth" => limits.depth = Some(number(key, value, &(1..=200))?),
            "nodes" => limits.nodes = Some(number(key, value, &(1..=u64::MAX))?),
            "time" => limits.time = Some(duration(key, value)?),
            "threads" => engine.options.threads = number(key, value, &(1..=256))?,
            "table" => engine.options.table_mib = number(key, value, &(1..=65_536))?,
            "tables" => engine.data = data(key, value)?,
            "book" => book = switch(key, value)?,
            _ => {
                let known = "depth, nodes, time, threads, table, tables, book";
                return Err(unknown_option("engine", key, known));
            }
        }
    }
    Ok(Kind::Engine {
        limits,
        options: engine,
        book,
    })
}

fn data(key: &str, value: &str) -> Result<Data, SpecError> {
    match value {
        "" => Err(SpecError {
            problem: text!(
                "{key}: it takes auto, off or a folder",
                "{key}: admite auto, off o una carpeta"
            ),
        }),
        "auto" => Ok(Data::Auto),
        "off" => Ok(Data::Off),
        folder => Ok(Data::At(folder.into())),
    }
}

pub(super) fn alpha_beta(rest: &str) -> Result<Kind, SpecError> {
    let mut limits = Limits::default();
    let mut choices = AlphaBetaOptions::default();
    let mut eval = None;
    let mut temperature = None;
    let mut book = false;
    for (key, value) in options(rest) {
        match key {
            "depth" => limits.depth = Some(number(key, value, &(1..=200))?),
            "nodes" => limits.nodes = Some(number(key, value, &(1..=u64::MAX))?),
            "time" => limits.time = Some(duration(key, value)?),
            "threads" => choices.threads = number(key, value, &(1..=256))?,
            "table" => choices.table_mib = number(key, value, &(1..=65_536))?,
            "eval" => eval = Some(value.to_owned()),
            "temperature" => temperature = Some(thousandths(key, value)?),
            "book" => book = switch(key, value)?,
            _ => {
                return Err(unknown_option(
                    "alphabeta",
                    key,
                    "depth, nodes, time, threads, table, eval, temperature, book",
                ));
            }
        }
    }
    if temperature.is_some() && (eval.is_some() || book) {
        return Err(SpecError {
            problem: text!(
                "alphabeta: temperature goes with neither eval nor book",
                "alphabeta: temperature no se combina con eval ni con book"
            ),
        });
    }
    if let (Some(name), true) = (&eval, book) {
        return Err(SpecError {
            problem: text!(
                "eval={name},book=on: the book was made with the game's own evaluation; leave one of them out",
                "eval={name},book=on: el libro se hizo con la evaluación propia del juego; quita una de las dos"
            ),
        });
    }
    Ok(Kind::AlphaBeta {
        limits,
        options: choices,
        eval,
        temperature,
        book,
    })
}

/// A temperature in thousandths.
fn thousandths(key: &str, value: &str) -> Result<u32, SpecError> {
    let read: f64 = number(key, value, &(0.0..=100.0))?;
    Ok((read * 1000.0).round() as u32)
}

fn switch(key: &str, value: &str) -> Result<bool, SpecError> {
    bool::read(value).ok_or_else(|| SpecError {
        problem: text!(
            "{key}={value}: it takes on or off",
            "{key}={value}: admite on u off"
        ),
    })
}

/// A program and its arguments; quotes around all of it may be left out.
pub(super) fn outside(protocol: Protocol, rest: &str) -> Result<Kind, SpecError> {
    let rest = rest.trim();
    // A command in quotes may be followed by options; without quotes all of it is the command.
    let quoted = rest.strip_prefix('"').and_then(|inner| inner.split_once('"'));
    let quoted = quoted.filter(|(_, after)| after.is_empty() || after.starts_with(','));
    let (line, given) = quoted.unwrap_or((rest, ""));
    let command = split_command(line);
    let (mut limits, mut wait) = (Limits::default(), None);
    for (key, value) in options(given.trim_start_matches(',')) {
        match key {
            "depth" => limits.depth = Some(number(key, value, &(1..=u32::MAX))?),
            "nodes" => limits.nodes = Some(number(key, value, &(1..=u64::MAX))?),
            "time" => limits.time = Some(duration(key, value)?),
            "wait" => wait = Some(duration(key, value)?),
            _ => return Err(unknown_option(protocol.name(), key, "depth, nodes, time, wait")),
        }
    }
    if command.first().is_none_or(String::is_empty) {
        let name = protocol.name();
        return Err(SpecError {
            problem: text!(
                "{name} needs a command, such as {name}:\"engine --option\"",
                "{name} necesita una orden, como {name}:\"motor --opción\""
            ),
        });
    }
    Ok(Kind::External {
        protocol,
        command,
        limits,
        wait,
    })
}

pub(super) fn minimax(rest: &str) -> Result<Kind, SpecError> {
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
pub(super) fn mcts(rest: &str) -> Result<Kind, SpecError> {
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

/// A trained network: a run with a checkpoint or a file, then options.
pub(super) fn trained(rest: &str) -> Result<Kind, SpecError> {
    let named = Named::read(rest);
    let source = Source::read("dqn", &named)?;
    let mut temperature = 0;
    for (key, value) in options(named.given()) {
        match key {
            "temperature" => temperature = thousandths(key, value)?,
            _ => return Err(unknown_option("dqn", key, "temperature")),
        }
    }
    Ok(Kind::Dqn { source, temperature })
}

/// A trained network that guides a tree search: a run or a file, then options after a comma or a question mark.
pub(super) fn thinking(rest: &str) -> Result<Kind, SpecError> {
    let named = Named::read(rest);
    let source = Source::read("az", &named)?;
    let search = search("az", named.given())?;
    Ok(Kind::AlphaZero { source, search })
}

/// The network that comes with the program.
pub(super) fn neural(rest: &str) -> Result<Kind, SpecError> {
    let search = search("neural", rest)?;
    Ok(Kind::Neural { search })
}

/// A network that plays without a search was told how long to search.
pub(super) fn does_not_search(text: &str, game: &str) -> SpecError {
    SpecError {
        problem: text!(
            "{text}: the network that comes with the program for {game} plays without a search; write neural alone",
            "{text}: la red que trae el programa para {game} juega sin buscar; escribe neural a secas"
        ),
    }
}

/// How long a network's tree search may think, how precisely the network computes, and how it searches.
fn search(player: &str, rest: &str) -> Result<Search, SpecError> {
    let Search {
        mut limits,
        mut precision,
        mut tree,
    } = Search::default();
    for (key, value) in options(rest) {
        match key {
            "sims" => limits.simulations = Some(number(key, value, &(1..=u64::MAX))?),
            "nodes" => limits.nodes = Some(number(key, value, &(1..=u64::MAX))?),
            "time" => limits.time = Some(duration(key, value)?),
            "precision" => precision = value.parse().map_err(|problem| SpecError { problem })?,
            "leaves" => tree.leaves = Some(number(key, value, &(1..=MAX_LEAVES as u64))? as usize),
            "symmetries" => tree.symmetries = number(key, value, &(0..=64))? as usize,
            "exact" => tree.exact_nodes = number(key, value, &(0..=u64::MAX))?,
            _ => {
                let known = "sims, nodes, time, precision, leaves, symmetries, exact";
                return Err(unknown_option(player, key, known));
            }
        }
    }
    Ok(Search {
        limits,
        precision,
        tree,
    })
}

fn duration(key: &str, value: &str) -> Result<Duration, SpecError> {
    read_duration(value).ok_or_else(|| SpecError {
        problem: text!(
            "{key}={value}: it takes a time such as 1s, 500ms or 2m",
            "{key}={value}: admite un tiempo como 1s, 500ms o 2m"
        ),
    })
}
