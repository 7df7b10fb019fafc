//! Texts of Quarto: cells, pieces, and the board as hexadecimal digits with the piece in hand.

use std::fmt;
use std::str::FromStr;

use super::board::Board;
use super::moves::QuartoMove;
use super::piece::{Attribute, Cell, Piece};
use super::position::Quarto;
use super::rules::QuartoRules;
use crate::error::{InputError, ReadError, SetupError};
use crate::game::Game;
use crate::lang::Text;
use crate::notation::Notation;

/// Any arrangement of pieces, with the piece in hand.
///
/// Its text is the four rows from the top, separated by `/`, each cell the hexadecimal digit of a piece's index or
/// `.`; then a space and the digit of the piece in hand, or `-`. Whose turn it is follows from the number of pieces.
///
/// ```
/// use damero_games::quarto::QuartoSetup;
/// let text = "F.../.0../..../.... A";
/// let setup: QuartoSetup = text.parse()?;
/// assert_eq!(setup.to_string(), text);
/// # Ok::<(), damero_games::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct QuartoSetup {
    /// The piece on each cell, from a1 along the rows.
    pub cells: [Option<Piece>; 16],
    /// The piece to be placed.
    pub hand: Option<Piece>,
}

serde_as_text!(QuartoSetup);
serde_as_text!(Piece);
serde_as_text!(Cell);

const WHAT: Text = Text::new("Quarto position", "posición de Quarto");
const END: Text = Text::new("the end", "el final");

impl fmt::Display for QuartoSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in self.cells.iter().enumerate() {
            if i % 4 == 0 && i > 0 {
                f.write_str("/")?;
            }
            match cell {
                Some(piece) => write!(f, "{:X}", piece.index())?,
                None => f.write_str(".")?,
            }
        }
        match self.hand {
            Some(piece) => write!(f, " {:X}", piece.index()),
            None => f.write_str(" -"),
        }
    }
}

impl FromStr for QuartoSetup {
    type Err = ReadError;

    /// Rows may also be separated by spaces or line ends, or not at all; digits may be small letters.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        read_setup(text).map_err(|error| row_fault(text).unwrap_or(error))
    }
}

fn read_setup(text: &str) -> Result<QuartoSetup, ReadError> {
    let mut setup = QuartoSetup::default();
    let mut visible = text.char_indices().filter(|(_, c)| !c.is_whitespace()).peekable();
    for (i, cell) in setup.cells.iter_mut().enumerate() {
        if i % 4 == 0 && i > 0 {
            visible.next_if(|(_, c)| *c == '/');
        }
        *cell = match visible.next() {
            Some((_, '.')) => None,
            other => Some(read_digit(other).ok_or_else(|| {
                let at = other.map_or(text.len(), |(at, _)| at);
                let expected = text!(
                    "a piece from 0 to F or . for cell {} of 16",
                    "una pieza de 0 a F o . para la celda {} de 16",
                    i + 1
                );
                ReadError::at(text, at, WHAT, expected)
            })?),
        };
    }
    setup.hand = match visible.next() {
        Some((_, '-')) => None,
        other => Some(read_digit(other).ok_or_else(|| {
            let at = other.map_or(text.len(), |(at, _)| at);
            let expected = Text::new(
                "the piece in hand from 0 to F, or -",
                "la pieza en la mano de 0 a F, o -",
            );
            ReadError::at(text, at, WHAT, expected)
        })?),
    };
    match visible.next() {
        Some((at, _)) => Err(ReadError::at(text, at, WHAT, END)),
        None => Ok(setup),
    }
}

/// The first row between slashes that has too few or too many cells, which says more than the sign where that shows.
fn row_fault(text: &str) -> Option<ReadError> {
    let mut at = 0;
    for (i, row) in text.split('/').enumerate().take(4) {
        // What follows the last row is the piece in hand.
        let row = if i == 3 {
            row.split_whitespace().next()?
        } else {
            row
        };
        let cells = row.trim();
        let count = cells.chars().count();
        let plain = cells.chars().all(|c| c == '.' || c.is_ascii_hexdigit());
        if text.contains('/') && plain && count != 4 {
            let number = i + 1;
            let found = if count == 1 {
                text!("1 cell in row {number}", "1 celda en la fila {number}")
            } else {
                text!(
                    "{count} cells in row {number}",
                    "{count} celdas en la fila {number}"
                )
            };
            let expected = Text::new("4 cells in each row", "4 celdas en cada fila");
            return Some(ReadError::found(text, at, WHAT, found, expected));
        }
        at += row.len() + 1;
    }
    None
}

fn read_digit(found: Option<(usize, char)>) -> Option<Piece> {
    let digit = found?.1.to_digit(16)?;
    Piece::new(digit as u8)
}

impl FromStr for Cell {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        const WHAT: Text = Text::new("cell", "celda");
        let bytes = text.as_bytes();
        let column = bytes.first().map(u8::to_ascii_lowercase);
        let Some(column @ b'a'..=b'd') = column else {
            let expected = Text::new("a column from a to d", "una columna de a a d");
            return Err(ReadError::at(text, 0, WHAT, expected));
        };
        let Some(row @ b'1'..=b'4') = bytes.get(1) else {
            let expected = Text::new("a row from 1 to 4", "una fila de 1 a 4");
            return Err(ReadError::at(text, 1, WHAT, expected));
        };
        match Self::new(4 * (row - b'1') + (column - b'a')) {
            Some(cell) if bytes.len() == 2 => Ok(cell),
            _ => Err(ReadError::at(text, 2, WHAT, END)),
        }
    }
}

