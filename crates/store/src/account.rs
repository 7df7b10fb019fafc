//! What guards an account, what can be changed about it, and the log of what operators changed.

use crate::model::User;

/// A person with an account, and what a login must know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Who.
    pub user: User,
    /// The password hash with its parameters. After a reset it is the hash of nothing.
    pub password: String,
    /// The secret of an authenticator, if one is asked for.
    pub totp: Option<String>,
    /// The last step of time whose code was used. No code counts twice.
    pub totp_step: i64,
    /// Whether the operator has banned it.
    pub ban: Option<Ban>,
}

/// Why somebody may not log in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Since when.
    pub since: i64,
    /// Why, in the words of the operator.
    pub reason: String,
}

/// An account in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountRow {
    /// Which.
    pub account: Account,
    /// When a session of it was last used, about; `None` if it has none.
    pub used: Option<i64>,
}

/// A change of an account. All of it is written, or nothing. Secrets come as hashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountChange {
    /// Another password.
    Password(String),
    /// These recovery codes instead of all others. A guest may have some, who is about to become an account.
    Codes(Vec<String>),
    /// A recovery code is used up; [`Missing`](crate::StoreError::Missing) if there is none such.
    UseCode(String),
    /// A recovery code is used up for another password. The second factor is off then, and all sessions end.
    Recover {
        /// The code.
        code: String,
        /// The password.
        password: String,
    },
    /// The secret of an authenticator, or none any more.
    Totp(Option<String>),
    /// The code of this step of time is used up; [`Stale`](crate::StoreError::Stale) unless it is later than the last.
    UseTotp(i64),
    /// Another name; [`Taken`](crate::StoreError::Taken) if somebody has it or one that looks the same.
    Rename(String),
    /// A ban, or none any more. All sessions end.
    Ban(Option<Ban>),
    /// The password counts no more, nor a second factor, nor any recovery code but this one. All sessions end.
    Reset(String),
    /// The person becomes a guest of this name without sessions: games and ratings stay without their owner.
    Delete(String),
}

/// What an operator did, to be noted with a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditNote {
    /// When.
    pub at: i64,
    /// Who did it.
    pub actor: String,
    /// What, in one word.
    pub action: String,
    /// The name of the account before.
    pub name: String,
    /// More about it.
    pub detail: String,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditRow {
    /// Its number; later entries have higher ones.
    pub id: i64,
    /// The id of the account.
    pub user: String,
    /// What was done.
    pub note: AuditNote,
}
