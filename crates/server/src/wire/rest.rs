//! Requests and answers over HTTP.

use std::collections::BTreeMap;

use damero_games::{ByPlayer, Player, Sound, Spelling, Text};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::result::GameResult;
use super::room::{ClockSetting, Seat};
use super::schema;

/// How strong somebody is at a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Rating {
    /// Which game.
    pub game: String,
    /// The rating.
    pub rating: u32,
    /// How far it may be off.
    pub deviation: u32,
    /// Whether it is still unsure.
    pub provisional: bool,
    /// Rated games so far.
    pub games: i64,
}

/// Named rules, with the options in which they differ from the default.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PresetInfo {
    /// The name.
    pub name: String,
    /// What they are.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub doc: Text,
    /// The options that differ.
    #[ts(type = "Record<string, string>")]
    pub changes: BTreeMap<String, String>,
}

/// One option of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct OptionInfo {
    /// The name.
    pub name: String,
    /// What it does.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub doc: Text,
    /// The values that it takes, in words.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub values: Text,
    /// The values, where they can be counted.
    pub choices: Option<Vec<String>>,
    /// The value when nothing is said.
    pub default: String,
}

/// A game that can be played here.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct GameInfo {
    /// The name in addresses.
    pub id: String,
    /// The name for people.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub name: Text,
    /// One sentence about it.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub summary: Text,
    /// What the two players are called.
    #[ts(type = "ByPlayer<Text>")]
    #[schema(value_type = schema::Both<schema::Text>)]
    pub seats: ByPlayer<Text>,
    /// Whether chance events occur.
    pub chance: bool,
    /// Named rules, the default first.
    pub presets: Vec<PresetInfo>,
    /// All options.
    pub options: Vec<OptionInfo>,
    /// Record formats.
    pub formats: Vec<String>,
    /// The levels of the machine, weakest first.
    #[ts(type = "Level[]")]
    #[schema(value_type = Vec<schema::Level>)]
    pub levels: Vec<String>,
    /// The neural network that comes with the program, if there is one: the machine `neural`.
    pub network: Option<NetworkInfo>,
    /// How strong the machines are in matches against each other, strongest first; empty where nobody has measured it.
    pub strengths: Vec<MachineStrength>,
    /// How many units of the engine's score are one point as people count it, where they do.
    pub score_per_point: Option<u16>,
    /// Which spellings mean the same move.
    #[schema(value_type = schema::Spelling)]
    pub spelling: Spelling,
    /// Whether the second player sees the board from the other side.
    pub flips: bool,
    /// Whether the game fills the width of a page.
    pub wide: bool,
    /// How moves sound: the first entry whose text occurs in the move's.
    pub sounds: Vec<MoveSound>,
}

/// How moves sound that contain a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct MoveSound {
    /// The text; the empty one occurs in every move.
    pub text: String,
    /// The sound.
    #[schema(value_type = schema::Sound)]
    pub sound: Sound,
}

/// A neural network that comes with the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct NetworkInfo {
    /// The id of the rules that it has learned; it plays under no others.
    pub rules: String,
}

/// How strong a machine is, measured in matches of the program's machines against each other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct MachineStrength {
    /// Which: a level, or `neural`.
    #[ts(type = "Machine")]
    #[schema(value_type = schema::Machine)]
    pub machine: String,
    /// In Elo points; the mean of all machines of the game is 1500.
    pub rating: u32,
    /// Half the width of the 95 % interval.
    pub margin: u32,
    /// How many games.
    pub games: u64,
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct RulesText {
    /// As Markdown.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub text: Text,
}

/// Who is to sit at a seat of a new room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatRequest {
    /// The one who makes the room.
    Me,
    /// Whoever comes.
    Open,
    /// The machine.
    Machine {
        /// Which: a level, or `neural`.
        #[ts(type = "Machine")]
        #[schema(value_type = schema::Machine)]
        level: String,
    },
    /// A player that was trained here.
    Trained {
        /// Which, such as `dqn:quarto-dqn-1@best`; also `@latest` and `@step-600`.
        spec: String,
    },
}

