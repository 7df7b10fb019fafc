//! The ways into an account and out of it: registration, login, recovery.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use damero_games::text;
use damero_store::{Account, AccountChange, Ban, StoreError, User};
use tracing::{info, warn};

use super::account::{about, signed_in};
use super::lessons;
use crate::accounts::recovery::{self, NewCodes};
use crate::accounts::{check_name, totp};
use crate::app::{Address, App, Input, Visitor};
use crate::error::{ApiError, Refused};
use crate::limits::Limit;
use crate::time::wall_seconds;
use crate::wire::{Credentials, Me, Recovery, Registered};

/// `POST /api/register`: the guest becomes an account.
#[utoipa::path(
    post,
    path = "/api/register",
    operation_id = "login_register",
    summary = "The guest becomes an account",
    request_body = Credentials,
    responses(
        (status = 200, description = "The guest becomes an account", body = Registered),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn register(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    headers: HeaderMap,
    Input(wanted): Input<Credentials>,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Login(address))?;
    check_name(&wanted.name)?;
    if !user.guest {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "has-account",
            "you already have an account; log out to make another",
            "ya tienes una cuenta; sal para crear otra",
        ));
    }
    let hash = app.passwords.hash(&wanted.name, &wanted.password).await?;
    // The codes come first: there is never an account whose owner has seen codes that do not count.
    let codes = NewCodes::draw(recovery::COUNT)?;
    let kept = AccountChange::Codes(codes.hashes);
    app.store.change_account(&user.id, kept, None).await?;
    match app.store.claim(&user.id, &wanted.name, &hash).await {
        Ok(()) => {}
        Err(StoreError::Taken) => {
            return Err(ApiError::new(
                StatusCode::CONFLICT,
                "name-taken",
                "somebody has this name",
                "alguien ya tiene ese nombre",
            ));
        }
        Err(error) => return Err(error.into()),
    }
    info!(name = wanted.name, "registered");
    let user = User {
        name: wanted.name,
        guest: false,
        ..user
    };
    let cookie = app.new_session(&user).await?;
    app.end_session(&headers).await?;
    let registered = Registered {
        me: about(&app, user).await?,
        recovery_codes: codes.shown,
    };
    Ok(([(header::SET_COOKIE, cookie)], Json(registered)).into_response())
}

/// `POST /api/login`.
#[utoipa::path(
    post,
    path = "/api/login",
    operation_id = "login_login",
    summary = "A session of an account",
    request_body = Credentials,
    responses(
        (status = 200, description = "A session of an account", body = Me),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn login(
    State(app): State<Arc<App>>,
    Address(address): Address,
    headers: HeaderMap,
    Input(given): Input<Credentials>,
) -> Result<Response, ApiError> {
    check_tries(&app, &given.name, address)?;
    let account = app.store.account(&given.name).await?;
    let hash = account.as_ref().map(|account| account.password.as_str());
    let right = app.passwords.check(&given.password, hash).await?;
    match account {
        Some(account) if right => {
            refuse_banned(&account)?;
            check_second_factor(&app, &account, given.code.as_deref()).await?;
            if let Some(guest) = app.visitor(&headers).await?.filter(|visitor| visitor.guest) {
                lessons::bring_along(&app, &guest.id, &account.user.id).await?;
            }
            info!(name = account.user.name, "logged in");
            instead(&app, &headers, account.user).await
        }
        _ => {
            app.metrics.wrong_passwords.inc();
            // Whatever was typed as a name may be a password: only names that exist are written down.
            let known = account.map(|account| account.user.name);
            warn!(name = known, "a login was refused");
            Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "wrong-password",
                "the name or the password is wrong",
                "el nombre o la contraseña no es correcto",
            ))
        }
    }
}

