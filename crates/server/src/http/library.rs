//! Games that are over.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use damero_games::{ByPlayer, GameId, InputError};
use damero_store::{GameQuery, GameRow};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::app::App;
use crate::error::{ApiError, Refused};
use crate::room::{Chair, Settings, load_people, seat};
use crate::wire::GameSummary;

/// Games in one answer.
const PAGE: i64 = 50;

/// Which games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    game: Option<String>,
    player: Option<String>,
    /// Only those of the one who asks, who may be a guest.
    mine: Option<bool>,
    before: Option<i64>,
    limit: Option<i64>,
}

/// `GET /api/library`.
#[utoipa::path(
    get,
    path = "/api/library",
    operation_id = "library_list",
    summary = "Finished games, newest first",
    params(Wanted),
    responses(
        (status = 200, description = "Finished games, newest first", body = Vec<GameSummary>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Query(wanted): Query<Wanted>,
    headers: HeaderMap,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    // The form of a page sends empty fields for what was not chosen.
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let game = given(wanted.game).map(|game| game.parse::<GameId>());
    let game = game.transpose().map_err(InputError::from)?;
    let viewer = app.visitor(&headers).await?.map(|user| user.id);
    let user = match given(wanted.player) {
        _ if wanted.mine == Some(true) => match &viewer {
            Some(id) => Some(id.clone()),
            None => return Ok(Json(Vec::new())),
        },
        None => None,
        Some(name) => match app.store.account(&name).await? {
            Some(account) => Some(account.user.id),
            None => return Ok(Json(Vec::new())),
        },
    };
    let query = GameQuery {
        game: game.map(|game| game.to_string()),
        user,
        before: wanted.before,
        limit: wanted.limit.unwrap_or(PAGE).clamp(1, PAGE),
        viewer,
    };
    Ok(Json(summaries(&app, &query).await?))
}

/// Finished games with the names of their players.
pub(super) async fn summaries(app: &App, query: &GameQuery) -> Result<Vec<GameSummary>, ApiError> {
    let mut list = Vec::new();
    for row in app.store.finished(query).await? {
        // A row that cannot be read any more is left out rather than hiding all others.
        if let Some(summary) = summary(app, row).await? {
            list.push(summary);
        }
    }
    Ok(list)
}

/// A finished or running game with the names of its players; none if it cannot be read any more.
pub(super) async fn summary(app: &App, row: GameRow) -> Result<Option<GameSummary>, ApiError> {
    let Ok(settings) = serde_json::from_str::<Settings>(&row.settings) else {
        return Ok(None);
    };
    let [first, second] = row.seats;
    let chair = |user: Option<String>, planned: Chair| user.map_or(planned, Chair::Human);
    let chairs = ByPlayer::new(
        chair(first, settings.chairs.first),
        chair(second, settings.chairs.second),
    );
    let people = load_people(&*app.store, settings.game, &chairs).await?;
    Ok(Some(GameSummary {
        room: row.id,
        game: row.game,
        rules: row.rules,
        players: chairs.map(|chair| seat(&chair, &people)),
        result: row.result.and_then(|result| serde_json::from_str(&result).ok()),
        plies: usize::try_from(row.plies).unwrap_or_default(),
        created: row.created,
        ended: row.ended,
        rated: row.rated,
        clock: settings.clock,
    }))
}
