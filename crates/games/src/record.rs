//! Whole games: the rules, where it started, everything that happened, and the result.
//!
//! Damero's own text format, shared by all games, is a few tags and then the moves and chance events in order:
//!
//! ```text
//! [Game "reversi"]
//! [Rules "standard"]
//! [Result "*"]
//!
//! f5 d6 c3 *
//! ```
//!
//! A `[Position "…"]` tag tells where the game started if not at the beginning; other tags are kept as they are. The last
//! word is `1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result. A record is one line of play: comments, glyphs and
//! variations, see [`tree`](crate::tree), are left out.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::error::{InputError, ReadError, ResultError};
use crate::game::{Game, Turn};
use crate::lang::Text;
use crate::movetext::{Piece, pieces};
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::tree::{GameTree, grow, write_moves};

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<G: Game> {
    /// A player's move.
    Move(G::Move),
    /// A chance event.
    Chance(G::Chance),
}

impl<G: Game> std::fmt::Display for Event<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Move(m) => m.fmt(f),
            Self::Chance(event) => event.fmt(f),
        }
    }
}

/// One whole game. Records are made by playing, or read from text and replayed, so their events are legal.
///
/// ```
/// use damero_games::{NATIVE, Notation, Session, checkers::Checkers};
///
/// let mut session = Session::<Checkers>::new("english".parse()?);
/// session.play(session.game().read_move("11-15")?)?;
/// let record = session.record();
///
/// let pdn = Checkers::write_record(record, "pdn")?;
/// assert!(pdn.contains("1. 11-15"));
/// let own = Checkers::write_record(record, NATIVE.name)?;
/// assert_eq!(&Checkers::read_record(&own)?, record);
/// # Ok::<(), damero_games::InputError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<G: Notation> {
    /// Tags that Damero does not interpret, such as the names of the players.
    pub tags: Vec<(String, String)>,
    /// The rules.
    pub rules: G::Rules,
    /// Where the game started, if not at the beginning.
    pub start: Option<G::Setup>,
    /// What happened, in order.
    pub events: Vec<Event<G>>,
    /// The result, which may come from outside the rules (resignation, agreement); `None` for an open game.
    pub result: Option<Outcome>,
}

impl<G: Notation> Record<G> {
    /// An empty record under `rules`.
    #[must_use]
    pub const fn new(rules: G::Rules) -> Self {
        Self {
            tags: Vec::new(),
            rules,
            start: None,
            events: Vec::new(),
            result: None,
        }
    }

    /// The game before the first event.
    ///
    /// # Errors
    /// If the start position is impossible under the rules.
    pub fn first(&self) -> Result<G, InputError> {
        match &self.start {
            None => Ok(G::start(&self.rules)),
            Some(setup) => Ok(G::from_setup(&self.rules, setup)?),
        }
    }

    /// The game after the last event.
    ///
    /// # Errors
    /// If an event is refused; the error says which.
    pub fn last(&self) -> Result<G, InputError> {
        let mut game = self.first()?;
        for (i, event) in self.events.iter().enumerate() {
            apply(&mut game, event).map_err(|error| error.inside(event_place(i, event)))?;
        }
        Ok(game)
    }
}

/// Applies an event to a game.
///
/// # Errors
/// If the rules refuse it; the game is left as it was.
pub fn apply<G: Game>(game: &mut G, event: &Event<G>) -> Result<(), InputError> {
    match event {
        Event::Move(m) => game.play(*m)?,
        Event::Chance(event) => game.apply_chance(event)?,
    }
    Ok(())
}

/// Reads the next event of a record, whatever is due: a move or a chance event.
///
/// # Errors
/// If the text is malformed or refused by the rules.
pub fn read_event<G: Notation>(game: &G, text: &str) -> Result<Event<G>, InputError> {
    match game.turn() {
        Turn::Chance => game.read_chance(text).map(Event::Chance),
        Turn::Player(_) | Turn::Over(_) => game.read_move(text).map(Event::Move),
    }
}

