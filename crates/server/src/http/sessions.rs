//! What an account does with itself: another password, its sessions, and an end to one or all of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use damero_store::AccountChange;
use tracing::info;

use super::account::signed_in;
use super::security::confirmed;
use crate::app::{Address, App, Input, Session, Visitor};
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::wire::{Me, PasswordChange, SessionInfo};

/// Letters of a session's hash that name it to its owner. The hash opens nothing, and a part of it tells less still.
const NAME: usize = 16;

fn session_name(hash: &str) -> &str {
    hash.get(..NAME).unwrap_or(hash)
}

/// `GET /api/sessions`.
#[utoipa::path(
    get,
    path = "/api/sessions",
    operation_id = "sessions_list",
    summary = "Where the visitor is logged in",
    responses(
        (status = 200, description = "Where the visitor is logged in, the last used first", body = Vec<SessionInfo>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Session(user, current): Session,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let sessions = app.store.sessions_of(&user.id).await?;
    let sessions = sessions.into_iter().map(|session| SessionInfo {
        id: session_name(&session.hash).to_owned(),
        current: session.hash == current,
        created: session.created,
        used: session.used,
    });
    Ok(Json(sessions.collect()))
}

/// `POST /api/sessions/end`: logs out everywhere, and closes all sockets at once. The visitor becomes a new guest.
#[utoipa::path(
    post,
    path = "/api/sessions/end",
    operation_id = "sessions_end",
    summary = "Logs out everywhere; the visitor becomes a new guest",
    responses(
        (status = 200, description = "The new guest", body = Me),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn end(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Guest(address))?;
    app.store.end_sessions_of(&user.id, None).await?;
    app.people.close_sockets(&user.id);
    info!(name = user.name, "logged out everywhere");
    let guest = app.new_guest().await?;
    signed_in(&app, guest).await
}

/// `POST /api/sessions/{session}/end`: logs out in one place, and closes its sockets at once.
#[utoipa::path(
    post,
    path = "/api/sessions/{session}/end",
    operation_id = "sessions_end_one",
    summary = "Logs out in one place",
    params(("session" = String, Path, description = "The id of the session in the list")),
    responses(
        (status = 200, description = "Where the visitor is still logged in", body = Vec<SessionInfo>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn end_one(
    State(app): State<Arc<App>>,
    Session(user, current): Session,
    Path(id): Path<String>,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let sessions = app.store.sessions_of(&user.id).await?;
    let found = sessions.iter().find(|one| session_name(&one.hash) == id);
    let Some(session) = found else {
        return Err(ApiError::new(
            StatusCode::NOT_FOUND,
            "no-such-session",
            "you are not logged in there any more",
            "ahí ya no tienes la sesión abierta",
        ));
    };
    if session.hash == current {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "own-session",
            "this is the session that you are using; log out instead",
            "esa es la sesión que usas; sal de ella",
        ));
    }
    app.store.end_session(&session.hash).await?;
    app.people.close_session(&user.id, &session.hash);
    info!(name = user.name, "ended a session");
    list(State(app), Session(user, current)).await
}

/// `POST /api/password`: another password. All other sessions end, and all sockets are closed.
#[utoipa::path(
    post,
    path = "/api/password",
    operation_id = "sessions_password",
    summary = "Another password; all other sessions end",
    request_body = PasswordChange,
    responses(
        (status = 200, description = "Where the visitor is still logged in", body = Vec<SessionInfo>),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn password(
    State(app): State<Arc<App>>,
    Session(user, current): Session,
    Address(address): Address,
    Input(wanted): Input<PasswordChange>,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    confirmed(&app, &user, address, &wanted.old).await?;
    let hash = app.passwords.hash(&user.name, &wanted.new).await?;
    let change = AccountChange::Password(hash);
    app.store.change_account(&user.id, change, None).await?;
    app.store.end_sessions_of(&user.id, Some(&current)).await?;
    app.people.close_sockets(&user.id);
    info!(name = user.name, "changed the password");
    list(State(app), Session(user, current)).await
}
