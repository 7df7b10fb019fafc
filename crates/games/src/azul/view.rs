//! What a page and a terminal show of Azul.

use serde::Serialize;

use super::board::{Board, Line};
use super::drawing::draw;
use super::explain::explain;
use super::floor::{FLOOR_SLOTS, FloorSlot, PENALTIES, floor_letter};
use super::moves::Source;
use super::position::Azul;
use super::tiles::{Colour, Tiles};
#[cfg(feature = "ts")]
use super::tiling::{Bonus, Tiling, TilingStep};
use super::tiling::{RoundEnd, round_ends};
use super::wall::{cell, cell_colour, complete, wall_row};
use crate::drawing::Drawing;
use crate::game::{Game, MoveBuf, Turn};
use crate::lang::{Lang, Text};
use crate::notation::Notation;
use crate::player::{ByPlayer, Player};
use crate::reason::{Mistake, Reason};
use crate::view::{Sketch, Style, View};

/// The table as data. Tiles are letters `B`, `Y`, `R`, `K`, `W`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AzulView {
    /// The round being played or about to be dealt.
    pub round: u16,
    /// Whose turn it is; `None` while a deal is due and after the end.
    pub turn: Option<Player>,
    /// Who opens the round that is about to be dealt.
    pub opener: Option<Player>,
    /// The letters of the tiles of each factory.
    pub factories: Vec<String>,
    /// The letters of the tiles in the centre.
    pub centre: String,
    /// Whether the marker lies in the centre.
    pub centre_marker: bool,
    /// Who has taken the marker.
    pub marker: Option<Player>,
    /// Both boards.
    pub boards: ByPlayer<AzulBoardView>,
    /// The colours of the wall, row by row.
    pub pattern: Vec<String>,
    /// What the slots of a floor line cost.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub penalties: [u16; FLOOR_SLOTS],
    /// Tiles in the bag: blue, yellow, red, black, white.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub bag: [u8; 5],
    /// Tiles in the lid.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub lid: [u8; 5],
    /// Legal moves.
    pub legal: Vec<String>,
    /// What each legal move that ends the round leads to on the walls; empty when none does.
    pub round_ends: Vec<RoundEnd>,
}

/// One board as data.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AzulBoardView {
    /// The points.
    pub score: u16,
    /// The letters of the tiles in each line from the top.
    pub lines: Vec<String>,
    /// The rows of the wall: a letter for each tile, `.` for an empty cell.
    pub wall: Vec<String>,
    /// The floor line from the left, the marker as `M`.
    pub floor: String,
    /// What the floor line costs now.
    pub penalty: u16,
    /// Complete rows, columns and colours.
    pub complete: [u32; 3],
}

impl View for Azul {
    type View = AzulView;

    fn view(&self) -> AzulView {
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        let setup = self.setup();
        let board = |player| board_view(&self.boards[Player::index(player)]);
        AzulView {
            round: self.round,
            turn: self.turn.player(),
            opener: (self.turn == Turn::Chance).then_some(self.mover),
            factories: self.factories().map(Tiles::letters).to_vec(),
            centre: setup.centre.letters(),
            centre_marker: setup.centre_marker,
            marker: self.marker,
            boards: ByPlayer::new(board(Player::First), board(Player::Second)),
            pattern: (0..5).map(|row| wall_row(u32::MAX, row)).collect(),
            penalties: PENALTIES,
            bag: self.bag.counts(),
            lid: self.lid.counts(),
            legal: legal.iter().map(ToString::to_string).collect(),
            round_ends: round_ends(self),
        }
    }

    #[cfg(feature = "ts")]
    fn types(config: &ts_rs::Config) -> Vec<String> {
        use crate::view::typescript;
        vec![
            typescript::<AzulBoardView>(config),
            typescript::<TilingStep>(config),
            typescript::<Bonus>(config),
            typescript::<Tiling>(config),
            typescript::<RoundEnd>(config),
            typescript::<AzulView>(config),
        ]
    }

    fn explain(&self, mistake: &Mistake<'_, Self::Move>) -> Option<Reason> {
        explain(self, mistake)
    }

    fn drawing(&self) -> Drawing {
        draw(self)
    }

