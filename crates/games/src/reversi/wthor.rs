//! WTHOR, the database of the French federation: a file of games for every year, and two lists with the names of players and
//! tournaments. All three begin with a header of 16 bytes; numbers have their low byte first.
//!
//! A game is 68 bytes: the numbers of tournament, black and white, the discs of black at the end, the best that black could
//! have had when few squares were left, and 60 moves as row and column, 56 being f5. Passes are not written.

use super::notation::push_with_pass;
use super::{Reversi, ReversiRules};
use crate::collection::{Binary, NameList, Names, decode};
use crate::error::{InputError, ReadError};
use crate::game::Game as _;
use crate::lang::Text;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::record::Record;

const HEADER: usize = 16;
const GAME: usize = 68;

/// The lists: what they are of, and the bytes of a name.
const LISTS: [(NameList, usize); 2] = [(NameList::Players, 20), (NameList::Tournaments, 26)];

fn number(bytes: &[u8], at: usize) -> usize {
    let byte = |at: usize| bytes.get(at).copied().map_or(0, usize::from);
    byte(at) | byte(at + 1) << 8
}

/// What the file holds, which its length must bear out.
pub(super) fn open(bytes: &[u8]) -> Option<Binary> {
    let body = bytes.get(HEADER..)?;
    let games = number(bytes, 4) | number(bytes, 6) << 16;
    let names = number(bytes, 8);
    // The side of the board, or 0 in old files; then whether these are games of one player against the clock.
    let ordinary = matches!(bytes[12], 0 | 8) && bytes[13] == 0;
    if games > 0 {
        return (ordinary && body.len() == games.checked_mul(GAME)?).then_some(Binary::Games(games));
    }
    let (list, size) = LISTS
        .into_iter()
        .find(|(_, size)| names > 0 && body.len() == names * size)?;
    let name = |bytes: &[u8]| {
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        decode(&bytes[..end]).trim().to_owned()
    };
    Some(Binary::Names(list, body.chunks(size).map(name).collect()))
}

/// Reads a game of a file by its number.
pub(super) fn read(bytes: &[u8], at: usize, names: &Names) -> Result<Record<Reversi>, InputError> {
    let begin = at.saturating_mul(GAME).saturating_add(HEADER);
    let Some(entry) = bytes.get(begin..begin.saturating_add(GAME)) else {
        let expected = Text::new("a game of 68 bytes", "una partida de 68 bytes");
        return Err(ReadError::at("", 0, Text::new("WTHOR file", "archivo WTHOR"), expected).into());
    };
    let mut record = Record::new(ReversiRules::default());
    let tags = [
        ("Event", name(&names.tournaments, number(entry, 0))),
        ("Date", number(bytes, 10).to_string()),
        ("Black", name(&names.players, number(entry, 2))),
        ("White", name(&names.players, number(entry, 4))),
    ];
    record.tags = tags.map(|(tag, value)| (tag.to_owned(), value)).to_vec();
    let mut game = record.first()?;
    for (i, &square) in entry[8..].iter().take_while(|&&square| square != 0).enumerate() {
        let (row, column) = (square / 10, square % 10);
        let text = format!("{}{row}", char::from(b'a' + column.wrapping_sub(1) % 26));
        let place = || text!("move {}", "jugada {}", i + 1);
        let m = text
            .parse()
            .map_err(|error: ReadError| InputError::from(error).inside(place()))?;
        push_with_pass(&mut record, &mut game, m).map_err(|error| error.inside(place()))?;
    }
    let discs = entry[6];
    let stated = match discs.cmp(&32) {
        std::cmp::Ordering::Greater => Outcome::Win(Player::First),
        std::cmp::Ordering::Less => Outcome::Win(Player::Second),
        std::cmp::Ordering::Equal => Outcome::Draw,
    };
    // A game that was given up has its result, too, and a score by the rules of the tournament.
    record.result = game.turn().outcome().or(Some(stated));
    Ok(record)
}

/// A name of a list, or the number if the list is not there.
fn name(list: &[String], number: usize) -> String {
    list.get(number).cloned().unwrap_or_else(|| format!("#{number}"))
}
