//! Trainings: lists, numbers, sample games. A page that wants to see a training live asks again for what came after the
//! last epoch that it knows.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damero_learn::LearnError;
use damero_learn::run::RunPath;
use serde::Deserialize;
use utoipa::IntoParams;

use super::blocking;
use crate::app::App;
use crate::error::{ApiError, Refused};
use crate::training;
use crate::wire::{Training, TrainingBoards, TrainingHistograms, TrainingMetrics, TrainingRun};

/// From where on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// Only epochs after this one.
    since: Option<u64>,
}

impl From<LearnError> for ApiError {
    /// A file that cannot be read is named in the answer: those who look at trainings have made them.
    fn from(error: LearnError) -> Self {
        Self::of_files("training", error.text())
    }
}

fn no_such_training() -> ApiError {
    ApiError::new(
        StatusCode::NOT_FOUND,
        "no-such-training",
        "there is no such training, or no such game of it",
        "no existe ese entrenamiento, o no tiene esa partida",
    )
}

/// Reads something of one run.
async fn read_run<T: Send + 'static>(
    app: Arc<App>,
    name: String,
    work: impl FnOnce(&RunPath) -> Result<T, LearnError> + Send + 'static,
) -> Result<T, ApiError> {
    blocking(move || {
        let run = app.players.runs.find(&name)?.ok_or_else(no_such_training)?;
        Ok(work(&run)?)
    })
    .await
}

/// `GET /api/training`.
#[utoipa::path(
    get,
    path = "/api/training",
    operation_id = "training_list",
    summary = "All trainings",
    responses(
        (status = 200, description = "All trainings, in the order of their names", body = Vec<TrainingRun>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Vec<TrainingRun>>, ApiError> {
    blocking(move || {
        let all = app.players.runs.list()?;
        // A run that cannot be read is left out rather than hiding all others.
        let shown = all.iter().filter_map(|run| training::summary(run).ok());
        Ok(Json(shown.collect()))
    })
    .await
}

/// `GET /api/training/{run}`.
#[utoipa::path(
    get,
    path = "/api/training/{run}",
    operation_id = "training_one",
    summary = "A training with its configuration, checkpoints and sample games",
    params(("run" = String, Path, description = "The name of the run")),
    responses(
        (status = 200, description = "The training", body = Training),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn one(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<Training>, ApiError> {
    read_run(app, name, training::full).await.map(Json)
}

/// `GET /api/training/{run}/metrics`.
#[utoipa::path(
    get,
    path = "/api/training/{run}/metrics",
    operation_id = "training_metrics",
    summary = "The scalars of a training as columns",
    params(("run" = String, Path, description = "The name of the run"), Since),
    responses(
        (status = 200, description = "One entry an epoch in every column", body = TrainingMetrics),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn metrics(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(wanted): Query<Since>,
) -> Result<Json<TrainingMetrics>, ApiError> {
    let since = wanted.since.unwrap_or(0);
    read_run(app, name, move |run| training::metrics(run, since))
        .await
        .map(Json)
}

/// `GET /api/training/{run}/histograms`.
#[utoipa::path(
    get,
    path = "/api/training/{run}/histograms",
    operation_id = "training_histograms",
    summary = "The distributions that a training has written down, by epoch",
    params(("run" = String, Path, description = "The name of the run"), Since),
    responses(
        (status = 200, description = "One entry an epoch", body = Vec<TrainingHistograms>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn histograms(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(wanted): Query<Since>,
) -> Result<Json<Vec<TrainingHistograms>>, ApiError> {
    read_run(app, name, move |run| training::histograms(run, wanted.since))
        .await
        .map(Json)
}

/// `GET /api/training/{run}/boards`.
#[utoipa::path(
    get,
    path = "/api/training/{run}/boards",
    operation_id = "training_boards",
    summary = "Boards of the newest batch that was kept",
    params(("run" = String, Path, description = "The name of the run")),
    responses(
        (status = 200, description = "Each board before and after", body = Vec<TrainingBoards>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn boards(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<TrainingBoards>>, ApiError> {
    read_run(app, name, training::boards).await.map(Json)
}

/// `GET /api/training/{run}/games/{file}`: the record as text, which `/api/import` takes.
#[utoipa::path(
    get,
    path = "/api/training/{run}/games/{file}",
    operation_id = "training_game",
    summary = "A sample game of a training as a record",
    params(
        ("run" = String, Path, description = "The name of the run"),
        ("file" = String, Path, description = "As the training lists it"),
    ),
    responses(
        (status = 200, description = "The record", body = String, content_type = "text/plain"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn game(
    State(app): State<Arc<App>>,
    Path((name, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let text = read_run(app, name, move |run| training::game(run, &file)).await?;
    let text = text.ok_or_else(no_such_training)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
