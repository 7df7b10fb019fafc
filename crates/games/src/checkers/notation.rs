//! Reading moves, and the positions and records of checkers.

use super::action::{self, Action, Frame};
use super::board::Board;
use super::fen::CheckersSetup;
use super::moves::CheckersMove;
use super::naming::Naming;
use super::pdn;
use super::position::Checkers;
use super::refuse::Objection;
use super::rules::{CheckersRules, RedIs};
use super::square::{Dir, Square, row};
use crate::error::{Illegal, InputError, ReadError, SetupError};
use crate::game::{Game, MoveBuf};
use crate::lang::Text;
use crate::notation::{Notation, RecordFormat, unknown_format};
use crate::player::{ByPlayer, Player};
use crate::record::{self, Record};
use crate::tree::GameTree;

const WHAT: Text = Text::new("checkers move", "jugada de damas");

/// Bits by index of square become bits of a bitboard.
fn spread(pieces: u32) -> u64 {
    let rows = |i: u32| u64::from(pieces >> (8 * i) & 0xff) << (9 * i);
    rows(0) | rows(1) | rows(2) | rows(3)
}

/// The inverse of [`spread`].
fn gather(bits: u64) -> u32 {
    let rows = |i: u32| ((bits >> (9 * i) & 0xff) as u32) << (8 * i);
    rows(0) | rows(1) | rows(2) | rows(3)
}

/// Whose pieces a colour of standard notation are, its Black being called the first, and the other way round.
fn notated(rules: &CheckersRules, player: Player) -> Player {
    match rules.red_is {
        RedIs::Black => player,
        RedIs::White => player.other(),
    }
}

impl Notation for Checkers {
    type Setup = CheckersSetup;

