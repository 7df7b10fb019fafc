//! Texts for people and for other programs: positions, moves, and whole games.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::collection::{Binary, Names};
use crate::error::{Illegal, InputError, ReadError, SetupError};
use crate::game::Game;
use crate::lang::Text;
use crate::movetext::split_tagged;
use crate::record::{self, Record};
use crate::tree::GameTree;

/// A format of whole-game records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordFormat {
    /// The name in commands.
    pub name: &'static str,
    /// The usual ending of a file.
    pub extension: &'static str,
}

/// Damero's own record format, which every game has. See [`record`].
pub const NATIVE: RecordFormat = RecordFormat {
    name: "damero",
    extension: "dgr",
};

/// Reading and writing a game as text.
///
/// Text becomes a [`Setup`](Self::Setup), which may be any arrangement; only [`from_setup`](Self::from_setup) makes a
/// position of it, and what it lets through can be trusted by everything after it.
///
/// ```
/// use damero_games::{Game, InputError, Notation, reversi::Reversi};
///
/// let rules = Default::default();
/// let mut game = Reversi::start(&rules);
/// game.play(game.read_move("f5")?)?;
/// assert_eq!(Reversi::from_position(&rules, &game.position())?, game);
///
/// let error = game.read_move("a1").unwrap_err();
/// assert!(error.to_string().contains("legal would be"));
/// # Ok::<(), InputError>(())
/// ```
pub trait Notation: Game {
    /// An arrangement as read from outside, legal or not. Its text form is the position string.
    type Setup: Clone
        + Eq
        + fmt::Debug
        + fmt::Display
        + FromStr<Err = ReadError>
        + Serialize
        + DeserializeOwned
        + Send
        + Sync
        + 'static;

    /// Record formats besides [`NATIVE`], the community's own first.
    const FORMATS: &'static [RecordFormat] = &[];

    /// The arrangement of the position. What depends on the past, such as repetitions, is left out.
    fn setup(&self) -> Self::Setup;

    /// Makes a position of an arrangement.
    ///
    /// # Errors
    /// An arrangement that the rules do not allow is refused with the reason.
    fn from_setup(rules: &Self::Rules, setup: &Self::Setup) -> Result<Self, SetupError>;

    /// The position string.
    fn position(&self) -> String {
        self.setup().to_string()
    }

    /// Reads a position string.
    ///
    /// # Errors
    /// If the text is malformed or the arrangement impossible.
    fn from_position(rules: &Self::Rules, text: &str) -> Result<Self, InputError> {
        let setup: Self::Setup = text.parse()?;
        Ok(Self::from_setup(rules, &setup)?)
    }

    /// Reads a move in any of the game's notations. What it returns is legal now.
    ///
    /// # Errors
    /// If the text is malformed, or names a move that the rules refuse.
    fn read_move(&self, text: &str) -> Result<Self::Move, InputError>;

    /// A legal move as a JSON object, in games that write their moves so; [`read_move`](Self::read_move) reads its text.
    fn move_object(&self, _m: Self::Move) -> Option<serde_json::Value> {
        None
    }

    /// Reads a chance event. Games without chance keep the default.
    ///
    /// # Errors
    /// If the text is malformed, or names an event that cannot happen now.
    fn read_chance(&self, _text: &str) -> Result<Self::Chance, InputError> {
        Err(Illegal::no_chance_pending().into())
    }

    /// Reads the first game of a text in any of the game's record formats, recognising which one it is.
    ///
    /// # Errors
    /// If the text is malformed, or a move in it is refused; the place is named.
    fn read_record(text: &str) -> Result<Record<Self>, InputError> {
        record::read_native(text)
    }

    /// Writes a record in one of [`FORMATS`](Self::FORMATS).
    ///
    /// # Errors
    /// If the game has no such format, or the format cannot express this record.
    fn write_record(record: &Record<Self>, format: &str) -> Result<String, InputError> {
        match format {
            "damero" => Ok(record::write_native(record)),
            _ => Err(unknown_format::<Self>(format)),
        }
    }

    /// The games of a text with many of them, each to be read on its own.
    fn split_records(text: &str) -> Vec<&str> {
        split_tagged(text)
    }

    /// What a file that is no text holds, if the game knows its kind.
    fn binary(_bytes: &[u8]) -> Option<Binary> {
        None
    }

    /// Reads a game of a file that [`binary`](Self::binary) knows, by its number from 0.
    ///
    /// # Errors
    /// If there is no such game, or a move in it is refused.
    fn binary_game(_bytes: &[u8], _number: usize, _names: &Names) -> Result<Record<Self>, InputError> {
        let what = Text::new("file", "archivo");
        Err(ReadError::at("", 0, what, Text::new("text", "texto")).into())
    }

    /// Reads the first game of a text with its comments and variations, where the format has them.
    ///
    /// # Errors
    /// If the text is malformed, or a move of the main line is refused; the place is named.
    fn read_tree(text: &str) -> Result<GameTree, InputError> {
        if text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
            return record::read_native_tree::<Self>(text);
        }
        GameTree::of_record(&Self::read_record(text)?)
    }

    /// Writes a game with its comments and variations in one of [`FORMATS`](Self::FORMATS). A format without variations
    /// gets the main line.
    ///
    /// # Errors
    /// If the game has no such format, or the format cannot express this game.
    fn write_tree(tree: &GameTree, format: &str) -> Result<String, InputError> {
        if format == NATIVE.name {
            return record::write_native_tree::<Self>(tree);
        }
        Self::write_record(&tree.main_line::<Self>()?, format)
    }
}

/// The refusal of a record format that the game does not have, naming those that it has.
pub(crate) fn unknown_format<G: Notation>(name: &str) -> InputError {
    let known: Vec<_> = G::FORMATS
        .iter()
        .chain([&NATIVE])
        .map(|format| format.name)
        .collect();
    let known = known.join(", ");
    let what = Text::new("record format", "formato de partida");
    ReadError::at(name, 0, what, Text::same(known)).into()
}

/// Gives a type with [`Display`](fmt::Display) and [`FromStr`] the serde form of that text.
#[macro_export]
macro_rules! serde_as_text {
    ($Name:ty) => {
        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
