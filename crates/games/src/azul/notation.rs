//! Texts of Azul: moves such as `2B-3`, deals, and the way between positions and their strings.

use std::str::FromStr;

use super::board::Board;
use super::check;
use super::deal::Deal;
use super::floor::FloorSlot;
use super::moves::{AzulMove, Source, Target};
use super::position::Azul;
use super::rules::AzulRules;
use super::setup::{AzulBoardSetup, AzulPhase, AzulSetup};
use super::tiles::Colour;
use crate::error::{InputError, ReadError, SetupError};
use crate::game::{Game, Turn};
use crate::lang::Text;
use crate::notation::Notation;
use crate::player::{ByPlayer, Player};

/// Reads `2B-3`, in large or small letters and with or without the hyphen, or the code of the move.
impl FromStr for AzulMove {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let wrong = |at, expected| {
            let what = Text::new("move", "jugada");
            Err(ReadError::at(text, at, what, expected))
        };
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            let code = text.parse().ok().and_then(Self::from_code);
            let expected = Text::new("a code from 0 to 179", "un código de 0 a 179");
            return code.map_or_else(|| wrong(0, expected), Ok);
        }
        let mut chars = text.char_indices();
        let mut next = || chars.next().unwrap_or((text.len(), ' '));
        let place = |c: char, sixth: char| match c.to_ascii_uppercase() {
            digit @ '1'..='5' => Some(digit as u8 - b'1'),
            letter if letter == sixth => Some(5),
            _ => None,
        };
        let (at, c) = next();
        let Some(source) = place(c, 'C').and_then(Source::new) else {
            let expected = Text::new(
                "a factory from 1 to 5, or C for the centre",
                "una fábrica de 1 a 5, o C para el centro",
            );
            return wrong(at, expected);
        };
        let (at, c) = next();
        let Some(colour) = Colour::from_letter(c) else {
            return wrong(
                at,
                Text::new("a colour B, Y, R, K or W", "un color B, Y, R, K o W"),
            );
        };
        let (at, c) = match next() {
            (_, '-') => next(),
            other => other,
        };
        let Some(target) = place(c, 'F').and_then(Target::new) else {
            let expected = Text::new(
                "a line from 1 to 5, or F for the floor",
                "una línea de 1 a 5, o F para el suelo",
            );
            return wrong(at, expected);
        };
        match chars.next() {
            None => Ok(Self {
                source,
                colour,
                target,
            }),
            Some((at, _)) => wrong(at, Text::new("the end", "el final")),
        }
    }
}

impl Notation for Azul {
    type Setup = AzulSetup;

    fn setup(&self) -> AzulSetup {
        let phase = match self.turn {
            Turn::Player(_) => AzulPhase::Play,
            Turn::Chance => AzulPhase::Deal,
            Turn::Over(_) => AzulPhase::Over,
        };
        AzulSetup {
            round: self.round,
            phase,
            player: self.mover,
            factories: self.factories(),
            centre: self.source(Source::CENTRE),
            centre_marker: phase == AzulPhase::Play && self.marker.is_none(),
            boards: ByPlayer::new(self.board_setup(Player::First), self.board_setup(Player::Second)),
            bag: self.bag,
            lid: self.lid,
        }
    }

    fn from_setup(rules: &AzulRules, setup: &AzulSetup) -> Result<Self, SetupError> {
        check::position(rules, setup)
    }

    fn read_move(&self, text: &str) -> Result<AzulMove, InputError> {
        let m = text.parse()?;
        if self.is_legal(m) {
            Ok(m)
        } else {
            Err(self.refuse(m).into())
        }
    }

    fn read_chance(&self, text: &str) -> Result<Deal, InputError> {
        let deal = text.parse()?;
        self.clone().apply_chance(&deal)?;
        Ok(deal)
    }
}

impl Azul {
    fn board_setup(&self, player: Player) -> AzulBoardSetup {
        let board: &Board = &self.boards[player.index()];
        let mut floor: Vec<FloorSlot> = board.floor.slots().collect();
        if self.marker == Some(player) && !board.floor.has_marker() {
            floor.push(FloorSlot::Marker);
        }
        AzulBoardSetup {
            score: board.score,
            lines: board
                .lines
                .map(|line| line.content().map(|(colour, n)| (colour, n as u8))),
            wall: board.wall,
            floor,
        }
    }
}