pub(crate) fn event_place(i: usize, event: impl std::fmt::Display) -> Text {
    let number = i + 1;
    let word = event.to_string();
    // A word of a hostile text may be as long as the text.
    let shown: String = word.chars().take(40).collect();
    let dots = if shown.len() < word.len() { "…" } else { "" };
    text!("move {number} ({shown}{dots})", "jugada {number} ({shown}{dots})")
}

/// Plays the words of a move list onto `record` and settles its result.
///
/// # Errors
/// If a word is malformed or refused, or the moves end in another result than the record states.
pub(crate) fn read_events<'a, G: Notation>(
    record: &mut Record<G>,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<(), InputError> {
    let mut game = record.last()?;
    for word in words {
        let place = |error: InputError| error.inside(event_place(record.events.len(), word));
        let event = read_event(&game, word).map_err(place)?;
        apply(&mut game, &event)?;
        record.events.push(event);
    }
    record.result = settle(record.result, game.turn().outcome())?;
    Ok(())
}

/// The result of a game: what its rules say once it is over, until then what was stated.
///
/// # Errors
/// If the two contradict each other.
pub(crate) fn settle(
    stated: Option<Outcome>,
    reached: Option<Outcome>,
) -> Result<Option<Outcome>, ResultError> {
    match (stated, reached) {
        (Some(stated), Some(reached)) if stated != reached => Err(ResultError { stated, reached }),
        _ => Ok(reached.or(stated)),
    }
}

/// Writes a record in Damero's own format.
#[must_use]
pub fn write_native<G: Notation>(record: &Record<G>) -> String {
    let mut text = native_tags(record);
    let result = result_word(record.result).to_owned();
    let words = record.events.iter().map(ToString::to_string).chain([result]);
    write_wrapped(&mut text, words);
    text
}

fn result_word(result: Option<Outcome>) -> &'static str {
    result.map_or("*", Outcome::as_str)
}

fn native_tags<G: Notation>(record: &Record<G>) -> String {
    let mut text = String::new();
    write_tag(&mut text, "Game", G::META.id);
    write_tag(&mut text, "Rules", &record.rules.to_string());
    if let Some(start) = &record.start {
        write_tag(&mut text, "Position", &start.to_string());
    }
    for (name, value) in &record.tags {
        write_tag(&mut text, name, value);
    }
    write_tag(&mut text, "Result", result_word(record.result));
    text.push('\n');
    text
}

/// Reads a record in Damero's own format; variations are left out.
///
/// # Errors
/// If the text is malformed, names another game, or holds a move that is refused.
pub fn read_native<G: Notation>(text: &str) -> Result<Record<G>, InputError> {
    let (mut record, pieces) = read_native_head::<G>(text)?;
    let words = main_words(&pieces);
    read_events(&mut record, words)?;
    Ok(record)
}

/// Reads a game with variations in Damero's own format.
///
/// # Errors
/// If the text is malformed, names another game, or holds a move that is refused.
pub(crate) fn read_native_tree<G: Notation>(text: &str) -> Result<GameTree, InputError> {
    let (mut record, pieces) = read_native_head::<G>(text)?;
    let nodes = grow(record.first()?, &pieces)?;
    let words = main_words(&pieces);
    read_events(&mut record, words)?;
    Ok(GameTree::with_nodes(&record, nodes))
}

/// Writes a game with variations in Damero's own format.
///
/// # Errors
/// If a move is refused.
pub(crate) fn write_native_tree<G: Notation>(tree: &GameTree) -> Result<String, InputError> {
    let record = tree.main_line::<G>()?;
    let mut words = write_moves::<G>(tree, |_, event, _, _| vec![event.to_string()])?;
    words.push(result_word(record.result));
    let mut text = native_tags(&record);
    write_wrapped(&mut text, words.into_iter());
    Ok(text)
}

/// The words of the main line.
pub(crate) fn main_words<'a>(pieces: &[Piece<'a>]) -> Vec<&'a str> {
    let mut depth = 0;
    let mut words = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Open => depth += 1,
            Piece::Close => depth -= 1,
            Piece::Word(word) if depth == 0 => words.push(*word),
            Piece::Word(_) | Piece::Comment(_) | Piece::Glyph(_) => {}
        }
    }
    words
}

