//! Studies: written whole, guarded by their version.

use sqlx::{FromRow, Row as _};

use super::apply::one_row;
use super::read::cannot_be;
use super::{Connection, Pool, Row};
use crate::error::StoreError;
use crate::study::{StudyHead, StudyQuery, StudyRow, Visibility};

impl FromRow<'_, Row> for StudyHead {
    fn from_row(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            owner: row.try_get("owner")?,
            name: row.try_get("name")?,
            game: row.try_get("game")?,
            visibility: Visibility::of(row.try_get("visibility")?),
            chapters: row.try_get("chapters")?,
            version: row.try_get("version")?,
            created: row.try_get("created")?,
            updated: row.try_get("updated")?,
        })
    }
}

pub(super) async fn add(connection: &mut Connection, study: &StudyRow) -> Result<(), StoreError> {
    let head = &study.head;
    let added = sqlx::query(
        "INSERT INTO studies (id, owner, name, game, visibility, chapters, version, created, updated, body) \
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 WHERE EXISTS (SELECT 1 FROM users WHERE id = $2) \
         ON CONFLICT DO NOTHING",
    )
    .bind(&head.id)
    .bind(&head.owner)
    .bind(&head.name)
    .bind(&head.game)
    .bind(head.visibility.number())
    .bind(head.chapters)
    .bind(head.version)
    .bind(head.created)
    .bind(head.updated)
    .bind(&study.body)
    .execute(connection)
    .await?;
    one_row(added.rows_affected(), StoreError::Taken)
}

/// The new version is one more than the one that is replaced.
pub(super) async fn change(connection: &mut Connection, study: &StudyRow) -> Result<(), StoreError> {
    let head = &study.head;
    let changed = sqlx::query(
        "UPDATE studies SET name = $3, game = $4, visibility = $5, chapters = $6, version = $7, updated = $8, body = $9 \
         WHERE id = $1 AND owner = $2 AND version = $7 - 1",
    )
    .bind(&head.id)
    .bind(&head.owner)
    .bind(&head.name)
    .bind(&head.game)
    .bind(head.visibility.number())
    .bind(head.chapters)
    .bind(head.version)
    .bind(head.updated)
    .bind(&study.body)
    .execute(connection)
    .await?;
    one_row(changed.rows_affected(), StoreError::Stale)
}

pub(super) async fn delete(connection: &mut Connection, id: &str, owner: &str) -> Result<(), StoreError> {
    let gone = sqlx::query("DELETE FROM studies WHERE id = $1 AND owner = $2")
        .bind(id)
        .bind(owner)
        .execute(connection)
        .await?;
    one_row(gone.rows_affected(), StoreError::Missing)
}

/// Nothing of somebody who leaves stays.
pub(super) async fn delete_all(connection: &mut Connection, owner: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM studies WHERE owner = $1")
        .bind(owner)
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn study(pool: &Pool, id: &str) -> Result<Option<StudyRow>, StoreError> {
    if cannot_be(id) {
        return Ok(None);
    }
    let row = sqlx::query("SELECT * FROM studies WHERE id = $1")
        .bind(id)
        .fetch_optional(pool)
        .await?;
    let read = |row: Row| {
        Ok::<_, sqlx::Error>(StudyRow {
            head: StudyHead::from_row(&row)?,
            body: row.try_get("body")?,
        })
    };
    Ok(row.map(read).transpose()?)
}

pub(super) async fn studies(pool: &Pool, query: &StudyQuery) -> Result<Vec<StudyHead>, StoreError> {
    // One statement for each index.
    let sql = match query.owner {
        Some(_) => {
            "SELECT id, owner, name, game, visibility, chapters, version, created, updated FROM studies \
             WHERE owner = $4 AND updated < $1 AND ($3 IS NULL OR game = $3) ORDER BY updated DESC, id LIMIT $2"
        }
        None => {
            "SELECT id, owner, name, game, visibility, chapters, version, created, updated FROM studies \
             WHERE visibility = 2 AND updated < $1 AND ($3 IS NULL OR game = $3) AND $4 IS NULL \
             ORDER BY updated DESC, id LIMIT $2"
        }
    };
    let studies = sqlx::query_as(sql)
        .bind(query.before.unwrap_or(i64::MAX))
        .bind(query.limit)
        .bind(&query.game)
        .bind(&query.owner);
    Ok(studies.fetch_all(pool).await?)
}

pub(super) async fn count(pool: &Pool, owner: &str) -> Result<i64, StoreError> {
    let row = sqlx::query("SELECT COUNT(*) FROM studies WHERE owner = $1")
        .bind(owner)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}
