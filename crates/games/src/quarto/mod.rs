//! The game sold as Quarto: sixteen shared pieces, four attributes each, and the opponent chooses what you place.
//!
//! A turn is two moves of one player, place and give, so the player to move does not alternate from move to move.
//! The board is one bit plane for each attribute, four planes in one word (`board.rs`): whether a piece completes a
//! group is decided for all attributes and all groups at once.
//!
//! ```
//! use damero_games::{Game, Notation, Player, Turn, quarto::Quarto};
//!
//! let mut game = Quarto::start(&Default::default());
//! for word in ["TLQH", "b2", "SDRF"] {
//!     let m = game.read_move(word)?;
//!     game.play(m)?;
//! }
//! assert_eq!(game.turn(), Turn::Player(Player::First));
//! assert_eq!(game.position(), "..../.F../..../.... 0");
//! # Ok::<(), damero_games::InputError>(())
//! ```

mod board;
mod drawing;
mod encode;
mod explain;
mod lessons;
mod moves;
mod notation;
mod piece;
mod position;
mod rules;
mod symmetry;
mod view;

pub use board::{Board, groups};
pub use moves::QuartoMove;
pub use notation::QuartoSetup;
pub use piece::{Attribute, Cell, Piece};
pub use position::Quarto;
pub use rules::QuartoRules;
pub use symmetry::{BOARD_SYMMETRIES, BoardSymmetry};
pub use view::QuartoView;
