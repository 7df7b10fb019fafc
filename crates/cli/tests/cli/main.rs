//! The real binary, run as a user runs it, in a folder of its own.

mod book;
mod contests;
mod engines;
mod errors;
mod every_game;
mod exact;
mod example_game;
mod harness;
mod import;
mod language;
mod learning;
mod logged;
mod mistakes;
mod operate;
mod perft;
mod play;
mod playroom;
mod puzzles;
mod serve_config;
mod show;
mod statistics;
mod train;
mod tune;
