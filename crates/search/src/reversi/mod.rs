//! The exact endgame of Reversi: the final disc difference under perfect play, and the moves that reach it.
//!
//! [`ReversiSolver`] is a null-window search from the last square up. Each file holds one reason why it is fast: the
//! last squares without lists (`last.rs`), nodes with a table of bounds and cut-offs (`nodes.rs`), stable discs
//! (`stability.rs`), the order of moves (`order.rs`), bounds shared by threads (`table.rs`), threads that share the
//! moves of one node (`parallel.rs`). The search is compiled twice, for any processor and for those with AVX2 and BMI2
//! (`compiled.rs`).
//!
//! [`ReversiEngine`] plays the whole game and solves its end.
//!
//! A node is every position entered: those of the last squares, the passes and the positions of the shallow searches
//! that order moves all count.

mod compiled;
mod discs;
mod engine;
mod kernels;
mod last;
mod memory;
mod middle;
mod middle_table;
mod nodes;
mod order;
mod parallel;
mod pattern;
mod probe;
mod root;
mod selectivity;
mod slots;
mod solver;
mod stability;
mod table;
mod worker;

pub use discs::DiscSolver;
pub use engine::ReversiEngine;
pub use kernels::near;
pub use order::weighted;
pub use pattern::{
    CutModel, Folding, GROUPS, INPUTS, Origin, PatternEval, UNIT, Weights, WeightsError, stage_of,
};
pub use probe::{Reach, score_boards};
pub use solver::{ReversiSolver, Solution};
