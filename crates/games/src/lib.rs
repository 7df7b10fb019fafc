//! The rules of five board games, never wrong: American checkers, Quarto, ChessFive, Azul and Reversi.
//!
//! Every game is pure code: no input or output, no clock, no global state; randomness is an argument. All fit one
//! trait, [`Game`], with four companions: [`Notation`] (texts), [`Encode`] (tensors and action indices),
//! [`Symmetry`] and [`View`] (what a page or a terminal draws).
//!
//! Generic code is static and fast:
//!
//! ```
//! use damero_games::{Game, Turn, random::seeded, playout::playout, reversi::Reversi};
//!
//! let mut game = Reversi::start(&Default::default());
//! let (outcome, plies) = playout(&mut game, &mut seeded(1), &mut Vec::new());
//! assert_eq!(game.turn(), Turn::Over(outcome));
//! assert!(plies <= Reversi::max_plies(game.rules()));
//! ```
//!
//! Where the game is known only at run time, [`AnyGame`] speaks text:
//!
//! ```
//! use damero_games::{GameId, registry};
//!
//! let id: GameId = "reversi".parse()?;
//! let mut game = registry::start(id, "standard")?;
//! game.play("f5")?;
//! let error = game.play("a1").unwrap_err();
//! assert!(error.to_string().contains("legal would be"));
//! # Ok::<(), damero_games::InputError>(())
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `conformance` | the checks that every game must pass, for test suites |
//! | `example-game` | tic-tac-toe, a game with nothing but rules, to copy when adding a game |

// First, so that the games below can use the macros.
#[macro_use]
mod lang;
mod error;
#[macro_use]
mod notation;
#[macro_use]
pub mod options;
mod any;
mod bits;
pub mod drawing;
mod encode;
mod facts;
mod game;
mod marks;
mod movetext;
mod outcome;
mod player;
mod reason;
mod session;
mod symmetry;
mod view;

pub mod env;
pub mod perft;
pub mod playout;
pub mod random;
pub mod record;
pub mod tree;
pub mod zobrist;

pub mod azul;
pub mod checkers;
pub mod chessfive;
pub mod quarto;
pub mod reversi;
#[cfg(feature = "example-game")]
pub mod tictactoe;

#[macro_use]
pub mod registry;
pub mod collection;
pub mod lesson;

#[cfg(feature = "conformance")]
pub mod conformance;

pub use any::{AnyGame, Playable, Snapshot};
pub use drawing::Drawing;
pub use encode::{ActionPlanes, Encode, Encoding, TensorSpec};
pub use env::{Env, VecEnv};
pub use error::{Illegal, InputError, OptionError, ReadError, ResultError, SetupError};
pub use facts::{Facts, Mistakes, Sound, Spelling};
pub use game::{FinishedLeaf, Game, Meta, MoveBuf, Turn};
pub use lang::{Lang, Text};
pub use marks::Marks;
pub use notation::{NATIVE, Notation, RecordFormat};
pub use options::{Limit, OptionSpec, OptionValue, PresetSpec, Repetition, Rules};
pub use outcome::{Ending, Outcome, PovOutcome, PovValue, Value};
pub use player::{ByPlayer, Player};
pub use reason::{Mistake, Reason};
pub use record::{Event, Record};
pub use registry::GameId;
pub use session::Session;
pub use symmetry::Symmetry;
pub use tree::{DrawnShape, GameTree, KeptOpinion, ShapeColour, TreeNode};
#[cfg(feature = "ts")]
pub use view::typescript;
pub use view::{GridView, Sketch, Span, Style, View};
