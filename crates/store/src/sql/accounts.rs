//! Changes of accounts and the log of them.

use sqlx::{Connection as _, FromRow as _, Row as _};

use super::apply::one_row;
use super::studies;
use super::{Connection, Pool, Row};
use crate::account::{Account, AccountChange, AccountRow, AuditNote, AuditRow, Ban};
use crate::error::StoreError;
use crate::lookalike::lookalike;
use crate::model::User;

/// No password has this hash.
const NO_PASSWORD: &str = "!";

/// A change with its note, all or nothing.
pub(super) async fn change(
    connection: &mut Connection,
    id: &str,
    change: &AccountChange,
    note: Option<&AuditNote>,
) -> Result<(), StoreError> {
    let mut inner = connection.begin().await?;
    make(&mut inner, id, change).await?;
    if let Some(note) = note {
        sqlx::query(
            "INSERT INTO audit (at, actor, action, user_id, name, detail) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(note.at)
        .bind(&note.actor)
        .bind(&note.action)
        .bind(id)
        .bind(&note.name)
        .bind(&note.detail)
        .execute(&mut *inner)
        .await?;
    }
    inner.commit().await?;
    Ok(())
}

async fn make(connection: &mut Connection, id: &str, change: &AccountChange) -> Result<(), StoreError> {
    match change {
        AccountChange::Password(password) => set_password(connection, id, password).await,
        AccountChange::Codes(codes) => set_codes(connection, id, codes).await,
        AccountChange::UseCode(code) => use_code(connection, id, code).await,
        AccountChange::Recover { code, password } => {
            use_code(connection, id, code).await?;
            set_password(connection, id, password).await?;
            set_totp(connection, id, None).await?;
            end_sessions(connection, id, "").await
        }
        AccountChange::Totp(secret) => set_totp(connection, id, secret.as_deref()).await,
        AccountChange::UseTotp(step) => {
            let used = sqlx::query("UPDATE users SET totp_step = $2 WHERE id = $1 AND totp_step < $2")
                .bind(id)
                .bind(step)
                .execute(connection)
                .await?;
            one_row(used.rows_affected(), StoreError::Stale)
        }
        AccountChange::Rename(name) => {
            let sql = "UPDATE users SET name = $2, name_key = $3, lookalike = $4 WHERE id = $1 AND password IS NOT NULL";
            let (key, looks) = free_name(connection, id, name).await?;
            let renamed = sqlx::query(sql)
                .bind(id)
                .bind(name)
                .bind(key)
                .bind(looks)
                .execute(connection)
                .await?;
            one_row(renamed.rows_affected(), StoreError::Missing)
        }
        AccountChange::Ban(ban) => {
            let sql = "UPDATE users SET banned = $2, ban_reason = $3 WHERE id = $1 AND password IS NOT NULL";
            let banned = sqlx::query(sql)
                .bind(id)
                .bind(ban.as_ref().map(|ban| ban.since))
                .bind(ban.as_ref().map(|ban| ban.reason.as_str()))
                .execute(&mut *connection)
                .await?;
            one_row(banned.rows_affected(), StoreError::Missing)?;
            end_sessions(connection, id, "").await
        }
        AccountChange::Reset(code) => {
            set_password(connection, id, NO_PASSWORD).await?;
            set_totp(connection, id, None).await?;
            set_codes(connection, id, std::slice::from_ref(code)).await?;
            end_sessions(connection, id, "").await
        }
        AccountChange::Delete(name) => delete(connection, id, name).await,
    }
}

/// The keys of a name that nobody else has, nor one that looks the same.
pub(super) async fn free_name(
    connection: &mut Connection,
    id: &str,
    name: &str,
) -> Result<(String, String), StoreError> {
    let (key, looks) = (name.to_lowercase(), lookalike(name));
    let others =
        sqlx::query("SELECT COUNT(*) FROM users WHERE (name_key = $1 OR lookalike = $3) AND id <> $2")
            .bind(&key)
            .bind(id)
            .bind(&looks)
            .fetch_one(connection)
            .await?;
    match others.try_get::<i64, _>(0)? {
        0 => Ok((key, looks)),
        _ => Err(StoreError::Taken),
    }
}

async fn set_password(connection: &mut Connection, id: &str, password: &str) -> Result<(), StoreError> {
    let set = sqlx::query("UPDATE users SET password = $2 WHERE id = $1 AND password IS NOT NULL")
        .bind(id)
        .bind(password)
        .execute(connection)
        .await?;
    one_row(set.rows_affected(), StoreError::Missing)
}

async fn set_totp(connection: &mut Connection, id: &str, secret: Option<&str>) -> Result<(), StoreError> {
    let sql = "UPDATE users SET totp = $2, totp_step = 0 WHERE id = $1 AND password IS NOT NULL";
    let set = sqlx::query(sql).bind(id).bind(secret).execute(connection).await?;
    one_row(set.rows_affected(), StoreError::Missing)
}

async fn set_codes(connection: &mut Connection, id: &str, codes: &[String]) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1")
        .bind(id)
        .execute(&mut *connection)
        .await?;
    for code in codes {
        let sql = "INSERT INTO recovery_codes (user_id, hash) SELECT $1, $2 \
                   WHERE EXISTS (SELECT 1 FROM users WHERE id = $1) ON CONFLICT DO NOTHING";
        let added = sqlx::query(sql)
            .bind(id)
            .bind(code)
            .execute(&mut *connection)
            .await?;
        one_row(added.rows_affected(), StoreError::Missing)?;
    }
    Ok(())
}

