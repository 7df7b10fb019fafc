//! Requests and answers about accounts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::rest::Rating;

/// Who the visitor is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Me {
    /// The opaque id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Without an account.
    pub guest: bool,
    /// At the games played so far.
    pub ratings: Vec<Rating>,
}

/// A name and a password.
#[derive(Clone, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
    /// The code of the second factor, or a recovery code in its place, if the account asks for one.
    #[serde(default)]
    pub code: Option<String>,
}

/// A new account. The codes are never shown again.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema, TS)]
pub struct Registered {
    /// Who the visitor is now.
    #[serde(flatten)]
    pub me: Me,
    /// Each of them replaces a forgotten password once.
    pub recovery_codes: Vec<String>,
}

/// A recovery code in the place of a forgotten password.
#[derive(Clone, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name.
    pub name: String,
    /// One of the recovery codes.
    pub code: String,
    /// The password from now on.
    pub password: String,
}

/// How an account is guarded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct AccountInfo {
    /// Whether a login asks for the code of an authenticator too.
    pub two_factor: bool,
    /// Recovery codes that are left.
    pub recovery_codes: i64,
}

/// What must be said again before something that cannot be undone.
#[derive(Clone, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The password.
    pub password: String,
    /// The code of the second factor, or a recovery code in its place, if the account asks for one.
    #[serde(default)]
    pub code: Option<String>,
}

/// New recovery codes, which are never shown again. The old ones count no more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct RecoveryCodes {
    /// Each of them replaces a forgotten password once.
    pub codes: Vec<String>,
}

/// A secret for an authenticator. It counts once it is sent back with a code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct SecondFactorOffer {
    /// The secret in letters.
    pub secret: String,
    /// The same as a link that authenticators open.
    pub uri: String,
    /// The link as a picture that they read with their camera.
    pub qr: QrCode,
}

/// A QR code: dark squares on a light ground, with the margin that readers need.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct QrCode {
    /// Squares on a side, the margin included.
    pub size: usize,
    /// The dark ones, as the data of a path in SVG in which a square has the side 1.
    pub path: String,
}

/// A login shall ask for the code of an authenticator.
#[derive(Clone, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorOn {
    /// The password.
    pub password: String,
    /// The secret that was offered.
    pub secret: String,
    /// The code that the authenticator shows.
    pub code: String,
}

/// Another password.
#[derive(Clone, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The one so far.
    pub old: String,
    /// The one from now on.
    pub new: String,
}

/// A session of the visitor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema, TS)]
pub struct SessionInfo {
    /// What it is called when it shall end.
    pub id: String,
    /// Whether it is the one that asks.
    pub current: bool,
    /// Since when.
    #[ts(type = "number")]
    pub created: i64,
    /// When it was last used, about.
    #[ts(type = "number")]
    pub used: i64,
}