/// The record without its events, with the result that is stated, and the pieces of its moves up to the result.
fn read_native_head<G: Notation>(text: &str) -> Result<(Record<G>, Vec<Piece<'_>>), InputError> {
    let (tags, body) = read_tags(text)?;
    let mut found = pieces(text, text.len() - body.len(), &WHAT, false)?;
    if tags.is_empty() && found.is_empty() {
        let expected = Text::same(format!("[Game \"{}\"]", G::META.id));
        return Err(ReadError::at(text, text.len(), WHAT, expected).into());
    }
    let mut record = Record::<G>::new(G::Rules::default());
    let mut seen = Vec::new();
    for tag in tags {
        if ["Game", "Rules", "Position", "Result"].contains(&tag.name.as_str()) {
            if seen.contains(&tag.name) {
                let expected = text!("only one tag {}", "una sola etiqueta {}", tag.name);
                return Err(ReadError::at(text, tag.at, WHAT, expected).into());
            }
            seen.push(tag.name.clone());
        }
        match tag.name.as_str() {
            "Game" if tag.value == G::META.id => {}
            "Game" => {
                let expected = Text::same(format!("[Game \"{}\"]", G::META.id));
                return Err(tag.refuse(text, expected).into());
            }
            "Rules" => record.rules = tag.value.parse().map_err(|error| tag.blame(error))?,
            "Position" => {
                record.start = Some(tag.value.parse().map_err(|error: ReadError| tag.blame(error))?);
            }
            "Result" => {
                let word =
                    ResultWord::read(&tag.value).ok_or_else(|| tag.refuse(text, ResultWord::EXPECTED))?;
                record.result = word.outcome();
            }
            _ => record.tags.push((tag.name, tag.value)),
        }
    }
    let mut depth = 0;
    let end = found.iter().position(|piece| {
        match piece {
            Piece::Open => depth += 1,
            Piece::Close => depth -= 1,
            _ => {}
        }
        matches!(piece, Piece::Word(word) if depth == 0 && ResultWord::read(word).is_some())
    });
    if let Some(end) = end
        && let Piece::Word(word) = found[end]
    {
        let last = ResultWord::read(word).and_then(ResultWord::outcome);
        if let Some(tag) = record.result.filter(|&tag| last.is_some_and(|last| last != tag)) {
            let tag = tag.as_str();
            let expected = text!(
                "{tag}, as the tag Result says",
                "{tag}, como dice la etiqueta Result"
            );
            return Err(ReadError::at(text, offset(text, word), WHAT, expected).into());
        }
        record.result = last.or(record.result);
        let more = found[end + 1..].iter().find_map(|piece| match piece {
            Piece::Word(word) => Some(*word),
            _ => None,
        });
        if let Some(more) = more {
            let expected = Text::new("the end after the result", "el final después del resultado");
            return Err(ReadError::at(text, offset(text, more), WHAT, expected).into());
        }
        found.truncate(end);
    }
    Ok((record, found))
}

/// Where `part`, a slice of `text`, begins in it.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

const WHAT: Text = Text::new("game record", "partida");

/// A `[Name "value"]` line.
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Byte offset of the line in the text.
    pub(crate) at: usize,
}

impl Tag {
    /// The value is not what it should be.
    pub(crate) fn refuse(&self, text: &str, expected: Text) -> ReadError {
        let found = Text::same(format!("[{} {:?}]", self.name, self.value));
        ReadError::found(text, self.at, WHAT, found, expected)
    }

    /// Says that the error happened inside this tag.
    pub(crate) fn blame(&self, error: impl Into<InputError>) -> InputError {
        let name = &self.name;
        error.into().inside(text!("tag {name}", "etiqueta {name}"))
    }
}