impl FromStr for Piece {
    type Err = ReadError;

    /// Four letters such as `TLQH`, large or small, or the index from 0 to 15.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        const WHAT: Text = Text::new("piece", "pieza");
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let index = text.parse().ok().and_then(Self::new);
            let expected = Text::new("a number from 0 to 15", "un número de 0 a 15");
            return index.ok_or_else(|| ReadError::at(text, 0, WHAT, expected));
        }
        let mut letters = text.char_indices();
        let mut index = 0;
        for attribute in Attribute::ALL {
            let found = letters.next();
            let letter = found.map(|(_, letter)| letter.to_ascii_uppercase());
            let set = [true, false]
                .into_iter()
                .find(|&set| letter == Some(attribute.letter(set)));
            let Some(set) = set else {
                let at = found.map_or(text.len(), |(at, _)| at);
                return Err(ReadError::at(text, at, WHAT, expected_letter(attribute)));
            };
            index |= u8::from(set) << attribute.bit();
        }
        match (letters.next(), Self::new(index)) {
            (None, Some(piece)) => Ok(piece),
            (found, _) => {
                let at = found.map_or(text.len(), |(at, _)| at);
                Err(ReadError::at(text, at, WHAT, END))
            }
        }
    }
}

/// Such as "T (tall) or S (short)".
fn expected_letter(attribute: Attribute) -> Text {
    let (yes, no) = (attribute.letter(true), attribute.letter(false));
    let (yes_word, no_word) = (attribute.word(true), attribute.word(false));
    Text::owned(
        format!("{yes} ({}) or {no} ({})", yes_word.en, no_word.en),
        format!("{yes} ({}) o {no} ({})", yes_word.es, no_word.es),
    )
}

impl FromStr for QuartoMove {
    type Err = ReadError;

    /// A cell where a piece goes, or a piece to give.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        // Columns and the letters of pieces meet in D alone, and that is never the first letter of a piece.
        if text.starts_with(['a', 'b', 'c', 'd', 'A', 'B', 'C', 'D']) {
            return text.parse().map(Self::Place);
        }
        if text.starts_with(['T', 't', 'S', 's']) || text.starts_with(|c: char| c.is_ascii_digit()) {
            return text.parse().map(Self::Give);
        }
        let what = Text::new("Quarto move", "jugada de Quarto");
        let expected = Text::new(
            "a cell such as b3 or a piece such as TLQH",
            "una celda como b3 o una pieza como TLQH",
        );
        Err(ReadError::at(text, 0, what, expected))
    }
}

impl Notation for Quarto {
    type Setup = QuartoSetup;

    fn setup(&self) -> QuartoSetup {
        let mut setup = QuartoSetup {
            hand: self.hand(),
            ..QuartoSetup::default()
        };
        for (cell, piece) in self.board().pieces() {
            setup.cells[usize::from(cell.index())] = Some(piece);
        }
        setup
    }

    /// Accepts exactly the positions that play can reach.
    fn from_setup(rules: &QuartoRules, setup: &QuartoSetup) -> Result<Self, SetupError> {
        let mut board = Board::default();
        for (cell, piece) in Cell::all(u16::MAX).zip(setup.cells) {
            let Some(piece) = piece else { continue };
            if let Some((first, _)) = board.pieces().find(|&(_, other)| other == piece) {
                return Err(SetupError::new(text!(
                    "{piece} is on {first} and on {cell}; every piece exists once",
                    "{piece} está en {first} y en {cell}; cada pieza existe una sola vez"
                )));
            }
            board.put(cell, piece);
        }
        if let Some(piece) = setup.hand
            && let Some((cell, _)) = board.pieces().find(|&(_, other)| other == piece)
        {
            return Err(SetupError::new(text!(
                "{piece} is in hand and on {cell}; every piece exists once",
                "{piece} está en la mano y en {cell}; cada pieza existe una sola vez"
            )));
        }
        let groups: Vec<u16> = board.complete_groups(rules.squares).collect();
        if let (Some(&group), Some(piece)) = (groups.first(), setup.hand) {
            let cells = list(group);
            return Err(SetupError::new(text!(
                "{cells} won the game, so {piece} cannot be in hand",
                "{cells} ganó la partida, así que {piece} no puede estar en la mano"
            )));
        }
        // Before the last piece there was no complete group, so it is part of them all.
        if groups.iter().fold(u16::MAX, |common, group| common & group) == 0 {
            let all: Vec<_> = groups.iter().map(|&group| list(group)).collect();
            let all = all.join(", ");
            return Err(SetupError::new(text!(
                "no single piece can have completed all of {all}",
                "ninguna pieza sola puede haber completado {all}"
            )));
        }
        Ok(Self::with_pieces(board, setup.hand, *rules))
    }

    fn read_move(&self, text: &str) -> Result<QuartoMove, InputError> {
        let m = text.parse()?;
        if self.is_legal(m) {
            Ok(m)
        } else {
            Err(self.refuse(m).into())
        }
    }
}

/// The cells of a group, such as `a1-b1-c1-d1`.
fn list(group: u16) -> String {
    let cells: Vec<_> = Cell::all(group).map(|cell| cell.to_string()).collect();
    cells.join("-")
}
