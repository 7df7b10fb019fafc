//! Pictures of positions and games, and those that are shown beside a link before anybody follows it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use damero_games::AnyGame;
use serde::Deserialize;
use utoipa::IntoParams;

use super::studies::readable;
use super::study::{check_length, start};
use crate::app::{App, Input, Visitor};
use crate::catalog;
use crate::error::{ApiError, Refused};
use crate::ids;
use crate::limits::Limit;
use crate::pictures::{film, preview, still};
use crate::studies::Body;
use crate::wire::{PictureKind, PictureRequest};

/// The most positions of an animation.
const LONGEST: usize = 400;

/// `POST /api/picture`.
#[utoipa::path(
    post,
    path = "/api/picture",
    operation_id = "pictures_line",
    summary = "A line of play as a picture: its last position, or all of them as an animated PNG",
    request_body = PictureRequest,
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn line(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Input(wanted): Input<PictureRequest>,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Picture(&user.id))?;
    check_length(&wanted.moves)?;
    let kind = wanted.kind.unwrap_or(PictureKind::Svg);
    let (_, first) = start(&wanted.game, wanted.rules.as_deref(), wanted.start.as_deref())?;
    let game = played(&*first, &wanted.moves)?;
    let (mime, bytes) = match kind {
        PictureKind::Svg => ("image/svg+xml", Bytes::from(game.drawing().svg())),
        PictureKind::Png => {
            let drawing = game.drawing();
            let key = format!("png {}", picture_key(&*game));
            (
                "image/png",
                app.painter.picture(key, move || still(&drawing)).await?,
            )
        }
        PictureKind::Apng => {
            if wanted.moves.len() > LONGEST {
                return Err(ApiError::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "too-long",
                    "an animation has at most 400 moves",
                    "una animación tiene a lo sumo 400 jugadas",
                ));
            }
            let moves = wanted.moves;
            let key = format!("apng {} {}", picture_key(&*first), moves.join(" "));
            let key = ids::digest(key.as_bytes());
            let film = app.painter.picture(key, move || film(&*first, &moves)).await?;
            ("image/apng", film)
        }
    };
    Ok(([(header::CONTENT_TYPE, mime)], bytes).into_response())
}

fn played(first: &dyn AnyGame, moves: &[String]) -> Result<Box<dyn AnyGame>, ApiError> {
    let mut game = first.boxed_clone();
    for text in moves {
        game.play(text)?;
    }
    Ok(game)
}

/// Two games with the same picture have the same key.
fn picture_key(game: &dyn AnyGame) -> String {
    format!("{} {} {}", game.meta().id, game.rules(), game.position())
}

/// Paints the preview of a position; it may be kept by others for a while.
async fn shown(app: &App, game: &dyn AnyGame, headers: &HeaderMap) -> Result<Response, ApiError> {
    let key = format!("preview {}", picture_key(game));
    let etag = format!("\"{}\"", &ids::digest(key.as_bytes())[..16]);
    let common = [
        (header::CONTENT_TYPE, "image/png".to_owned()),
        (header::CACHE_CONTROL, "public, max-age=60".to_owned()),
        (header::ETAG, etag.clone()),
    ];
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.contains(&etag)) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let drawing = game.drawing();
    let bytes = app.painter.picture(key, move || preview(&drawing)).await?;
    Ok((common, bytes).into_response())
}

/// `GET /preview/room/{room}`.
#[utoipa::path(
    get,
    path = "/preview/room/{room}",
    operation_id = "pictures_room",
    summary = "The position of a room as a picture; `.png` after its id is not needed",
    params(("room" = String, Path, description = "The id of the room, perhaps with .png")),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn room(
    State(app): State<Arc<App>>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let state = app.rooms.look(room.trim_end_matches(".png"), "").await?;
    let game = state.game.parse().map_err(damero_games::InputError::from)?;
    let first = catalog::start(game, &state.rules, state.start.as_deref())?;
    let moves: Vec<String> = state.log.into_iter().map(|entry| entry.text).collect();
    shown(&app, &*played(&*first, &moves)?, &headers).await
}

/// `GET /preview/study/{study}`.
#[utoipa::path(
    get,
    path = "/preview/study/{study}",
    operation_id = "pictures_study",
    summary = "The last position of the first chapter of a study that is not private, as a picture",
    params(("study" = String, Path, description = "The id of the study, perhaps with .png")),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn study(
    State(app): State<Arc<App>>,
    Path(study): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let row = readable(&app, study.trim_end_matches(".png"), None).await?;
    let chapters = Body::read(&row)?.chapters;
    let tree = &chapters.first().ok_or_else(ApiError::not_found)?.tree;
    let game = tree.game.parse().map_err(damero_games::InputError::from)?;
    let first = catalog::start(game, &tree.rules, tree.start.as_deref())?;
    let moves = tree
        .main_nodes()
        .into_iter()
        .map(|at| tree.nodes[at].text.clone());
    shown(&app, &*played(&*first, &moves.collect::<Vec<_>>())?, &headers).await
}

/// A position by the address of its analysis.
#[derive(Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Position {
    /// Which game.
    game: Option<String>,
    /// The rules id.
    rules: Option<String>,
    /// A position string to start from.
    start: Option<String>,
    /// Moves between `~`.
    moves: Option<String>,
    /// So many of them, and others between `~`.
    at: Option<String>,
}

impl Position {
    /// The game at the place that the address means; as far as it can be followed.
    pub(super) fn game(&self) -> Result<Box<dyn AnyGame>, ApiError> {
        let name = self.game.as_deref().unwrap_or_default();
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        let (_, first) = start(name, given(&self.rules).as_deref(), given(&self.start).as_deref())?;
        let moves = self.moves.as_deref().unwrap_or_default().split('~');
        let mut moves: Vec<String> = moves.filter(|text| !text.is_empty()).map(str::to_owned).collect();
        if let Some(at) = &self.at {
            let mut parts = at.split('~');
            let kept = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0);
            moves.truncate(kept);
            moves.extend(parts.map(str::to_owned));
        }
        check_length(&moves)?;
        played(&*first, &moves)
    }
}

/// `GET /preview/position`.
#[utoipa::path(
    get,
    path = "/preview/position",
    operation_id = "pictures_position",
    summary = "The position of an analysis as a picture; takes what the address of the analysis has",
    params(Position),
    responses(
        (status = 200, description = "The picture", body = Vec<u8>, content_type = "image/png"),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn position(
    State(app): State<Arc<App>>,
    Query(wanted): Query<Position>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    shown(&app, &*wanted.game()?, &headers).await
}
