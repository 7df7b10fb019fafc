//! Steps of lessons that are done.

use sqlx::Connection as _;

use super::{Connection, Pool};
use crate::error::StoreError;
use crate::lessons::LessonDone;

from_row!(LessonDone {
    game,
    lesson,
    step,
    at
});

/// All or nothing; a step that was done before keeps its time.
pub(super) async fn keep(
    connection: &mut Connection,
    user: &str,
    steps: &[LessonDone],
) -> Result<(), StoreError> {
    let mut inner = connection.begin().await?;
    let known = sqlx::query("SELECT 1 FROM users WHERE id = $1").bind(user);
    if known.fetch_optional(&mut *inner).await?.is_none() {
        return Err(StoreError::Missing);
    }
    for step in steps {
        sqlx::query(
            "INSERT INTO lesson_steps (user_id, game, lesson, step, at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT DO NOTHING",
        )
        .bind(user)
        .bind(&step.game)
        .bind(&step.lesson)
        .bind(step.step)
        .bind(step.at)
        .execute(&mut *inner)
        .await?;
    }
    inner.commit().await?;
    Ok(())
}

pub(super) async fn forget(connection: &mut Connection, user: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM lesson_steps WHERE user_id = $1")
        .bind(user)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn done(pool: &Pool, user: &str) -> Result<Vec<LessonDone>, StoreError> {
    let steps = sqlx::query_as("SELECT * FROM lesson_steps WHERE user_id = $1 ORDER BY game, lesson, step");
    Ok(steps.bind(user).fetch_all(pool).await?)
}
