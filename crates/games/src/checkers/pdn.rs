//! PDN, the record format of draughts programs: tags, then numbered moves.
//!
//! Red plays the part of Black, who moves first in English draughts (`GameType` 21). Results are White's points
//! first, as in the chess format that PDN is made from: `1-0` means that White, our black, has won. Writing keeps
//! to PDN 3.0: captures have their first and last squares unless that fits another capture too, and the game ends
//! with `*`, its result standing in the tag. Reading also takes what other programs write: results after the moves,
//! comments in braces and after semicolons, lines that begin with `%`, annotations, and variations, which are
//! skipped.
//!
//! PDN knows one set of rules for each type of game; a record under others than `english` says so in a `Rules` tag.
//! Players of real games may go on where `english` would declare a draw, so a record without that tag which does is
//! read under the same rules without those draws.

use super::fen::CheckersSetup;
use super::moves::CheckersMove;
use super::position::Checkers;
use super::rules::CheckersRules;
use crate::error::{InputError, ReadError};
use crate::game::{Game, MoveBuf};
use crate::lang::Text;
use crate::notation::Notation;
use crate::options::Rules;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::record::{Event, Record, apply, read_events, read_tags, write_tag, write_wrapped};

const WHAT: Text = Text::new("PDN record", "partida PDN");

fn english() -> CheckersRules {
    CheckersRules::preset("english").unwrap_or_default()
}

/// Reads the first game of a PDN text.
pub(super) fn read(text: &str) -> Result<Record<Checkers>, InputError> {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    while text.starts_with('%') {
        text = text.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    let (tags, body) = read_tags(text)?;
    let mut record: Record<Checkers> = Record::new(english());
    let mut start: Option<CheckersSetup> = None;
    let mut own_rules = false;
    let words = tokens(text, text.len() - body.len())?;
    if tags.is_empty() && words.is_empty() {
        let expected = Text::new(
            "tags such as [Event \"…\"] or moves such as 12-16",
            "etiquetas como [Event \"…\"] o jugadas como 12-16",
        );
        return Err(ReadError::at(text, text.len(), WHAT, expected).into());
    }
    for tag in tags {
        match tag.name.as_str() {
            "GameType" => {
                if tag.value.split(',').next().map(str::trim) != Some("21") {
                    let found = Text::same(format!("[GameType {:?}]", tag.value));
                    let expected = Text::same("[GameType \"21\"]");
                    return Err(ReadError::found(text, tag.at, WHAT, found, expected).into());
                }
            }
            "Rules" => {
                record.rules = tag.value.parse().map_err(|error| tag.blame(error))?;
                own_rules = true;
            }
            "FEN" => start = Some(tag.value.parse().map_err(|error: ReadError| tag.blame(error))?),
            "SetUp" => {}
            "Result" => {
                record.result = result(&tag.value).ok_or_else(|| {
                    let found = Text::same(format!("[Result {:?}]", tag.value));
                    let expected = Text::new("1-0, 0-1, 1/2-1/2 or *", "1-0, 0-1, 1/2-1/2 o *");
                    ReadError::found(text, tag.at, WHAT, found, expected)
                })?;
            }
            _ => record.tags.push((tag.name, tag.value)),
        }
    }
    let usual = Checkers::start(&record.rules).setup();
    record.start = start.filter(|setup| *setup != usual);
    let mut moves = Vec::new();
    for token in words {
        if let Some(result) = result(token) {
            record.result = result.or(record.result);
            break;
        }
        moves.extend(bare_move(token));
    }
    let unplayed = record.clone();
    read_events(&mut record, moves.iter().copied()).or_else(|error| {
        if own_rules {
            return Err(error);
        }
        record = unplayed;
        record.rules = record.rules.without_limits();
        read_events(&mut record, moves).map_err(|_| error)
    })?;
    Ok(record)
}

/// Writes a record as PDN.
pub(super) fn write(record: &Record<Checkers>) -> Result<String, InputError> {
    let mut game = record.first()?;
    let mut text = String::new();
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    write_tag(&mut text, "Result", result_text(record.result));
    write_tag(&mut text, "GameType", "21");
    if record.rules != english() {
        write_tag(&mut text, "Rules", &record.rules.to_string());
    }
    if game.setup() != Checkers::start(&english()).setup() {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &game.setup().to_string());
    }
    text.push('\n');

    let mut words = Vec::new();
    let mut number = 1;
    for event in &record.events {
        if let Event::Move(m) = event {
            match game.to_move() {
                Player::First => words.push(format!("{number}.")),
                Player::Second if words.is_empty() => words.push(format!("{number}...")),
                Player::Second => {}
            }
            number += u32::from(game.to_move() == Player::Second);
            words.push(shortest(&game, *m));
        }
        apply(&mut game, event)?;
    }
    words.push("*".to_owned());
    write_wrapped(&mut text, words.into_iter());
    Ok(text)
}

