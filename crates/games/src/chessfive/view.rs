//! What a page and a terminal show of ChessFive.

use serde::Serialize;

use super::drawing::draw;
use super::explain::explain;
use super::lines::winning_squares;
use super::pieces::{Kind, Square};
use super::position::{ChessFive, Phase, Status};
use super::setup::{hand_letters, letter};
use crate::drawing::Drawing;
use crate::game::Game;
use crate::lang::{Lang, Text};
use crate::player::{ByPlayer, Player};
use crate::reason::{Mistake, Reason};
use crate::view::{Sketch, Style, View};

/// The board, the hands and the counters as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChessFiveView {
    /// Files and ranks.
    pub side: u8,
    /// How many in line win.
    pub line: u8,
    /// The ranks from the highest to the lowest: `R N B Q K` are Cyan's, `r n b q k` Magenta's, `.` is empty.
    pub board: Vec<String>,
    /// Whether pieces are being dropped or moved.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Option<Player>,
    /// The letters of the pieces still to be dropped.
    pub hands: ByPlayer<String>,
    /// Where a piece dropped now comes to rest, one square in each column that is not full.
    pub landings: Vec<String>,
    /// The squares of the winning line.
    pub winning: Vec<String>,
    /// Plies played in phase Chess.
    pub plies: u16,
    /// Plies after which phase Chess is a draw.
    pub move_limit: Option<u16>,
    /// How many times the position has stood in phase Chess.
    pub times: u32,
    /// How many times make it a draw.
    pub repetition: Option<u16>,
}

impl ChessFive {
    fn winning(&self) -> u64 {
        match self.status() {
            Status::Line => winning_squares(self.rules().board, self.men().side(self.to_move().other())),
            _ => 0,
        }
    }

    /// Where a piece could land now; empty when no piece can be dropped.
    fn ghosts(&self) -> u64 {
        match (self.phase(), self.status()) {
            (Phase::Gravity, Status::Playing) => self.landings(),
            _ => 0,
        }
    }

    fn hand(&self, player: Player) -> [u8; 5] {
        Kind::ALL.map(|kind| self.in_hand(player, kind))
    }

    /// The squares of the ranks from the highest to the lowest.
    fn ranks(&self) -> impl Iterator<Item = (u8, impl Iterator<Item = Square>)> {
        let side = self.rules().board.side();
        let squares = move |rank| (0..side).filter_map(move |file| Square::new(8 * rank + file));
        (0..side).rev().map(move |rank| (rank, squares(rank)))
    }
}

fn names(bits: u64) -> Vec<String> {
    Square::all(bits).map(|square| square.to_string()).collect()
}

impl View for ChessFive {
    type View = ChessFiveView;

    fn view(&self) -> ChessFiveView {
        let cell = |square| {
            self.men()
                .at(square)
                .map_or('.', |(player, kind)| letter(player, kind))
        };
        let hand = |player| hand_letters(player, self.hand(player));
        ChessFiveView {
            side: self.rules().board.side(),
            line: self.rules().board.line(),
            board: self
                .ranks()
                .map(|(_, squares)| squares.map(cell).collect())
                .collect(),
            phase: self.phase(),
            turn: self.turn().player(),
            hands: ByPlayer::new(hand(Player::First), hand(Player::Second)),
            landings: names(self.ghosts()),
            winning: names(self.winning()),
            plies: self.plies(),
            move_limit: self.rules().move_limit.get(),
            times: self.times(),
            repetition: self.rules().repetition.get(),
        }
    }

    #[cfg(feature = "ts")]
    fn types(config: &ts_rs::Config) -> Vec<String> {
        use crate::view::typescript;
        vec![typescript::<Phase>(config), typescript::<ChessFiveView>(config)]
    }

    fn explain(&self, mistake: &Mistake<'_, Self::Move>) -> Option<Reason> {
        explain(self, mistake)
    }

    fn drawing(&self) -> Drawing {
        draw(self)
    }

    fn sketch(&self, lang: Lang) -> Sketch {
        let mut sketch = Sketch::default();
        sketch
            .line()
            .put(Style::Plain, format!("   {}", self.banner().get(lang)));
        let files: String = ('a'..='h')
            .take(usize::from(self.rules().board.side()))
            .flat_map(|file| [' ', file])
            .collect();
        let (winning, ghosts) = (self.winning(), self.ghosts());
        for (rank, squares) in self.ranks() {
            sketch.line().put(Style::Faint, format!(" {} ", rank + 1));
            for square in squares {
                // A star on the left marks the winning line for those who see no colours.
                let lead = if winning & square.bit() != 0 { "*" } else { " " };
                match self.men().at(square) {
                    Some((player, kind)) => {
                        let style = match (winning & square.bit() != 0, player) {
                            (true, _) => Style::Accent,
                            (false, Player::First) => Style::First,
                            (false, Player::Second) => Style::Second,
                        };
                        sketch.put(style, format!("{lead}{}", letter(player, kind)));
                    }
                    None if ghosts & square.bit() != 0 => {
                        sketch.put(Style::Accent, " +");
                    }
                    None => {
                        sketch.put(Style::Faint, " ·");
                    }
                }
            }
        }
        sketch.line().put(Style::Faint, format!("   {files}"));
        for (player, style) in [(Player::First, Style::First), (Player::Second, Style::Second)] {
            let mark = if self.turn().player() == Some(player) {
                ">"
            } else {
                " "
            };
            let name = Self::META.seats[player].get(lang).to_owned();
            let hand = hand_letters(player, self.hand(player));
            sketch.line().put(style, format!(" {mark} {name} {hand}"));
        }
        sketch
    }
}

impl ChessFive {
    /// The phase in words, with its counters.
    fn banner(&self) -> Text {
        let plies = self.plies();
        match (self.phase(), self.rules().move_limit.get()) {
            (Phase::Gravity, _) => {
                let left: u8 = Player::ALL.into_iter().flat_map(|player| self.hand(player)).sum();
                text!(
                    "Gravity: {left} pieces to drop",
                    "Gravedad: {left} piezas por soltar"
                )
            }
            (Phase::Chess, Some(limit)) => {
                text!(
                    "Chess: ply {plies} of {limit}",
                    "Ajedrez: jugada {plies} de {limit}"
                )
            }
            (Phase::Chess, None) => text!("Chess: ply {plies}", "Ajedrez: jugada {plies}"),
        }
    }
}
