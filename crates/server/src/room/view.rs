//! What a table shows: to one visitor, to all of them, and of its past.

use damero_games::InputError;

use super::orders::PATIENT;
use super::state::Room;
use crate::catalog;
use crate::wire::{Can, Frame, Head, LogEntry, Presence, RoomState, Status, Update};

impl Room {
    /// The position now. A game that ended outside the rules has no legal moves left to offer.
    fn frame(&self) -> Frame {
        let mut frame = catalog::frame(&*self.game, self.log.len(), self.opening());
        if self.status() != Status::Playing {
            frame.legal.clear();
        }
        if let Some(result) = &self.result {
            frame.turn = None;
            frame.outcome = result.outcome;
        }
        frame
    }

    fn can(&self) -> Can {
        let playing = self.status() == Status::Playing;
        let two = !self.alone();
        let people = self.chairs.iter().filter(|(_, chair)| chair.person().is_some());
        let asks_machine = people.count() == 1 && self.turns() >= PATIENT;
        let undo = |entry: &LogEntry| entry.by.is_some_and(|by| self.chairs[by].person().is_some());
        Can {
            undo: playing && self.log.iter().any(undo),
            abort: self.result.is_none() && self.turns() < 2,
            draw: playing && self.knows_draws() && (two || asks_machine),
            hint: playing && !two,
        }
    }

    /// The present.
    pub(crate) fn head(&self, now: u64) -> Head {
        Head {
            status: self.status(),
            frame: self.frame(),
            clock: self.clock.as_ref().map(|clock| clock.wire(now, self.halted)),
            halted: self.halted,
            seats: self.seats(),
            offers: self.offers,
            result: self.result.clone(),
            next: self.next.clone(),
            pace: self.pace,
            thinking: self.thinking,
            can: self.can(),
        }
    }

    /// The update that a change makes necessary.
    pub(crate) fn update(&mut self, now: u64) -> Update {
        self.version += 1;
        let from = self.kept.min(self.log.len());
        self.kept = self.log.len();
        Update {
            version: self.version,
            from,
            log: self.log[from..].to_vec(),
            head: self.head(now),
        }
    }

    /// Everything, for one visitor.
    pub(crate) fn state(&self, user: &str, presence: Presence, now: u64) -> RoomState {
        RoomState {
            room: self.id.clone(),
            game: self.settings.game.to_string(),
            rules: self.settings.rules.clone(),
            created: self.created,
            you: self.seats_of(user),
            host: self.settings.host == user,
            clock: self.settings.clock,
            rated: self.settings.rated,
            start: self.settings.start.clone(),
            version: self.version,
            log: self.log.clone(),
            head: self.head(now),
            presence,
        }
    }

    /// The frames of the whole game; only the last one has legal moves.
    ///
    /// # Errors
    /// If the game cannot be replayed.
    pub(crate) fn frames(&self) -> Result<Vec<Frame>, InputError> {
        let start = catalog::start(
            self.settings.game,
            &self.settings.rules,
            self.settings.start.as_deref(),
        )?;
        let texts = self.log.iter().map(|entry| entry.text.as_str());
        let mut frames = catalog::frames(start, texts)?;
        frames.pop();
        for frame in &mut frames {
            frame.legal.clear();
        }
        frames.push(self.frame());
        Ok(frames)
    }
}
