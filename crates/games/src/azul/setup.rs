//! The position string of Azul.
//!
//! Eight words: round, turn, factories, centre, both boards, bag, lid. This is the first round after a deal, the first
//! player to move:
//!
//! ```text
//! 1 1 BBYR/KWWY/BRRK/YYWW/BYRK M 0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;…;- 16,15,… 0,0,0,0,0
//! ```
//!
//! The turn is `1` or `2` for the player to move, `deal1` or `deal2` before a deal after which that player opens,
//! `over1` or `over2` after the end, that player having moved last. Tiles are letters, none is `-`; the marker `M` lies
//! in the centre or in a floor line, as an eighth sign if it found no slot there. A board is `points;lines;wall;floor`.
//! Bag and lid are the numbers of B, Y, R, K, W.

use std::fmt;
use std::str::FromStr;

use super::floor::{FloorSlot, floor_letter};
use super::tiles::{Colour, Tiles};
use super::wall::{cell, cell_colour, wall_row};
use crate::error::ReadError;
use crate::lang::Text;
use crate::player::{ByPlayer, Player};

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AzulPhase {
    /// A move.
    Play,
    /// A deal.
    Deal,
    /// Nothing: the game is over.
    Over,
}

/// A board as read from outside.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AzulBoardSetup {
    /// The points.
    pub score: u16,
    /// Colour and number of tiles of each pattern line from the top; `None` for an empty one.
    pub lines: [Option<(Colour, u8)>; 5],
    /// The wall: bit `5 * row + column` is set where a tile lies.
    pub wall: u32,
    /// The floor line from the left; after seven tiles the marker may follow.
    pub floor: Vec<FloorSlot>,
}

/// Any arrangement of Azul, possible or not. Its text is the position string.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AzulSetup {
    /// The round being played or about to be dealt, from 1.
    pub round: u16,
    /// What the position waits for.
    pub phase: AzulPhase,
    /// Who is to move; before a deal, who will open; after the end, who moved last.
    pub player: Player,
    /// The tiles of the factories.
    pub factories: [Tiles; 5],
    /// The tiles of the centre.
    pub centre: Tiles,
    /// Whether the marker lies in the centre.
    pub centre_marker: bool,
    /// The boards.
    pub boards: ByPlayer<AzulBoardSetup>,
    /// The bag.
    pub bag: Tiles,
    /// The lid.
    pub lid: Tiles,
}

serde_as_text!(AzulSetup);

impl fmt::Display for AzulSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phase = match self.phase {
            AzulPhase::Play => "",
            AzulPhase::Deal => "deal",
            AzulPhase::Over => "over",
        };
        let factories = self.factories.map(|tiles| tiles.to_string()).join("/");
        let centre = match (self.centre.is_empty(), self.centre_marker) {
            (false, true) => format!("{}M", self.centre),
            (true, true) => "M".to_owned(),
            (_, false) => self.centre.to_string(),
        };
        let counts = |tiles: Tiles| tiles.counts().map(|n| n.to_string()).join(",");
        write!(
            f,
            "{} {phase}{} {factories} {centre} {} {} {} {}",
            self.round,
            self.player.index() + 1,
            self.boards.first,
            self.boards.second,
            counts(self.bag),
            counts(self.lid)
        )
    }
}

impl fmt::Display for AzulBoardSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines.map(|line| match line {
            Some((colour, n)) => colour.letter().to_string().repeat(usize::from(n)),
            None => "-".to_owned(),
        });
        let wall = [0, 1, 2, 3, 4].map(|row| wall_row(self.wall, row));
        let floor: String = self.floor.iter().map(|&slot| floor_letter(slot)).collect();
        let floor = if floor.is_empty() { "-" } else { &floor };
        write!(f, "{};{};{};{floor}", self.score, lines.join("/"), wall.join("/"))
    }
}

impl FromStr for AzulSetup {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader { text, at: 0 };
        let round = reader.word(&Text::new("the round", "la ronda"))?;
        let round = reader.number(round, u16::MAX)?;
        let (phase, player) = reader.turn()?;
        let factories = reader.word(&Text::new("the factories", "las fábricas"))?;
        let [a, b, c, d, e] = reader.parts(factories, '/')?;
        let centre = reader.word(&Text::new("the centre", "el centro"))?;
        let (centre, centre_marker) = reader.centre(centre)?;
        Ok(Self {
            round,
            phase,
            player,
            factories: [
                reader.tiles(a)?,
                reader.tiles(b)?,
                reader.tiles(c)?,
                reader.tiles(d)?,
                reader.tiles(e)?,
            ],
            centre,
            centre_marker,
            boards: ByPlayer::new(reader.board()?, reader.board()?),
            bag: reader.counts(&Text::new("the bag", "la bolsa"))?,
            lid: reader.last_counts(&Text::new("the lid", "la tapa"))?,
        })
    }
}

