//! The lobby as the page sees it.

use damero_games::{Player, Text};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::rest::GameSummary;
use super::room::{ClockSetting, Seat};
use super::schema;

/// A room with an open seat.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct OpenRoom {
    /// The room's id.
    pub room: String,
    /// Which game.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// The clock.
    pub clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// Who waits.
    pub by: Seat,
    /// The seat that is open.
    #[ts(type = "Player")]
    #[schema(value_type = schema::Player)]
    pub seat: Player,
    /// Since when.
    pub created: i64,
}

/// What is going on.
#[derive(Clone, PartialEq, Default, Debug, Serialize, ToSchema, TS)]
pub struct Lobby {
    /// Rooms that wait for an opponent.
    pub open: Vec<OpenRoom>,
    /// Games to look at.
    pub running: Vec<GameSummary>,
    /// People who look for an opponent.
    pub seeking: usize,
    /// Games being played.
    pub playing: usize,
    /// Sockets that are open.
    pub online: usize,
}

/// A message of the lobby to the page.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LobbyMessage {
    /// What is going on.
    Lobby(Lobby),
    /// An opponent was found.
    Paired {
        /// Where to play.
        room: String,
        /// On which side.
        #[ts(type = "Player")]
        #[schema(value_type = schema::Player)]
        seat: Player,
    },
    /// We look for an opponent.
    Seeking {
        /// At which game.
        game: String,
    },
    /// We no longer look for an opponent.
    Idle,
    /// An order was refused.
    Refused {
        /// The order.
        id: u32,
        /// A stable name of the reason.
        rule: String,
        /// The reason in words.
        #[ts(type = "Text")]
        #[schema(value_type = schema::Text)]
        why: Text,
    },
    /// The answer to a ping.
    Pong {
        /// As sent.
        t: u64,
    },
}
