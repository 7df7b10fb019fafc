//! Rooms over HTTP: making them, and looking into them without a socket.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damero_games::{ByPlayer, GameId, InputError, NATIVE, Turn};
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::blocking;
use crate::app::{App, Input, Visitor};
use crate::catalog;
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::machines::Machine;
use crate::room::{Chair, RoomMessage, Settings};
use crate::trained::Players;
use crate::wire::{ClockSetting, CreateRoom, Frame, Lobby, RoomCreated, RoomState, SeatRequest};

/// Clocks between a second and three hours, with increments of up to three minutes.
const BASE: std::ops::RangeInclusive<u64> = 1_000..=10_800_000;
const LARGEST_INCREMENT: u64 = 180_000;

/// The default pause between the turns of two machines, and the longest.
const DELAY: u64 = 800;
const LONGEST_DELAY: u64 = 10_000;

fn refused(code: &str, en: &'static str, es: &'static str) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, en, es)
}

/// Refuses clocks that nobody could play with.
pub(crate) fn check_clock(clock: Option<ClockSetting>) -> Result<(), ApiError> {
    match clock {
        Some(clock)
            if !BASE.contains(&clock.base_ms)
                || clock.increment_ms > LARGEST_INCREMENT
                || clock
                    .odds
                    .is_some_and(|odds| odds.iter().any(|(_, base)| !BASE.contains(base))) =>
        {
            Err(refused(
                "clock",
                "a clock has from 1 second to 3 hours, and adds up to 3 minutes a turn",
                "un reloj tiene de 1 segundo a 3 horas, y suma hasta 3 minutos por turno",
            ))
        }
        _ => Ok(()),
    }
}

/// Refuses rated games that need never end.
pub(crate) fn check_rated(rated: bool, clock: Option<ClockSetting>) -> Result<(), ApiError> {
    match clock {
        None if rated => Err(refused(
            "rated",
            "a rated game needs a clock",
            "una partida puntuada necesita un reloj",
        )),
        Some(clock) if rated && clock.odds.is_some() => Err(refused(
            "rated",
            "in a rated game both have the same time",
            "en una partida puntuada ambos tienen el mismo tiempo",
        )),
        _ => Ok(()),
    }
}

/// `POST /api/rooms`.
#[utoipa::path(
    post,
    path = "/api/rooms",
    operation_id = "rooms_create",
    summary = "Makes a room",
    request_body = CreateRoom,
    responses(
        (status = 200, description = "Makes a room", body = RoomCreated),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(wanted): Input<CreateRoom>,
) -> Result<Json<RoomCreated>, ApiError> {
    app.limits.check(Limit::Room(&user.id))?;
    let (players, host) = (Arc::clone(&app.players), user.id.clone());
    let settings = blocking(move || settings(&host, wanted, &players)).await?;
    if !settings.begins_as_usual() && settings.chairs.iter().any(|(_, chair)| chair.is_machine()) {
        let begun = catalog::start(settings.game, &settings.rules, settings.start.as_deref())?;
        let played = app.rooms.played();
        played.check_begin(&user.id, settings.game, &*begun, &settings.opening)?;
    }
    let room = app.rooms.create(settings).await?;
    Ok(Json(RoomCreated { room }))
}