/// A stretch of the text and where it begins.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

/// Reads the words of a position string from left to right.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, at: usize, expected: Text) -> ReadError {
        const WHAT: Text = Text::new("Azul position", "posición de Azul");
        ReadError::at(self.text, at, WHAT, expected)
    }

    fn word(&mut self, name: &Text) -> Result<Part<'a>, ReadError> {
        let rest = &self.text[self.at..];
        let at = self.at + rest.len() - rest.trim_start().len();
        let word = self.text[at..].split_whitespace().next();
        let Some(word) = word else {
            return Err(self.wrong(at, name.clone()));
        };
        self.at = at + word.len();
        Ok(Part { at, text: word })
    }

    /// Splits a word into exactly `N` parts.
    fn parts<const N: usize>(&self, whole: Part<'a>, separator: char) -> Result<[Part<'a>; N], ReadError> {
        let mut at = whole.at;
        let mut parts = [whole; N];
        let mut found = 0;
        for text in whole.text.split(separator) {
            let Some(part) = parts.get_mut(found) else {
                return Err(self.wrong(
                    at,
                    text!(
                        "only {N} parts separated by {separator}",
                        "solo {N} partes separadas por {separator}"
                    ),
                ));
            };
            *part = Part { at, text };
            found += 1;
            at += text.len() + separator.len_utf8();
        }
        if found == N {
            return Ok(parts);
        }
        let expected = text!(
            "{N} parts separated by {separator}, not {found}",
            "{N} partes separadas por {separator}, no {found}"
        );
        Err(self.wrong(whole.at, expected))
    }

    fn number(&self, part: Part<'_>, most: u16) -> Result<u16, ReadError> {
        let number = part.text.parse().ok().filter(|&n| n <= most);
        number.ok_or_else(|| {
            self.wrong(
                part.at,
                text!("a number from 0 to {most}", "un número de 0 a {most}"),
            )
        })
    }

    fn turn(&mut self) -> Result<(AzulPhase, Player), ReadError> {
        let name = Text::new(
            "the turn: 1, 2, deal1, deal2, over1 or over2",
            "el turno: 1, 2, deal1, deal2, over1 u over2",
        );
        let word = self.word(&name)?;
        let turn = match word.text {
            "1" => (AzulPhase::Play, Player::First),
            "2" => (AzulPhase::Play, Player::Second),
            "deal1" => (AzulPhase::Deal, Player::First),
            "deal2" => (AzulPhase::Deal, Player::Second),
            "over1" => (AzulPhase::Over, Player::First),
            "over2" => (AzulPhase::Over, Player::Second),
            _ => return Err(self.wrong(word.at, name)),
        };
        Ok(turn)
    }

    /// Letters of tiles and perhaps the marker, in any order, or `-`.
    fn centre(&self, part: Part<'_>) -> Result<(Tiles, bool), ReadError> {
        let Some(marker) = part.text.find(['M', 'm']) else {
            return Ok((self.tiles(part)?, false));
        };
        let (before, after) = (&part.text[..marker], &part.text[marker + 1..]);
        let mut heap = Tiles::NONE;
        for (at, text) in [(part.at, before), (part.at + marker + 1, after)] {
            if !text.is_empty() {
                heap = self.more_tiles(heap, Part { at, text })?;
            }
        }
        Ok((heap, true))
    }

    /// Letters of tiles, or `-`.
    fn tiles(&self, part: Part<'_>) -> Result<Tiles, ReadError> {
        if part.text == "-" {
            return Ok(Tiles::NONE);
        }
        if part.text.is_empty() {
            return Err(self.wrong(
                part.at,
                Text::new("the letters of tiles, or -", "las letras de las losetas, o -"),
            ));
        }
        self.more_tiles(Tiles::NONE, part)
    }

    /// A heap and the letters of more tiles.
    fn more_tiles(&self, mut heap: Tiles, part: Part<'_>) -> Result<Tiles, ReadError> {
        for (i, c) in part.text.char_indices() {
            let colour = Colour::from_letter(c).filter(|&colour| heap.count(colour) < 20);
            let Some(colour) = colour else {
                let expected = Text::new(
                    "at most 20 tiles of each colour B, Y, R, K, W",
                    "como mucho 20 losetas de cada color B, Y, R, K, W",
                );
                return Err(self.wrong(part.at + i, expected));
            };
            heap = heap.plus(colour, 1);
        }
        Ok(heap)
    }

    fn board(&mut self) -> Result<AzulBoardSetup, ReadError> {
        let word = self.word(&Text::new("a board", "un tablero"))?;
        let [score, lines, wall, floor] = self.parts(word, ';')?;
        let mut board = AzulBoardSetup {
            score: self.number(score, u16::MAX)?,
            lines: [None; 5],
            wall: 0,
            floor: Vec::new(),
        };
        for (part, line) in self.parts::<5>(lines, '/')?.into_iter().zip(&mut board.lines) {
            *line = self.line(part)?;
        }
        for (row, part) in self.parts::<5>(wall, '/')?.into_iter().enumerate() {
            board.wall |= self.wall_row(part, row)?;
        }
        board.floor = self.floor(floor)?;
        Ok(board)
    }

    fn line(&self, part: Part<'_>) -> Result<Option<(Colour, u8)>, ReadError> {
        let tiles = self.tiles(part)?;
        let Some(colour) = Colour::ALL.into_iter().find(|&colour| tiles.count(colour) > 0) else {
            return Ok(None);
        };
        if !tiles.without(colour).is_empty() {
            let expected = Text::new("tiles of one colour", "losetas de un solo color");
            return Err(self.wrong(part.at, expected));
        }
        Ok(Some((colour, tiles.count(colour) as u8)))
    }

    fn wall_row(&self, part: Part<'_>, row: usize) -> Result<u32, ReadError> {
        let mut bits = 0;
        let mut column = 0;
        for (i, c) in part.text.char_indices() {
            let own = (column < 5).then(|| cell_colour(row, column));
            match own {
                Some(_) if c == '.' => {}
                Some(own) if c == own.letter() => bits |= cell(row, column),
                Some(own) => {
                    return Err(self.wrong(
                        part.at + i,
                        text!("{own} or . in this cell", "{own} o . en esta celda"),
                    ));
                }
                None => break,
            }
            column += 1;
        }
        if column == 5 && part.text.len() == 5 {
            return Ok(bits);
        }
        Err(self.wrong(
            part.at,
            Text::new("five cells of the wall", "cinco celdas del muro"),
        ))
    }

    fn floor(&self, part: Part<'_>) -> Result<Vec<FloorSlot>, ReadError> {
        let expected = || {
            Text::new(
                "up to seven of B, Y, R, K, W, M and perhaps an M after them, or -",
                "hasta siete de B, Y, R, K, W, M y quizá una M después, o -",
            )
        };
        let mut slots = Vec::new();
        if part.text == "-" {
            return Ok(slots);
        }
        for (i, c) in part.text.char_indices() {
            let slot = match c {
                'M' | 'm' => Some(FloorSlot::Marker),
                _ => Colour::from_letter(c).map(FloorSlot::Tile),
            };
            let slot = slot.filter(|_| slots.len() < 8);
            slots.push(slot.ok_or_else(|| self.wrong(part.at + i, expected()))?);
        }
        if slots.is_empty() {
            return Err(self.wrong(part.at, expected()));
        }
        Ok(slots)
    }

    /// Five numbers of tiles.
    fn counts(&mut self, name: &Text) -> Result<Tiles, ReadError> {
        let word = self.word(name)?;
        let mut counts = [0; 5];
        for (part, n) in self.parts::<5>(word, ',')?.into_iter().zip(&mut counts) {
            *n = self.number(part, 20)? as u8;
        }
        Ok(Tiles::from_counts(counts))
    }

    /// Five numbers of tiles, and nothing after them.
    fn last_counts(&mut self, name: &Text) -> Result<Tiles, ReadError> {
        let tiles = self.counts(name)?;
        let rest = self.text[self.at..].trim_start();
        if rest.is_empty() {
            return Ok(tiles);
        }
        Err(self.wrong(self.text.len() - rest.len(), Text::new("the end", "el final")))
    }
}
