//! What an account does with itself: another password, its sessions, and an end to all of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use damero_store::AccountChange;
use tracing::info;

use super::account::signed_in;
use super::security::confirmed;
use crate::app::{Address, App, Input, Visitor};
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::wire::{Me, PasswordChange, SessionInfo};

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
    Visitor(user): Visitor,
    headers: HeaderMap,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    let current = App::session_hash(&headers);
    let sessions = app.store.sessions_of(&user.id).await?;
    let sessions = sessions.into_iter().map(|session| SessionInfo {
        current: Some(&session.hash) == current.as_ref(),
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
    Visitor(user): Visitor,
    Address(address): Address,
    headers: HeaderMap,
    Input(wanted): Input<PasswordChange>,
) -> Result<Json<Vec<SessionInfo>>, ApiError> {
    confirmed(&app, &user, address, &wanted.old).await?;
    let hash = app.passwords.hash(&user.name, &wanted.new).await?;
    let change = AccountChange::Password(hash);
    app.store.change_account(&user.id, change, None).await?;
    let current = App::session_hash(&headers);
    app.store.end_sessions_of(&user.id, current.as_deref()).await?;
    app.people.close_sockets(&user.id);
    info!(name = user.name, "changed the password");
    list(State(app), Visitor(user), headers).await
}
