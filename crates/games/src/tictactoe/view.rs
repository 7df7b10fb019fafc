//! What a page and a terminal show of tic-tac-toe. The page has no board of its own for it: it draws the cells.

use serde::Serialize;

use super::moves::Cell;
use super::position::TicTacToe;
use crate::lang::Lang;
use crate::player::Player;
use crate::view::{Sketch, Style, View};

/// The board as the page's plain board draws it.
#[derive(Clone, Debug, Serialize)]
pub struct TicTacToeView {
    /// How many rows there are.
    pub rows: u8,
    /// How many columns there are.
    pub columns: u8,
    /// What stands on each cell, row by row from the top.
    pub cells: Vec<Option<&'static str>>,
    /// The move that plays on each cell, in the same order.
    pub names: Vec<String>,
}

fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "x",
        Player::Second => "o",
    }
}

impl View for TicTacToe {
    type View = TicTacToeView;

    fn view(&self) -> TicTacToeView {
        TicTacToeView {
            rows: 3,
            columns: 3,
            cells: Cell::from_the_top()
                .map(|cell| self.mark(cell).map(letter))
                .collect(),
            names: Cell::from_the_top().map(|cell| cell.to_string()).collect(),
        }
    }

    fn sketch(&self, _: Lang) -> Sketch {
        let mut sketch = Sketch::default();
        for (i, cell) in Cell::from_the_top().enumerate() {
            if i % 3 == 0 {
                sketch.line().put(Style::Faint, format!(" {} ", 3 - i / 3));
            }
            match self.mark(cell) {
                Some(player @ Player::First) => sketch.put(Style::First, letter(player)),
                Some(player @ Player::Second) => sketch.put(Style::Second, letter(player)),
                None => sketch.put(Style::Faint, "·"),
            };
            sketch.put(Style::Plain, " ");
        }
        sketch.line().put(Style::Faint, "   a b c");
        sketch
    }
}
