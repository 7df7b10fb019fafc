//! American checkers, also called English draughts, and its relatives on 8x8 squares: jump over the enemy's pieces, crown
//! your own.
//!
//! The board is three bitboards in a layout where every diagonal step is one shift (`square.rs`). Steps are found for
//! all pieces at once (`steps.rs`), captures piece by piece (`captures.rs`); a whole capture is one move. Rules with flying
//! kings, other precedence or other names of squares take a generator of their own (`family.rs`).

mod action;
mod board;
mod captures;
mod drawing;
mod encode;
mod explain;
mod family;
mod fen;
mod game;
mod lessons;
mod moves;
mod naming;
mod notation;
mod pdn;
mod perft;
mod position;
mod precedence;
mod refuse;
mod refuse_family;
mod rewards;
mod rules;
mod square;
mod steps;
mod view;

pub use action::{Action, Cell, Frame};
pub use board::Piece;
pub use fen::CheckersSetup;
pub use moves::CheckersMove;
pub use position::Checkers;
pub use rewards::{Rewards, Shaping};
pub use rules::{
    ActionIdentity, CapturePriority, CheckersRules, DarkCorner, FirstPlayer, KingRange, LongestTie,
    MidCapturePromotion, MutualBlock, NoProgressReset, Numbering, RedIs,
};
pub use square::Square;
pub use view::{CheckersView, LegalMove};
