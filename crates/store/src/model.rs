//! The rows that the store keeps. Times are milliseconds since 1970; bodies and settings are JSON of the caller.

use serde::{Deserialize, Serialize};

/// A person, who may be a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct User {
    /// The opaque id.
    pub id: String,
    /// The name that others see.
    pub name: String,
    /// True until an account is claimed.
    pub guest: bool,
    /// Since when.
    pub created: i64,
}

/// A session of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionRow {
    /// The hash of its id.
    pub hash: String,
    /// Since when.
    pub created: i64,
    /// When it was last used, about.
    pub used: i64,
}

/// The people at the two seats, first player first; `None` for a machine or an open seat.
pub type Seats = [Option<String>; 2];

/// A game to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Its opaque id.
    pub id: String,
    /// Which game, such as `reversi`.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// How it was set up.
    pub settings: String,
    /// When.
    pub created: i64,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others may find it.
    pub public: bool,
    /// Who sits where at the beginning.
    pub seats: Seats,
}

/// A stored game without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its opaque id.
    pub id: String,
    /// Which game, such as `reversi`.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// How it was set up.
    pub settings: String,
    /// When.
    pub created: i64,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Whether others may find it.
    pub public: bool,
    /// Who sits where.
    pub seats: Seats,
    /// How long it is; known once it is over.
    pub plies: i64,
    /// How it ended.
    pub result: Option<String>,
    /// When it ended.
    pub ended: Option<i64>,
}

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// Its number in the game, from 0.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// What.
    pub body: String,
}

/// Events to be added to a game, and what they change besides. All of it is written, or nothing.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The number of the first new event; refused unless it is the next.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// What happened.
    pub bodies: Vec<String>,
    /// Who sits where from now on, if that changes.
    pub seats: Option<Seats>,
    /// Set when the game is over.
    pub finish: Option<Finish>,
}

impl Append {
    /// Whether it is one event and nothing else, as a move in the middle of a game is.
    pub(crate) fn is_single(&self) -> bool {
        self.bodies.len() == 1 && self.seats.is_none() && self.finish.is_none()
    }
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Finish {
    /// How it ended.
    pub result: String,
    /// How long it was.
    pub plies: i64,
    /// New ratings. Each counts one game more than the row that it was computed from; when that row has changed in the
    /// meantime the whole append is refused as [stale](crate::StoreError::Stale).
    pub ratings: Vec<RatingRow>,
    /// New ratings of machines, under the same condition; `user` is the level.
    pub machines: Vec<RatingRow>,
}

/// How strong a person is at a game, in the numbers of Glicko-2.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingRow {
    /// Who.
    pub user: String,
    /// At which game.
    pub game: String,
    /// The rating, 1500 at the beginning.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
    /// Rated games so far.
    pub games: i64,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The name.
    pub name: String,
    /// The numbers.
    pub rating: RatingRow,
}

/// Which finished games to list, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameQuery {
    /// Only this game.
    pub game: Option<String>,
    /// Only games in which this person took part.
    pub user: Option<String>,
    /// Only games created before.
    pub before: Option<i64>,
    /// At most so many.
    pub limit: i64,
    /// Who asks: private games are for those who played them.
    pub viewer: Option<String>,
}

/// What has gone unused for too long: everything from before these times ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expiry {
    /// Games with at most one event that began before.
    pub unplayed: i64,
    /// Unfinished games without an event since.
    pub abandoned: i64,
    /// Games that ended before, that nobody else may find, that count for nothing, and that no account took part in.
    pub private: i64,
    /// Sessions of guests that were not used since.
    pub guest_sessions: i64,
    /// Sessions of accounts that were not used since.
    pub sessions: i64,
    /// Guests from before, without sessions, games and ratings; their studies end with them.
    pub guests: i64,
}
