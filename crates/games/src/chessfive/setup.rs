//! Arrangements of ChessFive and their text: `4k3/… c RN/r 0`.

use std::fmt;
use std::str::FromStr;

use super::pieces::{Kind, Square};
use super::placement::Placement;
use super::rules::BoardSize;
use crate::error::ReadError;
use crate::lang::Text;
use crate::player::{ByPlayer, Player};

/// Any arrangement of pieces, hands and counters.
///
/// Its text is the ranks from the highest to the lowest as in FEN (eight of them, or six on the small board; upper
/// case is Cyan, lower case Magenta), the side to move (`c` or `m`), the two hands (`RRNNBBQK/rrnnbbqk`, or `-` when
/// nothing is left in either), and the plies played in phase Chess. A final `#` says that the last move completed a
/// line; it is written only where the rules let a line stand that did not win.
///
/// ```
/// use damero_games::chessfive::ChessFiveSetup;
/// let text = "8/8/8/8/8/8/8/R3n3 c RNNBBQK/rrnbbqk 0";
/// let setup: ChessFiveSetup = text.parse()?;
/// assert_eq!(setup.to_string(), text);
/// # Ok::<(), damero_games::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChessFiveSetup {
    /// The board.
    pub board: BoardSize,
    /// The pieces on it.
    pub men: Placement,
    /// The side to move.
    pub turn: Player,
    /// How many pieces of each kind, in the order of [`Kind::ALL`], are in the hands.
    pub hands: ByPlayer<[u8; 5]>,
    /// Plies played in phase Chess.
    pub plies: u16,
    /// Whether the text says that the last move completed a line.
    pub line: bool,
}

serde_as_text!(ChessFiveSetup);

const WHAT: Text = Text::new("ChessFive position", "posición de ChessFive");

/// The letter of a piece: upper case for the first player.
pub(super) const fn letter(player: Player, kind: Kind) -> char {
    match player {
        Player::First => kind.letter(),
        Player::Second => kind.letter().to_ascii_lowercase(),
    }
}

/// A hand as its letters; empty if nothing is in it.
pub(super) fn hand_letters(player: Player, hand: [u8; 5]) -> String {
    let letters = Kind::ALL.into_iter().zip(hand);
    letters
        .flat_map(|(kind, count)| std::iter::repeat_n(letter(player, kind), usize::from(count)))
        .collect()
}

impl fmt::Display for ChessFiveSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.board.side();
        for rank in (0..side).rev() {
            let mut empty = 0;
            for file in 0..side {
                let piece = Square::new(8 * rank + file).and_then(|square| self.men.at(square));
                let Some((player, kind)) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                write!(f, "{}", letter(player, kind))?;
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(match self.turn {
            Player::First => "c ",
            Player::Second => "m ",
        })?;
        let first = hand_letters(Player::First, self.hands.first);
        let second = hand_letters(Player::Second, self.hands.second);
        match (first.is_empty(), second.is_empty()) {
            (true, true) => f.write_str("-")?,
            _ => {
                let or_none = |hand: String| if hand.is_empty() { "-".to_owned() } else { hand };
                write!(f, "{}/{}", or_none(first), or_none(second))?;
            }
        }
        write!(f, " {}", self.plies)?;
        if self.line { f.write_str(" #") } else { Ok(()) }
    }
}

impl FromStr for ChessFiveSetup {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut fields = Fields { text, at: 0 };
        let (board, men) = read_board(text, fields.next())?;
        let (at, word) = fields.next();
        let turn = match word {
            "c" | "C" => Player::First,
            "m" | "M" => Player::Second,
            _ => {
                let expected = Text::new("the side to move, c or m", "el turno, c o m");
                return Err(ReadError::at(text, at, WHAT, expected));
            }
        };
        let hands = read_hands(text, fields.next())?;
        let (at, word) = fields.next();
        let plies = word.parse().ok().filter(|_| !word.starts_with('+'));
        let plies = plies.ok_or_else(|| {
            let expected = Text::new(
                "the plies of phase Chess, from 0 to 65535",
                "las jugadas de la fase de ajedrez, de 0 a 65535",
            );
            ReadError::at(text, at, WHAT, expected)
        })?;
        let (at, word) = fields.next();
        let line = word == "#";
        let rest = if line { fields.next() } else { (at, word) };
        if !rest.1.is_empty() {
            return Err(ReadError::at(
                text,
                rest.0,
                WHAT,
                Text::new("the end", "el final"),
            ));
        }
        Ok(Self {
            board,
            men,
            turn,
            hands,
            plies,
            line,
        })
    }
}

