//! Requests over HTTP. Handlers translate and delegate; what they refuse, they refuse with a code and a sentence.

mod account;
mod assets;
mod evaluate;
mod guard;
mod library;
mod rooms;
mod study;

pub(crate) use rooms::check_clock;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::app::App;
use crate::socket;

/// The largest body of a request.
const BODY: usize = 64 * 1024;

/// All addresses.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/me", get(account::me))
        .route("/api/register", post(account::register))
        .route("/api/login", post(account::login))
        .route("/api/logout", post(account::logout))
        .route("/api/players/{name}", get(account::profile))
        .route("/api/leaderboard", get(account::leaderboard))
        .route("/api/games", get(study::games))
        .route("/api/games/{game}/rules", get(study::rules))
        .route("/api/import", post(study::import))
        .route("/api/replay", post(study::replay))
        .route("/api/analyse", post(study::analyse))
        .route("/api/evaluate", post(evaluate::line))
        .route("/api/rooms/{room}/evaluation", get(evaluate::room))
        .route("/api/rooms", post(rooms::create))
        .route("/api/rooms/{room}", get(rooms::state))
        .route("/api/rooms/{room}/frames", get(rooms::frames))
        .route("/api/rooms/{room}/record", get(rooms::record))
        .route("/api/lobby", get(rooms::lobby))
        .route("/api/library", get(library::list))
        .route("/api/version", get(assets::version))
        .route("/ws/room/{room}", get(socket::room))
        .route("/ws/lobby", get(socket::lobby))
        .route("/healthz", get(assets::health))
        .route("/metrics", get(assets::metrics))
        .fallback(assets::page)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
