//! Configurations, plots, and run folders under stress with a small trainer that learns a line: exact resume, kills, full
//! disks, damage.
//!
//! One program holds all tests, because linking takes longer than compiling them.

mod config;
mod damage;
mod events;
mod kills;
#[cfg(feature = "plot")]
mod plots;
mod resume;
mod sessions;
mod small;
