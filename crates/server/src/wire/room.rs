//! A room as the page sees it.

use damero_games::{ByPlayer, Outcome, Player, Text};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::command::Phrase;
use super::rest::Analysis;
use super::result::GameResult;
use super::schema;

/// A Fischer clock as it is set: time at the beginning, and time added after every turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Milliseconds at the beginning.
    pub base_ms: u64,
    /// Milliseconds added after a whole turn.
    pub increment_ms: u64,
    /// What each has at the beginning, where one gives the other odds in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "ByPlayer<number>")]
    #[schema(value_type = Option<schema::Both<u64>>)]
    pub odds: Option<ByPlayer<u64>>,
}

/// The clocks at the moment of sending.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct Clock {
    /// Milliseconds left to the first player.
    pub first: u64,
    /// Milliseconds left to the second player.
    pub second: u64,
    /// Whose clock runs.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub running: Option<Player>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Seat {
    /// Nobody yet.
    Open,
    /// A person.
    Human {
        /// The opaque id.
        id: String,
        /// The name.
        name: String,
        /// Without an account.
        guest: bool,
        /// The rating at this game.
        rating: u32,
        /// Whether the rating is still unsure.
        provisional: bool,
    },
    /// One of our players.
    Machine {
        /// Which: a level, or `neural`.
        #[ts(type = "Machine")]
        #[schema(value_type = schema::Machine)]
        level: String,
        /// The rating at this game, in the pool of machines; null before its first game that counts.
        #[serde(default)]
        rating: Option<u32>,
        /// Whether the rating is still unsure.
        #[serde(default)]
        provisional: bool,
    },
    /// A player that was trained here. It has no rating.
    Trained {
        /// Which, such as `dqn:quarto-dqn-1@step-600`.
        spec: String,
        /// The training.
        run: String,
        /// The training steps of its checkpoint.
        step: u64,
    },
}

/// What a room is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// For somebody to take the open seat.
    Waiting,
    /// A game is on.
    Playing,
    /// The game is over.
    Over,
}

/// Offers that wait for an answer: who made them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, ToSchema, TS)]
pub struct Offers {
    /// A draw.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub draw: Option<Player>,
    /// To take back the last turn of the one who asks.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub takeback: Option<Player>,
    /// Another game with the sides swapped.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub rematch: Option<Player>,
}

/// How fast two machines play each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct Pace {
    /// Whether they wait for `step`.
    pub paused: bool,
    /// The pause between turns.
    pub delay_ms: u64,
}

/// What the buttons may offer now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct Can {
    /// A turn can be taken back, or asked back.
    pub undo: bool,
    /// The game can still be called off.
    pub abort: bool,
    /// A draw can be offered.
    pub draw: bool,
    /// Hints are given.
    pub hint: bool,
}

/// One action or chance event of a game. Consecutive entries with the same `turn` are one turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct LogEntry {
    /// Its number, from 0.
    pub ply: usize,
    /// The number of the turn, from 1; 0 for chance.
    pub turn: u32,
    /// Who did it; null for chance.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub by: Option<Player>,
    /// In the notation of the game.
    pub text: String,
    /// Time taken in milliseconds.
    pub ms: u64,
}

/// A position with all that is needed to draw it and to play on.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Frame {
    /// How many log entries led to it.
    pub ply: usize,
    /// Who is to move; null when the game is over.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub turn: Option<Player>,
    /// How the game ended, if this position is the end of it.
    #[ts(type = "Outcome | null")]
    #[schema(value_type = Option<schema::Outcome>)]
    pub outcome: Option<Outcome>,
    /// The game's own view.
    #[ts(type = "View")]
    #[schema(value_type = Object)]
    pub view: serde_json::Value,
    /// All legal moves in the notation of the game.
    pub legal: Vec<String>,
    /// The position string.
    pub position: String,
    /// Points, where the game keeps them.
    #[ts(type = "ByPlayer<number> | null")]
    #[schema(value_type = Option<schema::Both<i32>>)]
    pub scores: Option<ByPlayer<i32>>,
    /// The name of the opening: that of the last position on the way here that has one.
    #[ts(type = "Text | null")]
    #[schema(value_type = Option<schema::Text>)]
    pub opening: Option<Text>,
}

