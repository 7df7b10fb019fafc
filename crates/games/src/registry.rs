//! The one place where the name of a game becomes its type.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::any::AnyGame;
use crate::error::{InputError, OptionError};
use crate::game::{Game, Meta};
use crate::notation::Notation;
use crate::session::Session;

macro_rules! registry {
    ($d:tt $( $Id:ident => $module:ident, )*) => {
        /// The games of Damero.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum GameId {
            $( #[doc = concat!("[`", stringify!($Id), "`](crate::", stringify!($module), ")")] $Id, )*
        }

        impl GameId {
            /// All games.
            pub const ALL: &[Self] = &[ $( Self::$Id, )* ];
        }

        /// Evaluates an expression with a type name bound to the type of the game that an id stands for.
        ///
        /// ```
        /// use damero_games::{Game, GameId, with_game};
        /// let id = GameId::Reversi;
        /// assert_eq!(with_game!(id, G => G::META.id), "reversi");
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, $d G:ident => $d body:expr) => {
                match $d id {
                    $( $crate::GameId::$Id => {
                        type $d G = $crate::$module::$Id;
                        $d body
                    } )*
                }
            };
        }

        /// Calls a macro once for every game with the name of its type and that of its module, so that a crate can
        /// give all games what few of them bring themselves.
        ///
        /// ```
        /// macro_rules! print_name {
        ///     (Reversi reversi) => { println!("the one that is special here"); };
        ///     ($Game:ident $module:ident) => {
        ///         println!("{}", <damero_games::$module::$Game as damero_games::Game>::META.id);
        ///     };
        /// }
        /// damero_games::for_each_game!(print_name);
        /// ```
        #[macro_export]
        macro_rules! for_each_game {
            ($d call:ident) => {
                $( $d call!($Id $module); )*
            };
        }
    };
}

/// The list of games. A cargo feature adds the example, outside of the list because what `registry!` exports is read by
/// crates that do not have that feature.
macro_rules! games {
    ($d:tt $( $example:tt )*) => {
        registry! { $d
            Checkers => checkers,
            Quarto => quarto,
            ChessFive => chessfive,
            Azul => azul,
            Reversi => reversi,
            $( $example )*
        }
    };
}

#[cfg(not(feature = "example-game"))]
games! { $ }
#[cfg(feature = "example-game")]
games! { $ TicTacToe => tictactoe, }

impl GameId {
    /// The facts about the game.
    #[must_use]
    pub fn meta(self) -> Meta {
        with_game!(self, G => G::META)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meta().id)
    }
}

impl FromStr for GameId {
    type Err = OptionError;

    fn from_str(name: &str) -> Result<Self, OptionError> {
        let known = |id: &&Self| id.meta().id == name || id.meta().aliases.contains(&name);
        Self::ALL.iter().find(known).copied().ok_or_else(|| {
            let all = Self::ALL
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ");
            OptionError {
                problem: text!(
                    "unknown game {name:?}: there are {all}",
                    "juego desconocido {name:?}: hay {all}"
                ),
            }
        })
    }
}

/// A new game from the beginning, under the rules with this id.
///
/// # Errors
/// If there are no such rules.
pub fn start(id: GameId, rules: &str) -> Result<Box<dyn AnyGame>, InputError> {
    with_game!(id, G => Ok(Box::new(Session::<G>::new(rules.parse()?))))
}

/// A new game from a position string.
///
/// # Errors
/// If there are no such rules, or the position is malformed or impossible.
pub fn from_position(id: GameId, rules: &str, position: &str) -> Result<Box<dyn AnyGame>, InputError> {
    with_game!(id, G => Ok(Box::new(Session::<G>::from_position(rules.parse()?, position)?)))
}

/// Takes up a recorded game, in any format that the game knows.
///
/// # Errors
/// If the record is malformed or a move in it is refused.
pub fn from_record(id: GameId, text: &str) -> Result<Box<dyn AnyGame>, InputError> {
    with_game!(id, G => Ok(Box::new(Session::from_record(G::read_record(text)?)?)))
}