/// The words of a text with the byte where each begins; empty words at the end.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self) -> (usize, &'a str) {
        let rest = self.text[self.at..].trim_start();
        let begin = self.text.len() - rest.len();
        let word = rest.split_whitespace().next().unwrap_or_default();
        self.at = begin + word.len();
        (begin, word)
    }
}

fn read_board(text: &str, (begin, word): (usize, &str)) -> Result<(BoardSize, Placement), ReadError> {
    let ranks = word.split('/').count();
    let board = match ranks {
        8 => BoardSize::Classic,
        6 => BoardSize::Speed,
        _ => {
            let expected = Text::new(
                "8 ranks, or 6 on the small board",
                "8 filas, o 6 en el tablero pequeño",
            );
            let found = match (word, ranks) {
                ("", _) => return Err(ReadError::at(text, begin, WHAT, expected)),
                (_, 1) => Text::new("1 rank", "1 fila"),
                _ => text!("{ranks} ranks", "{ranks} filas"),
            };
            return Err(ReadError::found(text, begin, WHAT, found, expected));
        }
    };
    let side = board.side();
    let mut men = Placement::default();
    let mut at = begin;
    for (i, row) in word.split('/').enumerate() {
        let rank = side - 1 - i as u8;
        let mut file = 0;
        for (offset, c) in row.char_indices() {
            let wrong = || rank_fault(text, at + offset, rank, side);
            let width = match (c.to_digit(10), Kind::from_letter(c)) {
                (Some(empty @ 1..=8), _) => empty as u8,
                (_, Some(kind)) if file < side => {
                    let square = Square::new(8 * rank + file).ok_or_else(wrong)?;
                    men.toggle(owner(c), kind, square.bit());
                    1
                }
                _ => return Err(wrong()),
            };
            if file + width > side {
                return Err(wrong());
            }
            file += width;
        }
        at += row.len();
        if file < side {
            return Err(rank_fault(text, at, rank, side));
        }
        at += 1;
    }
    Ok((board, men))
}

fn rank_fault(text: &str, at: usize, rank: u8, side: u8) -> ReadError {
    let number = rank + 1;
    let expected = text!(
        "{side} squares in rank {number}: pieces R N B Q K r n b q k or digits",
        "{side} casillas en la fila {number}: piezas R N B Q K r n b q k o cifras"
    );
    ReadError::at(text, at, WHAT, expected)
}

/// Upper case is the first player's.
const fn owner(letter: char) -> Player {
    if letter.is_ascii_uppercase() {
        Player::First
    } else {
        Player::Second
    }
}

fn read_hands(text: &str, (begin, word): (usize, &str)) -> Result<ByPlayer<[u8; 5]>, ReadError> {
    let wrong = |at| {
        let expected = Text::new("the hands such as RNB/rnb, or -", "las manos como RNB/rnb, o -");
        ReadError::at(text, at, WHAT, expected)
    };
    let mut hands = ByPlayer::default();
    if word == "-" {
        return Ok(hands);
    }
    let (first, second) = word.split_once('/').ok_or_else(|| wrong(begin))?;
    let sides = [
        (Player::First, first, begin),
        (Player::Second, second, begin + first.len() + 1),
    ];
    for (player, letters, at) in sides {
        for (offset, c) in letters.char_indices().filter(|_| letters != "-") {
            let kind = Kind::from_letter(c).filter(|_| owner(c) == player);
            let kind = kind.ok_or_else(|| wrong(at + offset))?;
            let count: &mut u8 = &mut hands[player][kind.index()];
            *count = count.saturating_add(1);
        }
    }
    Ok(hands)
}
