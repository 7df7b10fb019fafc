//! Studies, games with variations, and what was played in a position.

use damero_games::{ByPlayer, GameTree};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::rest::Problem;
use super::schema;

/// Who may read a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Its owner.
    Private,
    /// Whoever has the address.
    Unlisted,
    /// Everybody, and it is listed.
    Public,
}

/// A chapter of a study: a game with variations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Chapter {
    /// What it is called.
    pub name: String,
    /// The game.
    #[ts(type = "GameTree")]
    #[schema(value_type = schema::GameTree)]
    pub tree: GameTree,
}

/// A study to be made, or what is to stand in its place.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct StudyRequest {
    /// The version that was read, for a study that there is already; refused if it has changed since.
    #[serde(default)]
    pub version: Option<i64>,
    /// What it is called.
    pub name: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// Its chapters, at least one.
    pub chapters: Vec<Chapter>,
}

/// A study in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct StudySummary {
    /// Its id.
    pub study: String,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub owner: String,
    /// Whether it is one's own.
    pub mine: bool,
    /// The game of its first chapter.
    pub game: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// How many chapters it has.
    pub count: i64,
    /// Grows with every change.
    pub version: i64,
    /// When it was made.
    pub created: i64,
    /// When it was last changed.
    pub updated: i64,
}

/// A study.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Study {
    /// All about it.
    pub about: StudySummary,
    /// Its chapters.
    pub chapters: Vec<Chapter>,
}

/// Texts to be read as games.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    /// Which game.
    pub game: String,
    /// One game or many, in any format that the game knows.
    pub text: String,
}

/// One game of a text: read, or why it was not.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct ReadGame {
    /// The game.
    #[ts(type = "GameTree | null")]
    #[schema(value_type = Option<schema::GameTree>)]
    pub tree: Option<GameTree>,
    /// Why there is none.
    pub problem: Option<Problem>,
}

/// A game to be written.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    /// The game.
    #[ts(type = "GameTree")]
    #[schema(value_type = schema::GameTree)]
    pub tree: GameTree,
    /// In which format; our own when left out.
    #[serde(default)]
    pub format: Option<String>,
}

/// What kind of picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    /// A drawing of the last position.
    Svg,
    /// Its pixels.
    Png,
    /// All positions one after the other, an animated PNG.
    Apng,
}

/// How games went in which a move was played.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct ExplorerMove {
    /// The move.
    pub text: String,
    /// How many games.
    pub games: i64,
    /// How many of them each player won.
    #[ts(type = "ByPlayer<number>")]
    #[schema(value_type = schema::Both<i64>)]
    pub wins: ByPlayer<i64>,
    /// How many were drawn.
    pub draws: i64,
    /// The points of the first player less those of the second, on average, where the game has points.
    pub points: Option<f64>,
    /// The opening that it leads to, if it has a name.
    #[ts(type = "Text | null")]
    #[schema(value_type = Option<schema::Text>)]
    pub opening: Option<damero_games::Text>,
}

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Explorer {
    /// In the public games of this server.
    pub here: Vec<ExplorerMove>,
    /// In the collections that its operator has imported.
    pub collections: Vec<ExplorerMove>,
}
