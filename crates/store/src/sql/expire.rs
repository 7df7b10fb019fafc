//! Deletes what has gone unused for too long. Each call takes a few rows of every kind, so that no commit takes long.

use sqlx::Row as _;

use super::Connection;
use crate::error::StoreError;
use crate::model::Expiry;

/// Games that have hardly begun, or in which nothing has happened for long.
const UNFINISHED: &str = "SELECT id FROM games WHERE ended IS NULL AND (\
     (created < $1 AND (SELECT COUNT(*) FROM events WHERE game_id = id) <= 1) OR \
     (created < $2 AND (SELECT COALESCE(MAX(at), 0) FROM events WHERE game_id = id) < $2)) LIMIT 200";

/// Games that nobody but guests can find again.
const PRIVATE: &str = "SELECT id FROM games WHERE public = 0 AND ended IS NOT NULL AND ended < $1 AND rated = 0 \
     AND NOT EXISTS (SELECT 1 FROM users WHERE users.id IN (first_user, second_user) AND password IS NOT NULL) \
     LIMIT 200";

/// Studies of guests who can never come back to them.
const STUDIES: &str = "DELETE FROM studies WHERE id IN (\
     SELECT studies.id FROM studies JOIN users ON users.id = owner WHERE password IS NULL AND updated < $1 \
     AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id) LIMIT 200)";

/// Guests whom nothing refers to.
const GUESTS: &str = "DELETE FROM users WHERE id IN (\
     SELECT id FROM users WHERE password IS NULL AND created < $1 \
     AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = users.id) \
     AND NOT EXISTS (SELECT 1 FROM studies WHERE owner = users.id) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE first_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM games WHERE second_user = users.id) \
     AND NOT EXISTS (SELECT 1 FROM ratings WHERE user_id = users.id) LIMIT 200)";

const SESSIONS: &str = "DELETE FROM sessions WHERE hash IN (\
     SELECT hash FROM sessions JOIN users ON users.id = user_id \
     WHERE (password IS NULL AND used < $1) OR (password IS NOT NULL AND used < $2) LIMIT 200)";

pub(super) async fn expire(connection: &mut Connection, expiry: &Expiry) -> Result<(), StoreError> {
    let mut games = sqlx::query(UNFINISHED)
        .bind(expiry.unplayed)
        .bind(expiry.abandoned)
        .fetch_all(&mut *connection)
        .await?;
    let private = sqlx::query(PRIVATE).bind(expiry.private);
    games.extend(private.fetch_all(&mut *connection).await?);
    for game in games {
        let id: String = game.try_get(0)?;
        for sql in [
            "DELETE FROM events WHERE game_id = $1",
            "DELETE FROM games WHERE id = $1",
        ] {
            sqlx::query(sql).bind(&id).execute(&mut *connection).await?;
        }
    }
    sqlx::query(SESSIONS)
        .bind(expiry.guest_sessions)
        .bind(expiry.sessions)
        .execute(&mut *connection)
        .await?;
    sqlx::query(STUDIES)
        .bind(expiry.guests)
        .execute(&mut *connection)
        .await?;
    sqlx::query(GUESTS)
        .bind(expiry.guests)
        .execute(connection)
        .await?;
    Ok(())
}