/// The present of a room; its past is the log.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Head {
    /// Nothing can be saved now: clocks stand still, and what was ordered waits.
    pub halted: bool,
    /// Waiting, playing or over.
    pub status: Status,
    /// The position.
    pub frame: Frame,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// Who sits where.
    #[ts(type = "ByPlayer<Seat>")]
    #[schema(value_type = schema::Both<Seat>)]
    pub seats: ByPlayer<Seat>,
    /// Offers that wait for an answer.
    pub offers: Offers,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// The room of the rematch.
    pub next: Option<String>,
    /// How fast two machines play.
    pub pace: Option<Pace>,
    /// Which machine is thinking.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub thinking: Option<Player>,
    /// What the buttons may offer.
    pub can: Can,
}

/// Who is here. `away` counts the milliseconds until the other player may claim the game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, ToSchema, TS)]
pub struct Presence {
    /// The first player is here.
    pub first: bool,
    /// The second player is here.
    pub second: bool,
    /// How many others look on.
    pub watchers: usize,
    /// For each player who left a running game.
    #[ts(type = "ByPlayer<number | null>")]
    #[schema(value_type = schema::Both<Option<u64>>)]
    pub away: ByPlayer<Option<u64>>,
}

/// Everything about a room, for one visitor.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct RoomState {
    /// The room's id.
    pub room: String,
    /// Which game.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// When the room was made.
    pub created: i64,
    /// The seats that this visitor holds.
    #[ts(type = "Player[]")]
    #[schema(value_type = Vec<schema::Player>)]
    pub you: Vec<Player>,
    /// Whether this visitor made the room.
    pub host: bool,
    /// How the clock is set.
    pub clock: Option<ClockSetting>,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// The position string of the start, if not the usual one.
    pub start: Option<String>,
    /// Counts the changes of the room.
    pub version: u64,
    /// All that happened.
    pub log: Vec<LogEntry>,
    /// The present.
    pub head: Head,
    /// Who is here.
    pub presence: Presence,
}

/// A change: the log from `from` on is replaced by `log`, and the head by `head`.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Update {
    /// The version after the change.
    pub version: u64,
    /// Entries before this one stay.
    pub from: usize,
    /// The entries after them.
    pub log: Vec<LogEntry>,
    /// The present.
    pub head: Head,
}

/// What a machine is thinking.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Thinking {
    /// About the position after so many entries.
    pub ply: usize,
    /// Which machine.
    #[ts(type = "Player")]
    #[schema(value_type = schema::Player)]
    pub by: Player,
    /// The best move so far.
    pub best: String,
    /// The expected line.
    pub line: Vec<String>,
    /// The expected result for the machine, from -1 to 1.
    pub value: Option<f32>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// A message of a room to the page.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message {
    /// Everything; replaces what the page has.
    State(Box<RoomState>),
    /// A change.
    Update(Box<Update>),
    /// A command was carried out, and will not be forgotten.
    Ack {
        /// The command.
        id: u32,
        /// The version that the room has now.
        version: u64,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The command.
        id: u32,
        /// A stable name of the rule.
        rule: String,
        /// The rule in words.
        #[ts(type = "Text")]
        #[schema(value_type = schema::Text)]
        why: Text,
        /// A move that would be legal.
        instead: Option<String>,
        /// The version that the room has now.
        version: u64,
    },
    /// The answer to a request for a hint.
    Hint {
        /// The command.
        id: u32,
        /// About the position after so many entries.
        ply: usize,
        /// What the machine thinks of it.
        analysis: Analysis,
    },
    /// What a machine is thinking; may be lost.
    Thinking(Thinking),
    /// Who is here; may be lost.
    Presence(Presence),
    /// A preset phrase; may be lost.
    Phrase {
        /// Who says it.
        #[ts(type = "Player")]
        #[schema(value_type = schema::Player)]
        by: Player,
        /// What.
        phrase: Phrase,
    },
    /// The answer to a ping.
    Pong {
        /// As sent.
        t: u64,
    },
}
