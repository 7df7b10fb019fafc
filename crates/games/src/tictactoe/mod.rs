//! Tic-tac-toe: a game with nothing but rules, the one to copy when adding a game.
//!
//! It brings no evaluation, no symmetries, no book and no network, and is still searched, learned, served and drawn. It
//! is compiled only with the feature `example-game`. `CONTRIBUTING.md` walks through its files.
//!
//! ```
//! use damero_games::{Game, Notation, Outcome, Turn, tictactoe::TicTacToe};
//!
//! let mut game = TicTacToe::start(&Default::default());
//! for word in ["b2", "a1", "b1", "b3", "a2", "a3", "c2"] {
//!     game.play(game.read_move(word)?)?;
//! }
//! assert_eq!(game.position(), "oo./xxx/ox.");
//! assert!(matches!(game.turn(), Turn::Over(Outcome::Win(_))));
//! # Ok::<(), damero_games::InputError>(())
//! ```

mod encode;
mod moves;
mod notation;
mod position;
mod rules;
mod view;

pub use moves::Cell;
pub use notation::TicTacToeSetup;
pub use position::TicTacToe;
pub use rules::TicTacToeRules;
pub use view::TicTacToeView;
