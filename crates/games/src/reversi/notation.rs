//! Texts of Reversi: squares, the 64-character board of OBF files, and transcripts such as `f5d6c3`.

use std::fmt;
use std::str::FromStr;

use super::ggf;
use super::position::{Reversi, ReversiMove, Square};
use super::rules::ReversiRules;
use super::wthor;
use crate::collection::{Binary, Names};
use crate::error::{InputError, ReadError, SetupError};
use crate::game::{Game, MoveBuf};
use crate::lang::Text;
use crate::movetext::split_tagged;
use crate::notation::{Notation, RecordFormat, unknown_format};
use crate::player::Player;
use crate::record::{self, Event, Record};
use crate::tree::GameTree;

/// Any arrangement of discs, with the side to move.
///
/// Its text is 64 characters `X`, `O` or `-` for a1, b1, … h8, a space, and the side to move, as in OBF files;
/// anything after a `;` is ignored when reading.
///
/// ```
/// use damero_games::reversi::ReversiSetup;
/// let text = "---------------------------OX------XO--------------------------- X";
/// let setup: ReversiSetup = text.parse()?;
/// assert_eq!(setup.to_string(), text);
/// # Ok::<(), damero_games::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReversiSetup {
    /// The first player's discs; bit 0 is a1, bit 63 is h8.
    pub black: u64,
    /// The second player's discs.
    pub white: u64,
    /// The side to move.
    pub turn: Player,
}

serde_as_text!(ReversiSetup);

const WHAT: Text = Text::new("Reversi position", "posición de Reversi");

impl fmt::Display for ReversiSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all(u64::MAX) {
            let bit = square.bit();
            let disc = if self.black & bit != 0 {
                "X"
            } else if self.white & bit != 0 {
                "O"
            } else {
                "-"
            };
            f.write_str(disc)?;
        }
        f.write_str(match self.turn {
            Player::First => " X",
            Player::Second => " O",
        })
    }
}

impl FromStr for ReversiSetup {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut setup = Self {
            black: 0,
            white: 0,
            turn: Player::First,
        };
        let mut square = 0;
        let visible = text.char_indices().filter(|(_, c)| !c.is_whitespace());
        for (at, c) in visible {
            let disc = match c {
                'X' | 'x' | '*' | 'B' | 'b' => Some(Player::First),
                'O' | 'o' | 'W' | 'w' => Some(Player::Second),
                '-' | '.' | '_' if square < 64 => None,
                _ if square < 64 => {
                    let expected = text!(
                        "X, O or - for square {} of 64",
                        "X, O o - para la casilla {} de 64",
                        square + 1
                    );
                    return Err(ReadError::at(text, at, WHAT, expected));
                }
                _ => {
                    return Err(ReadError::at(
                        text,
                        at,
                        WHAT,
                        Text::new("the side to move, X or O", "el turno, X u O"),
                    ));
                }
            };
            match (square, disc) {
                (0..64, Some(Player::First)) => setup.black |= 1 << square,
                (0..64, Some(Player::Second)) => setup.white |= 1 << square,
                (0..64, None) => {}
                (_, side) => {
                    setup.turn = side.unwrap_or(Player::First);
                    return Self::end(text, at + c.len_utf8()).map(|()| setup);
                }
            }
            square += 1;
        }
        let squares = squares_before_turn(text, square);
        let expected = if squares < 64 {
            text!("64 squares, not {squares}", "64 casillas, no {squares}")
        } else {
            Text::new("the side to move, X or O", "el turno, X u O")
        };
        Err(ReadError::at(text, text.len(), WHAT, expected))
    }
}

/// How many squares a text of so many signs names: a last letter that stands alone is the side to move.
fn squares_before_turn(text: &str, signs: usize) -> usize {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let spaced_out = text.split_whitespace().count() == signs;
    let turn = last.len() == 1 && !matches!(last, "-" | "." | "_") && !spaced_out;
    signs - usize::from(turn)
}

impl ReversiSetup {
    /// After the side to move there may only be a `;` with what other programs keep there.
    fn end(text: &str, at: usize) -> Result<(), ReadError> {
        let rest = text[at..].trim_start();
        if rest.is_empty() || rest.starts_with(';') {
            return Ok(());
        }
        Err(ReadError::at(
            text,
            text.len() - rest.len(),
            WHAT,
            Text::new("the end", "el final"),
        ))
    }
}

impl FromStr for Square {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        const WHAT: Text = Text::new("square", "casilla");
        let &[file, rank, ref rest @ ..] = text.as_bytes() else {
            return Err(ReadError::at(
                text,
                text.len().min(1),
                WHAT,
                Text::new("a square from a1 to h8", "una casilla de a1 a h8"),
            ));
        };
        let file = file.to_ascii_lowercase();
        if !(b'a'..=b'h').contains(&file) {
            return Err(ReadError::at(
                text,
                0,
                WHAT,
                Text::new("a column from a to h", "una columna de a a h"),
            ));
        }
        if !(b'1'..=b'8').contains(&rank) {
            return Err(ReadError::at(
                text,
                1,
                WHAT,
                Text::new("a row from 1 to 8", "una fila de 1 a 8"),
            ));
        }
        let square = Self::new(8 * (rank - b'1') + (file - b'a'));
        match square {
            Some(square) if rest.is_empty() => Ok(square),
            _ => Err(ReadError::at(text, 2, WHAT, Text::new("the end", "el final"))),
        }
    }
}

impl FromStr for ReversiMove {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        match text.to_ascii_lowercase().as_str() {
            "--" | "pa" | "ps" | "pass" | "paso" | "pasar" | "@@" => Ok(Self::Pass),
            _ => text.parse().map(Self::Place),
        }
    }
}

