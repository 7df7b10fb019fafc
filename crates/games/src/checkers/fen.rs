//! Arrangements of pieces and their text, the FEN of draughts: `B:W21-32:B1-12`.

use std::fmt;
use std::str::FromStr;

use super::naming::algebraic_number;
use super::square::Square;
use crate::error::{ReadError, SetupError};
use crate::lang::Text;
use crate::player::{ByPlayer, Player};

/// Any arrangement of pieces, with the side to move.
///
/// Its text is the FEN of draughts: the side to move, then the squares of both colours; `K` marks kings. Here stands what
/// the text says: the first player is its `B`, the second its `W`, and bit `i` of a set is the number `32 - i`. In American
/// checkers `B` is red, whose side squares are numbered from, and `W` is black. Other rules may call red White and number
/// the squares otherwise, which they see to where a position is made of this.
///
/// Reading takes the colours in either order, ranges such as `21-32` or `K1-3`, squares such as `a1` by the number that
/// they have in Russian draughts, spaces, small letters and a final full stop.
///
/// ```
/// use damero_games::checkers::CheckersSetup;
/// let setup: CheckersSetup = "W:B14,15,22,23:WK26.".parse()?;
/// assert_eq!(setup.to_string(), "W:WK26:B14,15,22,23");
/// # Ok::<(), damero_games::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersSetup {
    /// The men of both, Black first; bit `i` is the square with the number `32 - i`.
    pub men: ByPlayer<u32>,
    /// The kings of both.
    pub kings: ByPlayer<u32>,
    /// The side to move.
    pub turn: Player,
}

serde_as_text!(CheckersSetup);

const WHAT: Text = Text::new("checkers position", "posición de damas");

impl CheckersSetup {
    /// An empty board.
    #[must_use]
    pub const fn empty(turn: Player) -> Self {
        Self {
            men: ByPlayer::new(0, 0),
            kings: ByPlayer::new(0, 0),
            turn,
        }
    }

    /// Reads eight rows of eight cell codes from the top: 0 for nothing, 1 and 2 for a red man and king, -1 and -2
    /// for a black man and king, as American checkers calls them.
    ///
    /// # Errors
    /// If a code is unknown or a piece stands where none can.
    pub fn from_cells(cells: &[[i8; 8]; 8], turn: Player) -> Result<Self, SetupError> {
        let mut setup = Self::empty(turn);
        for (row, cells) in (0..).zip(cells) {
            for (column, &code) in (0..).zip(cells) {
                let pieces = match code {
                    0 => continue,
                    1 => &mut setup.men.first,
                    2 => &mut setup.kings.first,
                    -1 => &mut setup.men.second,
                    -2 => &mut setup.kings.second,
                    _ => {
                        let problem = text!(
                            "code {code} in row {row}, column {column}: the codes are 0, 1, 2, -1 and -2",
                            "código {code} en la fila {row}, columna {column}: los códigos son 0, 1, 2, -1 y -2"
                        );
                        return Err(SetupError::new(problem));
                    }
                };
                let Some(square) = Square::at(row, column) else {
                    let problem = text!(
                        "row {row}, column {column} is no playing square: row + column must be odd",
                        "fila {row}, columna {column} no es casilla de juego: fila + columna debe ser impar"
                    );
                    return Err(SetupError::new(problem));
                };
                *pieces |= 1 << square.index();
            }
        }
        Ok(setup)
    }

    /// The cell codes of the arrangement, see [`from_cells`](Self::from_cells).
    #[must_use]
    pub fn cells(&self) -> [[i8; 8]; 8] {
        let mut cells = [[0; 8]; 8];
        let codes = [
            (self.men.first, 1),
            (self.kings.first, 2),
            (self.men.second, -1),
            (self.kings.second, -2),
        ];
        for (pieces, code) in codes {
            for square in (0..32).filter(|i| pieces >> i & 1 != 0).filter_map(Square::new) {
                cells[usize::from(square.row())][usize::from(square.column())] = code;
            }
        }
        cells
    }
}

/// The letter of a colour of the text.
const fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

