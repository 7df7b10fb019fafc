//! Games without a room: the catalogue, the import of records, replays, and analysis of positions.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use damero_games::{AnyGame, GameId, InputError, Turn};

use super::blocking;
use crate::app::{Address, App, Input, Visitor};
use crate::catalog;
use crate::engine_pool::{Payer, SearchRequest};
use crate::error::{ApiError, Refused};
use crate::machines::{Machine, NEURAL};
use crate::wire::{
    AnalyseRequest, Analysis, Frame, GameInfo, ImportRequest, Imported, ReplayRequest, RulesText,
};

/// The time limits of an analysis, in milliseconds.
const TIME: std::ops::RangeInclusive<u64> = 100..=5_000;
const USUAL_TIME: u64 = 1_000;

/// `GET /api/games`.
#[utoipa::path(
    get,
    path = "/api/games",
    operation_id = "study_games",
    summary = "All games",
    responses(
        (status = 200, description = "All games", body = Vec<GameInfo>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn games() -> Json<&'static [GameInfo]> {
    Json(catalog::games())
}

pub(super) fn game_id(name: &str) -> Result<GameId, ApiError> {
    Ok(name.parse().map_err(InputError::from)?)
}

/// `GET /api/games/{game}/rules`.
#[utoipa::path(
    get,
    path = "/api/games/{game}/rules",
    operation_id = "study_rules",
    summary = "The rules of a game as Markdown",
    params(("game" = String, Path, description = "Which game")),
    responses(
        (status = 200, description = "The rules of a game as Markdown", body = RulesText),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn rules(Path(game): Path<String>) -> Result<Json<RulesText>, ApiError> {
    let text = catalog::rules_text(game_id(&game)?);
    Ok(Json(RulesText { text }))
}

pub(super) fn check_length(moves: &[String]) -> Result<(), ApiError> {
    if moves.len() <= catalog::LONGEST_LINE {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "too-long",
        "a line has at most 1024 moves",
        "una línea tiene a lo sumo 1024 jugadas",
    ))
}

/// `POST /api/import`.
#[utoipa::path(
    post,
    path = "/api/import",
    operation_id = "study_import",
    summary = "Understands a record or a position",
    request_body = ImportRequest,
    responses(
        (status = 200, description = "Understands a record or a position", body = Imported),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn import(
    Visitor(_user): Visitor,
    Input(wanted): Input<ImportRequest>,
) -> Result<Json<Imported>, ApiError> {
    let imported = catalog::import(game_id(&wanted.game)?, wanted.rules.as_deref(), &wanted.text)?;
    check_length(&imported.moves)?;
    Ok(Json(imported))
}

pub(super) fn start(
    game: &str,
    rules: Option<&str>,
    start: Option<&str>,
) -> Result<(GameId, Box<dyn AnyGame>), ApiError> {
    let id = game_id(game)?;
    let rules = rules.unwrap_or_else(|| catalog::default_rules(id));
    Ok((id, catalog::start(id, rules, start)?))
}

/// `POST /api/replay`.
#[utoipa::path(
    post,
    path = "/api/replay",
    operation_id = "study_replay",
    summary = "The positions along a line of play",
    request_body = ReplayRequest,
    responses(
        (status = 200, description = "The positions along a line of play", body = Vec<Frame>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn replay(
    Visitor(_user): Visitor,
    Input(wanted): Input<ReplayRequest>,
) -> Result<Json<Vec<Frame>>, ApiError> {
    check_length(&wanted.moves)?;
    let (_, game) = start(&wanted.game, wanted.rules.as_deref(), wanted.start.as_deref())?;
    let frames = catalog::frames(game, wanted.moves.iter().map(String::as_str))?;
    Ok(Json(frames))
}

/// The network that is to be asked: the one that comes with the program, or one that was trained here.
async fn network(app: &Arc<App>, spec: String, game: GameId, rules: String) -> Result<String, ApiError> {
    if spec == NEURAL {
        Machine::Neural.check(game, &rules).map_err(ApiError::trained)?;
        return Ok(spec);
    }
    let players = Arc::clone(&app.players);
    blocking(move || players.spec(&spec, game, &rules).map_err(ApiError::trained)).await
}

/// The position after some moves, if whoever pays may have it searched: there is time left, and nobody plays it now.
pub(super) fn searchable(
    app: &App,
    payer: &Payer,
    begin: Result<(GameId, Box<dyn AnyGame>), ApiError>,
    moves: &[String],
) -> Result<(GameId, Box<dyn AnyGame>), ApiError> {
    app.admit_search(payer)?;
    check_length(moves)?;
    let (id, mut game) = begin?;
    app.rooms.played().check(&payer.person, id, &*game, moves)?;
    for text in moves {
        game.play(text)?;
    }
    Ok((id, game))
}

/// `POST /api/analyse`.
#[utoipa::path(
    post,
    path = "/api/analyse",
    operation_id = "study_analyse",
    summary = "What the machine thinks of a position",
    request_body = AnalyseRequest,
    responses(
        (status = 200, description = "What the machine thinks of a position", body = Analysis),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn analyse(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(wanted): Input<AnalyseRequest>,
) -> Result<Json<Analysis>, ApiError> {
    let payer = Payer {
        person: user.id,
        address: Some(address),
    };
    let begin = start(&wanted.game, wanted.rules.as_deref(), wanted.start.as_deref());
    let (id, game) = searchable(&app, &payer, begin, &wanted.moves)?;
    let time = wanted
        .time_ms
        .unwrap_or(USUAL_TIME)
        .clamp(*TIME.start(), *TIME.end());
    let refusal = match game.turn() {
        Turn::Chance => ApiError::new(
            StatusCode::CONFLICT,
            "chance-pending",
            "chance decides first",
            "primero decide el azar",
        ),
        Turn::Player(_) | Turn::Over(_) => ApiError::new(
            StatusCode::CONFLICT,
            "game-over",
            "the game is over",
            "la partida ha terminado",
        ),
    };
    let with = match wanted.with {
        Some(spec) => Some(network(&app, spec, id, game.rules()).await?),
        None => None,
    };
    let request =
        SearchRequest::analyse(id, &*game, with, Duration::from_millis(time), payer).ok_or(refusal)?;
    let request = request.with_lines(wanted.lines.unwrap_or(1));
    let analysis = app.engine_pool.search(request).await?;
    analysis.map(Json).ok_or_else(|| crate::engine_pool::Busy.into())
}
