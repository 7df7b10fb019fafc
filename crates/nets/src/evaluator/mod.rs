//! Networks as judges of positions: for a tree search by policy and value, or move by move.

mod eye;
mod qvalues;
mod tree;

pub use self::qvalues::QValues;
pub use self::tree::NetEvaluator;
