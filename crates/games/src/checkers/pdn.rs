//! PDN, the record format of draughts programs: tags, then numbered moves.
//!
//! Red plays the part of Black, who moves first in English draughts (`GameType` 21). Results are White's points
//! first, as in the chess format that PDN is made from: `1-0` means that White, our black, has won. Writing keeps
//! to PDN 3.0: captures have their first and last squares unless that fits another capture too, and the game ends
//! with `*`, its result standing in the tag. Reading also takes what other programs write: results after the moves,
//! comments in braces and after semicolons, lines that begin with `%`, and annotations. A record is one line of play; a tree
//! has the variations and comments too.
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
use crate::movetext::{Piece, pieces, suffix};
use crate::notation::Notation;
use crate::options::Rules;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::record::{Event, Record, main_words, read_events, read_tags, write_tag, write_wrapped};
use crate::tree::{GameTree, grow, write_moves};

const WHAT: Text = Text::new("PDN record", "partida PDN");

fn english() -> CheckersRules {
    CheckersRules::preset("english").unwrap_or_default()
}

/// Reads the first game of a PDN text without its variations.
pub(super) fn read(text: &str) -> Result<Record<Checkers>, InputError> {
    let head = head(text)?;
    head.play(|record| read_events(record, main_words(&head.moves)))
        .map(|(record, ())| record)
}

/// Reads the first game of a PDN text.
pub(super) fn read_tree(text: &str) -> Result<GameTree, InputError> {
    let head = head(text)?;
    let (record, nodes) = head.play(|record| {
        let nodes = grow(record.first()?, &head.moves)?;
        read_events(record, main_words(&head.moves))?;
        Ok(nodes)
    })?;
    Ok(GameTree::with_nodes(&record, nodes))
}

/// A game before its moves are played.
struct Head<'a> {
    /// Without events, with the result that is stated.
    record: Record<Checkers>,
    own_rules: bool,
    /// Bare moves.
    moves: Vec<Piece<'a>>,
}

impl Head<'_> {
    /// Plays the moves, if need be under rules without draws.
    fn play<T>(
        &self,
        play: impl Fn(&mut Record<Checkers>) -> Result<T, InputError>,
    ) -> Result<(Record<Checkers>, T), InputError> {
        let mut record = self.record.clone();
        let played = play(&mut record).or_else(|error| {
            if self.own_rules {
                return Err(error);
            }
            record = self.record.clone();
            record.rules = record.rules.without_limits();
            play(&mut record).map_err(|_| error)
        })?;
        Ok((record, played))
    }
}

fn head(text: &str) -> Result<Head<'_>, InputError> {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    while text.starts_with('%') {
        text = text.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    let (tags, body) = read_tags(text)?;
    let mut record: Record<Checkers> = Record::new(english());
    let mut start: Option<CheckersSetup> = None;
    let mut own_rules = false;
    let found = pieces(text, text.len() - body.len(), &WHAT, true)?;
    if tags.is_empty() && found.is_empty() {
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
    let mut depth = 0;
    for piece in found {
        match piece {
            Piece::Word(word) => {
                if let Some(stated) = result(word) {
                    if depth > 0 {
                        continue;
                    }
                    record.result = stated.or(record.result);
                    break;
                }
                let (bare, signs) = bare_move(word);
                moves.extend((!bare.is_empty()).then_some(Piece::Word(bare)));
                moves.extend(suffix(signs).map(Piece::Glyph));
            }
            Piece::Open => depth += 1,
            Piece::Close => depth -= 1,
            Piece::Comment(_) | Piece::Glyph(_) => {}
        }
        if !matches!(piece, Piece::Word(_)) {
            moves.push(piece);
        }
    }
    Ok(Head {
        record,
        own_rules,
        moves,
    })
}

/// Writes a record as PDN.
pub(super) fn write(record: &Record<Checkers>) -> Result<String, InputError> {
    write_tree(&GameTree::of_record(record)?)
}

/// Writes a game with its variations as PDN.
pub(super) fn write_tree(tree: &GameTree) -> Result<String, InputError> {
    let record = tree.main_line::<Checkers>()?;
    let first = record.first()?;
    let mut text = String::new();
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    write_tag(&mut text, "Result", result_text(record.result));
    write_tag(&mut text, "GameType", "21");
    if record.rules != english() {
        write_tag(&mut text, "Rules", &record.rules.to_string());
    }
    if first.setup() != Checkers::start(&english()).setup() {
        write_tag(&mut text, "SetUp", "1");
        write_tag(&mut text, "FEN", &first.setup().to_string());
    }
    text.push('\n');
    let mut words = write_moves(tree, |game: &Checkers, event, ply, restart| {
        let Event::Move(m) = event else {
            return Vec::new();
        };
        // A game that the second player begins counts their first move as the second half of a number.
        let half = ply + usize::from(first.to_move() == Player::Second);
        let number = half / 2 + 1;
        let mut words = match game.to_move() {
            Player::First => vec![format!("{number}.")],
            Player::Second if restart => vec![format!("{number}...")],
            Player::Second => Vec::new(),
        };
        words.push(shortest(game, *m));
        words
    })?;
    words.push("*");
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

/// The move in a word without its number, which may be empty, and the signs after it.
fn bare_move(word: &str) -> (&str, &str) {
    let after_number = match word.rfind('.') {
        Some(dot) if word[..dot].bytes().all(|b| b.is_ascii_digit() || b == b'.') => &word[dot + 1..],
        _ => word,
    };
    let bare = after_number.trim_end_matches(['!', '?', '*']);
    (bare, &after_number[bare.len()..])
}
