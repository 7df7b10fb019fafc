//! Positions of games that two people are playing now. The engine says nothing about them: to the players of a game not
//! from its first move on, and to nobody once it has left the openings that everybody knows. From then on its players learn
//! nothing of the positions one move later either, which would tell them the value of each of their moves. There are other
//! ways to the engine than to ask for an analysis: a hint or a machine's move in another room, or the review of another
//! game. They are closed from the end of the openings on. Symmetric positions count as one, and so do those that differ by
//! a counter only.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::StatusCode;
use damero_games::{AnyGame, GameId, Session, Symmetry as _, with_game};

use crate::catalog;
use crate::error::ApiError;

/// Up to so many turns a position is taken for an opening that others may look at.
const OPENING: u32 = 8;

type Position = (GameId, u64);

/// What a position is recognised by.
fn position_of(id: GameId, game: &dyn AnyGame) -> Position {
    let key = with_game!(id, G => {
        let session = game.as_any().downcast_ref::<Session<G>>();
        session.map(|session| session.game().canonical_key())
    });
    (id, key.unwrap_or_else(|| game.key()))
}

/// A game that is being played.
struct Played {
    position: Position,
    /// The position as it can be set up again.
    rules: String,
    text: String,
    players: [String; 2],
    turns: u32,
    /// Earlier positions of the game that were no openings any more.
    past: Vec<Position>,
}

impl Played {
    fn is_late(&self) -> bool {
        self.turns > OPENING
    }

    fn is_played_by(&self, user: &str) -> bool {
        self.players.iter().any(|player| player == user)
    }

    /// The positions one move later.
    fn next(&self) -> Vec<Position> {
        let id = self.position.0;
        // What stands on a board can be set up.
        let Ok(game) = catalog::start(id, &self.rules, Some(&self.text)) else {
            return Vec::new();
        };
        let after = |text: &String| {
            let mut after = game.boxed_clone();
            after.play(text).ok().map(|_| position_of(id, &*after))
        };
        game.moves().iter().filter_map(after).collect()
    }
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
    pub(crate) fn note(&self, room: &str, id: GameId, game: &dyn AnyGame, players: [&str; 2], turns: u32) {
        let played = Played {
            position: position_of(id, game),
            rules: game.rules(),
            text: game.position(),
            players: players.map(str::to_owned),
            turns,
            past: Vec::new(),
        };
        let mut inner = self.inner();
        let before = inner.forget(room).filter(Played::is_late);
        let past = before.map_or_else(Vec::new, |before| [before.past, vec![before.position]].concat());
        let played = Played { past, ..played };
        inner
            .rooms
            .entry(played.position)
            .or_default()
            .push(room.to_owned());
        inner.games.insert(room.to_owned(), played);
    }

    /// The game of a room is over.
    pub(crate) fn forget(&self, room: &str) {
        self.inner().forget(room);
    }

    /// Whether the engine says something to `user` about all positions of a line of play. A move that cannot be played ends
    /// the line; whoever reads it says why. `closed` tells what is closed besides the positions that it says to nobody.
    fn is_open(
        &self,
        id: GameId,
        start: &dyn AnyGame,
        moves: &[String],
        closed: impl Fn(&Inner, &Position) -> bool,
    ) -> bool {
        if self.inner().games.is_empty() {
            return true;
        }
        let mut game = start.boxed_clone();
        let mut moves = moves.iter();
        loop {
            let position = position_of(id, &*game);
            let inner = self.inner();
            if inner.at(&position).any(Played::is_late) || closed(&inner, &position) {
                return false;
            }
            drop(inner);
            match moves.next() {
                Some(text) if game.play(text).is_ok() => {}
                _ => return true,
            }
        }
    }

    /// Of the games of somebody that have left the openings, the positions one move later, and those before if they are
    /// asked for.
    fn near(&self, user: &str, id: GameId, past: bool) -> HashSet<Position> {
        let inner = self.inner();
        let games = inner.games.values();
        let own = games.filter(|game| game.position.0 == id && game.is_late() && game.is_played_by(user));
        own.flat_map(|game| {
            let past = if past { game.past.clone() } else { Vec::new() };
            [game.next(), past].concat()
        })
        .collect()
    }

    /// Refuses the analysis of a line of play that leads through a position that the engine says nothing about.
    ///
    /// # Errors
    /// If it does.
    pub(crate) fn check(
        &self,
        user: &str,
        id: GameId,
        start: &dyn AnyGame,
        moves: &[String],
    ) -> Result<(), ApiError> {
        let next = self.near(user, id, false);
        let own = |inner: &Inner, position: &Position| {
            let mut games = inner.at(position);
            next.contains(position) || games.any(|game| game.turns > 0 && game.is_played_by(user))
        };
        told(self.is_open(id, start, moves, own))
    }

    /// Refuses the review of a game that leads through such a position.
    ///
    /// # Errors
    /// If it does.
    pub(crate) fn check_review(
        &self,
        user: &str,
        id: GameId,
        start: &dyn AnyGame,
        moves: &[String],
    ) -> Result<(), ApiError> {
        let next = self.near(user, id, false);
        told(self.is_open(id, start, moves, |_, position| next.contains(position)))
    }

    /// Whether the engine may give `user` a hint in another room.
    pub(crate) fn may_hint(&self, user: &str, id: GameId, game: &dyn AnyGame) -> bool {
        self.check_review(user, id, game, &[]).is_ok()
    }

