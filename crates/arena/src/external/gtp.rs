//! The Go Text Protocol, version 2, for any game whose moves are words: `play black f5`, `genmove white`.
//!
//! It has no chance events, and can only begin where the game begins.

use std::time::Instant;

use damero_games::{ByPlayer, Event, Notation, Player, Text, text};
use damero_search::Stop;

use super::{Driver, Process, Question, does_not_replay, protocol_fault};
use crate::contestant::{Fault, FaultKind};
use crate::records::colours;

/// The protocol, with the moves that the program already knows of.
#[derive(Default)]
pub(super) struct GtpDriver {
    played: Vec<String>,
    time: Option<u64>,
}

/// The word for a move: canonical, except that every game's pass is a `pass`.
pub(crate) fn word<G: Notation>(game: &G, m: G::Move) -> String {
    if game.read_move("pass").ok() == Some(m) {
        "pass".to_owned()
    } else {
        m.to_string()
    }
}

/// The colours in small letters.
pub(crate) fn colour<G: Notation>(player: Player) -> String {
    let names: ByPlayer<&'static str> = colours::<G>();
    names[player].to_lowercase()
}

impl GtpDriver {
    /// Sends a command and reads the answer, which ends with an empty line.
    fn command(
        &self,
        process: &mut Process,
        command: &str,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<String, Fault> {
        process.send(command)?;
        let mut answer = String::new();
        loop {
            let line = process.line(deadline, stop)?;
            match (line.is_empty(), answer.is_empty()) {
                (true, true) => {}
                (true, false) => break,
                (false, true) => answer = line,
                (false, false) => answer = format!("{answer} {line}"),
            }
        }
        if let Some(good) = answer.strip_prefix('=') {
            return Ok(good.trim().to_owned());
        }
        let said = answer.trim_start_matches('?').trim();
        Err(protocol_fault(text!(
            "it answers {command:?} with: {said}",
            "responde a {command:?} con: {said}"
        )))
    }

    fn order(&self, process: &mut Process, command: &str) -> Result<String, Fault> {
        self.command(
            process,
            command,
            Instant::now() + process.patience,
            &Stop::default(),
        )
    }
}

impl<G: Notation> Driver<G> for GtpDriver {
    fn greet(&mut self, process: &mut Process) -> Result<Option<String>, Fault> {
        self.time = None;
        let name = self.order(process, "name")?;
        Ok((!name.is_empty()).then_some(name))
    }

    fn new_game(&mut self, process: &mut Process) -> Result<(), Fault> {
        self.played.clear();
        self.order(process, "clear_board").map(drop)
    }

    fn ask(&mut self, process: &mut Process, asked: &Question<'_, G>) -> Result<String, Fault> {
        let record = asked.session.record();
        let Some(player) = asked
            .session
            .game()
            .turn()
            .player()
            .filter(|_| record.start.is_none())
        else {
            return Err(protocol_fault(Text::new(
                "GTP cannot begin in the middle of a game",
                "GTP no puede empezar en medio de una partida",
            )));
        };
        let mut game = asked.first()?;
        let mut history = Vec::new();
        for event in &record.events {
            if let (Event::Move(m), Some(mover)) = (event, game.turn().player()) {
                history.push(format!("{} {}", colour::<G>(mover), word(&game, *m)));
            }
            damero_games::record::apply(&mut game, event).map_err(|_| does_not_replay())?;
        }
        if !history.starts_with(&self.played) {
            self.played.clear();
            self.order(process, "clear_board")?;
        }
        for known in &history[self.played.len()..] {
            let told = self.order(process, &format!("play {known}"));
            // Some programs pass by themselves and refuse to be told; a pass is never a choice in our games.
            let is_known =
                known.ends_with(" pass") && matches!(&told, Err(fault) if fault.kind == FaultKind::Protocol);
            if !is_known {
                told?;
            }
        }
        self.played = history;
        // The only limit that GTP knows is whole seconds.
        let seconds = asked.limits.time.map(|time| time.as_secs_f64().ceil() as u64);
        if seconds.is_some() && seconds != self.time {
            self.order(process, &format!("time_settings 0 {} 1", seconds.unwrap_or(1)))?;
            self.time = seconds;
        }
        let colour = colour::<G>(player);
        let deadline = Instant::now() + asked.patience();
        let answer = self.command(process, &format!("genmove {colour}"), deadline, &asked.stop)?;
        if let Ok(m) = game.read_move(&answer) {
            self.played.push(format!("{colour} {}", word(&game, m)));
        }
        Ok(answer)
    }
}
