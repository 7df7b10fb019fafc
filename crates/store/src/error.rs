//! What can go wrong with the store.

/// A refusal or a failure of the store. The texts are for logs; what people read is written where they are.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The name or the id exists already.
    #[error("the name or id is taken")]
    Taken,
    /// No such person or game.
    #[error("there is no such row")]
    Missing,
    /// The data has changed since the caller read it: read again and retry.
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
    /// The data has an older schema and was not to be changed.
    #[error("the data has schema {found}, this program knows {known}; start the server of this version once")]
    Older {
        /// The schema of the data.
        found: i64,
        /// The newest schema that this program knows.
        known: i64,
    },
    /// The file is there and has nothing in it.
    #[error("the file of the data is empty; put a copy in its place, or remove it to begin anew")]
    Empty,
    /// The file is no database any more, or not a whole one.
    #[error("the file of the data is damaged ({cause}); damero restore puts a copy in its place")]
    Damaged {
        /// What the engine said.
        cause: String,
    },
    /// The file or database holds something else.
    #[error("this is no data of a playroom")]
    Foreign,
    /// Another server has the database.
    #[error("another server is using the database {at}")]
    InUse {
        /// Which, without secrets.
        at: String,
    },
    /// The address of a database cannot be read.
    #[error("the address of the database cannot be read: {0}")]
    Address(String),
    /// Nobody answers at the address of a database.
    #[error("there is no PostgreSQL at {at}: {cause}; is it running, and is the address right?")]
    Unreachable {
        /// Which, without secrets.
        at: String,
        /// Why not.
        cause: String,
    },
    /// The user or the password is wrong.
    #[error("PostgreSQL at {at} does not let {user} in: wrong user or password")]
    Denied {
        /// Which, without secrets.
        at: String,
        /// The user.
        user: String,
    },
    /// The connection would not be secure, or not to whom it should be.
    #[error(
        "there is no trusted connection to PostgreSQL at {at}: {cause}; sslmode in the address says what is asked for, sslrootcert the file of its authority"
    )]
    Untrusted {
        /// Which, without secrets.
        at: String,
        /// Why not.
        cause: String,
    },
    /// There is no such database.
    #[error("there is no database at {at}; make it first, for example with createdb")]
    NoDatabase {
        /// Which, without secrets.
        at: String,
    },
    /// The user may not make or change tables.
    #[error(
        "{user} may not do this at {at}: {cause}; the user must own the database, or may create in its schema"
    )]
    NotAllowed {
        /// Which, without secrets.
        at: String,
        /// The user.
        user: String,
        /// What was not allowed.
        cause: String,
    },
    /// Backups of this engine are made with its own programs.
    #[error("PostgreSQL makes its own copies: pg_dump writes one, pg_restore or psql puts it back")]
    NoBackup,
    /// The store is closed, or its writer has failed.
    #[error("the store is closed")]
    Closed,
    /// The engine cannot do its work now: the disk is full or broken, the database is gone. The store opens its
    /// connections anew and works again by itself when the cause is gone. Whether a write that failed like this was
    /// done is not known: read again, or write it again with the same number.
    #[error("the store cannot be used now: {cause}")]
    Unavailable {
        /// What the engine said.
        cause: String,
    },
    /// The database engine refused a row or a statement.
    #[error("database: {0}")]
    Engine(#[from] sqlx::Error),
    /// The file system failed.
    #[error("data folder: {0}")]
    Io(#[from] std::io::Error),
}
