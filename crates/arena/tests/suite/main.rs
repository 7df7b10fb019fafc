//! Matches, player specs, trained players, external programs and the statistics of results.
//!
//! One program holds all tests, because linking takes longer than compiling them.

mod matches;
mod outside;
mod specs;
mod stats;
mod trained;
