//! Moves as JSON objects, by rows and columns, for programs that do not speak square numbers.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::moves::CheckersMove;
use super::position::Checkers;
use super::square::Square;
use crate::env::ActionFormat;
use crate::error::{Illegal, InputError, ReadError};
use crate::game::{Game, MoveBuf};
use crate::lang::Text;
use crate::player::Player;

/// A row and a column, both from 0 at the top left. They are counted on the board with the dark corner at the left; where
/// the rules put it at the right, the board that is drawn is the mirror image of this.
pub type Cell = [u8; 2];

/// A move as a JSON object.
///
/// ```
/// use damero_games::{Game, checkers::{Action, Checkers, Frame}};
/// let game = Checkers::start(&Default::default());
/// let action: Action = serde_json::from_str(r#"{"from":[5,0],"to":[4,1],"captures":[]}"#).unwrap();
/// assert_eq!(action.find(&game, Frame::Absolute)?.to_string(), "12-16");
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Action {
    /// Where it begins.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// The captured pieces, in the order in which they are jumped.
    #[serde(default)]
    pub captures: Vec<Cell>,
    /// Whether a man is crowned, wherever the move ends. May be left out when reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "boolean"))]
    pub promotion: Option<bool>,
    /// The number of jumps; 1 for a step. May be left out when reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub sequence_length: Option<usize>,
    /// Every square of the way. May be left out when reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(type = "[number, number][]"))]
    pub path: Option<Vec<Cell>>,
}

/// From whose side the rows and columns of an [`Action`] are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Frame {
    /// Always from black's home at the top.
    Absolute,
    /// Turned for black, so that the mover's men always go towards row 0.
    Mover,
}

impl Action {
    /// The object for a legal move of `game`.
    #[must_use]
    pub fn new(game: &Checkers, m: CheckersMove, frame: Frame) -> Self {
        let turned = frame == Frame::Mover && game.to_move() == Player::Second;
        let cell = |square: Square| {
            let square = if turned { square.turned() } else { square };
            [square.row(), square.column()]
        };
        Self {
            from: cell(m.from()),
            to: cell(m.to()),
            captures: m.captures().map(cell).collect(),
            promotion: Some(game.crowns(m)),
            sequence_length: Some(m.jumps().max(1)),
            path: Some(m.path().map(cell).collect()),
        }
    }

    /// Whether everything that this object says is true of `other`, which says all.
    fn describes(&self, other: &Self) -> bool {
        self.from == other.from
            && self.to == other.to
            && self.captures == other.captures
            && (self.promotion.is_none() || self.promotion == other.promotion)
            && (self.sequence_length.is_none() || self.sequence_length == other.sequence_length)
            && (self.path.is_none() || self.path == other.path)
    }

    /// The legal move that it describes.
    ///
    /// # Errors
    /// If no legal move fits; the error names one that is near.
    pub fn find(&self, game: &Checkers, frame: Frame) -> Result<CheckersMove, Illegal> {
        if frame == Frame::Mover && game.to_move() == Player::Second {
            return self.turned().find(game, Frame::Absolute);
        }
        let mut legal = MoveBuf::new();
        game.moves(&mut legal);
        let fits = |m: &&CheckersMove| self.describes(&Self::new(game, **m, Frame::Absolute));
        if let Some(&m) = legal.iter().find(fits) {
            return Ok(m);
        }
        if legal.is_empty() {
            return Err(Illegal::over());
        }
        // Where the squares make a move, the rules say what is wrong with it.
        if let Some(m) = self.way(game).filter(|&m| !game.is_legal(m)) {
            return Err(game.refuse(m));
        }
        let [row, column] = self.from;
        let from = Square::at(row, column);
        let near = legal.iter().find(|m| Some(m.from()) == from).or(legal.first());
        let why = Text::new(
            "no legal move has these squares, captures and promotion",
            "ninguna jugada legal tiene estas casillas, capturas y coronación",
        );
        Err(Illegal::new("no-such-action", why, near))
    }

