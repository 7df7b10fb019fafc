//! ChessFive: drop chess pieces like Connect Four, then move them like chess, until five of yours stand in line.
//!
//! The board is seven bitboards, one for each player and one for each kind of piece; bit 0 is a1, bit 63 is h8. The
//! small board of the `speed` rules is the corner a1-f6 of the same frame, so both share all code. A line is looked
//! for only through the piece that moved (`lines.rs`), a random move is picked without listing any (`moves.rs`), and
//! repetitions are found by undoing the moves since the last capture (`history.rs`).

mod drawing;
mod encode;
mod explain;
mod game;
mod history;
mod lessons;
mod lines;
mod moves;
mod notation;
mod pieces;
mod placement;
mod position;
mod refusal;
mod rules;
mod setup;
mod view;

pub use lines::{completes_line, windows};
pub use pieces::{ChessFiveMove, Kind, Square};
pub use placement::Placement;
pub use position::{ChessFive, Phase};
pub use rules::{BoardSize, ChessFiveRules};
pub use setup::ChessFiveSetup;
pub use view::ChessFiveView;