    const FORMATS: &'static [RecordFormat] = &[RecordFormat {
        name: "pdn",
        extension: "pdn",
    }];

    /// As standard notation has it: the letters of the colours and the numbers of squares that the rules give them.
    fn setup(&self) -> CheckersSetup {
        let naming = self.rules.naming();
        let called = |player| notated(&self.rules, player);
        let both = |bits: fn(&Self, Player) -> u64| {
            let pieces = |player| naming.renumber(gather(bits(self, called(player))));
            ByPlayer::new(pieces(Player::First), pieces(Player::Second))
        };
        CheckersSetup {
            men: both(Self::men),
            kings: both(Self::kings),
            turn: called(self.to_move()),
        }
    }

    fn from_setup(rules: &CheckersRules, setup: &CheckersSetup) -> Result<Self, SetupError> {
        let naming = rules.naming();
        let both = |pieces: ByPlayer<u32>| {
            ByPlayer::new(Player::First, Player::Second)
                .map(|player| naming.renumber(pieces[notated(rules, player)]))
        };
        let (men, kings, turn) = (both(setup.men), both(setup.kings), notated(rules, setup.turn));
        let all = [men.first, kings.first, men.second, kings.second];
        let union = all.iter().fold(0, |union, pieces| union | pieces);
        let crowded = |i: &u8| all.iter().filter(|pieces| *pieces >> i & 1 != 0).count() > 1;
        if let Some(square) = (0..32).rev().filter(crowded).find_map(Square::new) {
            let square = naming.name(square);
            let problem = text!("{square} holds two pieces", "{square} tiene dos piezas");
            return Err(SetupError::new(problem));
        }
        if union == 0 {
            let problem = Text::new("the board is empty", "el tablero está vacío");
            return Err(SetupError::new(problem));
        }
        for player in Player::ALL {
            let count = (men[player] | kings[player]).count_ones();
            if count > 12 {
                let (en, es) = (&Self::META.seats[player].en, &Self::META.seats[player].es);
                let problem = text!(
                    "{en} has {count} pieces, more than the 12 of the start",
                    "{es}: {count} piezas, más que las 12 del comienzo"
                );
                return Err(SetupError::new(problem));
            }
        }
        let sides = [spread(men.first | kings.first), spread(men.second | kings.second)];
        let uncrowned = spread(men.first) & row(0) | spread(men.second) & row(7);
        if let Some(square) = Square::all(uncrowned).next() {
            let square = naming.name(square);
            let problem = text!(
                "the man on {square} stands on its last row, where it would be a king: write K{square}",
                "el peón de {square} está en su última fila, donde sería dama: escribe K{square}"
            );
            return Err(SetupError::new(problem));
        }
        let board = Board {
            sides,
            kings: spread(kings.first | kings.second),
        };
        Ok(Self::with_board(board, turn, *rules))
    }

    fn move_object(&self, m: CheckersMove) -> Option<serde_json::Value> {
        serde_json::to_value(Action::new(self, m, Frame::Absolute)).ok()
    }

    /// Takes `12-16`, a capture with all its squares or only the first and the last (`14x23`, when that says which),
    /// any of `-`, `x` and `:` between squares, and the JSON object of [`Action`](super::Action).
    fn read_move(&self, text: &str) -> Result<CheckersMove, InputError> {
        if text.trim_start().starts_with('{') {
            return action::read(self, text);
        }
        let squares = read_squares(text, self.rules.naming())?;
        let mut legal = MoveBuf::new();
        self.moves(&mut legal);
        if legal.is_empty() {
            return Err(Illegal::over().into());
        }
        if let Some(&m) = legal.iter().find(|m| m.path().eq(squares.iter().copied())) {
            return Ok(m);
        }
        let (from, to) = (squares.first().copied(), squares.last().copied());
        // The squares in between may be left out, or some of them.
        let ends = |m: &CheckersMove| {
            let mut way = m.way();
            let passes = squares.iter().all(|&square| way.any(|on_it| on_it == square));
            passes && Some(m.from()) == from && Some(m.to()) == to && (squares.len() == 2 || m.is_capture())
        };
        let mut fitting = legal.iter().copied().filter(ends);
        match (fitting.next(), fitting.next()) {
            (Some(m), None) => Ok(m),
            // Which way a flying king went is often left open where it makes no difference.
            (Some(m), Some(other))
                if self.family && m.same_result(other) && fitting.all(|other| m.same_result(other)) =>
            {
                Ok(m)
            }
            (Some(_), Some(_)) => Err(ambiguous(text, legal.iter().copied().filter(ends)).into()),
            (None, _) => Err(self.refuse_squares(&squares, &legal).into()),
        }
    }

    fn read_record(text: &str) -> Result<Record<Self>, InputError> {
        if text.contains("[Game \"") {
            record::read_native(text)
        } else {
            pdn::read(text)
        }
    }

    fn write_record(record: &Record<Self>, format: &str) -> Result<String, InputError> {
        match format {
            "pdn" => pdn::write(record),
            "damero" => Ok(record::write_native(record)),
            _ => Err(unknown_format::<Self>(format)),
        }
    }

    fn read_tree(text: &str) -> Result<GameTree, InputError> {
        if text.contains("[Game \"") {
            record::read_native_tree::<Self>(text)
        } else {
            pdn::read_tree(text)
        }
    }

    fn write_tree(tree: &GameTree, format: &str) -> Result<String, InputError> {
        match format {
            "pdn" => pdn::write_tree(tree),
            "damero" => record::write_native_tree::<Self>(tree),
            _ => Err(unknown_format::<Self>(format)),
        }
    }
}

