//! GGF, the record format of the Generic Game Server: `(;GM[Othello]…BO[8 … *]B[f5]C[a comment]W[d6]…;)`. It has no
//! variations.

use super::notation::{ReversiSetup, must_pass_before, push_with_pass};
use super::position::{Reversi, ReversiMove};
use super::rules::ReversiRules;
use crate::error::{InputError, ReadError};
use crate::game::Game;
use crate::lang::Text;
use crate::notation::Notation;
use crate::outcome::Outcome;
use crate::player::Player;
use crate::record::{Event, Record};
use crate::tree::{GameTree, LONGEST_COMMENT};

const WHAT: Text = Text::new("GGF record", "partida GGF");

/// GGF property names and the tags that other formats have for them.
const TAGS: &[(&str, &str)] = &[
    ("PC", "Site"),
    ("DT", "Date"),
    ("PB", "Black"),
    ("PW", "White"),
    ("TI", "TimeControl"),
];

/// The tag with the seconds that each move took, which GGF writes beside the moves.
const TIMES: &str = "MoveTimes";

/// Reads the first game of a GGF text.
pub(super) fn read(text: &str) -> Result<Record<Reversi>, InputError> {
    read_with_comments(text).map(|(record, _)| record)
}

/// Reads the first game of a GGF text with its comments.
pub(super) fn read_tree(text: &str) -> Result<GameTree, InputError> {
    let (record, comments) = read_with_comments(text)?;
    let mut tree = GameTree::of_record(&record)?;
    for (at, comment) in comments {
        // The record of a game without variations is a row of nodes.
        let said = &mut tree.nodes[at].comment;
        let whole = format!("{said} {}", comment.trim());
        *said = whole.trim().chars().take(LONGEST_COMMENT).collect();
    }
    Ok(tree)
}

/// Each comment with the number of events before it.
type Comments<'a> = Vec<(usize, &'a str)>;

fn read_with_comments(text: &str) -> Result<(Record<Reversi>, Comments<'_>), InputError> {
    let mut comments = Vec::new();
    let mut record = Record::new(ReversiRules::default());
    let mut game = record.first()?;
    let properties = properties(text)?;
    for Property {
        name,
        value,
        begin,
        at,
    } in properties
    {
        let number = record.events.len() + 1;
        let place = || {
            text!(
                "move {number} ({name}[{value}])",
                "jugada {number} ({name}[{value}])"
            )
        };
        match name {
            "GM" if !value.eq_ignore_ascii_case("othello") && !value.eq_ignore_ascii_case("reversi") => {
                return Err(ReadError::at(text, at, WHAT, Text::same("Othello")).into());
            }
            "BO" => {
                let board = value.strip_prefix("8 ").ok_or_else(|| {
                    ReadError::at(
                        text,
                        at,
                        WHAT,
                        Text::new("a board of size 8", "un tablero de tamaño 8"),
                    )
                })?;
                let setup: ReversiSetup = board
                    .parse()
                    .map_err(|error: ReadError| InputError::from(error).inside(Text::same("BO")))?;
                game = Reversi::from_setup(&record.rules, &setup)?;
                record.start = (game != Reversi::start(&record.rules)).then_some(setup);
            }
            "B" | "W" => {
                // The move, then perhaps an evaluation and a time: `f5/1.50/0.01`.
                let word = value.split('/').next().unwrap_or_default().trim();
                let m: ReversiMove = word
                    .parse()
                    .map_err(|error: ReadError| InputError::from(error).inside(place()))?;
                let passes = must_pass_before(&game, m);
                let due = if passes {
                    game.to_move().other()
                } else {
                    game.to_move()
                };
                if name != letter(due) && game.turn().outcome().is_none() {
                    let found = Text::same(format!("{name}[{value}]"));
                    let (letter, seat) = (letter(due), &Reversi::META.seats[due]);
                    let (en, es) = (&seat.en, &seat.es);
                    let expected = text!(
                        "{letter}[…], as {en} is to move",
                        "{letter}[…], pues es el turno de {es}"
                    );
                    return Err(ReadError::found(text, begin, WHAT, found, expected).into());
                }
                push_with_pass(&mut record, &mut game, m).map_err(|error| error.inside(place()))?;
            }
            "RE" => {
                record.result = read_result(value).ok_or_else(|| {
                    let expected = Text::new(
                        "black's lead such as +2.000 or -14.000:r, or ?",
                        "la ventaja de las negras como +2.000 o -14.000:r, o ?",
                    );
                    ReadError::found(text, at, WHAT, Text::same(format!("{value:?}")), expected)
                })?;
            }
            "C" => comments.push((record.events.len(), value)),
            _ => {
                if let Some((_, tag)) = TAGS.iter().find(|(property, _)| *property == name) {
                    record.tags.push(((*tag).to_owned(), value.to_owned()));
                }
            }
        }
    }
    record.result = game.turn().outcome().or(record.result);
    Ok((record, comments))
}

/// The games of a text, each from `(;` to the next one. A value in brackets may hold anything.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut begins = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        match c {
            '[' => inside = true,
            ']' => inside = false,
            '(' if !inside && text[at..].starts_with("(;") => begins.push(at),
            _ => {}
        }
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins
        .iter()
        .zip(ends)
        .map(|(&begin, end)| &text[begin..end])
        .collect()
}

