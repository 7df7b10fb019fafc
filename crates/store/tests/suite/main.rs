//! What both engines promise, and what each of them promises alone.

mod failing_disk;
mod faults;
mod fixture;
#[cfg(feature = "postgres-tests")]
mod postgres;
#[cfg(feature = "postgres-tests")]
mod postgres_faults;
mod sqlite;
