//! Game reviews, as a stream of JSON lines.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use damero_games::{ByPlayer, GameId, InputError};
use damero_store::User;
use serde::Deserialize;
use utoipa::IntoParams;

use super::rooms::ask;
use super::study::check_length;
use crate::app::{Address, App, Input, Visitor};
use crate::catalog;
use crate::engine_pool::Payer;
use crate::error::{ApiError, Refused};
use crate::evaluation::Task;
use crate::room::RoomMessage;
use crate::wire::{EvaluateRequest, EvaluationLine, Seat, Status};

/// How long for each position.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    time_ms: Option<u64>,
}

/// `GET /api/rooms/{room}/evaluation`: the game of a room, one JSON object a line.
#[utoipa::path(
    get,
    path = "/api/rooms/{room}/evaluation",
    operation_id = "evaluate_room",
    summary = "The game of a room evaluated, one JSON object a line",
    params(("room" = String, Path, description = "The id of the room"), Wanted),
    responses(
        (status = 200, description = "The game of a room evaluated, one JSON object a line", body = EvaluationLine, content_type = "application/x-ndjson"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn room(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Path(room): Path<String>,
    Query(wanted): Query<Wanted>,
) -> Result<Response, ApiError> {
    let payer = payer(&app, &user, address)?;
    let asked = user.id.clone();
    let state = ask(&app, &room, |reply| RoomMessage::State { user: asked, reply }).await?;
    if state.head.status != Status::Over && two_people(&state.head.seats) {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "still-playing",
            "nothing is evaluated while two people play",
            "no se evalúa nada mientras juegan dos personas",
        ));
    }
    let game: GameId = state.game.parse().map_err(InputError::from)?;
    let moves: Vec<String> = state.log.into_iter().map(|entry| entry.text).collect();
    check_length(&moves)?;
    let begun = catalog::start(game, &state.rules, state.start.as_deref())?;
    app.rooms.played().check_review(&user.id, game, &*begun, &moves)?;
    let task = Task::new(game, Some(&state.rules), state.start, &moves, wanted.time_ms)?;
    stream(&app, task, payer)
}

/// `POST /api/evaluate`: any line of play, one JSON object a line.
#[utoipa::path(
    post,
    path = "/api/evaluate",
    operation_id = "evaluate_line",
    summary = "A line of play evaluated, one JSON object a line",
    request_body = EvaluateRequest,
    responses(
        (status = 200, description = "A line of play evaluated, one JSON object a line", body = EvaluationLine, content_type = "application/x-ndjson"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn line(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(wanted): Input<EvaluateRequest>,
) -> Result<Response, ApiError> {
    let payer = payer(&app, &user, address)?;
    check_length(&wanted.moves)?;
    let game: GameId = wanted.game.parse().map_err(InputError::from)?;
    let rules = wanted
        .rules
        .as_deref()
        .unwrap_or_else(|| catalog::default_rules(game));
    let begun = catalog::start(game, rules, wanted.start.as_deref())?;
    app.rooms.played().check(&user.id, game, &*begun, &wanted.moves)?;
    let task = Task::new(
        game,
        wanted.rules.as_deref(),
        wanted.start,
        &wanted.moves,
        wanted.time_ms,
    )?;
    stream(&app, task, payer)
}

/// A seat that is still open may be taken by somebody else.
fn two_people(seats: &ByPlayer<Seat>) -> bool {
    let person = |seat: &Seat| match seat {
        Seat::Human { id, .. } => Some(id.clone()),
        Seat::Open => Some(String::new()),
        Seat::Machine { .. } | Seat::Trained { .. } => None,
    };
    match (person(&seats.first), person(&seats.second)) {
        (Some(first), Some(second)) => first != second,
        _ => false,
    }
}

/// Who pays for the searches, if there is something left.
fn payer(app: &App, user: &User, address: IpAddr) -> Result<Payer, ApiError> {
    let payer = Payer {
        person: user.id.clone(),
        address: Some(address),
    };
    app.admit_search(&payer)?;
    Ok(payer)
}

fn stream(app: &App, task: Task, payer: Payer) -> Result<Response, ApiError> {
    let lines = app.evaluations.lines(&app.engine_pool, task, payer)?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}
