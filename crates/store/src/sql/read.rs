//! Reads, on connections of their own, which never wait for the writer.

use sqlx::{FromRow, Row as _};

use super::{Pool, Row};
use crate::error::StoreError;
use crate::model::{EventRow, GameQuery, GameRow, Ranked, RatingRow, SessionRow, User};

impl FromRow<'_, Row> for User {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            guest: row.try_get::<Option<String>, _>("password")?.is_none(),
            created: row.try_get("created")?,
        })
    }
}

impl FromRow<'_, Row> for GameRow {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            rules: row.try_get("rules")?,
            settings: row.try_get("settings")?,
            created: row.try_get("created")?,
            rated: row.try_get::<i64, _>("rated")? != 0,
            public: row.try_get::<i64, _>("public")? != 0,
            seats: [row.try_get("first_user")?, row.try_get("second_user")?],
            plies: row.try_get("plies")?,
            result: row.try_get("result")?,
            ended: row.try_get("ended")?,
        })
    }
}

from_row!(EventRow { seq, at, body });

from_row!(SessionRow { hash, created, used });

from_row!(RatingRow {
    user = "user_id",
    game,
    rating,
    deviation,
    volatility,
    games,
});

/// PostgreSQL stores no text with this character and refuses a query that holds it. No row can match.
pub(super) fn cannot_be(text: &str) -> bool {
    text.contains('\0')
}

pub(super) async fn user(pool: &Pool, id: &str) -> Result<Option<User>, StoreError> {
    if cannot_be(id) {
        return Ok(None);
    }
    let user = sqlx::query_as("SELECT id, name, password, created FROM users WHERE id = $1");
    Ok(user.bind(id).fetch_optional(pool).await?)
}

pub(super) async fn session(pool: &Pool, hash: &str) -> Result<Option<User>, StoreError> {
    let user = sqlx::query_as(
        "SELECT users.id, users.name, users.password, users.created FROM sessions \
         JOIN users ON users.id = sessions.user_id WHERE sessions.hash = $1",
    );
    Ok(user.bind(hash).fetch_optional(pool).await?)
}

pub(super) async fn sessions_of(pool: &Pool, user: &str) -> Result<Vec<SessionRow>, StoreError> {
    let sessions = sqlx::query_as(
        "SELECT hash, created, used FROM sessions WHERE user_id = $1 ORDER BY used DESC, hash",
    );
    Ok(sessions.bind(user).fetch_all(pool).await?)
}

pub(super) async fn game(pool: &Pool, id: &str) -> Result<Option<GameRow>, StoreError> {
    if cannot_be(id) {
        return Ok(None);
    }
    let game = sqlx::query_as("SELECT * FROM games WHERE id = $1");
    Ok(game.bind(id).fetch_optional(pool).await?)
}

pub(super) async fn events(pool: &Pool, game: &str) -> Result<Vec<EventRow>, StoreError> {
    let events = sqlx::query_as("SELECT seq, at, body FROM events WHERE game_id = $1 ORDER BY seq");
    Ok(events.bind(game).fetch_all(pool).await?)
}

pub(super) async fn running(pool: &Pool, after: i64) -> Result<Vec<GameRow>, StoreError> {
    let games = sqlx::query_as("SELECT * FROM games WHERE ended IS NULL AND created > $1 ORDER BY created");
    Ok(games.bind(after).fetch_all(pool).await?)
}

pub(super) async fn unfinished_of(pool: &Pool, user: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
    let games = sqlx::query_as(
        "SELECT * FROM (\
         SELECT * FROM games WHERE first_user = $1 AND ended IS NULL \
         UNION SELECT * FROM games WHERE second_user = $1 AND ended IS NULL) AS mine \
         ORDER BY created DESC LIMIT $2",
    );
    Ok(games.bind(user).bind(limit).fetch_all(pool).await?)
}