    fn sketch(&self, lang: Lang) -> Sketch {
        let mut sketch = Sketch::default();
        let setup = self.setup();
        let say = |en: &'static str, es: &'static str| Text::new(en, es).get(lang).to_owned();
        let supply = format!(
            "{} {}   {} {}   {} {}",
            say("round", "ronda"),
            self.round,
            say("bag", "bolsa"),
            self.bag.total(),
            say("lid", "tapa"),
            self.lid.total()
        );
        sketch.line().put(Style::Faint, supply);
        sketch.line();
        for source in Source::ALL {
            sketch.put(Style::Faint, format!(" {source} "));
            let letters = self.source(source).letters();
            if source == Source::CENTRE && setup.centre_marker {
                sketch.put(Style::Accent, "M");
            } else if letters.is_empty() {
                sketch.put(Style::Faint, "·");
            }
            for letter in letters.chars() {
                tile(&mut sketch, letter);
            }
            sketch.put(Style::Plain, "  ");
        }
        sketch.line();
        let [first, second] = Player::ALL;
        for (player, style) in [(first, Style::First), (second, Style::Second)] {
            let points = self.boards[player.index()].score;
            let arrow = if self.turn == Turn::Player(player) {
                ">"
            } else {
                " "
            };
            let title = format!("{arrow}{} {points}", Self::META.seats[player].get(lang));
            sketch.put(style, format!("{title:<WIDTH$}"));
        }
        for row in 0..5 {
            sketch.line();
            for board in &self.boards {
                board_row(&mut sketch, board, row);
            }
        }
        sketch.line();
        for player in Player::ALL {
            board_floor(
                &mut sketch,
                &setup.boards[player].floor,
                self.board(player).penalty(),
            );
        }
        sketch.line();
        for _ in &self.boards {
            let costs = PENALTIES.map(|n| format!("{:>2} ", -i32::from(n))).concat();
            sketch.put(Style::Faint, format!(" {costs:<width$}", width = WIDTH - 1));
        }
        legend(&mut sketch, lang);
        sketch
    }
}

/// The width of a board in a sketch.
const WIDTH: usize = 33;

fn board_view(board: &Board) -> AzulBoardView {
    let letters = |line: Line| {
        line.content().map_or_else(String::new, |(colour, n)| {
            colour.letter().to_string().repeat(n as usize)
        })
    };
    AzulBoardView {
        score: board.score,
        lines: board.lines.map(letters).to_vec(),
        wall: (0..5).map(|row| wall_row(board.wall, row)).collect(),
        floor: board.floor.slots().map(floor_letter).collect(),
        penalty: board.penalty(),
        complete: complete(board.wall),
    }
}

/// What the letters mean, and how a move is written.
fn legend(sketch: &mut Sketch, lang: Lang) {
    sketch.line();
    for colour in Colour::ALL {
        sketch.put(Style::Plain, " ");
        tile(sketch, colour.letter());
        sketch.put(Style::Faint, format!(" {}", colour.name().get(lang)));
    }
    sketch.line();
    let rest = Text::new(
        " M marker   C centre   F floor   2B-3: blue from factory 2 to line 3",
        " M marcador   C centro   F suelo   2B-3: azules de la fábrica 2 a la línea 3",
    );
    sketch.put(Style::Faint, rest.get(lang));
}

/// The letter of a tile in its colour.
fn tile(sketch: &mut Sketch, letter: char) {
    let colour = Colour::from_letter(letter);
    let style = colour.map_or(Style::Accent, |colour| Style::Colour(colour as u8));
    sketch.put(style, letter);
}

/// A pattern line, filled from the right, and the row of the wall beside it.
fn board_row(sketch: &mut Sketch, board: &Board, row: usize) {
    sketch.put(Style::Faint, format!(" {} ", row + 1));
    sketch.put(Style::Plain, "  ".repeat(4 - row));
    let content = board.lines[row].content();
    let fill = board.lines[row].fill() as usize;
    for space in 0..=row {
        match content {
            Some((colour, _)) if space + fill > row => tile(sketch, colour.letter()),
            _ => {
                sketch.put(Style::Faint, "·");
            }
        }
        sketch.put(Style::Plain, " ");
    }
    sketch.put(Style::Faint, "| ");
    for column in 0..5 {
        let letter = cell_colour(row, column).letter();
        if board.wall & cell(row, column) != 0 {
            tile(sketch, letter);
        } else {
            sketch.put(Style::Faint, letter.to_ascii_lowercase());
        }
        sketch.put(Style::Plain, " ");
    }
    sketch.put(Style::Plain, " ".repeat(WIDTH - 25));
}

/// The floor line and what it costs; after that the marker, if it found no slot.
fn board_floor(sketch: &mut Sketch, floor: &[FloorSlot], penalty: u16) {
    sketch.put(Style::Plain, " ");
    for i in 0..FLOOR_SLOTS {
        sketch.put(Style::Plain, " ");
        match floor.get(i) {
            Some(&slot) => tile(sketch, floor_letter(slot)),
            None => {
                sketch.put(Style::Faint, "·");
            }
        }
        sketch.put(Style::Plain, " ");
    }
    let beside = floor.get(FLOOR_SLOTS).map_or(' ', |&slot| floor_letter(slot));
    let cost = format!("= {} {beside}", -i32::from(penalty));
    sketch.put(Style::Plain, format!("{cost:<width$}", width = WIDTH - 22));
}
