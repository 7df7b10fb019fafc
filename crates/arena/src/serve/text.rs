//! Damero's own protocol from the side of the engine; see the driver of the same name for its messages.

use std::io;
use std::time::Duration;

use damero_games::{InputError, Notation, Session};
use damero_search::Limits;

use super::{Desk, Next, Server, english};

/// The protocol.
pub(super) struct TextServer;

impl<G: Notation> Server<G> for TextServer {
    fn answer(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let done = match word {
            "" => Ok(()),
            "damero" => {
                let hello = format!("damero {}", desk.name);
                return desk.say(&hello).map(|()| Next::GoOn);
            }
            "new" => {
                desk.forget();
                Ok(())
            }
            "position" => position(rest.trim()).map(|session| desk.session = session),
            "go" => match go(rest, desk) {
                Ok(answer) => return desk.say(&answer).map(|()| Next::GoOn),
                Err(problem) => Err(problem),
            },
            "quit" => return Ok(Next::Quit),
            _ => Err(format!(
                "unknown command {word:?}: there are damero, new, position, go, quit"
            )),
        };
        match done {
            Ok(()) => Ok(Next::GoOn),
            Err(problem) => desk.say(&format!("error {problem}")).map(|()| Next::GoOn),
        }
    }
}

/// `RULES POSITION [moves M…]`, the rules being one word.
fn position<G: Notation>(rest: &str) -> Result<Session<G>, String> {
    let (rules, position) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (position, moves) = position.split_once(" moves").unwrap_or((position, ""));
    let read = || -> Result<Session<G>, InputError> {
        let mut session = Session::from_position(rules.parse()?, position.trim())?;
        moves
            .split_whitespace()
            .try_for_each(|word| session.play_text(word))
            .map(|()| session)
    };
    read().map_err(|error| english(&error))
}

fn go<G: Notation>(rest: &str, desk: &mut Desk<'_, G>) -> Result<String, String> {
    let limits = limits(rest)?;
    if !desk.can_think() {
        return Err("no player is to move".to_owned());
    }
    let searched = desk.think(limits)?;
    Ok(format!("bestmove {}", searched.best))
}

fn limits(rest: &str) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let number: Option<u64> = words
            .next()
            .and_then(|value| value.parse().ok())
            .filter(|&n| n > 0);
        let Some(number) = number else {
            return Err(format!("{word} needs a positive number"));
        };
        match word {
            "time" => limits.time = Some(Duration::from_millis(number)),
            "depth" => limits.depth = Some(u32::try_from(number).unwrap_or(u32::MAX)),
            "nodes" => limits.nodes = Some(number),
            _ => return Err(format!("unknown limit {word:?}: there are time, depth, nodes")),
        }
    }
    Ok(limits)
}
