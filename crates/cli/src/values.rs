//! Values on the command line, each read with an error that says what would be right, in both languages.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use damero_arena::{FORMS, Protocol, Spec, SpecError, read_duration};
use damero_games::{GameId, Lang, Text, text};

use crate::command::play::Seat;
use crate::errors::Refused;

/// One game, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Games {
    /// This one.
    One(GameId),
    /// All.
    All,
}

impl Games {
    /// The games meant.
    pub(crate) fn ids(self) -> Vec<GameId> {
        match self {
            Self::One(id) => vec![id],
            Self::All => GameId::ALL.to_vec(),
        }
    }
}

pub(crate) fn game(name: &str) -> Result<GameId, Refused> {
    name.parse().map_err(|_| Refused(known_games(&[])))
}

pub(crate) fn one_game_or_all(name: &str) -> Result<Games, Refused> {
    match name {
        "all" => Ok(Games::All),
        _ => name
            .parse()
            .map(Games::One)
            .map_err(|_| Refused(known_games(&["all"]))),
    }
}

fn known_games(others: &[&str]) -> Text {
    let names = GameId::ALL.iter().map(ToString::to_string);
    let names = names
        .chain(others.iter().map(ToString::to_string))
        .collect::<Vec<_>>()
        .join(", ");
    text!("there are {names}", "hay {names}")
}

pub(crate) fn lang(name: &str) -> Result<Lang, Refused> {
    name.parse()
        .map_err(|_| Refused(Text::new("there are en and es", "hay en y es")))
}

pub(crate) fn seed(word: &str) -> Result<u64, Refused> {
    within(word, 0..=u64::MAX)
}

/// Nobody waits for a tree of two hundred plies.
pub(crate) fn depth(word: &str) -> Result<u32, Refused> {
    within(word, 0..=200)
}

pub(crate) fn threads(word: &str) -> Result<usize, Refused> {
    within(word, 0..=256)
}

pub(crate) fn search_seconds(word: &str) -> Result<u32, Refused> {
    within(word, 1..=3_600)
}

/// The entries of a list with commas.
pub(crate) fn listed(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.into_iter()
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
}

/// Names of servers, separated by commas.
pub(crate) fn hosts(list: &str) -> Result<String, Refused> {
    match listed(Some(list)).all(|host| !host.contains(['/', ' ', '@', '*'])) {
        true => Ok(list.to_owned()),
        false => Err(Refused(Text::new(
            "it takes names such as play.lan,box without scheme and path",
            "admite nombres como juego.lan,caja sin esquema ni ruta",
        ))),
    }
}

/// IP addresses, separated by commas.
pub(crate) fn addresses(list: &str) -> Result<String, Refused> {
    match listed(Some(list)).all(|address| address.parse::<std::net::IpAddr>().is_ok()) {
        true => Ok(list.to_owned()),
        false => Err(Refused(Text::new(
            "it takes addresses such as 192.0.2.7,2001:db8::1",
            "admite direcciones como 192.0.2.7,2001:db8::1",
        ))),
    }
}

pub(crate) fn mebibytes(word: &str) -> Result<usize, Refused> {
    within(word, 1..=65_536)
}

pub(crate) fn pieces(word: &str) -> Result<u8, Refused> {
    within(word, 2..=24)
}

pub(crate) fn games(word: &str) -> Result<u64, Refused> {
    within(word, 1..=1_000_000_000_000)
}

/// Fewer positions than this fit nothing.
pub(crate) fn positions(word: &str) -> Result<u64, Refused> {
    within(word, 10..=10_000_000)
}

pub(crate) fn plies(word: &str) -> Result<u32, Refused> {
    within(word, 0..=200)
}

/// A book that covers nothing is none.
pub(crate) fn book_plies(word: &str) -> Result<u32, Refused> {
    within(word, 1..=60)
}

pub(crate) fn width(word: &str) -> Result<usize, Refused> {
    within(word, 1..=100)
}

pub(crate) fn puzzles(word: &str) -> Result<usize, Refused> {
    within(word, 1..=100_000)
}

pub(crate) fn margin(word: &str) -> Result<i32, Refused> {
    within(word, 0..=100_000)
}

pub(crate) fn nodes(word: &str) -> Result<u64, Refused> {
    within(word, 1..=u64::MAX)
}

