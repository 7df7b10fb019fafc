//! Classical search over the games of Damero.
//!
//! Everything that chooses moves is an [`Agent`]: it takes a position and [`Limits`] and gives a [`Thought`].
//! [`AlphaBeta`] plays every game with an [`Evaluate`]; plain [`minimax`] is the reference that it is checked against.

mod agent;
mod alphabeta;
mod evaluate;
mod limits;
mod minimax;
mod score;

pub use agent::{Agent, MoveThought, Thought};
pub use alphabeta::{AlphaBeta, Options as AlphaBetaOptions};
pub use evaluate::{Blank, Evaluate};
pub use limits::{Limits, Stop};
pub use minimax::minimax;
pub use score::Score;