    /// Refuses a game against a machine that begins where a running one of the same person was or could be: there the machine
    /// would play on in its place.
    ///
    /// # Errors
    /// If it does.
    pub(crate) fn check_begin(
        &self,
        user: &str,
        id: GameId,
        start: &dyn AnyGame,
        moves: &[String],
    ) -> Result<(), ApiError> {
        let near = self.near(user, id, true);
        told(self.is_open(id, start, moves, |_, position| near.contains(position)))
    }
}

fn told(open: bool) -> Result<(), ApiError> {
    if open {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::CONFLICT,
        "still-playing",
        "this position is being played; the machine says nothing about it until the game is over",
        "esta posición se está jugando; la máquina no dice nada de ella hasta que acabe la partida",
    ))
}

impl Inner {
    /// The games in which this position stands on the board.
    fn at(&self, position: &Position) -> impl Iterator<Item = &Played> {
        let rooms = self.rooms.get(position).into_iter().flatten();
        rooms.filter_map(|room| self.games.get(room))
    }

    fn forget(&mut self, room: &str) -> Option<Played> {
        let old = self.games.remove(room)?;
        if let Some(rooms) = self.rooms.get_mut(&old.position) {
            rooms.retain(|other| other != room);
            if rooms.is_empty() {
                self.rooms.remove(&old.position);
            }
        }
        Some(old)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(id: GameId, moves: &[&str]) -> Box<dyn AnyGame> {
        let mut game = catalog::start(id, catalog::default_rules(id), None).expect("its rules");
        for text in moves {
            game.play(text).expect("a legal move");
        }
        game
    }

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn players_are_told_nothing_and_others_only_about_openings() {
        let positions = PlayedPositions::default();
        let id = GameId::Reversi;
        let (start, one, late) = (after(id, &[]), after(id, &["f5"]), after(id, &["f5", "d6"]));
        let open = |user: &str, game: &dyn AnyGame| positions.check(user, id, game, &[]).is_ok();
        positions.note("r", id, &*start, ["ana", "bob"], 0);
        assert!(open("ana", &*start), "nobody has moved");
        positions.note("r", id, &*one, ["ana", "bob"], 1);
        positions.note("s", id, &*one, ["eva", "leo"], 1);
        assert!(open("ana", &*start), "it has gone on");
        assert!(!open("ana", &*one) && !open("leo", &*one) && open("mia", &*one));
        positions.note("r", id, &*late, ["ana", "bob"], OPENING + 1);
        assert!(!open("mia", &*late));
        let through = positions.check("mia", id, &*start, &texts(&["f5", "d6", "c5"]));
        assert!(through.is_err(), "a line that goes on from there");
        positions.forget("r");
        positions.forget("s");
        assert!(open("ana", &*late));
        assert!(positions.inner().rooms.is_empty());
    }

    #[test]
    fn neither_a_mirror_nor_the_positions_after_each_move_tell_a_player_more() {
        let positions = PlayedPositions::default();
        let id = GameId::Reversi;
        let (board, mirrored) = (after(id, &["f5", "d6"]), after(id, &["c4", "e3"]));
        let next = after(id, &["f5", "d6", "c5"]);
        let open = |user: &str, game: &dyn AnyGame| positions.check(user, id, game, &[]).is_ok();
        positions.note("r", id, &*board, ["ana", "bob"], 2);
        assert!(
            !open("ana", &*mirrored) && open("ana", &*next) && open("mia", &*mirrored),
            "an opening"
        );
        positions.note("r", id, &*board, ["ana", "bob"], OPENING + 1);
        assert!(!open("mia", &*mirrored) && open("mia", &*next));
        assert!(!open("ana", &*next) && !open("bob", &*next));
    }

    #[test]
    fn no_other_room_is_a_way_around_it() {
        let positions = PlayedPositions::default();
        let id = GameId::Reversi;
        let start = after(id, &[]);
        positions.note("r", id, &*after(id, &["f5"]), ["ana", "bob"], OPENING + 1);
        positions.note("r", id, &*after(id, &["f5", "d6"]), ["ana", "bob"], OPENING + 2);
        let hint = |user: &str, moves: &[&str]| positions.may_hint(user, id, &*after(id, moves));
        let review =
            |user: &str, moves: &[&str]| positions.check_review(user, id, &*start, &texts(moves)).is_ok();
        let begin =
            |user: &str, moves: &[&str]| positions.check_begin(user, id, &*after(id, moves), &[]).is_ok();
        let (past, now, next) = (&["f5"][..], &["f5", "d6"][..], &["f5", "d6", "c5"][..]);
        assert_eq!(
            [past, now, next].map(|moves| hint("ana", moves)),
            [true, false, false]
        );
        assert_eq!(
            [past, now, next].map(|moves| hint("mia", moves)),
            [true, false, true]
        );
        assert_eq!(
            [past, now, next].map(|moves| review("bob", moves)),
            [true, false, false]
        );
        assert_eq!(
            [past, now, next].map(|moves| begin("bob", moves)),
            [false, false, false]
        );
        assert_eq!(
            [past, now, next].map(|moves| begin("mia", moves)),
            [true, false, true]
        );
        assert!(begin("bob", &[]), "the beginning is everybody's");
    }

    #[test]
    fn a_counter_makes_no_other_position() {
        let id = GameId::ChessFive;
        let [one, other] = [3, 5].map(|plies| {
            let text = format!("8/6Q1/8/8/2R5/4N3/qb2nrn1/KBNbrkBR m - {plies}");
            catalog::start(id, "classic", Some(&text)).expect("a position")
        });
        assert_ne!(one.position(), other.position());
        assert_eq!(position_of(id, &*one), position_of(id, &*other));
    }
}
