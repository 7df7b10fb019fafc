//! Reversi, also sold as Othello: enclose the enemy's discs and turn them.
//!
//! The board is two bitboards seen by the side to move; bit 0 is a1 in the top left corner, bit 63 is h8. Flips and
//! mobility are computed on whole lines at once (`moves.rs`), never square by square.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
mod drawing;
mod encode;
mod explain;
mod ggf;
mod lessons;
mod moves;
mod notation;
mod openings;
mod position;
mod rules;
mod view;
mod wthor;

pub use moves::{flips, mobility};
pub use notation::ReversiSetup;
pub use openings::opening;
pub use position::{Reversi, ReversiMove, Square};
pub use rules::{ReversiRules, ScoreRule, Variant};
pub use view::ReversiView;
