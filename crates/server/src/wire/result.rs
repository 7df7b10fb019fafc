//! How a game ended, as the page sees it and as the store keeps it.

use damero_games::{ByPlayer, Outcome, Text};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::schema;

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// The rules of the game.
    Rules,
    /// A player gave up.
    Resign,
    /// Both agreed on a draw.
    Agreement,
    /// A clock ran out.
    Time,
    /// A player left and the other claimed the game.
    Abandoned,
    /// It was called off before it began.
    Aborted,
}

/// What a rated game did to a rating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct RatingChange {
    /// Before the game.
    pub before: u32,
    /// After it.
    pub after: u32,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct GameResult {
    /// The result; null when the game was called off.
    #[ts(type = "Outcome | null")]
    #[schema(value_type = Option<schema::Outcome>)]
    pub outcome: Option<Outcome>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub score: String,
    /// What ended it.
    pub cause: Cause,
    /// The reason in words.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub reason: Text,
    /// The points of both, where the game counts some and was played to its end.
    #[serde(default)]
    #[ts(type = "ByPlayer<number> | null")]
    #[schema(value_type = Option<schema::Both<i32>>)]
    pub points: Option<ByPlayer<i32>>,
    /// What it did to the ratings of a rated game.
    #[ts(type = "ByPlayer<RatingChange> | null")]
    #[schema(value_type = Option<schema::Both<RatingChange>>)]
    pub ratings: Option<ByPlayer<RatingChange>>,
}
