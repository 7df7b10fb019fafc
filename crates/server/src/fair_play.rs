//! Positions of games that two people are playing now. The engine says nothing about them: to the players of a game not
//! from its first move on, and to nobody once it has left the openings that everybody knows.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use damero_games::{AnyGame, GameId};

use crate::error::ApiError;

/// Up to so many turns a position is taken for an opening that others may look at.
const OPENING: u32 = 8;

type Position = (GameId, String);

/// A game that is being played.
struct Played {
    position: Position,
    players: [String; 2],
    turns: u32,
}

#[derive(Default)]
struct Inner {
    games: HashMap<String, Played>,
    /// The rooms in which a position stands on the board.
    rooms: HashMap<Position, Vec<String>>,
}

/// What is being played, in rooms that are awake or asleep.
#[derive(Default)]
pub(crate) struct PlayedPositions {
    inner: Mutex<Inner>,
}

impl PlayedPositions {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position in a room is now this one.
    pub(crate) fn note(&self, room: &str, position: Position, players: [&str; 2], turns: u32) {
        let mut inner = self.inner();
        inner.forget(room);
        inner
            .rooms
            .entry(position.clone())
            .or_default()
            .push(room.to_owned());
        let played = Played {
            position,
            players: players.map(str::to_owned),
            turns,
        };
        inner.games.insert(room.to_owned(), played);
    }

    /// The game of a room is over.
    pub(crate) fn forget(&self, room: &str) {
        self.inner().forget(room);
    }

    fn is_closed_to(&self, user: &str, position: &Position) -> bool {
        let inner = self.inner();
        let rooms = inner.rooms.get(position).into_iter().flatten();
        rooms
            .filter_map(|room| inner.games.get(room))
            .any(|game| game.turns > OPENING || game.players.iter().any(|player| player == user))
    }

    /// Refuses a line of play that leads through a position that the engine says nothing about.
    ///
    /// # Errors
    /// If it does. A move that cannot be played ends the line; whoever reads it says why.
    pub(crate) fn check(
        &self,
        user: &str,
        id: GameId,
        start: &dyn AnyGame,
        moves: &[String],
    ) -> Result<(), ApiError> {
        if self.inner().games.is_empty() {
            return Ok(());
        }
        let mut game = start.boxed_clone();
        let mut moves = moves.iter();
        loop {
            if self.is_closed_to(user, &(id, game.position())) {
                return Err(ApiError::new(
                    StatusCode::CONFLICT,
                    "still-playing",
                    "this position is being played; the machine says nothing about it until the game is over",
                    "esta posición se está jugando; la máquina no dice nada de ella hasta que acabe la partida",
                ));
            }
            match moves.next() {
                Some(text) if game.play(text).is_ok() => {}
                _ => return Ok(()),
            }
        }
    }
}

impl Inner {
    fn forget(&mut self, room: &str) {
        let Some(old) = self.games.remove(room) else {
            return;
        };
        if let Some(rooms) = self.rooms.get_mut(&old.position) {
            rooms.retain(|other| other != room);
            if rooms.is_empty() {
                self.rooms.remove(&old.position);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_told_nothing_and_others_only_about_openings() {
        let positions = PlayedPositions::default();
        let at = |text: &str| (GameId::Quarto, text.to_owned());
        positions.note("r", at("start"), ["ana", "bob"], 0);
        positions.note("r", at("one"), ["ana", "bob"], 1);
        positions.note("s", at("one"), ["eva", "leo"], 1);
        assert!(!positions.is_closed_to("ana", &at("start")), "it has gone on");
        assert!(positions.is_closed_to("ana", &at("one")) && positions.is_closed_to("leo", &at("one")));
        assert!(!positions.is_closed_to("mia", &at("one")));
        positions.note("r", at("late"), ["ana", "bob"], OPENING + 1);
        assert!(positions.is_closed_to("mia", &at("late")));
        positions.forget("r");
        positions.forget("s");
        assert!(!positions.is_closed_to("ana", &at("late")));
        assert!(positions.inner().rooms.is_empty());
    }
}