/// A depth at which something can be found.
pub(crate) fn search_depth(word: &str) -> Result<u32, Refused> {
    within(word, 1..=200)
}

pub(crate) fn time(word: &str) -> Result<Duration, Refused> {
    read_duration(word).ok_or(Refused(Text::new(
        "it takes a time such as 1s, 500ms or 2m",
        "admite un tiempo como 1s, 500ms o 2m",
    )))
}

pub(crate) fn player(word: &str) -> Result<Spec, Refused> {
    word.parse().map_err(|error: SpecError| Refused(error.problem))
}

/// The two differences of a sequential test.
pub(crate) fn sprt(word: &str) -> Result<(f64, f64), Refused> {
    let known = word.split_once(',').and_then(|(low, high)| {
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        (low < high && (-1000.0..=1000.0).contains(&low) && (-1000.0..=1000.0).contains(&high))
            .then_some((low, high))
    });
    known.ok_or(Refused(Text::new(
        "it takes two Elo differences, the smaller first, such as 0,20",
        "admite dos diferencias de Elo, primero la menor, como 0,20",
    )))
}

pub(crate) fn share(word: &str) -> Result<f64, Refused> {
    match word.parse() {
        Ok(share) if (1e-6..0.5).contains(&share) => Ok(share),
        _ => Err(Refused(Text::new(
            "it takes a share below 0.5, such as 0.05",
            "admite una proporción menor que 0.5, como 0.05",
        ))),
    }
}

pub(crate) fn protocol(word: &str) -> Result<Protocol, Refused> {
    Protocol::named(word).ok_or_else(|| {
        let names = Protocol::ALL.map(Protocol::name).join(", ");
        Refused(text!("there are {names}", "hay {names}"))
    })
}

pub(crate) fn seat(word: &str) -> Result<Seat, Refused> {
    if word == "human" {
        return Ok(Seat::Human);
    }
    let refused = |_| Refused(text!("it takes human, {FORMS}", "admite human, {FORMS}"));
    word.parse().map(Seat::Machine).map_err(refused)
}

pub(crate) fn seconds(word: &str) -> Result<f64, Refused> {
    match word.parse() {
        Ok(seconds) if (0.01..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err(Refused(Text::new(
            "it takes a number of seconds from 0.01 to 3600",
            "admite un número de segundos de 0.01 a 3600",
        ))),
    }
}

fn within<N: FromStr + PartialOrd + Display>(word: &str, range: RangeInclusive<N>) -> Result<N, Refused> {
    let (low, high) = (range.start(), range.end());
    word.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        Refused(text!(
            "it takes a number from {low} to {high}",
            "admite un número de {low} a {high}"
        ))
    })
}

pub(crate) fn address(text: &str) -> Result<std::net::SocketAddr, Refused> {
    let expected = Text::new(
        "an address with a port is needed, such as 127.0.0.1:8580",
        "hace falta una dirección con puerto, como 127.0.0.1:8580",
    );
    text.parse().map_err(|_| Refused(expected))
}

/// The address of a database; whether anybody answers there is found out later.
pub(crate) fn database(text: &str) -> Result<String, Refused> {
    let expected = Text::new(
        "it takes an address such as postgres://user@host/database",
        "admite una dirección como postgres://usuario@servidor/base",
    );
    let known = ["postgres://", "postgresql://"];
    if known.iter().any(|scheme| text.starts_with(scheme)) {
        Ok(text.to_owned())
    } else {
        Err(Refused(expected))
    }
}

/// The address that visitors type: a scheme and a host, no path.
pub(crate) fn public_url(text: &str) -> Result<String, Refused> {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let host = rest.map(|rest| rest.trim_end_matches('/'));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => {
            Ok(text.trim_end_matches('/').to_owned())
        }
        _ => Err(Refused(Text::new(
            "it takes a scheme and a host, such as https://play.example",
            "admite un esquema y un servidor, como https://juego.example",
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        assert_eq!(depth("7").ok(), Some(7));
        for word in ["-1", "201", "", "7.5", "99999999999999999999", "siete"] {
            let refused = depth(word).expect_err(word);
            assert_eq!(refused.0.get(Lang::Es), "admite un número de 0 a 200");
        }
        for word in ["0", "-2", "nan", "inf", "1e9", ""] {
            assert!(seconds(word).is_err(), "{word}");
        }
    }
}
