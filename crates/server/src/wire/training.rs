//! Trainings as the page sees them; all of it is read from run folders.

use std::collections::BTreeMap;

use damero_games::Text;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use super::schema;

/// One training of the list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingRun {
    /// The name of its folder.
    pub name: String,
    /// The game.
    pub game: String,
    /// The rules id.
    pub rules: String,
    /// The method.
    pub algo: String,
    /// The seed.
    pub seed: u64,
    /// When it began, in seconds since 1970.
    pub created: f64,
    /// `running`, `finished`, `interrupted`, `early-stop`, `time-up`, `failed` or `killed`.
    pub state: String,
    /// The error that ended it.
    #[ts(type = "Text | null")]
    #[schema(value_type = Option<schema::Text>)]
    pub error: Option<Text>,
    /// Epochs done.
    pub epoch: u64,
    /// Epochs in all.
    pub epochs: u64,
    /// Seconds of training so far.
    pub time: f64,
    /// The scalar that tells which checkpoint is the best.
    pub headline: String,
    /// Its best value so far.
    pub best: Option<f64>,
}

/// A checkpoint of a training.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingCheckpoint {
    /// Training steps done.
    pub step: u64,
    /// Epochs done.
    pub epoch: u64,
    /// The headline, if it was evaluated.
    pub score: Option<f64>,
    /// Whether it is the best one.
    pub best: bool,
    /// The player that it is, such as `dqn:quarto-dqn-1@step-600`: for a seat, or to analyse with.
    pub spec: String,
}

/// A sample game of a training.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingGame {
    /// The name of its file, to ask for it.
    pub file: String,
    /// The epoch after which it was played.
    pub epoch: u64,
    /// What it is, such as `self-play`.
    pub name: String,
}

/// One training in full.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Training {
    /// As in the list.
    pub run: TrainingRun,
    /// Every key of its configuration.
    pub config: BTreeMap<String, String>,
    /// Its checkpoints, the latest last.
    pub checkpoints: Vec<TrainingCheckpoint>,
    /// Its sample games, the latest last.
    pub games: Vec<TrainingGame>,
}

/// Scalars as columns; a hole is an epoch in which it was not measured.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingMetrics {
    /// Whether a process is training now.
    pub running: bool,
    /// The last epoch that there is; less than what was asked for after a training went on from an earlier checkpoint.
    pub last: u64,
    /// The epochs of this answer.
    pub epoch: Vec<u64>,
    /// The training steps at each.
    pub step: Vec<u64>,
    /// The seconds of training at each.
    pub time: Vec<f64>,
    /// The values of each scalar.
    pub series: BTreeMap<String, Vec<Option<f64>>>,
}

/// A distribution in equal bins.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingHistogram {
    /// The lower end of the first bin.
    pub low: f64,
    /// The upper end of the last bin.
    pub high: f64,
    /// How many values fell into each.
    pub counts: Vec<u64>,
}

/// The distributions of one epoch.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingHistograms {
    /// The epoch.
    pub epoch: u64,
    /// By name, such as `q/place/win`.
    pub values: BTreeMap<String, TrainingHistogram>,
}

/// A transition of the newest batch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct TrainingBoards {
    /// `{piece}|{action}|{player} | R={reward}`.
    pub title: String,
    /// The board before, row by row; -1 is an empty cell.
    pub before: Vec<Vec<i8>>,
    /// The board after.
    pub after: Vec<Vec<i8>>,
}
