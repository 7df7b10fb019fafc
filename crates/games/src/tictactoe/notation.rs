//! Texts of tic-tac-toe: cells, and the three rows of a position.

use std::fmt;
use std::str::FromStr;

use super::moves::Cell;
use super::position::{TicTacToe, line};
use super::rules::TicTacToeRules;
use crate::error::{InputError, ReadError, SetupError};
use crate::game::Game;
use crate::lang::Text;
use crate::notation::Notation;
use crate::player::{ByPlayer, Player};

/// Any arrangement of marks. Its text is the three rows from the top: `..o/.x./...`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToeSetup {
    /// The cells that each player has marked, one bit for each index.
    pub marks: ByPlayer<u16>,
}

serde_as_text!(TicTacToeSetup);

impl fmt::Display for TicTacToeSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, cell) in Cell::from_the_top().enumerate() {
            let mark = match [self.marks.first, self.marks.second].map(|marks| marks & cell.bit() != 0) {
                [true, _] => "x",
                [_, true] => "o",
                _ => ".",
            };
            f.write_str(if i == 3 || i == 6 { "/" } else { "" })?;
            f.write_str(mark)?;
        }
        Ok(())
    }
}

impl FromStr for TicTacToeSetup {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let refuse = |at: usize, expected: Text| {
            let what = Text::new("tic-tac-toe position", "posición de tres en raya");
            Err(ReadError::at(text, at, what, expected))
        };
        let mut marks = ByPlayer::new(0, 0);
        let mut chars = text.char_indices();
        for (i, cell) in Cell::from_the_top().enumerate() {
            if i == 3 || i == 6 {
                match chars.next() {
                    Some((_, '/')) => {}
                    other => return refuse(other.map_or(text.len(), |(at, _)| at), Text::new("/", "/")),
                }
            }
            match chars.next() {
                Some((_, 'x' | 'X')) => marks.first |= cell.bit(),
                Some((_, 'o' | 'O')) => marks.second |= cell.bit(),
                Some((_, '.')) => {}
                other => {
                    let at = other.map_or(text.len(), |(at, _)| at);
                    return refuse(at, text!("x, o or . for {cell}", "x, o o . para {cell}"));
                }
            }
        }
        match chars.next() {
            Some((at, _)) => refuse(at, Text::new("the end", "el final")),
            None => Ok(Self { marks }),
        }
    }
}

impl Notation for TicTacToe {
    type Setup = TicTacToeSetup;

    fn setup(&self) -> TicTacToeSetup {
        TicTacToeSetup { marks: self.marks() }
    }

    fn from_setup(rules: &TicTacToeRules, setup: &TicTacToeSetup) -> Result<Self, SetupError> {
        let marks = setup.marks;
        let counts = marks.map(u16::count_ones);
        if let Some(cell) = Cell::all(marks.first & marks.second).next() {
            let problem = text!("{cell} holds two marks", "{cell} tiene dos marcas");
            return Err(SetupError::new(problem));
        }
        if counts.first != counts.second && counts.first != counts.second + 1 {
            let ByPlayer { first, second } = counts;
            return Err(SetupError::new(text!(
                "X has {first} marks and O has {second}: X must have as many or one more",
                "X tiene {first} marcas y O tiene {second}: X debe tener las mismas o una más"
            )));
        }
        let last = if counts.first > counts.second {
            Player::First
        } else {
            Player::Second
        };
        // Whoever has a line made it with the last mark of all.
        if line(marks[last.other()]).is_some() {
            return Err(SetupError::new(Text::new(
                "the game went on after three in a line",
                "la partida siguió después de tres en línea",
            )));
        }
        Ok(Self::with_marks(marks, *rules))
    }

    fn read_move(&self, text: &str) -> Result<Cell, InputError> {
        let m = text.parse()?;
        if self.is_legal(m) {
            Ok(m)
        } else {
            Err(self.refuse(m).into())
        }
    }
}