/// How the room is to be set up. Trained players are read from files.
fn settings(host: &str, wanted: CreateRoom, players: &Players) -> Result<Settings, ApiError> {
    let game: GameId = wanted.game.parse().map_err(InputError::from)?;
    check_clock(wanted.clock)?;
    let chair = |seat: &SeatRequest, rules: &str| match seat {
        SeatRequest::Me => Ok(Chair::Human(host.to_owned())),
        SeatRequest::Open => Ok(Chair::Open),
        SeatRequest::Machine { level } => {
            let machine = level.parse::<Machine>().map_err(|_| {
                refused(
                    "level",
                    "there are the levels easy, medium, hard and max, and neural for the network of the game",
                    "hay los niveles easy, medium, hard y max, y neural para la red del juego",
                )
            })?;
            machine.check(game, rules).map_err(ApiError::trained)?;
            Ok(Chair::Machine(machine.name().to_owned()))
        }
        SeatRequest::Trained { spec } => match players.seat(spec, game, rules) {
            Ok(player) => Ok(Chair::Trained(player)),
            Err(why) => Err(ApiError::trained(why)),
        },
    };
    let count = |kind: &SeatRequest| wanted.seats.iter().filter(|(_, seat)| *seat == kind).count();
    let (open, mine) = (count(&SeatRequest::Open), count(&SeatRequest::Me));
    if open > 1 {
        return Err(refused(
            "seats",
            "only one seat can be left open",
            "solo un asiento puede quedar libre",
        ));
    }
    if wanted.rated && (open, mine) != (1, 1) {
        return Err(refused(
            "rated",
            "a rated game needs you and an open seat",
            "una partida puntuada te necesita a ti y un asiento libre",
        ));
    }
    check_rated(wanted.rated, wanted.clock)?;
    let rules = wanted
        .rules
        .unwrap_or_else(|| catalog::default_rules(game).to_owned());
    let (rules, start, opening) = match (wanted.start, wanted.record) {
        (Some(_), Some(_)) => {
            return Err(refused(
                "start",
                "give a position or a record, not both",
                "da una posición o una partida, no ambas",
            ));
        }
        (None, Some(record)) => {
            let imported = catalog::import(game, Some(&rules), &record)?;
            (imported.rules, imported.start, imported.moves)
        }
        (start, None) => (rules, start, Vec::new()),
    };
    if wanted.rated && (start.is_some() || !opening.is_empty()) {
        return Err(refused(
            "rated",
            "a rated game starts at the beginning",
            "una partida puntuada empieza desde el principio",
        ));
    }
    let mut begun = catalog::start(game, &rules, start.as_deref())?;
    for text in &opening {
        begun.play(text)?;
    }
    if let Turn::Over(_) = begun.turn() {
        return Err(refused(
            "game-over",
            "this game is already over",
            "esa partida ya terminó",
        ));
    }
    let rules = begun.rules();
    let [first, second] = [&wanted.seats.first, &wanted.seats.second].map(|seat| chair(seat, &rules));
    Ok(Settings {
        game,
        rules,
        chairs: ByPlayer::new(first?, second?),
        clock: wanted.clock,
        rated: wanted.rated,
        public: wanted.public,
        start,
        opening,
        host: host.to_owned(),
        delay_ms: wanted.delay_ms.unwrap_or(DELAY).min(LONGEST_DELAY),
    })
}

/// Asks a room something and waits for the answer.
pub(super) async fn ask<T>(
    app: &App,
    room: &str,
    message: impl FnOnce(oneshot::Sender<T>) -> RoomMessage,
) -> Result<T, ApiError> {
    let (reply, answer) = oneshot::channel();
    app.rooms.send(room, message(reply)).await?;
    answer.await.map_err(|_| ApiError::no_such_room())
}

/// `GET /api/rooms/{room}`.
#[utoipa::path(
    get,
    path = "/api/rooms/{room}",
    operation_id = "rooms_state",
    summary = "Everything about a room",
    params(("room" = String, Path, description = "The id of the room")),
    responses(
        (status = 200, description = "Everything about a room", body = RoomState),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn state(
    State(app): State<Arc<App>>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<Json<RoomState>, ApiError> {
    let user = app
        .visitor(&headers)
        .await?
        .map(|user| user.id)
        .unwrap_or_default();
    Ok(Json(
        ask(&app, &room, |reply| RoomMessage::State { user, reply }).await?,
    ))
}

/// `GET /api/rooms/{room}/frames`.
#[utoipa::path(
    get,
    path = "/api/rooms/{room}/frames",
    operation_id = "rooms_frames",
    summary = "All positions of the game of a room",
    params(("room" = String, Path, description = "The id of the room")),
    responses(
        (status = 200, description = "All positions of the game of a room", body = Vec<Frame>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn frames(
    State(app): State<Arc<App>>,
    Path(room): Path<String>,
) -> Result<Json<Vec<Frame>>, ApiError> {
    Ok(Json(
        ask(&app, &room, |reply| RoomMessage::Frames { reply }).await??,
    ))
}

/// In which format.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Format {
    format: Option<String>,
}

/// `GET /api/rooms/{room}/record?format=`.
#[utoipa::path(
    get,
    path = "/api/rooms/{room}/record",
    operation_id = "rooms_record",
    summary = "The game of a room as a record",
    params(("room" = String, Path, description = "The id of the room"), Format),
    responses(
        (status = 200, description = "The game of a room as a record", body = String, content_type = "text/plain"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Path(room): Path<String>,
    Query(wanted): Query<Format>,
) -> Result<Response, ApiError> {
    let format = wanted.format.unwrap_or_else(|| NATIVE.name.to_owned());
    let user = String::new();
    let state = ask(&app, &room, |reply| RoomMessage::State { user, reply }).await?;
    let asked = format.clone();
    let text = ask(&app, &room, |reply| RoomMessage::Record { format: asked, reply }).await??;
    let game: GameId = state.game.parse().map_err(InputError::from)?;
    let name = format!(
        "attachment; filename=\"{}-{}.{}\"",
        state.game,
        state.room,
        catalog::extension(game, &format)
    );
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// `GET /api/lobby`.
#[utoipa::path(
    get,
    path = "/api/lobby",
    operation_id = "rooms_lobby",
    summary = "What is going on",
    responses(
        (status = 200, description = "What is going on", body = Lobby),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn lobby(State(app): State<Arc<App>>) -> Json<Lobby> {
    Json(app.lobby.listing(app.online()))
}