impl Notation for Reversi {
    type Setup = ReversiSetup;

    const FORMATS: &'static [RecordFormat] = &[
        RecordFormat {
            name: "transcript",
            extension: "txt",
        },
        RecordFormat {
            name: "ggf",
            extension: "ggf",
        },
    ];

    fn setup(&self) -> ReversiSetup {
        let discs = self.discs();
        ReversiSetup {
            black: discs.first,
            white: discs.second,
            turn: self.to_move(),
        }
    }

    fn from_setup(rules: &ReversiRules, setup: &ReversiSetup) -> Result<Self, SetupError> {
        if let Some(square) = Square::all(setup.black & setup.white).next() {
            return Err(SetupError::new(text!(
                "{square} holds two discs",
                "{square} tiene dos fichas"
            )));
        }
        Ok(Self::with_discs(setup.black, setup.white, setup.turn, *rules))
    }

    fn read_move(&self, text: &str) -> Result<ReversiMove, InputError> {
        let m = text.parse()?;
        if self.is_legal(m) {
            Ok(m)
        } else {
            Err(self.refuse(m).into())
        }
    }

    fn read_record(text: &str) -> Result<Record<Self>, InputError> {
        let body = text.trim_start_matches('\u{feff}').trim();
        if body.starts_with('[') {
            record::read_native(text)
        } else if body.starts_with('(') {
            ggf::read(text)
        } else {
            read_transcript(text)
        }
    }

    fn write_record(record: &Record<Self>, format: &str) -> Result<String, InputError> {
        match format {
            "damero" => Ok(record::write_native(record)),
            "transcript" => write_transcript(record),
            "ggf" => Ok(ggf::write(record)),
            _ => Err(unknown_format::<Self>(format)),
        }
    }

    fn read_tree(text: &str) -> Result<GameTree, InputError> {
        let body = text.trim_start_matches('\u{feff}').trim();
        if body.starts_with('[') {
            record::read_native_tree::<Self>(text)
        } else if body.starts_with('(') {
            ggf::read_tree(text)
        } else {
            GameTree::of_record(&Self::read_record(text)?)
        }
    }

    fn write_tree(tree: &GameTree, format: &str) -> Result<String, InputError> {
        match format {
            "damero" => record::write_native_tree::<Self>(tree),
            "ggf" => ggf::write_tree(tree),
            _ => Self::write_record(&tree.main_line::<Self>()?, format),
        }
    }

    fn binary(bytes: &[u8]) -> Option<Binary> {
        wthor::open(bytes)
    }

    fn binary_game(bytes: &[u8], number: usize, names: &Names) -> Result<Record<Self>, InputError> {
        wthor::read(bytes, number, names)
    }

    fn split_records(text: &str) -> Vec<&str> {
        let body = text.trim_start_matches('\u{feff}').trim();
        if body.starts_with('[') {
            return split_tagged(text);
        }
        if body.starts_with('(') {
            return ggf::split(body);
        }
        // A transcript may be broken into lines, and a file may have one on each line.
        let lines: Vec<&str> = body
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        match lines.len() > 1 && read_transcript(body).is_err() {
            true => lines,
            false => Vec::from_iter((!body.is_empty()).then_some(body)),
        }
    }
}

/// Whether `m` can only be meant for the side that moves after a pass.
pub(super) fn must_pass_before(game: &Reversi, m: ReversiMove) -> bool {
    let mut buf = MoveBuf::new();
    game.moves(&mut buf);
    buf == [ReversiMove::Pass] && m != ReversiMove::Pass
}

/// Plays `m`, and before it the pass that many programs do not write down.
pub(super) fn push_with_pass(
    record: &mut Record<Reversi>,
    game: &mut Reversi,
    m: ReversiMove,
) -> Result<(), InputError> {
    let implied = must_pass_before(game, m).then_some(ReversiMove::Pass);
    for m in implied.into_iter().chain([m]) {
        game.play(m)?;
        record.events.push(Event::Move(m));
    }
    Ok(())
}

fn read_transcript(text: &str) -> Result<Record<Reversi>, InputError> {
    let mut record = Record::new(ReversiRules::default());
    let mut game = record.first()?;
    let chars: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, c)| !c.is_whitespace() && *c != '\u{feff}')
        .collect();
    if chars.is_empty() {
        let what = Text::new("transcript", "transcripción");
        let expected = Text::new("moves such as f5d6c3", "jugadas como f5d6c3");
        return Err(ReadError::at(text, text.len(), what, expected).into());
    }
    for (i, pair) in chars.chunks(2).enumerate() {
        let column = text[..pair[0].0].chars().count() + 1;
        let word: String = pair.iter().map(|(_, c)| c).collect();
        let number = i + 1;
        let place = || {
            text!(
                "move {number}, at column {column}",
                "jugada {number}, en la columna {column}"
            )
        };
        let m = word
            .parse()
            .map_err(|error: ReadError| InputError::from(error).inside(place()))?;
        push_with_pass(&mut record, &mut game, m).map_err(|error| error.inside(place()))?;
    }
    record.result = game.turn().outcome();
    Ok(record)
}

fn write_transcript(record: &Record<Reversi>) -> Result<String, InputError> {
    if record.start.is_some() {
        let problem = Text::new(
            "a transcript begins at the start of the game; use ggf or damero",
            "una transcripción empieza al comienzo de la partida; usa ggf o damero",
        );
        return Err(SetupError::new(problem).into());
    }
    Ok(record.events.iter().map(ToString::to_string).collect::<String>() + "\n")
}
