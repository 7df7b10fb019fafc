//! A whole game evaluated, line by line.

use damero_games::{ByPlayer, Player, Text};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::rest::Problem;
use super::schema;

/// What a move must cost its mover, as a part of the scale of values from -1 to 1, to be called so.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Thresholds {
    /// Not the best.
    pub inaccuracy: f32,
    /// Clearly bad.
    pub mistake: f32,
    /// May cost the game.
    pub blunder: f32,
}

/// What a move is called that costs its mover much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Not the best.
    Inaccuracy,
    /// Clearly bad.
    Mistake,
    /// May cost the game.
    Blunder,
}

/// One position of a game, and the move that was played from it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct EvaluatedPly {
    /// After so many log entries.
    pub ply: usize,
    /// Who is to move; null when chance decides or the game is over.
    #[ts(type = "Player | null")]
    #[schema(value_type = Option<schema::Player>)]
    pub turn: Option<Player>,
    /// The expected result for the first player, from -1 to 1.
    pub value: Option<f32>,
    /// Plies to a proven end: positive when the first player wins, negative when the second does.
    pub plies_to_end: Option<i32>,
    /// The best move.
    pub best: Option<String>,
    /// The expected line of play.
    pub line: Vec<String>,
    /// The move that was played.
    pub played: Option<String>,
    /// What it cost its mover, from 0 to 2.
    pub loss: Option<f32>,
    /// What such a move is called.
    pub mark: Option<Mark>,
}

/// A line of an evaluation, in the order in which they come.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum EvaluationLine {
    /// First.
    Begin {
        /// How many moves and chance events there are; positions are one more.
        plies: usize,
        /// Whether it was computed before.
        cached: bool,
        /// How long each position is thought about.
        time_ms: u64,
        /// What is called a mistake.
        thresholds: Thresholds,
    },
    /// One for each position, in order.
    Ply(EvaluatedPly),
    /// Why the move from a position was a mistake; follows the evaluation of the position after it.
    Reason {
        /// The position before the move: after so many log entries.
        ply: usize,
        /// What the game says, as a part of a sentence whose subject is the move; null where it says nothing.
        #[ts(type = "Text | null")]
        #[schema(value_type = Option<schema::Text>)]
        text: Option<Text>,
        /// The lesson of the game about it.
        lesson: Option<String>,
        /// The theme of the game's puzzles that trains it.
        theme: Option<String>,
        /// How the game would go on after the mistake.
        answer: Vec<String>,
    },
    /// Last.
    Done {
        /// How accurately both played, from 0 to 100; null for a player who had nothing to decide.
        #[ts(type = "ByPlayer<number | null>")]
        #[schema(value_type = schema::Both<Option<f32>>)]
        accuracy: ByPlayer<Option<f32>>,
    },
    /// Last, if it could not be finished.
    Failed {
        /// Why.
        error: Problem,
    },
}
