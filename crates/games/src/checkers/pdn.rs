//! PDN, the record format of draughts programs: tags, then numbered moves.
//!
//! The tag `GameType` says which game of the family it is (`GAME_TYPES`); without it moves such as `c3-d4` are Russian
//! draughts and all others English. Red plays the part of Black, who moves first in English draughts and pool checkers,
//! and of White in the other games, where White moves first. Files give the result of the first mover first: `1-0` means
//! that our red has won. The tags of White and Black change places with the colours, so that in a record Black always
//! names the first player. Captures are written with their first and
//! last squares unless that fits another capture too. Reading also takes what other programs write: results after the
//! moves, any text in the tag `Result` (what is no result is kept as `Termination`), moves broken by spaces and line ends,
//! captures written jump by jump, comments in braces and after semicolons, lines that begin with `%`, and annotations. A
//! game that has ended on the board has the result of the board. A record is one line of play; a tree has the variations
//! and comments too.
//!
//! Damero once wrote the result of White first. Those files are known by their shape, which no other writer has: the tag
//! `Result` directly before a bare `[GameType "21"]`, and `*` after the moves of a game that has a result.
//!
//! PDN knows one set of rules for each type of game; a record under others than those says so in a `Rules` tag.
//! Players of real games may go on where those would declare a draw, so a record without that tag which does is
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
use crate::record::{Event, Record, main_words, offset, read_events, read_tags, write_tag, write_wrapped};
use crate::tree::{GameTree, grow, write_moves};

const WHAT: Text = Text::new("PDN record", "partida PDN");

/// The types of games: their number, the preset, and what else the tag says: who begins, the size of the board, whether
/// squares have numbers or letters and from which corner they are counted, and whether the near left corner is light.
const GAME_TYPES: [(&str, &str, &str); 7] = [
    ("21", "english", "B,8,8,N1,0"),
    ("22", "italian", "W,8,8,N2,1"),
    ("23", "pool", "B,8,8,N1,0"),
    ("24", "spanish", "W,8,8,N1,1"),
    ("25", "russian", "W,8,8,A0,0"),
    ("26", "brazilian", "W,8,8,A0,0"),
    ("29", "czech", "W,8,8,A0,0"),
];

/// As it was written when White's result stood first.
const OLD_GAME_TYPE: &str = "21";

/// What stands between the squares of a move.
const SIGNS: [char; 5] = ['-', 'x', 'X', ':', '×'];

fn preset(name: &str) -> CheckersRules {
    CheckersRules::preset(name).unwrap_or_default()
}

/// The type of game of a preset; those of rules that are no type of PDN's count as English draughts.
fn game_type(rules: &CheckersRules) -> (&'static str, &'static str, &'static str) {
    let id = rules.to_string();
    let name = id.split(',').next();
    let known = GAME_TYPES
        .into_iter()
        .find(|&(_, preset, _)| Some(preset) == name);
    known.unwrap_or(GAME_TYPES[0])
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
        // The board knows better than a tag how a game has ended.
        let open = Record {
            result: None,
            ..self.record.clone()
        };
        let mut record = open.clone();
        let played = play(&mut record).or_else(|error| {
            if self.own_rules {
                return Err(error);
            }
            record = open;
            record.rules = record.rules.without_limits();
            play(&mut record).map_err(|_| error)
        })?;
        record.result = record.result.or(self.record.result);
        Ok((record, played))
    }
}

