//! Lessons, and moves that are tried again after a game.

use damero_games::Text;
use damero_games::lesson::Verdict;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::room::Frame;
use super::schema;

/// A lesson of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct LessonInfo {
    /// Its name in addresses.
    pub id: String,
    /// Its name for people.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub title: Text,
    /// One sentence about what is learned.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub about: Text,
    /// What is to be done, one after another.
    pub steps: Vec<LessonStep>,
}

/// One thing to do in a lesson.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct LessonStep {
    /// What to do and why.
    #[ts(type = "Text")]
    #[schema(value_type = schema::Text)]
    pub task: Text,
    /// Where it begins.
    pub frame: Frame,
}

/// An attempt at a step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    /// Which game.
    pub game: String,
    /// Which lesson.
    pub lesson: String,
    /// Which step, from 0.
    pub step: usize,
    /// The own decisions since the beginning of the step; the other side answers by itself.
    #[serde(default)]
    pub decisions: Vec<String>,
}

/// What became of an attempt.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct LessonAnswer {
    /// Done, wrong, or more to do.
    #[schema(value_type = schema::Verdict)]
    pub verdict: Verdict,
    /// What is said about it; nothing while there is more to do.
    #[ts(type = "Text | null")]
    #[schema(value_type = Option<schema::Text>)]
    pub say: Option<Text>,
    /// All moves and chance events since the beginning of the step, replies included.
    pub events: Vec<String>,
    /// The positions along them, one more than events.
    pub frames: Vec<Frame>,
    /// The next own decision, for those who ask.
    pub show: Option<String>,
    /// Whether a step that is done is also kept as done; the page keeps it itself while the server cannot.
    pub kept: bool,
}

/// The steps of a lesson that are done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct LessonProgress {
    /// Which game.
    pub game: String,
    /// Which lesson.
    pub lesson: String,
    /// Which steps, from 0.
    pub steps: Vec<usize>,
}

/// A move that was tried in place of a mistake.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct RetryAnswer {
    /// Whether it is as good as the best, or nearly.
    pub good: bool,
    /// What it costs its mover, from 0 to 2; null where the engine says nothing of it.
    pub loss: Option<f32>,
    /// Why it is not good, as a part of a sentence whose subject is the move.
    #[ts(type = "Text | null")]
    #[schema(value_type = Option<schema::Text>)]
    pub reason: Option<Text>,
    /// The move that this search finds best.
    pub best: String,
    /// The move, and the answer to one that is not good.
    pub events: Vec<String>,
    /// The positions along them, one more than events.
    pub frames: Vec<Frame>,
}