/// Reads the tags at the head of a record; returns them and the text after them.
///
/// # Errors
/// If a line that begins with `[` is not a tag.
pub(crate) fn read_tags(text: &str) -> Result<(Vec<Tag>, &str), ReadError> {
    let mut tags = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    while rest.starts_with('[') {
        let at = text.len() - rest.len();
        let malformed = || {
            ReadError::at(
                text,
                at,
                WHAT,
                Text::new("[Name \"value\"]", "[Nombre \"valor\"]"),
            )
        };
        let (name, quoted) = rest[1..].split_once('"').ok_or_else(malformed)?;
        let mut value = String::new();
        let mut chars = quoted.char_indices();
        let end = loop {
            match chars.next() {
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| if c == 'n' { '\n' } else { c })),
                // Old files have names in quotes inside of quotes.
                Some((i, '"')) if !closes(&quoted[i + 1..]) => value.push('"'),
                Some((i, '"')) => break i + 1,
                Some((_, c)) => value.push(c),
                None => return Err(malformed()),
            }
        };
        rest = quoted[end..]
            .trim_start()
            .strip_prefix(']')
            .ok_or_else(malformed)?
            .trim_start();
        tags.push(Tag {
            name: name.trim().to_owned(),
            value,
            at,
        });
    }
    Ok((tags, rest))
}

/// Whether the value of a tag ends before `rest`: a bracket follows, or no other quote on the line.
fn closes(rest: &str) -> bool {
    rest.trim_start().starts_with(']') || !rest.lines().next().is_some_and(|line| line.contains('"'))
}

/// Writes a tag line.
pub(crate) fn write_tag(out: &mut String, name: &str, value: &str) {
    let value = value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    // Writing to a string cannot fail.
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

/// Writes words separated by spaces in lines of at most 100 characters.
pub(crate) fn write_wrapped(out: &mut String, words: impl Iterator<Item = String>) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > 100 {
            out.push('\n');
            width = 0;
        } else if width > 0 {
            out.push(' ');
            width += 1;
        }
        out.push_str(&word);
        width += length;
    }
    out.push('\n');
}

/// The last word of a record, and the value of its `Result` tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ResultWord {
    /// `*`: the game has no result yet.
    Open,
    /// A result.
    Ended(Outcome),
}

impl ResultWord {
    /// What there is.
    pub(crate) const EXPECTED: Text = Text::new("1-0, 0-1, 1/2-1/2 or *", "1-0, 0-1, 1/2-1/2 o *");

    fn read(word: &str) -> Option<Self> {
        match word {
            "1-0" => Some(Self::Ended(Outcome::Win(Player::First))),
            "0-1" => Some(Self::Ended(Outcome::Win(Player::Second))),
            "1/2-1/2" => Some(Self::Ended(Outcome::Draw)),
            "*" => Some(Self::Open),
            _ => None,
        }
    }

    /// The result, if there is one.
    pub(crate) const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Open => None,
            Self::Ended(outcome) => Some(outcome),
        }
    }
}

/// The serde form: the same parts as text. Deserialising replays the game, so only legal records come in.
#[derive(Serialize, Deserialize)]
struct RecordText {
    game: String,
    rules: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    events: Vec<String>,
    result: Option<Outcome>,
}

impl<G: Notation> Serialize for Record<G> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = RecordText {
            game: G::META.id.to_owned(),
            rules: self.rules.to_string(),
            start: self.start.as_ref().map(ToString::to_string),
            tags: self.tags.clone(),
            events: self.events.iter().map(ToString::to_string).collect(),
            result: self.result,
        };
        text.serialize(serializer)
    }
}

impl<'de, G: Notation> Deserialize<'de> for Record<G> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;

        let text = RecordText::deserialize(deserializer)?;
        if text.game != G::META.id {
            return Err(D::Error::custom(format!(
                "a record of {}, expected {}",
                text.game,
                G::META.id
            )));
        }
        let mut record = Self::new(text.rules.parse().map_err(D::Error::custom)?);
        record.tags = text.tags;
        record.start = text
            .start
            .map(|start| start.parse())
            .transpose()
            .map_err(D::Error::custom)?;
        record.result = text.result;
        read_events(&mut record, text.events.iter().map(String::as_str)).map_err(D::Error::custom)?;
        Ok(record)
    }
}
