//! The searches against brute force, known values, tactical cases and each other, under limits and with many threads.
//!
//! One program holds all tests, because linking takes longer than compiling them.

mod alphabeta;
mod checkers_tables;
mod chessfive;
mod fast_games;
mod levels;
mod mcts_azul;
mod mcts_exact;
mod mcts_games;
mod mcts_trees;
mod puzzles;
mod quarto;
mod reversi_engine;
mod reversi_solver;
mod rulesets;
mod stress;
mod tactics;
