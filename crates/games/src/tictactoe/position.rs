//! The state of a game of tic-tac-toe and how moves change it.

use std::convert::Infallible;

use super::moves::{BOARD, Cell, LINES};
use super::rules::TicTacToeRules;
use crate::error::Illegal;
use crate::game::{Game, Meta, MoveBuf, Turn};
use crate::lang::Text;
use crate::outcome::{Ending, Outcome};
use crate::player::{ByPlayer, Player};
use crate::zobrist::mix;

/// A game of tic-tac-toe.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe {
    /// The cells that each player has marked.
    marks: ByPlayer<u16>,
    turn: Turn,
    rules: TicTacToeRules,
}

impl TicTacToe {
    /// The position with these marks, of which X has as many as O or one more.
    pub(super) fn with_marks(marks: ByPlayer<u16>, rules: TicTacToeRules) -> Self {
        let winner = Player::ALL
            .into_iter()
            .find(|&player| line(marks[player]).is_some());
        let turn = match winner {
            Some(winner) => Turn::Over(Outcome::Win(winner)),
            None if marks.first | marks.second == BOARD => Turn::Over(Outcome::Draw),
            None if marks.first.count_ones() > marks.second.count_ones() => Turn::Player(Player::Second),
            None => Turn::Player(Player::First),
        };
        Self { marks, turn, rules }
    }

    /// The cells that each player has marked, one bit for each index.
    #[must_use]
    pub const fn marks(&self) -> ByPlayer<u16> {
        self.marks
    }

    /// Who has marked a cell.
    #[must_use]
    pub fn mark(&self, cell: Cell) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|&player| self.marks[player] & cell.bit() != 0)
    }

    /// The cells that may be marked; none when the game is over.
    fn open(&self) -> u16 {
        match self.turn {
            Turn::Player(_) => BOARD & !(self.marks.first | self.marks.second),
            Turn::Chance | Turn::Over(_) => 0,
        }
    }
}

/// A line that these marks complete.
pub(super) fn line(marks: u16) -> Option<u16> {
    LINES.into_iter().find(|line| marks & line == *line)
}

impl Game for TicTacToe {
    type Rules = TicTacToeRules;
    type Move = Cell;
    type Chance = Infallible;

    const META: Meta = Meta {
        id: "tictactoe",
        name: Text::new("Tic-tac-toe", "Tres en raya"),
        summary: Text::new("Get three marks in a line.", "Consigue tres marcas en línea."),
        rules: Text::new(include_str!("rules.en.md"), include_str!("rules.es.md")),
        seats: ByPlayer::new(Text::new("X", "X"), Text::new("O", "O")),
        max_moves: 9,
        example: true,
        ..Meta::BASE
    };

    fn start(rules: &TicTacToeRules) -> Self {
        Self::with_marks(ByPlayer::new(0, 0), *rules)
    }

    fn rules(&self) -> &TicTacToeRules {
        &self.rules
    }

    fn max_plies(_: &TicTacToeRules) -> u32 {
        9
    }

    fn turn(&self) -> Turn {
        self.turn
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.turn.outcome()?;
        let reason = match outcome {
            Outcome::Win(winner) => {
                let cells = Cell::all(line(self.marks[winner])?).map(|cell| cell.to_string());
                let cells = cells.collect::<Vec<_>>().join(" ");
                text!("three in a line on {cells}", "tres en línea en {cells}")
            }
            Outcome::Draw => Text::new(
                "the board is full and nobody has three in a line",
                "el tablero está lleno y nadie tiene tres en línea",
            ),
        };
        Some(Ending::new(outcome, reason))
    }

    fn moves(&self, buf: &mut MoveBuf<Cell>) {
        buf.clear();
        buf.extend(Cell::all(self.open()));
    }

    fn is_legal(&self, m: Cell) -> bool {
        self.open() & m.bit() != 0
    }

    fn refuse(&self, m: Cell) -> Illegal {
        if self.turn.player().is_none() {
            return Illegal::over();
        }
        let why = text!("{m} is marked already", "{m} ya tiene una marca");
        Illegal::new("occupied", why, Cell::all(self.open()).next())
    }

    fn play_unchecked(&mut self, m: Cell) {
        if let Turn::Player(player) = self.turn {
            self.marks[player] |= m.bit();
            *self = Self::with_marks(self.marks, self.rules);
        }
    }

    /// The marks are few enough to be the key themselves, scattered over 64 bits.
    fn key(&self) -> u64 {
        mix(u64::from(self.marks.first) << 16 | u64::from(self.marks.second))
    }

    fn key_from_scratch(&self) -> u64 {
        self.key()
    }
}
