//! Attempts at puzzles and the ratings that follow from them.

use sqlx::{Connection as _, FromRow, Row as _};

use super::apply::one_row;
use super::{Connection, Pool, Row};
use crate::error::StoreError;
use crate::puzzles::{PuzzleAttempt, PuzzleGrade, PuzzleResult, PuzzleScore};

from_row!(PuzzleScore {
    user = "user_id",
    game,
    rating,
    deviation,
    volatility,
    played,
    streak,
    best_streak,
});

from_row!(PuzzleGrade {
    game,
    puzzle,
    rating,
    deviation,
    volatility,
    played,
});

impl FromRow<'_, Row> for PuzzleAttempt {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            user: row.try_get("user_id")?,
            game: row.try_get("game")?,
            puzzle: row.try_get("puzzle")?,
            at: row.try_get("at")?,
            solved: row.try_get::<i64, _>("solved")? != 0,
            rating: row.try_get("rating")?,
        })
    }
}

/// All or nothing: an attempt counts once, and each rating only if it follows the stored one (optimistic locking).
pub(super) async fn record(connection: &mut Connection, result: &PuzzleResult) -> Result<(), StoreError> {
    let PuzzleResult {
        attempt,
        score,
        grade,
    } = result;
    let mut inner = connection.begin().await?;
    let added = sqlx::query(
        "INSERT INTO puzzle_attempts (user_id, game, puzzle, at, solved, rating) SELECT $1, $2, $3, $4, $5, $6 \
         WHERE EXISTS (SELECT 1 FROM users WHERE id = $1) ON CONFLICT DO NOTHING",
    )
    .bind(&attempt.user)
    .bind(&attempt.game)
    .bind(&attempt.puzzle)
    .bind(attempt.at)
    .bind(i64::from(attempt.solved))
    .bind(attempt.rating)
    .execute(&mut *inner)
    .await?;
    one_row(added.rows_affected(), StoreError::Taken)?;
    let put = sqlx::query(
        "INSERT INTO puzzle_ratings (user_id, game, rating, deviation, volatility, played, streak, best_streak) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8 \
         WHERE $6 = 1 OR EXISTS (SELECT 1 FROM puzzle_ratings WHERE user_id = $1 AND game = $2) \
         ON CONFLICT (user_id, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, played = excluded.played, streak = excluded.streak, \
         best_streak = excluded.best_streak WHERE puzzle_ratings.played = excluded.played - 1",
    )
    .bind(&score.user)
    .bind(&score.game)
    .bind(score.rating)
    .bind(score.deviation)
    .bind(score.volatility)
    .bind(score.played)
    .bind(score.streak)
    .bind(score.best_streak)
    .execute(&mut *inner)
    .await?;
    one_row(put.rows_affected(), StoreError::Stale)?;
    let put = sqlx::query(
        "INSERT INTO puzzle_grades (game, puzzle, rating, deviation, volatility, played) \
         SELECT $1, $2, $3, $4, $5, $6 \
         WHERE $6 = 1 OR EXISTS (SELECT 1 FROM puzzle_grades WHERE game = $1 AND puzzle = $2) \
         ON CONFLICT (game, puzzle) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, \
         volatility = excluded.volatility, played = excluded.played WHERE puzzle_grades.played = excluded.played - 1",
    )
    .bind(&grade.game)
    .bind(&grade.puzzle)
    .bind(grade.rating)
    .bind(grade.deviation)
    .bind(grade.volatility)
    .bind(grade.played)
    .execute(&mut *inner)
    .await?;
    one_row(put.rows_affected(), StoreError::Stale)?;
    inner.commit().await?;
    Ok(())
}

/// Forgets what somebody did; how hard puzzles proved to be stays.
pub(super) async fn forget(connection: &mut Connection, user: &str) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM puzzle_attempts WHERE user_id = $1",
        "DELETE FROM puzzle_ratings WHERE user_id = $1",
    ] {
        sqlx::query(sql).bind(user).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn scores(pool: &Pool, user: &str) -> Result<Vec<PuzzleScore>, StoreError> {
    let scores = sqlx::query_as("SELECT * FROM puzzle_ratings WHERE user_id = $1 ORDER BY game");
    Ok(scores.bind(user).fetch_all(pool).await?)
}

pub(super) async fn grades(pool: &Pool, game: &str) -> Result<Vec<PuzzleGrade>, StoreError> {
    let grades = sqlx::query_as("SELECT * FROM puzzle_grades WHERE game = $1 ORDER BY puzzle");
    Ok(grades.bind(game).fetch_all(pool).await?)
}

pub(super) async fn attempts(pool: &Pool, user: &str, limit: i64) -> Result<Vec<PuzzleAttempt>, StoreError> {
    let attempts = sqlx::query_as(
        "SELECT * FROM puzzle_attempts WHERE user_id = $1 ORDER BY at DESC, game, puzzle LIMIT $2",
    );
    Ok(attempts.bind(user).bind(limit).fetch_all(pool).await?)
}