/// Writes a record as GGF.
pub(super) fn write(record: &Record<Reversi>) -> String {
    write_with_comments(record, &[])
}

/// Writes the main line of a game with its comments as GGF.
pub(super) fn write_tree(tree: &GameTree) -> Result<String, InputError> {
    let record = tree.main_line::<Reversi>()?;
    let way = std::iter::once(0).chain(tree.main_nodes());
    let comments: Vec<&str> = way.map(|at| tree.nodes[at].comment.as_str()).collect();
    Ok(write_with_comments(&record, &comments))
}

/// `comments` are those of the start and of the position after each event.
fn write_with_comments(record: &Record<Reversi>, comments: &[&str]) -> String {
    let mut text = "(;GM[Othello]".to_owned();
    let mut put = |name: &str, value: &str| {
        // A closing bracket would end the value, and GGF has no way to escape it.
        text.push_str(&format!("{name}[{}]", value.replace(']', ")")));
    };
    for (property, tag) in TAGS {
        if let Some((_, value)) = record.tags.iter().find(|(name, _)| name == tag) {
            put(property, value);
        }
    }
    let last = record.last();
    let scores = last
        .as_ref()
        .ok()
        .filter(|game| game.ending().is_some())
        .and_then(Game::scores);
    match (scores, record.result) {
        (Some(scores), _) => put("RE", &format!("{:+}.000", scores.first - scores.second)),
        (None, Some(Outcome::Win(winner))) => {
            put(
                "RE",
                if winner == Player::First {
                    "+64.000:r"
                } else {
                    "-64.000:r"
                },
            );
        }
        (None, Some(Outcome::Draw)) => put("RE", "+0.000"),
        (None, None) => put("RE", "?"),
    }
    put("TY", "8");
    let start = record
        .start
        .unwrap_or_else(|| Reversi::start(&record.rules).setup());
    put("BO", &format!("8 {}", start.to_string().replace('X', "*")));
    let comment_at = |at: usize| comments.get(at).filter(|comment| !comment.is_empty());
    if let Some(comment) = comment_at(0) {
        put("C", comment);
    }
    let mut mover = start.turn;
    let times = record.tags.iter().find(|(name, _)| name == TIMES);
    let mut times = times.map_or("", |(_, times)| times).split_whitespace();
    for (i, event) in record.events.iter().enumerate() {
        if let Event::Move(m) = event {
            let word = if *m == ReversiMove::Pass {
                "PA".to_owned()
            } else {
                m.to_string().to_uppercase()
            };
            match times.next() {
                Some(seconds) => put(letter(mover), &format!("{word}//{seconds}")),
                None => put(letter(mover), &word),
            }
            mover = mover.other();
        }
        if let Some(comment) = comment_at(i + 1) {
            put("C", comment);
        }
    }
    text + ";)\n"
}

/// The property that holds a player's moves.
const fn letter(player: Player) -> &'static str {
    match player {
        Player::First => "B",
        Player::Second => "W",
    }
}

/// The sign of black's score: `+2.000`, `-14.00:r`. `Some(None)` for a game without a result, `None` for what is none.
#[allow(clippy::option_option)]
fn read_result(value: &str) -> Option<Option<Outcome>> {
    if matches!(value.trim(), "" | "?") {
        return Some(None);
    }
    let score: f64 = value.split(':').next()?.trim().parse().ok()?;
    Some(Some(match score.partial_cmp(&0.0)? {
        std::cmp::Ordering::Greater => Outcome::Win(Player::First),
        std::cmp::Ordering::Equal => Outcome::Draw,
        std::cmp::Ordering::Less => Outcome::Win(Player::Second),
    }))
}

struct Property<'a> {
    name: &'a str,
    value: &'a str,
    /// Byte offset of the name.
    begin: usize,
    /// Byte offset of the value.
    at: usize,
}

/// Splits `(;NAME[value]…;)` into its properties.
fn properties(text: &str) -> Result<Vec<Property<'_>>, ReadError> {
    let malformed = |at, en, es| ReadError::at(text, at, WHAT, Text::new(en, es));
    let start = text.find("(;").ok_or_else(|| malformed(0, "(;", "(;"))? + 2;
    let mut found = Vec::new();
    let mut at = start;
    loop {
        let rest = text[at..].trim_start();
        at = text.len() - rest.len();
        if rest.starts_with(";)") || rest.starts_with(')') {
            if found.is_empty() {
                return Err(malformed(at, "GM[Othello]", "GM[Othello]"));
            }
            return Ok(found);
        }
        let open = rest
            .find('[')
            .ok_or_else(|| malformed(at, "NAME[value] or ;)", "NOMBRE[valor] o ;)"))?;
        let close = rest[open..]
            .find(']')
            .ok_or_else(|| malformed(at + open, "a closing ]", "un ] que cierre"))?;
        let name = rest[..open].trim();
        if !name.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(malformed(at, "NAME[value] or ;)", "NOMBRE[valor] o ;)"));
        }
        found.push(Property {
            name,
            value: &rest[open + 1..open + close],
            begin: at,
            at: at + open + 1,
        });
        at += open + close + 1;
    }
}