impl Checkers {
    /// The refusal of squares that are no legal move, whether or not they could be one elsewhere.
    fn refuse_squares(&self, squares: &[Square], legal: &[CheckersMove]) -> Illegal {
        if let Some(m) = self.along(squares).filter(|&m| !self.is_legal(m)) {
            return self.refuse(m);
        }
        let near = legal.iter().find(|m| Some(m.from()) == squares.first().copied());
        let instead = near.or(legal.first());
        if let Some(objection) = squares.first().and_then(|&from| self.objection_to_origin(from)) {
            return self.refusal(objection, instead.copied());
        }
        if self.must_capture() {
            return self.refusal(Objection::MustCapture, instead.copied());
        }
        let why = Text::new(
            "a piece steps to a neighbouring square on a diagonal",
            "una pieza mueve a una casilla vecina en diagonal",
        );
        Illegal::new("not-a-step", why, instead)
    }
}

impl CheckersMove {
    /// The move along these squares, legal or not: one step, or jumps all the way.
    pub(super) fn along(squares: &[Square]) -> Option<Self> {
        let (&from, rest) = squares.split_first()?;
        let towards = |from: Square, to: Square, steps: i8| {
            let leads = |dir: &Dir| {
                let place = from.place().wrapping_add_signed(steps * dir.offset());
                place == to.place() && from.row().abs_diff(to.row()) == steps.unsigned_abs()
            };
            Dir::ALL.into_iter().find(leads)
        };
        if let &[to] = rest
            && let Some(dir) = towards(from, to, 1)
        {
            return Some(Self::step(from.place(), dir));
        }
        if rest.is_empty() || rest.len() > 12 {
            return None;
        }
        rest.iter().try_fold(Self::rest(from.place()), |m, &to| {
            let dir = towards(m.to(), to, 2)?;
            Some(m.jump(dir, dir.step(1 << m.to)))
        })
    }
}

/// The squares of a move as it is written, at least two.
fn read_squares(text: &str, naming: Naming) -> Result<Vec<Square>, ReadError> {
    let [step, capture] = if naming.has_letters() {
        ["c3-d4", "c3xe5"]
    } else {
        ["12-16", "14x23"]
    };
    let expected = || {
        text!(
            "a move such as {step} or {capture}",
            "una jugada como {step} o {capture}"
        )
    };
    let mut squares = Vec::new();
    let mut rest = text.trim().trim_end_matches(['!', '?']).trim_end();
    let end = text.trim_start().len() - rest.len();
    loop {
        rest = rest.trim_start();
        let at = text.len() - end - rest.len();
        let Some((square, after)) = naming.read(rest) else {
            let expected = if squares.is_empty() && !rest.starts_with(|c: char| c.is_ascii_digit()) {
                expected()
            } else if naming.has_letters() {
                Text::new("a square such as c3", "una casilla como c3")
            } else {
                Text::new("a square from 1 to 32", "una casilla de 1 a 32")
            };
            return Err(ReadError::at(text, at, WHAT, expected));
        };
        squares.push(square);
        rest = after.trim_start();
        let after = rest.strip_prefix(['-', 'x', 'X', ':', '×']);
        // Squares that begin with a letter need nothing between them: c3d4.
        let joined =
            || (naming.has_letters() && rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(rest);
        match after.or_else(|| jump_on(rest, square, naming)).or_else(joined) {
            Some(after) => rest = after,
            None if rest.is_empty() && squares.len() > 1 => return Ok(squares),
            None => {
                let at = text.len() - end - rest.len();
                return Err(ReadError::at(text, at, WHAT, expected()));
            }
        }
    }
}

/// What follows the first square of `rest` if a capture that is written jump by jump goes on there: `15x22 22x29`.
fn jump_on(rest: &str, square: Square, naming: Naming) -> Option<&str> {
    let (same, after) = naming.read(rest)?;
    (same == square).then(|| after.trim_start().strip_prefix(['-', 'x', 'X', ':', '×']))?
}

/// The refusal of a short form that several captures fit.
fn ambiguous(text: &str, fitting: impl Iterator<Item = CheckersMove>) -> ReadError {
    let fitting = fitting.map(|m| m.to_string()).collect::<Vec<_>>().join(", ");
    let expected = text!("one of {fitting}", "una de {fitting}");
    ReadError::at(text, 0, WHAT, expected)
}
