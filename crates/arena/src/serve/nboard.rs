//! The `NBoard` protocol from the side of the engine. What it does not know it passes over in silence, as the protocol
//! demands.

use std::io;

use damero_games::{Notation, Record, Session};
use damero_search::Limits;

use super::{Desk, Next, Server, english};
use crate::external::gtp::word;

/// The protocol.
#[derive(Default)]
pub(super) struct NBoardServer {
    depth: Option<u32>,
}

impl<G: Notation> Server<G> for NBoardServer {
    fn answer(&mut self, line: &str, desk: &mut Desk<'_, G>) -> io::Result<Next> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "nboard" => {
                let hello = format!("set myname {}", desk.name);
                desk.say(&hello)?;
            }
            "ping" => desk.say(&format!("pong {rest}"))?,
            "set" => self.set(rest, desk)?,
            "move" => {
                let text = rest.split('/').next().unwrap_or_default();
                if let Err(error) = desk.session.play_text(text) {
                    desk.say(&format!("status {}", english(&error)))?;
                }
            }
            "go" if desk.can_think() => {
                let limits = Limits {
                    depth: self.depth,
                    ..Limits::default()
                };
                desk.say("status thinking")?;
                let answer = match desk.think(limits) {
                    Ok(searched) => {
                        let text = word(desk.session.game(), searched.best).to_uppercase();
                        format!("=== {text}//{:.3}", searched.time.as_secs_f64())
                    }
                    Err(problem) => format!("status {problem}"),
                };
                desk.say(&answer)?;
                desk.say("status")?;
            }
            "quit" => return Ok(Next::Quit),
            _ => {}
        }
        Ok(Next::GoOn)
    }
}

impl NBoardServer {
    fn set<G: Notation>(&mut self, rest: &str, desk: &mut Desk<'_, G>) -> io::Result<()> {
        let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
        match name {
            "depth" => self.depth = value.trim().parse().ok().filter(|&depth| depth > 0),
            "game" => match G::read_record(value).and_then(Session::from_record) {
                Ok(session) => {
                    // The protocol has no word for a new game: it is one that does not go on from the last.
                    if !goes_on(desk.session.record(), session.record()) {
                        desk.forget();
                    }
                    desk.session = session;
                }
                Err(error) => desk.say(&format!("status {}", english(&error)))?,
            },
            _ => {}
        }
        Ok(())
    }
}

fn goes_on<G: Notation>(before: &Record<G>, after: &Record<G>) -> bool {
    before.start == after.start && after.events.starts_with(&before.events)
}