/// A capture by its first and last squares where that is enough.
fn shortest(game: &Checkers, m: CheckersMove) -> String {
    let mut legal = MoveBuf::new();
    game.moves(&mut legal);
    let same_ends = |other: &&CheckersMove| other.from == m.from && other.to == m.to;
    if m.is_capture() && m.from != m.to && legal.iter().filter(same_ends).count() == 1 {
        format!("{}x{}", m.from(), m.to())
    } else {
        m.to_string()
    }
}

/// `Some(None)` for a game without a result, `None` for a word that is no result.
#[allow(clippy::option_option)]
fn result(word: &str) -> Option<Option<Outcome>> {
    match word {
        "1-0" | "2-0" => Some(Some(Outcome::Win(Player::Second))),
        "0-1" | "0-2" => Some(Some(Outcome::Win(Player::First))),
        "1/2-1/2" | "1-1" => Some(Some(Outcome::Draw)),
        "*" | "0-0" => Some(None),
        _ => None,
    }
}

const fn result_text(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Player::First)) => "0-1",
        Some(Outcome::Win(Player::Second)) => "1-0",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// The move in a word without its number and annotations; nothing if there is none.
fn bare_move(word: &str) -> Option<&str> {
    let after_number = match word.rfind('.') {
        Some(dot) if word[..dot].bytes().all(|b| b.is_ascii_digit() || b == b'.') => &word[dot + 1..],
        _ => word,
    };
    let bare = after_number.trim_end_matches(['!', '?', '*']);
    (!bare.is_empty() && !bare.starts_with('$')).then_some(bare)
}

/// The words of the moves that begin at byte `at`, without comments and variations, up to the tags of the next game.
fn tokens(text: &str, mut at: usize) -> Result<Vec<&str>, ReadError> {
    let unclosed = |at: usize, what: char| {
        let expected = text!("a closing {what} after this", "un {what} que cierre esto");
        ReadError::at(text, at, WHAT, expected)
    };
    let mut words = Vec::new();
    let mut variations = Vec::new();
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let line_start = text[..at].ends_with('\n');
        let until = |end: char| rest.find(end).map(|found| found + end.len_utf8());
        at += match c {
            '{' => until('}').ok_or_else(|| unclosed(at, '}'))?,
            ';' => until('\n').unwrap_or(rest.len()),
            '%' if line_start => until('\n').unwrap_or(rest.len()),
            '(' => {
                variations.push(at);
                1
            }
            ')' if variations.pop().is_some() => 1,
            ')' => return Err(ReadError::at(text, at, WHAT, Text::new("a move", "una jugada"))),
            '[' => break,
            _ if c.is_whitespace() => c.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || "{};()[".contains(c);
                let length = rest.find(ends).unwrap_or(rest.len()).max(1);
                if variations.is_empty() {
                    words.push(&rest[..length]);
                }
                length
            }
        };
    }
    match variations.last() {
        Some(&open) => Err(unclosed(open, ')')),
        None => Ok(words),
    }
}
