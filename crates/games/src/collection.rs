//! Files of games as people have them: many in one file, in UTF-8 or in the letters of the last century, as text or as a
//! database of a game's community. Whoever reads games from outside reads them here, one at a time, so that the memory
//! needed does not grow with the file.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _};

use crate::error::{InputError, ReadError};
use crate::lang::Text;
use crate::notation::Notation as _;
use crate::registry::GameId;
use crate::tree::GameTree;

/// Text that is cut into games at a time.
const CHUNK: usize = 1 << 18;

/// The longest game, and the largest database.
const LONGEST: usize = 64 << 20;

/// What a file that is no text holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Binary {
    /// So many games.
    Games(usize),
    /// Names that games in other files mean by their numbers.
    Names(NameList, Vec<String>),
}

/// What names are of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NameList {
    /// Players.
    Players,
    /// Tournaments.
    Tournaments,
}

/// The names that databases mean by numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    /// The players.
    pub players: Vec<String>,
    /// The tournaments.
    pub tournaments: Vec<String>,
}

impl Names {
    /// Takes the names of a file, if it is a list of names.
    pub fn learn(&mut self, game: GameId, bytes: &[u8]) -> Option<(NameList, usize)> {
        let Some(Binary::Names(list, names)) = with_game!(game, G => G::binary(bytes)) else {
            return None;
        };
        let count = names.len();
        match list {
            NameList::Players => self.players = names,
            NameList::Tournaments => self.tournaments = names,
        }
        Some((list, count))
    }
}

/// Bytes as text: UTF-8, or Latin-1 with the signs that Windows added, line by line, as collections are put together from
/// files of different times.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let text = lines.map(|line| match std::str::from_utf8(line) {
        Ok(line) => line.to_owned(),
        Err(_) => line.iter().map(|&byte| letter(byte)).collect(),
    });
    Cow::Owned(text.collect())
}

/// A byte of the code page 1252, which Latin-1 is a part of.
fn letter(byte: u8) -> char {
    /// From 0x80 on; what is not assigned stays as it is.
    const ADDED: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => ADDED[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The games of a file, one after another. A game that cannot be read hides no other.
pub struct Collection<'a, R> {
    game: GameId,
    names: &'a Names,
    input: R,
    begun: bool,
    /// Text that may go on in the input; the end of it has not been cut into games.
    rest: String,
    /// Games that are cut out already.
    ready: VecDeque<String>,
    /// A database, and the game that is next in it.
    database: Option<(Vec<u8>, std::ops::Range<usize>)>,
}

impl<'a, R: BufRead> Collection<'a, R> {
    /// The games of `input`, of `game` unless their own tags name another one.
    pub fn new(game: GameId, input: R, names: &'a Names) -> Self {
        Self {
            game,
            names,
            input,
            begun: false,
            rest: String::new(),
            ready: VecDeque::new(),
            database: None,
        }
    }

    /// Looks whether the file is text. Text has no byte 0.
    fn begin(&mut self) -> io::Result<Option<InputError>> {
        self.begun = true;
        let mut head = Vec::new();
        (&mut self.input).take(16).read_to_end(&mut head)?;
        if !head.contains(&0) {
            // The rest of its line, so that no letter of several bytes is torn.
            self.input.read_until(b'\n', &mut head)?;
            self.rest = decode(&head).into_owned();
            return Ok(None);
        }
        (&mut self.input).take(LONGEST as u64).read_to_end(&mut head)?;
        match with_game!(self.game, G => G::binary(&head)) {
            Some(Binary::Games(count)) => {
                self.database = Some((head, 0..count));
                Ok(None)
            }
            Some(Binary::Names(..)) => Ok(None),
            None => Ok(Some(unknown_file(self.game))),
        }
    }

    /// Reads on until a game is cut out or the file ends.
    fn refill(&mut self) -> io::Result<()> {
        loop {
            let (mut bytes, wanted) = (Vec::new(), self.rest.len().max(CHUNK));
            let mut ended = false;
            while bytes.len() < wanted && !ended {
                ended = self.input.read_until(b'\n', &mut bytes)? == 0;
            }
            self.rest += &decode(&bytes);
            if self.rest.len() > LONGEST {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "one game is longer than 64 MiB",
                ));
            }
            let cut = with_game!(self.game, G => G::split_records(&self.rest));
            // The last one may go on.
            let keep = if ended { 0 } else { 1 };
            let count = cut.len().saturating_sub(keep);
            let last = cut.last().copied().unwrap_or_default();
            self.ready
                .extend(cut[..count].iter().map(|game| (*game).to_owned()));
            self.rest = if ended { String::new() } else { last.to_owned() };
            // The input was read to the end of a line, which a game may have been cut out without.
            if !self.rest.is_empty() && !self.rest.ends_with('\n') {
                self.rest.push('\n');
            }
            if ended || count > 0 {
                return Ok(());
            }
        }
    }

    fn read_next(&mut self) -> io::Result<Option<Result<GameTree, InputError>>> {
        if !self.begun
            && let Some(error) = self.begin()?
        {
            return Ok(Some(Err(error)));
        }
        if let Some((bytes, numbers)) = &mut self.database {
            let names = self.names;
            let read = |number| {
                with_game!(self.game, G => {
                    G::binary_game(bytes, number, names).and_then(|record| GameTree::of_record(&record))
                })
            };
            return Ok(numbers.next().map(read));
        }
        if self.ready.is_empty() {
            self.refill()?;
        }
        Ok(self.ready.pop_front().map(|text| read_one(self.game, &text)))
    }
}

impl<R: BufRead> Iterator for Collection<'_, R> {
    type Item = io::Result<Result<GameTree, InputError>>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read_next().transpose();
        if matches!(next, Some(Err(_))) {
            // What cannot be read now is not tried for ever.
            self.rest.clear();
            self.database = Some((Vec::new(), 0..0));
        }
        next
    }
}

/// Reads one game, of `game` unless its tags name another one.
fn read_one(game: GameId, text: &str) -> Result<GameTree, InputError> {
    let named = text
        .split_once("[Game \"")
        .and_then(|(_, rest)| rest.split('"').next()?.parse().ok());
    with_game!(named.unwrap_or(game), G => G::read_tree(text))
}

fn unknown_file(game: GameId) -> InputError {
    let Text { en, es } = game.meta().name;
    let found = Text::new("a file that is no text", "un archivo que no es texto");
    let expected = text!("games of {en}", "partidas de {es}");
    ReadError::found("", 0, Text::new("file", "archivo"), found, expected).into()
}
