//! The Hub protocol of draughts programs, version 2, on 32 squares: `pos pos=B…`, `level`, `go think`, and `done move=`.
//! It is spoken by any game whose positions are the FEN of draughts.
//!
//! A position in Hub is a letter for the side to move and one for each square: `w`, `b` and capitals for kings, `e` for
//! an empty one.

use damero_games::{Notation, Text};
use damero_search::Stop;

use super::{Driver, Process, Question, protocol_fault};
use crate::contestant::Fault;

/// The protocol.
pub(super) struct HubDriver;

/// Squares of the board.
const SQUARES: usize = 32;

/// Whether the positions of a game are the FEN of draughts.
pub(super) fn fits<G: Notation>() -> bool {
    let start = G::start(&G::Rules::default());
    from_fen(&start.position()).is_some()
}

/// The FEN of draughts, such as `B:W21-32:B1-12`, as a Hub position.
pub(crate) fn from_fen(fen: &str) -> Option<String> {
    let mut parts = fen.trim().trim_end_matches('.').split(':');
    let side = parts.next().filter(|side| matches!(*side, "W" | "B"))?;
    let mut squares = [b'e'; SQUARES];
    for part in parts {
        let colour = part.chars().next().filter(|c| matches!(c, 'W' | 'B'))?;
        for item in part[1..].split(',').filter(|item| !item.is_empty()) {
            let (king, numbers) = item.strip_prefix('K').map_or((false, item), |rest| (true, rest));
            let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
            let letter = if king { colour } else { colour.to_ascii_lowercase() };
            squares
                .get_mut(first.checked_sub(1)?..last)?
                .fill(u8::try_from(letter).ok()?);
        }
    }
    Some(format!("{side}{}", String::from_utf8_lossy(&squares)))
}

/// A Hub position as the FEN of draughts.
pub(crate) fn to_fen(position: &str) -> Option<String> {
    let mut letters = position.chars();
    let side = letters.next().filter(|side| matches!(side, 'W' | 'B'))?;
    let squares: Vec<char> = letters.collect();
    if squares.len() != SQUARES || squares.iter().any(|c| !"wbWBe".contains(*c)) {
        return None;
    }
    let pieces = |colour: char| {
        let own = squares
            .iter()
            .zip(1..)
            .filter(|(c, _)| c.eq_ignore_ascii_case(&colour));
        let items = own.map(|(c, number)| format!("{}{number}", if c.is_uppercase() { "K" } else { "" }));
        items.collect::<Vec<_>>().join(",")
    };
    Some(format!("{side}:W{}:B{}", pieces('W'), pieces('B')))
}

/// The value of `name=value` or `name="value"` in a line.
pub(crate) fn argument<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let at = line
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|&at| line[..at].ends_with(char::is_whitespace) && line[at + name.len()..].starts_with('='))?;
    let rest = &line[at + name.len() + 1..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split_whitespace().next(),
    }
}

impl<G: Notation> Driver<G> for HubDriver {
    fn greet(&mut self, process: &mut Process) -> Result<Option<String>, Fault> {
        let never = Stop::default();
        process.send("hub")?;
        let mut name = None;
        process.wait_for(process.patience, &never, |line| {
            if line.starts_with("id ") {
                name = argument(line, "name").map(str::to_owned);
            }
            (line == "wait").then_some(())
        })?;
        process.send("init")?;
        process.wait_for(process.patience, &never, |line| (line == "ready").then_some(()))?;
        Ok(name)
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Fault> {
        process.send("new-game")
    }

    fn ask(&mut self, process: &mut Process, asked: &Question<'_, G>) -> Result<String, Fault> {
        let (record, limits) = (asked.session.record(), &asked.limits);
        let Some(first) = asked.first().ok().and_then(|game| from_fen(&game.position())) else {
            return Err(protocol_fault(Text::new(
                "the position cannot be written for Hub",
                "la posición no se puede escribir para Hub",
            )));
        };
        let moves: Vec<String> = record.events.iter().map(ToString::to_string).collect();
        process.send(&format!("pos pos={first} moves=\"{}\"", moves.join(" ")))?;
        let level = [
            limits.depth.map(|depth| format!(" depth={depth}")),
            limits.nodes.map(|nodes| format!(" nodes={nodes}")),
            limits
                .time
                .map(|time| format!(" move-time={}", time.as_secs_f64())),
        ];
        let level: String = level.into_iter().flatten().collect();
        if !level.is_empty() {
            process.send(&format!("level{level}"))?;
        }
        process.send("go think")?;
        process.wait_for(asked.patience(), &asked.stop, |line| {
            line.starts_with("done")
                .then(|| argument(line, "move").unwrap_or_default().to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_go_both_ways() {
        let hub = from_fen("B:W21-32:B1-12").expect("the start");
        assert_eq!(
            hub,
            format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12))
        );
        assert_eq!(from_fen(&to_fen(&hub).expect("a position")), Some(hub));
        let kings = from_fen("W:WK26:B14,15,K22").expect("kings");
        assert_eq!(to_fen(&kings).as_deref(), Some("W:WK26:B14,15,K22"));
        for bad in ["", "X:W1:B2", "W:W0", "W:W33", "W:Q1", "---X", "W:W5-2:B-"] {
            let read = from_fen(bad);
            assert!(read.is_none(), "{bad}: {read:?}");
        }
        assert_eq!(to_fen("Bww"), None);
    }

    #[test]
    fn arguments_may_be_quoted() {
        let line = "pos pos=Bwe moves=\"11-15 22x8\" x=";
        assert_eq!(argument(line, "pos"), Some("Bwe"));
        assert_eq!(argument(line, "moves"), Some("11-15 22x8"));
        assert_eq!(argument(line, "x"), None);
        assert_eq!(argument(line, "os"), None);
    }
}
