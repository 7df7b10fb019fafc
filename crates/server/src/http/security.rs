//! How an account is guarded: its recovery codes and its second factor.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use damero_store::{Account, AccountChange, User};
use tracing::info;

use super::login::{check_second_factor, check_tries};
use crate::accounts::recovery::{self, NewCodes};
use crate::accounts::{qr, totp};
use crate::app::{Address, App, Input, Visitor};
use crate::error::{ApiError, Refused};
use crate::time::wall_seconds;
use crate::wire::{AccountInfo, Confirmation, RecoveryCodes, SecondFactorOffer, SecondFactorOn};

/// The account of a visitor.
pub(super) async fn account_of(app: &App, user: &User) -> Result<Account, ApiError> {
    let account = match user.guest {
        true => None,
        false => app.store.account(&user.name).await?,
    };
    account.ok_or_else(|| {
        ApiError::new(
            StatusCode::CONFLICT,
            "no-account",
            "a guest has no password; make an account first",
            "un invitado no tiene contraseña; crea antes una cuenta",
        )
    })
}

/// The account of a visitor who knows its password.
pub(super) async fn confirmed(
    app: &App,
    user: &User,
    address: IpAddr,
    password: &str,
) -> Result<Account, ApiError> {
    check_tries(app, &user.name, address)?;
    let account = account_of(app, user).await?;
    if app.passwords.check(password, Some(&account.password)).await? {
        return Ok(account);
    }
    app.metrics.wrong_passwords.inc();
    Err(ApiError::new(
        StatusCode::FORBIDDEN,
        "wrong-password",
        "the password is wrong",
        "la contraseña no es correcta",
    ))
}

async fn info(app: &App, account: &Account) -> Result<Json<AccountInfo>, ApiError> {
    Ok(Json(AccountInfo {
        two_factor: account.totp.is_some(),
        recovery_codes: app.store.recovery_codes(&account.user.id).await?,
    }))
}

/// `GET /api/account`.
#[utoipa::path(
    get,
    path = "/api/account",
    operation_id = "security_account",
    summary = "How the visitor's account is guarded",
    responses(
        (status = 200, description = "How the visitor's account is guarded", body = AccountInfo),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn account(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Json<AccountInfo>, ApiError> {
    let account = account_of(&app, &user).await?;
    info(&app, &account).await
}

/// `POST /api/account/codes`: new recovery codes.
#[utoipa::path(
    post,
    path = "/api/account/codes",
    operation_id = "security_codes",
    summary = "New recovery codes; the old ones count no more",
    request_body = Confirmation,
    responses(
        (status = 200, description = "The codes, which are never shown again", body = RecoveryCodes),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn codes(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(given): Input<Confirmation>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    let account = confirmed(&app, &user, address, &given.password).await?;
    check_second_factor(&app, &account, given.code.as_deref()).await?;
    let codes = NewCodes::draw(recovery::COUNT)?;
    let change = AccountChange::Codes(codes.hashes);
    app.store.change_account(&user.id, change, None).await?;
    info!(name = user.name, "new recovery codes");
    Ok(Json(RecoveryCodes { codes: codes.shown }))
}

/// `GET /api/account/second-factor`: a secret that may be used.
#[utoipa::path(
    get,
    path = "/api/account/second-factor",
    operation_id = "security_offer",
    summary = "A new secret for an authenticator, which counts once it is sent back",
    responses(
        (status = 200, description = "The secret", body = SecondFactorOffer),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn offer(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
) -> Result<Json<SecondFactorOffer>, ApiError> {
    let account = account_of(&app, &user).await?;
    let secret = totp::new_secret()?;
    let uri = totp::uri(&account.user.name, &secret);
    let qr = qr::picture(&uri).ok_or_else(ApiError::not_found)?;
    Ok(Json(SecondFactorOffer { secret, uri, qr }))
}

/// `POST /api/account/second-factor`: logins ask for a code from now on.
#[utoipa::path(
    post,
    path = "/api/account/second-factor",
    operation_id = "security_on",
    summary = "Logins ask for the code of an authenticator from now on",
    request_body = SecondFactorOn,
    responses(
        (status = 200, description = "How the account is guarded now", body = AccountInfo),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn on(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(given): Input<SecondFactorOn>,
) -> Result<Json<AccountInfo>, ApiError> {
    let account = confirmed(&app, &user, address, &given.password).await?;
    if account.totp.is_some() {
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "second-factor-on",
            "the second factor is on already; turn it off first",
            "el segundo factor ya está activado; desactívalo antes",
        ));
    }
    if !totp::is_secret(&given.secret) {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "secret",
            "this is no secret that was offered here",
            "ese secreto no se ofreció aquí",
        ));
    }
    let Some(step) = totp::step_of(&given.secret, given.code.trim(), wall_seconds()) else {
        return Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "wrong-code",
            "the authenticator shows another code; are the clocks right?",
            "el autenticador muestra otro código; ¿van bien los relojes?",
        ));
    };
    for change in [
        AccountChange::Totp(Some(given.secret)),
        AccountChange::UseTotp(step),
    ] {
        app.store.change_account(&user.id, change, None).await?;
    }
    info!(name = user.name, "second factor on");
    account_now(&app, &user).await
}

/// `POST /api/account/second-factor/off`: the password is enough from now on.
#[utoipa::path(
    post,
    path = "/api/account/second-factor/off",
    operation_id = "security_off",
    summary = "Logins ask for the password only from now on",
    request_body = Confirmation,
    responses(
        (status = 200, description = "How the account is guarded now", body = AccountInfo),
        (status = "default", description = "Refused", body = Refused),
    )
)]
pub(super) async fn off(
    State(app): State<Arc<App>>,
    Visitor(user): Visitor,
    Address(address): Address,
    Input(given): Input<Confirmation>,
) -> Result<Json<AccountInfo>, ApiError> {
    let account = confirmed(&app, &user, address, &given.password).await?;
    check_second_factor(&app, &account, given.code.as_deref()).await?;
    let change = AccountChange::Totp(None);
    app.store.change_account(&user.id, change, None).await?;
    info!(name = user.name, "second factor off");
    account_now(&app, &user).await
}

async fn account_now(app: &App, user: &User) -> Result<Json<AccountInfo>, ApiError> {
    let account = account_of(app, user).await?;
    info(app, &account).await
}
