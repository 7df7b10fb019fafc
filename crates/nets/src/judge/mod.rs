//! Networks as judges of positions: for a tree search by policy and value, or move by move.

mod evaluator;
mod eye;
mod qvalues;

pub use self::evaluator::NetEvaluator;
pub use self::qvalues::QValues;