/// `POST /api/recover`: a recovery code in the place of a forgotten password.
#[utoipa::path(
    post,
    path = "/api/recover",
    operation_id = "login_recover",
    summary = "Another password by a recovery code; the second factor is off then, and all other sessions end",
    request_body = Recovery,
    responses(
        (status = 200, description = "A session of the account", body = Me),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn recover(
    State(app): State<Arc<App>>,
    Address(address): Address,
    headers: HeaderMap,
    Input(given): Input<Recovery>,
) -> Result<Response, ApiError> {
    check_tries(&app, &given.name, address)?;
    let password = app.passwords.hash(&given.name, &given.password).await?;
    let account = app.store.account(&given.name).await?;
    let recovered = match &account {
        Some(account) => {
            let code = recovery::hashed(&given.code);
            let change = AccountChange::Recover { code, password };
            app.store.change_account(&account.user.id, change, None).await
        }
        None => Err(StoreError::Missing),
    };
    let account = match (recovered, account) {
        (Ok(()), Some(account)) => account,
        (Ok(()) | Err(StoreError::Missing), account) => {
            app.metrics.wrong_passwords.inc();
            let known = account.map(|account| account.user.name);
            warn!(name = known, "a recovery was refused");
            return Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "wrong-code",
                "the name or the recovery code is wrong, or the code was used",
                "el nombre o el código de recuperación no es correcto, o ya se usó",
            ));
        }
        (Err(error), _) => return Err(error.into()),
    };
    app.people.close_sockets(&account.user.id);
    refuse_banned(&account)?;
    info!(name = account.user.name, "recovered the account");
    instead(&app, &headers, account.user).await
}

/// A session in the place of the one that these headers have, whose sockets are closed: other tabs would go on in its name.
async fn instead(app: &App, headers: &HeaderMap, user: User) -> Result<Response, ApiError> {
    let response = signed_in(app, user).await?;
    app.end_session(headers).await?;
    Ok(response)
}

/// `POST /api/logout`: the visitor becomes a new guest. What other tabs have open in the same session is closed at once.
#[utoipa::path(
    post,
    path = "/api/logout",
    operation_id = "login_logout",
    summary = "The visitor becomes a new guest",
    responses(
        (status = 200, description = "The visitor becomes a new guest", body = Me),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn logout(
    State(app): State<Arc<App>>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    app.limits.check(Limit::Guest(address))?;
    app.end_session(&headers).await?;
    let guest = app.new_guest().await?;
    signed_in(&app, guest).await
}

/// Refuses too many tries at passwords and codes from an address.
pub(super) fn check_tries(app: &App, name: &str, address: IpAddr) -> Result<(), ApiError> {
    let address_limit = app.limits.check(Limit::Login(address));
    let checked = address_limit.and_then(|()| app.limits.check(Limit::Name(name, address)));
    checked.inspect_err(|_| {
        app.metrics.limited.inc();
        warn!("too many tries at a password");
    })?;
    Ok(())
}

fn refuse_banned(account: &Account) -> Result<(), ApiError> {
    let Some(Ban { reason, .. }) = &account.ban else {
        return Ok(());
    };
    warn!(name = account.user.name, "a banned account was refused");
    let why = text!(
        "the operator has closed this account: {reason}",
        "el operador ha cerrado esta cuenta: {reason}"
    );
    Err(ApiError::text(StatusCode::FORBIDDEN, "banned", why))
}

/// Asks for the code of the authenticator, or a recovery code in its place, if the account wants one.
pub(super) async fn check_second_factor(
    app: &App,
    account: &Account,
    code: Option<&str>,
) -> Result<(), ApiError> {
    let Some(secret) = &account.totp else {
        return Ok(());
    };
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            "second-factor",
            "this account asks for the code of an authenticator too",
            "esta cuenta pide también el código de un autenticador",
        ));
    };
    let id = &account.user.id;
    app.limits.check(Limit::Code(id))?;
    let used = if totp::is_code(code) {
        match totp::step_of(secret, code, wall_seconds()) {
            Some(step) => {
                let change = AccountChange::UseTotp(step);
                app.store.change_account(id, change, None).await
            }
            None => Err(StoreError::Stale),
        }
    } else {
        let change = AccountChange::UseCode(recovery::hashed(code));
        app.store.change_account(id, change, None).await
    };
    match used {
        Ok(()) => Ok(()),
        Err(StoreError::Stale | StoreError::Missing) => {
            app.metrics.wrong_passwords.inc();
            warn!(name = account.user.name, "a code was refused");
            Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "wrong-code",
                "the code is wrong or was used already; wait for the next one",
                "el código no es correcto o ya se usó; espera al siguiente",
            ))
        }
        Err(error) => Err(error.into()),
    }
}