pub(super) async fn finished(pool: &Pool, query: &GameQuery) -> Result<Vec<GameRow>, StoreError> {
    let before = query.before.unwrap_or(i64::MAX);
    // One statement for each index.
    let games = match (&query.user, &query.game) {
        (None, None) => sqlx::query_as(
            "SELECT * FROM games WHERE ended IS NOT NULL AND created < $1 \
             AND (public = 1 OR first_user = $3 OR second_user = $3) ORDER BY created DESC LIMIT $2",
        )
        .bind(before)
        .bind(query.limit)
        .bind(&query.viewer),
        (None, Some(game)) => sqlx::query_as(
            "SELECT * FROM games WHERE ended IS NOT NULL AND created < $1 AND game = $4 \
             AND (public = 1 OR first_user = $3 OR second_user = $3) ORDER BY created DESC LIMIT $2",
        )
        .bind(before)
        .bind(query.limit)
        .bind(&query.viewer)
        .bind(game),
        (Some(user), game) => sqlx::query_as(
            "SELECT * FROM (\
             SELECT * FROM games WHERE first_user = $4 AND created < $1 AND ended IS NOT NULL \
             UNION SELECT * FROM games WHERE second_user = $4 AND created < $1 AND ended IS NOT NULL) AS mine \
             WHERE (public = 1 OR first_user = $3 OR second_user = $3) \
             AND ($5 IS NULL OR game = $5) ORDER BY created DESC LIMIT $2",
        )
        .bind(before)
        .bind(query.limit)
        .bind(&query.viewer)
        .bind(user)
        .bind(game),
    };
    Ok(games.fetch_all(pool).await?)
}

pub(super) async fn rated_games_between(
    pool: &Pool,
    one: &str,
    other: &str,
    since: i64,
) -> Result<i64, StoreError> {
    // A game that lasts has begun before it ended; a week is more than a clock allows.
    let row = sqlx::query(
        "SELECT COUNT(*) FROM games WHERE rated = 1 AND ended > $3 AND created > $3 - 604800000 \
         AND ((first_user = $1 AND second_user = $2) OR (first_user = $2 AND second_user = $1))",
    )
    .bind(one)
    .bind(other)
    .bind(since)
    .fetch_one(pool)
    .await?;
    Ok(row.try_get(0)?)
}

pub(super) async fn ratings(pool: &Pool, user: &str) -> Result<Vec<RatingRow>, StoreError> {
    let ratings = sqlx::query_as("SELECT * FROM ratings WHERE user_id = $1 ORDER BY game");
    Ok(ratings.bind(user).fetch_all(pool).await?)
}

pub(super) async fn leaders(
    pool: &Pool,
    game: &str,
    deviation: f64,
    limit: i64,
) -> Result<Vec<Ranked>, StoreError> {
    let rows = sqlx::query(
        "SELECT users.name, ratings.* FROM ratings JOIN users ON users.id = ratings.user_id \
         WHERE ratings.game = $1 AND ratings.deviation <= $2 AND users.password IS NOT NULL AND users.banned IS NULL \
         ORDER BY ratings.rating DESC LIMIT $3",
    )
    .bind(game)
    .bind(deviation)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let ranked = rows.iter().map(|row| {
        Ok::<_, sqlx::Error>(Ranked {
            name: row.try_get("name")?,
            rating: RatingRow::from_row(row)?,
        })
    });
    Ok(ranked.collect::<Result<_, _>>()?)
}

pub(super) async fn machine_ratings(pool: &Pool, game: &str) -> Result<Vec<RatingRow>, StoreError> {
    let ratings = sqlx::query_as(
        "SELECT level AS user_id, game, rating, deviation, volatility, games FROM machine_ratings \
         WHERE game = $1 ORDER BY rating DESC, level",
    );
    Ok(ratings.bind(game).fetch_all(pool).await?)
}

pub(super) async fn last_probe(pool: &Pool) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query("SELECT MAX(at) FROM probe").fetch_one(pool).await?;
    Ok(row.try_get(0)?)
}

pub(super) async fn games_after(pool: &Pool, id: &str, limit: i64) -> Result<Vec<GameRow>, StoreError> {
    let games = sqlx::query_as("SELECT * FROM games WHERE id > $1 ORDER BY id LIMIT $2");
    Ok(games.bind(id).bind(limit).fetch_all(pool).await?)
}

pub(super) async fn games_of(
    pool: &Pool,
    user: &str,
    id: &str,
    limit: i64,
) -> Result<Vec<GameRow>, StoreError> {
    let games = sqlx::query_as(
        "SELECT * FROM games WHERE (first_user = $1 OR second_user = $1) AND id > $2 ORDER BY id LIMIT $3",
    );
    Ok(games.bind(user).bind(id).bind(limit).fetch_all(pool).await?)
}

pub(super) async fn all_ratings(pool: &Pool) -> Result<Vec<RatingRow>, StoreError> {
    let ratings = sqlx::query_as("SELECT * FROM ratings ORDER BY user_id, game");
    Ok(ratings.fetch_all(pool).await?)
}