    /// The same object on the turned board. Cells outside the board stay outside.
    fn turned(&self) -> Self {
        let turn = |&[row, column]: &Cell| [7_u8.wrapping_sub(row), 7_u8.wrapping_sub(column)];
        let all = |cells: &Vec<Cell>| cells.iter().map(turn).collect();
        Self {
            from: turn(&self.from),
            to: turn(&self.to),
            captures: all(&self.captures),
            path: self.path.as_ref().map(all),
            ..*self
        }
    }

    /// The move along the squares of the object, legal or not.
    fn way(&self, game: &Checkers) -> Option<CheckersMove> {
        let square = |&[row, column]: &Cell| Square::at(row, column);
        let (from, to) = (square(&self.from)?, square(&self.to)?);
        if self.captures.is_empty() {
            return game.along(&[from, to]);
        }
        if let Some(path) = self.path.as_ref().filter(|_| game.family) {
            let squares: Option<Vec<Square>> = path.iter().map(square).collect();
            return game.along(&squares?);
        }
        let mut squares = vec![from];
        for cell in &self.captures {
            // The landing square lies behind the captured piece, opposite to the last one.
            let (last, over) = (squares.last()?, square(cell)?);
            let beyond = |over: u8, last: u8| match over.cmp(&last) {
                Ordering::Less => over.checked_sub(1),
                Ordering::Equal => None,
                Ordering::Greater => Some(over + 1),
            };
            let (row, column) = (
                beyond(over.row(), last.row())?,
                beyond(over.column(), last.column())?,
            );
            squares.push(Square::at(row, column)?);
        }
        if game.family {
            // A flying king may land further away at the end.
            squares.pop();
            squares.push(to);
        }
        game.along(&squares).filter(|m| m.to() == to && m.is_capture())
    }
}

/// In the frame of the observation: turned for black.
impl ActionFormat<Checkers> for Action {
    type Error = Illegal;

    fn of(game: &Checkers, m: CheckersMove) -> Self {
        Self::new(game, m, Frame::Mover)
    }

    fn find(&self, game: &Checkers) -> Result<CheckersMove, Illegal> {
        self.find(game, Frame::Mover)
    }
}

/// Reads a JSON object as a legal move.
pub(super) fn read(game: &Checkers, text: &str) -> Result<CheckersMove, InputError> {
    let action: Action = serde_json::from_str(text).map_err(|error| fault(text, &error))?;
    Ok(action.find(game, Frame::Absolute)?)
}

/// What is wrong with a text that is no [`Action`]. The JSON reader knows the place, but speaks English only.
fn fault(text: &str, error: &serde_json::Error) -> ReadError {
    const WHAT: Text = Text::new("checkers action", "acción de damas");
    let line: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let at = if error.is_eof() {
        text.len()
    } else {
        line + error.column().saturating_sub(1)
    };
    let expected = Text::new(
        r#"a JSON action with from, to and captures, such as {"from":[5,0],"to":[4,1],"captures":[]}"#,
        r#"una acción JSON con from, to y captures, como {"from":[5,0],"to":[4,1],"captures":[]}"#,
    );
    let object = serde_json::from_str::<serde_json::Map<String, Value>>(text).unwrap_or_default();
    let missing = || {
        ["from", "to"]
            .into_iter()
            .find(|name| !object.contains_key(*name))
    };
    let found = if object.is_empty() {
        return ReadError::at(text, at, WHAT, expected);
    } else if let Some((name, value)) = object.iter().find(|(name, value)| !fits(name, value)) {
        let value: String = value.to_string().chars().take(40).collect();
        Text::same(format!("{name:?}: {value}"))
    } else if let Some(name) = missing() {
        text!("no {name:?} in the object", "un objeto sin {name:?}")
    } else {
        return ReadError::at(text, at, WHAT, expected);
    };
    ReadError::found(text, at, WHAT, found, expected)
}

/// Whether an [`Action`] can have this field with this value.
fn fits(name: &str, value: &Value) -> bool {
    match name {
        "from" | "to" => Cell::deserialize(value).is_ok(),
        "captures" => Vec::<Cell>::deserialize(value).is_ok(),
        "promotion" => Option::<bool>::deserialize(value).is_ok(),
        "sequence_length" => Option::<usize>::deserialize(value).is_ok(),
        "path" => Option::<Vec<Cell>>::deserialize(value).is_ok(),
        _ => false,
    }
}
