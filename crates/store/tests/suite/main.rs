//! What both engines promise, and what each of them promises alone.

mod fixture;
#[cfg(feature = "postgres-tests")]
mod postgres;
mod sqlite;
