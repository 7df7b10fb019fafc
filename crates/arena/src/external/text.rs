//! Damero's own protocol, in plain text, one line a message:
//!
//! ```text
//! > damero                        < damero NAME
//! > new                           (a new game; no answer)
//! > position RULES POSITION       (no answer; `moves M…` may follow)
//! > go time 1000 depth 5 nodes 9  < bestmove f5
//! > quit
//! ```
//!
//! Where the past matters, as it does for repetitions, the position is the one where the game began, and after the word
//! `moves` comes everything that happened since, chance events included.
//!
//! `go` takes any of its limits or none, the time in milliseconds. Before `bestmove` the engine may say anything in lines
//! that begin with `info`; `error TEXT` says that it did not understand.

use damero_games::{Notation, text};
use damero_search::{Limits, Stop};

use super::{Driver, Process, Question, protocol_fault};
use crate::contestant::Fault;

/// The protocol.
pub(super) struct TextDriver;

impl<G: Notation> Driver<G> for TextDriver {
    fn greet(&mut self, process: &mut Process) -> Result<Option<String>, Fault> {
        process.send("damero")?;
        process.wait_for(process.patience, &Stop::default(), |line| {
            let name = line.strip_prefix("damero")?.trim();
            Some((!name.is_empty()).then(|| name.to_owned()))
        })
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Fault> {
        process.send("new")
    }

    fn ask(&mut self, process: &mut Process, asked: &Question<'_, G>) -> Result<String, Fault> {
        process.send(&position(asked)?)?;
        process.send(&go(&asked.limits))?;
        process.wait_for(asked.patience(), &asked.stop, |line| {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "bestmove" => Some(Ok(rest.trim().to_owned())),
                "error" => Some(Err(protocol_fault(text!("it says: {rest}", "dice: {rest}")))),
                _ => None,
            }
        })?
    }
}

fn position<G: Notation>(asked: &Question<'_, G>) -> Result<String, Fault> {
    let (record, first) = (asked.session.record(), asked.first()?.position());
    let mut line = format!("position {} {first}", record.rules);
    if !record.events.is_empty() {
        line += " moves";
    }
    for event in &record.events {
        line += &format!(" {event}");
    }
    Ok(line)
}

fn go(limits: &Limits) -> String {
    let parts = [
        limits.time.map(|time| format!(" time {}", time.as_millis())),
        limits.depth.map(|depth| format!(" depth {depth}")),
        limits.nodes.map(|nodes| format!(" nodes {nodes}")),
    ];
    format!("go{}", parts.into_iter().flatten().collect::<String>())
}
