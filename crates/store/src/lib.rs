//! What the playroom remembers: people, sessions, ratings, and games as logs of events.
//!
//! Everything goes through the trait [`Store`]. A write that has returned is durable: it survives the death of the
//! process and of the machine. [`SqliteStore`] is the engine inside the program, `PostgresStore` (feature `postgres`) the
//! one beside it; [`conformance`] holds the checks that every engine must pass.

#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod model;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod store;

pub use error::StoreError;
pub use model::{
    Account, Append, EventRow, Finish, GameQuery, GameRow, NewGame, Ranked, RatingRow, Seats, User,
};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;
pub use store::{Commit, Store, Watcher};