impl fmt::Display for CheckersSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", letter(self.turn))?;
        for player in [Player::Second, Player::First] {
            write!(f, ":{}", letter(player))?;
            let mut separator = "";
            for (mark, pieces) in [("K", self.kings[player]), ("", self.men[player])] {
                let has = |number: u8| (1..=32).contains(&number) && pieces >> (32 - number) & 1 != 0;
                let mut number = 1;
                while number <= 32 {
                    let mut end = number;
                    while has(end) {
                        end += 1;
                    }
                    match end - number {
                        0 => end += 1,
                        1 => write!(f, "{separator}{mark}{number}")?,
                        2 => write!(f, "{separator}{mark}{number},{mark}{}", number + 1)?,
                        _ => write!(f, "{separator}{mark}{number}-{}", end - 1)?,
                    }
                    if has(number) {
                        separator = ",";
                    }
                    number = end;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for CheckersSetup {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader { text, at: 0 };
        let turn = reader.colour(Text::new("the side to move, B or W", "el turno, B o W"))?;
        let mut setup = Self::empty(turn);
        let mut seen = [false; 2];
        while reader.take(b':') {
            let at = reader.place();
            let player = reader.colour(Text::new("a colour, W or B", "un color, W o B"))?;
            if std::mem::replace(&mut seen[player.index()], true) {
                let expected = Text::new("each colour once", "cada color una vez");
                return Err(ReadError::at(text, at, WHAT, expected));
            }
            reader.pieces(&mut setup, player)?;
        }
        if seen == [false; 2] {
            let expected = Text::new("a colon and the pieces", "dos puntos y las piezas");
            return Err(ReadError::at(text, reader.place(), WHAT, expected));
        }
        reader.take(b'.');
        let at = reader.place();
        if at < text.len() {
            let expected = Text::new("a comma, a colon or the end", "una coma, dos puntos o el final");
            return Err(ReadError::at(text, at, WHAT, expected));
        }
        Ok(setup)
    }
}

/// A place in the text that moves on over what it understands.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// Passes over spaces; returns where the next thing stands.
    fn place(&mut self) -> usize {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        self.at
    }

    fn peek(&mut self) -> Option<u8> {
        let at = self.place();
        self.text.as_bytes().get(at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek().is_some_and(|next| next.eq_ignore_ascii_case(&byte));
        self.at += usize::from(found);
        found
    }

    fn colour(&mut self, expected: Text) -> Result<Player, ReadError> {
        if self.take(b'B') {
            Ok(Player::First)
        } else if self.take(b'W') {
            Ok(Player::Second)
        } else {
            Err(ReadError::at(self.text, self.at, WHAT, expected))
        }
    }

    /// The pieces of one colour: squares and ranges between commas, or nothing.
    fn pieces(&mut self, setup: &mut CheckersSetup, player: Player) -> Result<(), ReadError> {
        if !matches!(
            self.peek(),
            Some(b'0'..=b'9' | b'K' | b'k' | b'a'..=b'h' | b'A'..=b'H')
        ) {
            return Ok(());
        }
        loop {
            let at = self.place();
            let king = self.take(b'K');
            let first = self.number(1)?;
            let last = if self.take(b'-') {
                self.number(first)?
            } else {
                first
            };
            for number in first..=last {
                let bit = 1 << (32 - number);
                if (setup.men[player] | setup.kings[player]) & bit != 0 {
                    let expected = text!(
                        "each square once, but {number} came before",
                        "cada casilla una vez, pero {number} ya estaba"
                    );
                    return Err(ReadError::at(self.text, at, WHAT, expected));
                }
                let pieces = if king { &mut setup.kings } else { &mut setup.men };
                pieces[player] |= bit;
            }
            if !self.take(b',') {
                return Ok(());
            }
        }
    }

    fn number(&mut self, least: u8) -> Result<u8, ReadError> {
        let at = self.place();
        let called = self.text.get(at..at + 2).and_then(algebraic_number);
        if let Some(number) = called.filter(|number| *number >= least) {
            self.at += 2;
            return Ok(number);
        }
        let digits = self.text[at..].bytes().take_while(u8::is_ascii_digit).count();
        match self.text[at..at + digits].parse() {
            Ok(number) if (least..=32).contains(&number) => {
                self.at += digits;
                Ok(number)
            }
            _ => {
                let expected = text!("a square from {least} to 32", "una casilla de {least} a 32");
                Err(ReadError::at(self.text, at, WHAT, expected))
            }
        }
    }
}
