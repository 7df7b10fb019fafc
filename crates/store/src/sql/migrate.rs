//! Schema migrations. They only go forward; data of a newer schema is refused.

use sqlx::Row as _;

use super::{Connection, NO_TABLE, STEPS, begin, has_foreign_tables};
use crate::error::StoreError;

/// Runs the missing migrations, all or none.
pub(crate) async fn up_to_date(connection: &mut Connection) -> Result<(), StoreError> {
    let mut transaction = begin(connection).await?;
    sqlx::query("CREATE TABLE IF NOT EXISTS schema (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await?;
    let row = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM schema")
        .fetch_one(&mut *transaction)
        .await?;
    let found: i64 = row.try_get(0)?;
    let known = STEPS.len() as i64;
    if found == 0 && has_foreign_tables(&mut transaction).await? {
        return Err(StoreError::Foreign);
    }
    let done = usize::try_from(found)
        .ok()
        .filter(|&done| done <= STEPS.len())
        .ok_or(StoreError::Newer { found, known })?;
    for (step, sql) in (1_i64..).zip(STEPS).skip(done) {
        sqlx::raw_sql(*sql).execute(&mut *transaction).await?;
        sqlx::query("INSERT INTO schema (version) VALUES ($1)")
            .bind(step)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// Refuses data of another schema, and changes nothing.
pub(crate) async fn refuse_other(connection: &mut Connection) -> Result<(), StoreError> {
    let known = STEPS.len() as i64;
    let asked = sqlx::query("SELECT COALESCE(MAX(version), 0) FROM schema");
    let found: i64 = match asked.fetch_one(&mut *connection).await {
        Ok(row) => row.try_get(0)?,
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NO_TABLE) => 0,
        Err(error) => return Err(error.into()),
    };
    if found == 0 && has_foreign_tables(connection).await? {
        return Err(StoreError::Foreign);
    }
    match found {
        _ if found < known => Err(StoreError::Older { found, known }),
        _ if found > known => Err(StoreError::Newer { found, known }),
        _ => Ok(()),
    }
}
