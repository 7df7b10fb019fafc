//! Puzzles: what there is to solve, how somebody does at it, and the answers to moves.

use damero_games::{Player, Text};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::result::RatingChange;
use super::room::Frame;
use super::schema;

/// How good somebody is at the puzzles of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleStanding {
    /// The rating.
    pub rating: u32,
    /// Whether it is still unsure.
    pub provisional: bool,
    /// Puzzles tried so far.
    pub played: i64,
    /// Puzzles solved in a row, the last one included.
    pub streak: i64,
    /// The longest such row.
    pub best_streak: i64,
}

/// Something that puzzles are about.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleTheme {
    /// Its name in addresses.
    pub id: String,
    /// Its name for people.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub name: Text,
    /// How many puzzles are about it.
    pub count: usize,
}

/// A game that has puzzles.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleGame {
    /// The game's id.
    pub game: String,
    /// How many puzzles it has.
    pub count: usize,
    /// What they are about.
    pub themes: Vec<PuzzleTheme>,
    /// How good the visitor is at them.
    pub standing: PuzzleStanding,
    /// The puzzle of today, the same for everybody.
    pub daily: PuzzleOfTheDay,
}

/// The puzzle of a day.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleOfTheDay {
    /// Its id.
    pub id: String,
    /// The rules id.
    pub rules: String,
    /// The position string.
    pub position: String,
    /// What to draw.
    #[ts(type = "View")]
    #[schema(value_type = Object)]
    pub view: serde_json::Value,
    /// Whether the visitor has solved it; null before the first attempt.
    pub solved: Option<bool>,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleGoal {
    /// To win the game.
    Win,
    /// Not to lose it.
    Save,
    /// To win the most, in points or pieces.
    Gain,
}

/// A puzzle without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleTask {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// The position.
    pub frame: Frame,
    /// Who has to find the moves.
    #[ts(type = "Player")]
    #[schema(value_type = schema::Player)]
    pub player: Player,
    /// What is asked for.
    pub goal: PuzzleGoal,
    /// How many moves are to be found.
    pub decisions: usize,
    /// How hard it has proved to be.
    pub rating: u32,
    /// How many people have tried it.
    pub played: i64,
    /// Whether the visitor has solved it; null before the first attempt, which is the one that counts.
    pub solved: Option<bool>,
    /// How good the visitor is.
    pub standing: PuzzleStanding,
}

/// The moves that a visitor has found so far, without the replies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct PuzzleMoves {
    /// In the notation of the game; the last one is the one in question.
    pub moves: Vec<String>,
}

/// What came of a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleAnswer {
    /// Whether it is the move that was looked for.
    pub right: bool,
    /// Whether the puzzle is solved by it.
    pub done: bool,
    /// The move and the replies to it, if it is right.
    pub moves: Vec<String>,
    /// The positions after each of them.
    pub frames: Vec<Frame>,
    /// What it did to the rating of the visitor, if it decided the first attempt.
    pub change: Option<RatingChange>,
    /// How good the visitor is now.
    pub standing: PuzzleStanding,
    /// What the puzzle is about, once it is done.
    pub themes: Vec<PuzzleTheme>,
}

/// A hint: the right move is one of these.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleHint {
    /// In the order of the game.
    pub moves: Vec<String>,
    /// What it did to the rating of the visitor, if it decided the first attempt.
    pub change: Option<RatingChange>,
    /// How good the visitor is now.
    pub standing: PuzzleStanding,
}

/// An attempt of the visitor.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct PuzzleTried {
    /// The puzzle's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Whether it was solved.
    pub solved: bool,
    /// The rating afterwards.
    pub rating: u32,
}