fn head(text: &str) -> Result<Head<'_>, InputError> {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    while text.starts_with('%') {
        text = text.split_once('\n').map_or("", |(_, rest)| rest.trim_start());
    }
    let (tags, body) = read_tags(text)?;
    let mut record: Record<Checkers> = Record::new(preset("english"));
    let mut start: Option<CheckersSetup> = None;
    let (mut own_rules, mut typed) = (false, false);
    let found = join_moves(text, pieces(text, text.len() - body.len(), &WHAT, true)?);
    let old_shape = tags
        .windows(2)
        .any(|pair| pair[0].name == "Result" && pair[1].name == "GameType" && pair[1].value == OLD_GAME_TYPE);
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
                let number = tag.value.split(',').next().unwrap_or_default().trim();
                let Some((_, name, _)) = GAME_TYPES.into_iter().find(|(known, ..)| *known == number) else {
                    let found = Text::same(format!("[GameType {:?}]", tag.value));
                    let known = GAME_TYPES.map(|(number, ..)| number).join(", ");
                    let expected = text!("a GameType of {known}", "un GameType de {known}");
                    return Err(ReadError::found(text, tag.at, WHAT, found, expected).into());
                };
                typed = true;
                if !own_rules {
                    record.rules = preset(name);
                }
            }
            "Rules" => {
                record.rules = tag.value.parse().map_err(|error| tag.blame(error))?;
                own_rules = true;
            }
            "FEN" => start = Some(tag.value.parse().map_err(|error: ReadError| tag.blame(error))?),
            name if name.eq_ignore_ascii_case("SetUp") => {}
            "Result" => {
                let (result, remark) = read_result(&tag.value);
                record.result = result;
                let remark = (!remark.is_empty()).then(|| ("Termination".to_owned(), remark.to_owned()));
                record.tags.extend(remark);
            }
            _ => record.tags.push((tag.name, tag.value)),
        }
    }
    if !typed && !own_rules && found.iter().find_map(first_letter) == Some(true) {
        record.rules = preset("russian");
    }
    exchange_colours(&mut record);
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
                    if old_shape && word == "*" {
                        record.result = record.result.map(turned);
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
    let mut record = tree.main_line::<Checkers>()?;
    let first = record.first()?;
    let mut text = String::new();
    let (number, name, rest) = game_type(&record.rules);
    exchange_colours(&mut record);
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    write_tag(&mut text, "Result", result_text(record.result));
    write_tag(&mut text, "GameType", &format!("{number},{rest}"));
    if record.rules != preset(name) {
        write_tag(&mut text, "Rules", &record.rules.to_string());
    }
    if first.setup() != Checkers::start(&preset(name)).setup() {
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
    words.push(result_text(record.result));
    write_wrapped(&mut text, words.into_iter());
    Ok(text)
}

/// Where red is White, the tags of White are those of the first player, which a record calls Black, and the other way
/// round.
fn exchange_colours(record: &mut Record<Checkers>) {
    if record.rules.letter(Player::First) == 'B' {
        return;
    }
    for (name, _) in &mut record.tags {
        let exchanged = match (name.strip_prefix("White"), name.strip_prefix("Black")) {
            (Some(rest), _) => format!("Black{rest}"),
            (_, Some(rest)) => format!("White{rest}"),
            _ => continue,
        };
        *name = exchanged;
    }
}

/// Whether the first move has letters for squares.
fn first_letter(piece: &Piece<'_>) -> Option<bool> {
    let Piece::Word(word) = piece else { return None };
    let (bare, _) = bare_move(word);
    let first = bare.chars().next()?;
    Some(first.is_ascii_alphabetic())
}

/// A capture by its first and last squares where that is enough.
fn shortest(game: &Checkers, m: CheckersMove) -> String {
    let mut legal = MoveBuf::new();
    game.moves(&mut legal);
    let same_ends = |other: &&CheckersMove| other.from == m.from && other.to == m.to;
    if m.is_capture() && m.from != m.to && legal.iter().filter(same_ends).count() == 1 {
        let naming = m.naming();
        format!("{}x{}", naming.name(m.from()), naming.name(m.to()))
    } else {
        m.to_string()
    }
}

/// `Some(None)` for a game without a result, `None` for a word that is no result.
#[allow(clippy::option_option)]
fn result(word: &str) -> Option<Option<Outcome>> {
    match word {
        "1-0" | "2-0" => Some(Some(Outcome::Win(Player::First))),
        "0-1" | "0-2" => Some(Some(Outcome::Win(Player::Second))),
        "1/2-1/2" | "1-1" | "½-½" => Some(Some(Outcome::Draw)),
        "*" | "0-0" => Some(None),
        _ => None,
    }
}

/// The result in any text, such as `1-0 (time)`, and what else it says.
fn read_result(text: &str) -> (Option<Outcome>, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| c.is_whitespace() || c == '(')
        .unwrap_or(text.len());
    match result(&text[..end]) {
        Some(outcome) => (outcome, text[end..].trim().trim_matches(['(', ')'])),
        None if text == "?" => (None, ""),
        None => (None, text),
    }
}

/// The same result with the sides exchanged.
const fn turned(result: Outcome) -> Outcome {
    match result {
        Outcome::Win(player) => Outcome::Win(player.other()),
        Outcome::Draw => Outcome::Draw,
    }
}

const fn result_text(result: Option<Outcome>) -> &'static str {
    match result {
        Some(Outcome::Win(Player::First)) => "1-0",
        Some(Outcome::Win(Player::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    }
}

/// Puts together the words of one move, and leaves out braces that close nothing.
fn join_moves<'a>(text: &'a str, found: Vec<Piece<'a>>) -> Vec<Piece<'a>> {
    let mut joined: Vec<Piece<'a>> = Vec::with_capacity(found.len());
    for piece in found {
        if piece == Piece::Word("}") {
            continue;
        }
        if let (Some(&Piece::Word(last)), Piece::Word(next)) = (joined.last(), piece)
            && is_one_move(last, next)
        {
            let (begin, middle) = (offset(text, last), offset(text, next));
            // A glyph that says nothing may have stood in between.
            if text[begin + last.len()..middle].trim().is_empty() {
                joined.pop();
                joined.push(Piece::Word(&text[begin..middle + next.len()]));
                continue;
            }
        }
        joined.push(piece);
    }
    joined
}

/// Whether two words are parts of one move: `15x` and `22`, or `15x22` and `22x29`, as the square on which a piece has
/// arrived is not one from which the other side moves.
fn is_one_move(last: &str, next: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit() || matches!(c, 'a'..='h');
    let (last, after) = bare_move(last);
    if !last.starts_with(digit) || !after.is_empty() || result(last).is_some() || result(next).is_some() {
        return false;
    }
    if last.ends_with(SIGNS) {
        return next.starts_with(digit);
    }
    if next.starts_with(SIGNS) {
        return last.ends_with(digit);
    }
    let arrived = last.rsplit_once(SIGNS).map(|(_, square)| square);
    let leaves = next.split_once(SIGNS).map(|(square, _)| square);
    arrived.is_some_and(|square| !square.is_empty()) && arrived == leaves
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
