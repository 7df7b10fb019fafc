//! What a page and a terminal show of checkers.

use serde::Serialize;

use super::action::{Action, Frame};
use super::drawing::draw;
use super::explain::explain;
use super::position::Checkers;
use super::square::Square;
use crate::drawing::Drawing;
use crate::game::{Game, MoveBuf};
use crate::lang::Lang;
use crate::player::{ByPlayer, Player};
use crate::reason::{Mistake, Reason};
use crate::view::{Sketch, Style, View};

/// The board as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CheckersView {
    /// Eight rows of eight codes from the top: 1 and 2 are red men and kings, -1 and -2 black ones, 0 is empty.
    #[cfg_attr(feature = "ts", ts(type = "number[][]"))]
    pub board: [[i8; 8]; 8],
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// All legal moves with their text.
    pub legal: Vec<LegalMove>,
    /// Men and kings of both.
    pub men: ByPlayer<u32>,
    /// Kings of both.
    pub kings: ByPlayer<u32>,
    /// The names of the playing squares, along the rows from the top left.
    pub squares: Vec<String>,
    /// Whether the board is drawn in a mirror, with a playing square in the near right corner.
    pub mirrored: bool,
    /// The letters of red and of black in a position's text.
    #[cfg_attr(feature = "ts", ts(type = "[string, string]"))]
    pub letters: [char; 2],
}

/// A legal move for a page: its notation, and its squares by rows and columns.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(rename = "CheckersMove"))]
pub struct LegalMove {
    /// The notation, which is also what to send back.
    pub text: String,
    /// The squares.
    #[serde(flatten)]
    pub action: Action,
}

impl View for Checkers {
    type View = CheckersView;

    fn view(&self) -> CheckersView {
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        let both = |bits: fn(&Self, Player) -> u64| {
            ByPlayer::new(Player::First, Player::Second).map(|player| bits(self, player).count_ones())
        };
        let naming = self.rules().naming();
        let all = (0..32).filter_map(Square::new);
        CheckersView {
            board: self.cells(),
            turn: self.turn().player(),
            legal: legal
                .into_iter()
                .map(|m| LegalMove {
                    text: m.to_string(),
                    action: Action::new(self, m, Frame::Absolute),
                })
                .collect(),
            men: both(Self::men),
            kings: both(Self::kings),
            squares: all.map(|square| naming.name(square).to_string()).collect(),
            mirrored: naming.is_mirrored(),
            letters: Player::ALL.map(|player| self.rules().letter(player)),
        }
    }

    #[cfg(feature = "ts")]
    fn types(config: &ts_rs::Config) -> Vec<String> {
        use crate::view::typescript;
        vec![
            typescript::<LegalMove>(config),
            typescript::<CheckersView>(config),
        ]
    }

    fn explain(&self, mistake: &Mistake<'_, Self::Move>) -> Option<Reason> {
        explain(self, mistake)
    }

    fn drawing(&self) -> Drawing {
        draw(self)
    }

    /// Every playing square shows its number, which moves are written with; before it stands a small letter for a man,
    /// a capital for a king.
    fn sketch(&self, lang: Lang) -> Sketch {
        let mut sketch = Sketch::default();
        let naming = self.rules().naming();
        for row in 0..8 {
            sketch.line();
            for column in 0..8 {
                let Some(square) = naming.at(row, column) else {
                    sketch.put(Style::Faint, "    .");
                    continue;
                };
                let (style, letter) = match self.piece(square) {
                    None => (Style::Faint, ""),
                    Some(piece) => match (piece.player, piece.king) {
                        (Player::First, false) => (Style::First, "r"),
                        (Player::First, true) => (Style::First, "R"),
                        (Player::Second, false) => (Style::Second, "b"),
                        (Player::Second, true) => (Style::Second, "B"),
                    },
                };
                sketch.put(
                    style,
                    format!("{:>5}", format!("{letter}{}", naming.name(square))),
                );
            }
        }
        sketch.line();
        for (player, letter, style) in [
            (Player::First, "r", Style::First),
            (Player::Second, "b", Style::Second),
        ] {
            let name = &Self::META.seats[player];
            let (men, kings) = (self.men(player).count_ones(), self.kings(player).count_ones());
            sketch.put(style, format!("   {letter} {} {men}+{kings}", name.get(lang)));
        }
        sketch
    }
}
