//! What a page and a terminal show of Quarto.

use serde::Serialize;

use super::drawing::draw;
use super::explain::explain;
use super::piece::{Attribute, Cell, Piece};
use super::position::Quarto;
use crate::drawing::Drawing;
use crate::game::{Game, Turn};
use crate::lang::{Lang, Text};
use crate::player::Player;
use crate::reason::{Mistake, Reason};
use crate::view::{Sketch, Style, View};

/// The board as data. Pieces are their four letters, see [`Piece`].
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct QuartoView {
    /// The piece on each cell, from a1 along the rows.
    #[cfg_attr(feature = "ts", ts(type = "(string | null)[]"))]
    pub board: Vec<Option<Piece>>,
    /// The piece to be placed.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub hand: Option<Piece>,
    /// The pieces that can still be given.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    pub left: Vec<Piece>,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// The groups that won, each with its four cells.
    #[cfg_attr(feature = "ts", ts(type = "string[][]"))]
    pub groups: Vec<Vec<Cell>>,
    /// Whether 2x2 squares win, too.
    pub squares: bool,
}

impl View for Quarto {
    type View = QuartoView;

    fn view(&self) -> QuartoView {
        QuartoView {
            board: Cell::all(u16::MAX).map(|cell| self.board().piece(cell)).collect(),
            hand: self.hand(),
            left: Piece::all(self.left()).collect(),
            turn: self.turn().player(),
            groups: self
                .board()
                .complete_groups(self.squares_win())
                .map(|group| Cell::all(group).collect())
                .collect(),
            squares: self.squares_win(),
        }
    }

    #[cfg(feature = "ts")]
    fn types(config: &ts_rs::Config) -> Vec<String> {
        use crate::view::typescript;
        vec![typescript::<QuartoView>(config)]
    }

    fn explain(&self, mistake: &Mistake<'_, Self::Move>) -> Option<Reason> {
        explain(self, mistake)
    }

    fn drawing(&self) -> Drawing {
        draw(self)
    }

    /// Pieces are their letters, in brackets where they won.
    fn sketch(&self, lang: Lang) -> Sketch {
        let mut sketch = Sketch::default();
        let won = self
            .board()
            .complete_groups(self.squares_win())
            .fold(0, |cells, group| cells | group);
        sketch.line().put(Style::Faint, "      a      b      c      d");
        for cell in Cell::all(u16::MAX) {
            if cell.index() % 4 == 0 {
                sketch
                    .line()
                    .put(Style::Faint, format!(" {} ", cell.index() / 4 + 1));
            }
            match self.board().piece(cell) {
                None => sketch.put(Style::Faint, "   ·   "),
                Some(piece) if won & cell.bit() != 0 => sketch.put(Style::Accent, format!("[{piece}] ")),
                Some(piece) => sketch.put(style(piece), format!(" {piece}  ")),
            };
        }
        sketch.line();
        if let Some(piece) = self.hand() {
            let title = Text::new("to place", "a colocar");
            sketch
                .line()
                .put(Style::Plain, format!(" {}: ", title.get(lang)))
                .put(Style::Accent, piece.to_string())
                .put(Style::Plain, format!(" ({})", piece.describe().get(lang)));
        }
        if !matches!(self.turn(), Turn::Over(_)) {
            let title = match self.hand() {
                Some(_) => Text::new("left", "quedan"),
                None => Text::new("to give", "a entregar"),
            };
            sketch.line().put(Style::Plain, format!(" {}:", title.get(lang)));
            for (i, piece) in Piece::all(self.left()).enumerate() {
                if i == 8 {
                    let indent = title.get(lang).chars().count() + 2;
                    sketch.line().put(Style::Plain, " ".repeat(indent));
                }
                sketch.put(style(piece), format!(" {piece}"));
            }
        }
        sketch
            .line()
            .put(Style::Faint, format!(" {}", legend().get(lang)));
        sketch
    }
}

/// Light pieces as the first player's, dark ones as the second's, to tell them apart at a glance.
const fn style(piece: Piece) -> Style {
    if piece.has(Attribute::Colour) {
        Style::First
    } else {
        Style::Second
    }
}

/// What the letters mean.
fn legend() -> Text {
    let words = |lang: Lang| {
        let pairs = Attribute::ALL.map(|attribute| {
            let word = |set| format!("{} {}", attribute.letter(set), attribute.word(set).get(lang));
            format!("{}, {}", word(true), word(false))
        });
        pairs.join("; ")
    };
    Text::owned(words(Lang::En), words(Lang::Es))
}
