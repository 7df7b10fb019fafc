//! What can go wrong with the store.

/// A refusal or a failure of the store. The texts are for logs; what people read is written where they are.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Somebody has this name, or this id.
    #[error("the name or id is taken")]
    Taken,
    /// No such person or game.
    #[error("there is no such row")]
    Missing,
    /// What the caller read has changed since: read again and decide anew.
    #[error("the row has changed since it was read")]
    Stale,
    /// The data was written by a newer program.
    #[error("the data has schema {found}, this program knows {known}; use the newer program")]
    Newer {
        /// The schema of the data.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The store is shut, or its writer has failed.
    #[error("the store is closed")]
    Closed,
    /// The engine below failed.
    #[error("database: {0}")]
    Engine(#[from] sqlx::Error),
    /// The file system failed.
    #[error("data folder: {0}")]
    Io(#[from] std::io::Error),
}

impl StoreError {
    /// Whether a constraint of the schema refused a row because it exists already.
    pub(crate) fn unless_taken(error: sqlx::Error) -> Self {
        let taken = error
            .as_database_error()
            .is_some_and(sqlx::error::DatabaseError::is_unique_violation);
        if taken { Self::Taken } else { Self::Engine(error) }
    }
}
