//! Where data in PostgreSQL is opened. Programs that are built without the feature `postgres` say so here.

use std::sync::Arc;

use damero_store::Store;

use crate::config::Database;
use crate::server_error::ServerError;

/// Opens the data for a server.
#[cfg(feature = "postgres")]
pub(crate) async fn open(database: &Database) -> Result<Arc<dyn Store>, ServerError> {
    let Database { address, password } = database;
    Ok(Arc::new(
        damero_store::PostgresStore::open_with(address, password.as_deref()).await?,
    ))
}

/// Opens data that is there, while a server uses it or not.
#[cfg(feature = "postgres")]
pub(crate) async fn open_beside(database: &Database) -> Result<Arc<dyn Store>, ServerError> {
    let Database { address, password } = database;
    Ok(Arc::new(
        damero_store::PostgresStore::open_beside(address, password.as_deref()).await?,
    ))
}

/// This program cannot.
#[cfg(not(feature = "postgres"))]
pub(crate) async fn open(_: &Database) -> Result<Arc<dyn Store>, ServerError> {
    Err(ServerError::NoPostgres)
}

/// This program cannot.
#[cfg(not(feature = "postgres"))]
pub(crate) async fn open_beside(database: &Database) -> Result<Arc<dyn Store>, ServerError> {
    open(database).await
}
