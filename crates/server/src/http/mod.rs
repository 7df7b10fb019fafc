//! Requests over HTTP. Handlers translate and delegate; what they refuse, they refuse with a code and a sentence.

#![allow(
    unused_qualifications,
    reason = "what describes the addresses writes paths out"
)]

mod account;
mod assets;
mod evaluate;
mod explorer;
mod guard;
mod lessons;
mod library;
mod login;
mod own_data;
mod page;
mod pictures;
mod playing;
mod puzzles;
mod records;
mod retry;
mod rooms;
mod security;
mod sessions;
mod studies;
mod study;
mod training;

pub(crate) use page::PAGES;
pub(crate) use rooms::{check_clock, check_rated};

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse as _, Response};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::error::ApiError;
use crate::socket;
use crate::wire::{Command, LobbyCommand, LobbyMessage, Message};

/// The largest body of a request,
const BODY: usize = 64 * 1024;

/// and of one that carries a whole study or a file of games.
const LARGE_BODY: usize = 2 * 1024 * 1024;

/// All addresses and their description. Whoever adds one adds both, as there is no other way in.
pub(crate) fn api() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(account::me))
        .routes(routes!(login::register))
        .routes(routes!(login::login))
        .routes(routes!(login::recover))
        .routes(routes!(login::logout))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::end))
        .routes(routes!(sessions::end_one))
        .routes(routes!(sessions::password))
        .routes(routes!(security::account))
        .routes(routes!(security::codes))
        .routes(routes!(security::offer, security::on))
        .routes(routes!(security::off))
        .routes(routes!(own_data::export))
        .routes(routes!(own_data::delete))
        .routes(routes!(account::profile))
        .routes(routes!(account::leaderboard))
        .routes(routes!(study::games))
        .routes(routes!(study::rules))
        .routes(routes!(study::import))
        .routes(routes!(study::replay))
        .routes(routes!(study::analyse))
        .routes(routes!(retry::retry))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::attempt))
        .routes(routes!(lessons::done, lessons::keep))
        .routes(routes!(explorer::position))
        .routes(routes!(studies::fork))
        .routes(routes!(studies::delete))
        .routes(routes!(studies::record))
        .routes(routes!(records::mine))
        .routes(routes!(pictures::line))
        .routes(routes!(pictures::room))
        .routes(routes!(pictures::study))
        .routes(routes!(pictures::position))
        .merge(large())
        .routes(routes!(evaluate::line))
        .routes(routes!(evaluate::room))
        .routes(routes!(rooms::create))
        .routes(routes!(rooms::state))
        .routes(routes!(rooms::frames))
        .routes(routes!(rooms::record))
        .routes(routes!(rooms::lobby))
        .routes(routes!(library::list))
        .routes(routes!(playing::list))
        .routes(routes!(puzzles::games))
        .routes(routes!(puzzles::history))
        .routes(routes!(puzzles::next))
        .routes(routes!(puzzles::daily))
        .routes(routes!(puzzles::one))
        .routes(routes!(puzzles::attempt))
        .routes(routes!(puzzles::hint))
        .routes(routes!(puzzles::solution))
        .routes(routes!(training::list))
        .routes(routes!(training::one))
        .routes(routes!(training::metrics))
        .routes(routes!(training::histograms))
        .routes(routes!(training::boards))
        .routes(routes!(training::game))
        .routes(routes!(assets::version))
        .routes(routes!(description))
        .routes(routes!(socket::room::room))
        .routes(routes!(socket::lobby::lobby))
        .routes(routes!(assets::health))
        .routes(routes!(assets::ready))
        .routes(routes!(assets::metrics))
}

/// The addresses that take large bodies.
fn large() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(studies::list, studies::create))
        .routes(routes!(studies::one, studies::change))
        .routes(routes!(records::read))
        .routes(routes!(records::write))
        .layer(DefaultBodyLimit::max(LARGE_BODY))
}

/// Reads files where that may take its time.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(ApiError::not_found()))
}

/// Works on something large, when it is its turn.
async fn in_turn<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let done = app.turns.take(work).await;
    done.unwrap_or_else(|| Err(ApiError::of_status(StatusCode::INTERNAL_SERVER_ERROR)))
}

/// What the description says besides the addresses.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Damero",
        description = "The playroom: games between people and machines. Sockets carry the moves, the rest is plain HTTP. \
                       A session is a cookie that GET /api/me sets."
    ),
    components(schemas(Command, Message, LobbyCommand, LobbyMessage))
)]
struct Description;

/// `GET /api/openapi.json`.
#[utoipa::path(
    get,
    path = "/api/openapi.json",
    operation_id = "description",
    summary = "This description",
    responses((status = 200, description = "OpenAPI 3.1", body = Object))
)]
async fn description() -> Response {
    static WRITTEN: OnceLock<Bytes> = OnceLock::new();
    let text = WRITTEN.get_or_init(|| openapi().into()).clone();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// The description of all addresses as JSON.
#[must_use]
pub fn openapi() -> String {
    // Our own description always serialises.
    let mut text = api().into_openapi().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The whole service.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (addresses, _) = api().split_for_parts();
    addresses
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
