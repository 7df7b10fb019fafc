//! ChessFive beyond alpha-beta: forced wins that are proven by threats alone.

mod agent;
mod threats;

pub use agent::ThreatAgent;
pub use threats::ThreatSolver;
pub(crate) use threats::is_within_reach;
