//! The storage of the server: users, sessions, ratings, and games as event logs.
//!
//! Everything goes through the trait [`Store`]. A write that has returned is durable: it survives a crash of the
//! process and of the machine. [`SqliteStore`] is the embedded engine, `PostgresStore` (feature `postgres`) the external one.
//! [`conformance`] holds the checks that every engine must pass.
//!
//! ```
//! use damero_store::{SqliteStore, Store, User};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("damero.db");
//! let guest = User { id: "u1".into(), name: "Ana".into(), guest: true, created: 0 };
//! let store = SqliteStore::open(&path).await?;
//! store.add_guest(&guest).await?;
//! store.close().await;
//!
//! // Another process finds what was acknowledged.
//! let store = SqliteStore::open(&path).await?;
//! assert_eq!(store.user("u1").await?, Some(guest));
//! # Ok::<(), damero_store::StoreError>(()) }).unwrap();
//! ```

mod account;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod explorer;
#[cfg(feature = "conformance")]
mod faulty;
mod lessons;
mod lookalike;
mod model;
#[cfg(feature = "postgres")]
mod postgres;
mod puzzles;
mod sqlite;
mod store;
mod study;

pub use account::{Account, AccountChange, AccountRow, AuditNote, AuditRow, Ban};
pub use error::StoreError;
pub use explorer::{Ended, ExploredGame, ExploredMove, GameSource, MoveCount};
#[cfg(feature = "conformance")]
pub use faulty::{FaultyStore, Mood};
pub use lessons::LessonDone;
pub use lookalike::lookalike;
pub use model::{
    Append, EventRow, Expiry, Finish, GameQuery, GameRow, NewGame, Ranked, RatingRow, Seats, SessionRow, User,
};
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use puzzles::{PuzzleAttempt, PuzzleGrade, PuzzleResult, PuzzleScore};
pub use sqlite::SqliteStore;
pub use store::{Commit, Opening, Report, Store, Watcher};
pub use study::{StudyHead, StudyQuery, StudyRow, Visibility};