/// A room to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// Which game.
    pub game: String,
    /// The rules id; the default rules when left out.
    #[serde(default)]
    pub rules: Option<String>,
    /// Who sits where.
    #[ts(type = "ByPlayer<SeatRequest>")]
    #[schema(value_type = schema::Both<SeatRequest>)]
    pub seats: ByPlayer<SeatRequest>,
    /// The clock, if any.
    #[serde(default)]
    pub clock: Option<ClockSetting>,
    /// Whether it counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether the lobby shows it while a seat is open.
    #[serde(default)]
    pub public: bool,
    /// A position string to start from.
    #[serde(default)]
    pub start: Option<String>,
    /// A record to continue, in any format that the game knows.
    #[serde(default)]
    pub record: Option<String>,
    /// The pause between the turns of two machines.
    #[serde(default)]
    pub delay_ms: Option<u64>,
}

/// A room that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RoomCreated {
    /// Its id.
    pub room: String,
}

/// A text to be understood.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    /// Which game.
    pub game: String,
    /// The rules id for a position.
    #[serde(default)]
    pub rules: Option<String>,
    /// A record in any format that the game knows, or a position string.
    pub text: String,
}

/// A text that was understood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct Imported {
    /// Which game.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// What it was.
    #[ts(type = "\"record\" | \"position\"")]
    #[schema(value_type = String)]
    pub kind: &'static str,
    /// The position string of the start, if not the usual one.
    pub start: Option<String>,
    /// The moves and chance events.
    pub moves: Vec<String>,
}

/// What is said of one move, for the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Opinion {
    /// The move.
    pub text: String,
    /// The expected result, from -1 to 1.
    pub value: Option<f32>,
    /// The score in the units of the evaluation.
    pub score: Option<i32>,
    /// Plies to a proven end: positive when won, negative when lost.
    pub plies_to_end: Option<i32>,
    /// The expected line of play from this move on, where it was asked for.
    pub line: Vec<String>,
}

/// What the machine thinks of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Analysis {
    /// For whom: the player to move.
    #[ts(type = "Player")]
    #[schema(value_type = schema::Player)]
    pub by: Player,
    /// The best move.
    pub best: Opinion,
    /// The expected line of play.
    pub line: Vec<String>,
    /// All legal moves, best first.
    pub moves: Vec<Opinion>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub seconds: f64,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct GameSummary {
    /// The room's id.
    pub room: String,
    /// Which game.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// Who played.
    #[ts(type = "ByPlayer<Seat>")]
    #[schema(value_type = schema::Both<Seat>)]
    pub players: ByPlayer<Seat>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// How long it is.
    pub plies: usize,
    /// When it was made.
    pub created: i64,
    /// When it ended.
    pub ended: Option<i64>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The clock.
    pub clock: Option<ClockSetting>,
}

/// A game that somebody has not finished and can come back to.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct RunningGame {
    /// The game.
    pub game: GameSummary,
    /// The seats of the one who asks.
    #[ts(type = "Player[]")]
    #[schema(value_type = Vec<schema::Player>)]
    pub you: Vec<Player>,
    /// Who is to move; null while a seat is open.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub turn: Option<Player>,
}

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct LeaderRow {
    /// From 1.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: u32,
    /// How far it may be off.
    pub deviation: u32,
    /// Rated games so far.
    pub games: i64,
    /// Whether it is a machine; `name` is its level then, or `neural`.
    pub bot: bool,
}

/// What everybody may know about somebody with an account.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// Since when.
    pub since: i64,
    /// At the games played so far.
    pub ratings: Vec<Rating>,
    /// The latest games.
    pub recent: Vec<GameSummary>,
}

/// What runs here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct VersionInfo {
    /// The version of the program.
    pub version: String,
    /// Whether the real page is inside.
    pub page: bool,
}

/// Why a request was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct Problem {
    /// A stable name.
    pub code: String,
    /// The reason in words.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub message: Text,
}
