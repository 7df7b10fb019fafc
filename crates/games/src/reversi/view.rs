//! What a page and a terminal show of Reversi.

use serde::Serialize;

use super::drawing::draw;
use super::explain::explain;
use super::openings::name_of;
use super::position::{Reversi, Square};
use crate::drawing::Drawing;
use crate::game::Game;
use crate::lang::{Lang, Text};
use crate::notation::Notation;
use crate::player::{ByPlayer, Player};
use crate::reason::{Mistake, Reason};
use crate::view::{Sketch, Style, View};

/// The board as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ReversiView {
    /// 64 characters `X`, `O` or `-`, from a1 along the rows.
    pub board: String,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// Legal squares.
    pub legal: Vec<String>,
    /// Discs of both.
    pub discs: ByPlayer<u32>,
}

impl View for Reversi {
    type View = ReversiView;

    fn view(&self) -> ReversiView {
        ReversiView {
            board: self.position().chars().take(64).collect(),
            turn: self.turn().player(),
            legal: Square::all(self.legal())
                .map(|square| square.to_string())
                .collect(),
            discs: self.discs().map(u64::count_ones),
        }
    }

    fn opening(&self) -> Option<&'static Text> {
        name_of(self)
    }

    #[cfg(feature = "ts")]
    fn types(config: &ts_rs::Config) -> Vec<String> {
        use crate::view::typescript;
        vec![typescript::<ReversiView>(config)]
    }

    fn explain(&self, mistake: &Mistake<'_, Self::Move>) -> Option<Reason> {
        explain(self, mistake)
    }

    fn drawing(&self) -> Drawing {
        draw(self)
    }

    fn sketch(&self, lang: Lang) -> Sketch {
        let mut sketch = Sketch::default();
        sketch.line().put(Style::Faint, "   a b c d e f g h");
        let discs = self.discs();
        for row in 0..8 {
            sketch.line().put(Style::Faint, format!(" {} ", row + 1));
            for column in 0..8 {
                let bit = 1_u64 << (8 * row + column);
                if discs.first & bit != 0 {
                    sketch.put(Style::First, "X ");
                } else if discs.second & bit != 0 {
                    sketch.put(Style::Second, "O ");
                } else if self.legal() & bit != 0 {
                    sketch.put(Style::Accent, "* ");
                } else {
                    sketch.put(Style::Faint, "· ");
                }
            }
        }
        let counts = discs.map(u64::count_ones);
        sketch.line();
        for (player, mark, style) in [
            (Player::First, "X", Style::First),
            (Player::Second, "O", Style::Second),
        ] {
            let name = &Self::META.seats[player];
            sketch.put(style, format!("   {mark} {} {}", name.get(lang), counts[player]));
        }
        sketch
    }
}
