//! Who the visitor is, and what everybody may know about others.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damero_games::{GameId, InputError};
use damero_store::{GameQuery, RatingRow, User};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::library;
use crate::app::{Address, App};
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::rating;
use crate::wire::{LeaderRow, Me, Profile};

/// Ranks that are shown.
const LEADERS: i64 = 100;

/// Games that a profile shows.
const RECENT: i64 = 20;

pub(super) async fn about(app: &App, user: User) -> Result<Me, ApiError> {
    let ratings = app.store.ratings(&user.id).await?;
    Ok(Me {
        id: user.id,
        name: user.name,
        guest: user.guest,
        ratings: ratings.iter().map(rating::wire).collect(),
    })
}

/// The visitor with a new session.
pub(super) async fn signed_in(app: &App, user: User) -> Result<Response, ApiError> {
    let cookie = app.new_session(&user).await?;
    let me = about(app, user).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(me)).into_response())
}

/// `GET /api/me`: who the visitor is; a new visitor becomes a guest.
#[utoipa::path(
    get,
    path = "/api/me",
    operation_id = "account_me",
    summary = "Who the visitor is; a new visitor becomes a guest",
    responses(
        (status = 200, description = "Who the visitor is; a new visitor becomes a guest", body = Me),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn me(
    State(app): State<Arc<App>>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if let Some(user) = app.visitor(&headers).await? {
        return Ok(Json(about(&app, user).await?).into_response());
    }
    app.limits.check(Limit::Guest(address))?;
    let guest = app.new_guest().await?;
    signed_in(&app, guest).await
}

/// `GET /api/players/{name}`.
#[utoipa::path(
    get,
    path = "/api/players/{name}",
    operation_id = "account_profile",
    summary = "What everybody may know about somebody",
    params(("name" = String, Path, description = "The name of an account")),
    responses(
        (status = 200, description = "What everybody may know about somebody", body = Profile),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn profile(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Profile>, ApiError> {
    let account = app.store.account(&name).await?.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "no-such-player",
            "nobody has this name",
            "nadie tiene ese nombre",
        )
    })?;
    let user = account.user;
    let ratings = app.store.ratings(&user.id).await?;
    let query = GameQuery {
        user: Some(user.id.clone()),
        limit: RECENT,
        viewer: app.visitor(&headers).await?.map(|user| user.id),
        ..GameQuery::default()
    };
    Ok(Json(Profile {
        recent: library::summaries(&app, &query).await?,
        name: user.name,
        since: user.created,
        ratings: ratings.iter().map(rating::wire).collect(),
    }))
}

/// Which leaderboard.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct LeaderboardQuery {
    /// Which game.
    game: String,
    /// `people` or `machines`.
    #[serde(default)]
    #[param(inline)]
    pool: Pool,
}

/// Whose ratings.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Pool {
    /// Those of people, from rated games among them.
    #[default]
    People,
    /// Those of the machines, from their games.
    Machines,
}

/// `GET /api/leaderboard?game=`.
#[utoipa::path(
    get,
    path = "/api/leaderboard",
    operation_id = "account_leaderboard",
    summary = "The strongest at a game",
    params(LeaderboardQuery),
    responses(
        (status = 200, description = "The strongest at a game", body = Vec<LeaderRow>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn leaderboard(
    State(app): State<Arc<App>>,
    Query(board): Query<LeaderboardQuery>,
) -> Result<Json<Vec<LeaderRow>>, ApiError> {
    let game: GameId = board.game.parse().map_err(InputError::from)?;
    let game = game.to_string();
    let rows: Vec<(String, RatingRow)> = match board.pool {
        Pool::People => {
            let rows = app.store.leaders(&game, rating::RANKABLE, LEADERS).await?;
            rows.into_iter().map(|row| (row.name, row.rating)).collect()
        }
        Pool::Machines => {
            let rows = app.store.machine_ratings(&game).await?;
            rows.into_iter().map(|row| (row.user.clone(), row)).collect()
        }
    };
    let bot = matches!(board.pool, Pool::Machines);
    let rows = rows.into_iter().zip(1..).map(|((name, row), rank)| LeaderRow {
        rank,
        name,
        rating: rating::shown(row.rating),
        deviation: rating::shown(row.deviation),
        games: row.games,
        bot,
    });
    Ok(Json(rows.collect()))
}
