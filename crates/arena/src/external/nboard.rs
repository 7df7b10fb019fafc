//! The `NBoard` protocol, version 2, by which Othello programs are used: a game is a GGF record, a move is asked for by
//! `go` and answered after `===`. It is spoken by any game whose records can be GGF.

use damero_games::{Lang, Notation, Text};
use damero_search::Stop;

use super::{Driver, Process, Question, protocol_fault};
use crate::contestant::Fault;

/// The protocol, with the number of the last ping.
#[derive(Default)]
pub(super) struct NBoardDriver {
    pings: u64,
}

/// Whether the records of a game can be GGF.
pub(super) fn fits<G: Notation>() -> bool {
    G::FORMATS.iter().any(|format| format.name == "ggf")
}

impl NBoardDriver {
    /// Waits until the program has done everything so far; returns the name that it gave itself, if it did.
    fn catch_up(&mut self, process: &mut Process) -> Result<Option<String>, Fault> {
        self.pings += 1;
        process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        let mut name = None;
        process.wait_for(process.patience, &Stop::default(), |line| {
            if let Some(given) = line.strip_prefix("set myname ") {
                name = Some(given.trim().to_owned());
            }
            (line.trim() == pong).then_some(())
        })?;
        Ok(name)
    }
}

impl<G: Notation> Driver<G> for NBoardDriver {
    fn greet(&mut self, process: &mut Process) -> Result<Option<String>, Fault> {
        process.send("nboard 2")?;
        self.catch_up(process)
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Fault> {
        self.catch_up(process).map(drop)
    }

    fn ask(&mut self, process: &mut Process, asked: &Question<'_, G>) -> Result<String, Fault> {
        let written = G::write_record(asked.session.record(), "ggf").map_err(|error| {
            let (en, es) = (error.message(Lang::En), error.message(Lang::Es));
            protocol_fault(Text::owned(en, es))
        })?;
        let game = written.split_whitespace().collect::<Vec<_>>().join(" ");
        process.send(&format!("set game {game}"))?;
        if let Some(depth) = asked.limits.depth {
            process.send(&format!("set depth {depth}"))?;
        }
        self.catch_up(process)?;
        process.send("go")?;
        process.wait_for(asked.patience(), &asked.stop, |line| {
            let answer = line.strip_prefix("===")?.trim();
            Some(answer.split(['/', ' ']).next().unwrap_or_default().to_owned())
        })
    }
}