async fn use_code(connection: &mut Connection, id: &str, code: &str) -> Result<(), StoreError> {
    let used = sqlx::query("DELETE FROM recovery_codes WHERE user_id = $1 AND hash = $2")
        .bind(id)
        .bind(code)
        .execute(connection)
        .await?;
    one_row(used.rows_affected(), StoreError::Missing)
}

/// Ends all sessions of somebody, except perhaps one.
pub(super) async fn end_sessions(
    connection: &mut Connection,
    id: &str,
    except: &str,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND hash <> $2")
        .bind(id)
        .bind(except)
        .execute(connection)
        .await?;
    Ok(())
}

/// Others have played games with the person and keep them, so the row stays; nothing in it says any more who it was.
async fn delete(connection: &mut Connection, id: &str, name: &str) -> Result<(), StoreError> {
    let gone = sqlx::query(
        "UPDATE users SET name = $2, name_key = $3, password = NULL, lookalike = NULL, totp = NULL, totp_step = 0, \
         banned = NULL, ban_reason = NULL WHERE id = $1 AND password IS NOT NULL",
    )
    .bind(id)
    .bind(name)
    .bind(guest_key(id))
    .execute(&mut *connection)
    .await?;
    one_row(gone.rows_affected(), StoreError::Missing)?;
    set_codes(connection, id, &[]).await?;
    studies::delete_all(connection, id).await?;
    super::puzzles::forget(connection, id).await?;
    super::lessons::forget(connection, id).await?;
    end_sessions(connection, id, "").await
}

/// The key of a guest's name, which takes no name away from accounts.
pub(super) fn guest_key(id: &str) -> String {
    format!("guest:{id}")
}

impl sqlx::FromRow<'_, Row> for Account {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        let since: Option<i64> = row.try_get("banned")?;
        let reason: Option<String> = row.try_get("ban_reason")?;
        Ok(Self {
            user: User::from_row(row)?,
            password: row.try_get("password")?,
            totp: row.try_get("totp")?,
            totp_step: row.try_get("totp_step")?,
            ban: since.map(|since| Ban {
                since,
                reason: reason.unwrap_or_default(),
            }),
        })
    }
}

pub(super) async fn account(pool: &Pool, name: &str) -> Result<Option<Account>, StoreError> {
    if super::read::cannot_be(name) {
        return Ok(None);
    }
    let account = sqlx::query_as("SELECT * FROM users WHERE name_key = $1 AND password IS NOT NULL");
    Ok(account.bind(name.to_lowercase()).fetch_optional(pool).await?)
}

pub(super) async fn accounts_after(
    pool: &Pool,
    name: &str,
    limit: i64,
) -> Result<Vec<AccountRow>, StoreError> {
    let rows = sqlx::query(
        "SELECT users.*, (SELECT MAX(used) FROM sessions WHERE user_id = users.id) AS last_used FROM users \
         WHERE name_key > $1 AND password IS NOT NULL ORDER BY name_key LIMIT $2",
    )
    .bind(name.to_lowercase())
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let accounts = rows.iter().map(|row| {
        Ok::<_, sqlx::Error>(AccountRow {
            account: Account::from_row(row)?,
            used: row.try_get("last_used")?,
        })
    });
    Ok(accounts.collect::<Result<_, _>>()?)
}

pub(super) async fn recovery_codes(pool: &Pool, user: &str) -> Result<i64, StoreError> {
    let row = sqlx::query("SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1")
        .bind(user)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

pub(super) async fn audit(pool: &Pool, after: i64, limit: i64) -> Result<Vec<AuditRow>, StoreError> {
    let rows = sqlx::query("SELECT * FROM audit WHERE id > $1 ORDER BY id DESC LIMIT $2")
        .bind(after)
        .bind(limit)
        .fetch_all(pool)
        .await?;
    let entries = rows.iter().map(|row| {
        Ok::<_, sqlx::Error>(AuditRow {
            id: row.try_get("id")?,
            user: row.try_get("user_id")?,
            note: AuditNote {
                at: row.try_get("at")?,
                actor: row.try_get("actor")?,
                action: row.try_get("action")?,
                name: row.try_get("name")?,
                detail: row.try_get("detail")?,
            },
        })
    });
    Ok(entries.collect::<Result<_, _>>()?)
}
