//! The evaluation by patterns: what groups of squares near corners, along edges, rows and diagonals are worth at each
//! stage of the game, learned from our own games.
//!
//! `shapes.rs` says which groups there are, `features.rs` reads a position as indices into their tables,
//! `weights.rs` holds the tables, `file.rs` writes and reads them, `cuts.rs` says how far a shallow search may be
//! trusted, `eval.rs` offers it all to searches that know nothing of patterns.

mod cuts;
mod eval;
mod features;
mod file;
mod shapes;
mod weights;

pub use cuts::CutModel;
pub use eval::PatternEval;
pub use file::WeightsError;
pub use shapes::{Folding, INPUTS};
pub use weights::{GROUPS, Origin, UNIT, Weights, stage_of};

pub(crate) use cuts::probe_depth;
pub(crate) use features::Features;
pub(crate) use weights::MOST;
