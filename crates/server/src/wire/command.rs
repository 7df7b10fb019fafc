//! What the page asks for. Every order is an intent; the room decides.

use damero_games::Player;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::room::ClockSetting;
use super::schema;

/// What players may say to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Good game.
    GoodGame,
    /// Thank you.
    Thanks,
    /// Well played.
    WellPlayed,
    /// Sorry.
    Sorry,
    /// Oops.
    Oops,
    /// I have to go.
    HaveToGo,
}

/// Something to be done in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Order {
    /// Play actions of one turn, all or none.
    Move {
        /// The length of the log that they follow.
        ply: usize,
        /// In the notation of the game.
        actions: Vec<String>,
    },
    /// Take back the last turn, or offer or accept that online.
    Undo,
    /// Give up.
    Resign {
        /// Which side, when both are played on one screen.
        #[serde(default)]
        #[ts(type = "Player | null")]
        #[schema(value_type = Option<schema::Player>)]
        seat: Option<Player>,
    },
    /// Offer or accept a draw.
    Draw,
    /// Turn down what the other offers.
    Decline,
    /// Call the game off before it has begun.
    Abort,
    /// End a game that the other has left.
    Claim {
        /// As a draw instead of a win.
        #[serde(default)]
        draw: bool,
    },
    /// Offer or accept another game with the sides swapped.
    Rematch,
    /// Take an open seat.
    Sit {
        /// Which.
        #[ts(type = "Player")]
        #[schema(value_type = schema::Player)]
        seat: Player,
    },
    /// Set how fast two machines play.
    Pace {
        /// Whether they wait for `step`.
        paused: bool,
        /// The pause between turns.
        delay_ms: u64,
    },
    /// Let the machine play one turn while paused.
    Step,
    /// Ask what the machine would play.
    Hint,
    /// Say something.
    Phrase {
        /// What.
        phrase: Phrase,
    },
}

/// A message of the page to a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(untagged)]
pub enum Command {
    /// Something to be done, once, however often it is sent.
    Order {
        /// Counts the orders of this page load.
        id: u32,
        /// What.
        #[serde(flatten)]
        order: Order,
    },
    /// Something that needs no number.
    Plain(Plain),
}

/// A message that changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Plain {
    /// Asks for the changes after a version.
    Sync {
        /// The version that the page has.
        version: u64,
    },
    /// The player leaves on purpose; the opponent need not wait as long as after a lost connection.
    Bye,
    /// Asks for a sign of life.
    Ping {
        /// Comes back.
        t: u64,
    },
}

/// Something to be done in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LobbyOrder {
    /// Look for an opponent.
    Seek {
        /// Which game.
        game: String,
        /// The rules id.
        rules: String,
        /// The clock.
        clock: Option<ClockSetting>,
        /// Whether it counts for ratings.
        rated: bool,
    },
    /// Stop looking.
    Unseek,
}

/// A message of the page to the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(untagged)]
pub enum LobbyCommand {
    /// Something to be done.
    Order {
        /// Counts the orders of this page load.
        id: u32,
        /// What.
        #[serde(flatten)]
        order: LobbyOrder,
    },
    /// Something that needs no number.
    Plain(Plain),
}
