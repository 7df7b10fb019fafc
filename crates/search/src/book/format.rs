//! Books as text: a header, then one position a line. `docs/books.md` describes it for people. The parts that are public
//! serve the files of those who make books, which begin alike.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::str::FromStr;

use damero_games::{InputError, ReadError, Text, text};

use super::{Book, Bookable, Choice, Header, Plan};
use crate::score::Score;

/// The first line of every book.
const MAGIC: &str = "damero book 1";

const WHAT: Text = Text::new("opening book", "libro de aperturas");

impl Book {
    /// Writes the book. The same positions give the same text.
    #[must_use]
    pub fn write(&self) -> String {
        let mut body = String::new();
        for (position, choices) in &self.positions {
            body.push_str(position);
            for Choice { text, score, depth } in choices {
                // Writing to a string cannot fail.
                let _ = write!(body, "\t{text} {score} {depth}");
            }
            body.push('\n');
        }
        let (count, sum) = (self.positions.len(), checksum(&body));
        format!(
            "{}positions {count}\nchecksum {sum:016x}\n{body}",
            write_header(MAGIC, &self.header)
        )
    }

    /// Reads a book of any game. Its moves are not looked at; see [`Book::check`].
    ///
    /// # Errors
    /// If it is no book, or was changed or cut since it was written.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let mut lines = Lines::new(text);
        let header = read_header(MAGIC, &mut lines)?;
        let count: usize = lines.field("positions")?;
        let stated: String = lines.field("checksum")?;
        let stated_at = lines.number;
        let found = format!("{:016x}", checksum(lines.rest()));
        if stated != found {
            return Err(ReadError {
                what: WHAT,
                line: stated_at,
                column: 10,
                found: text!("the checksum {stated}", "la suma de control {stated}"),
                expected: text!(
                    "{found}, as the positions below give: the file was changed or cut",
                    "{found}, que dan las posiciones de abajo: el archivo fue cambiado o cortado"
                ),
            }
            .into());
        }
        let mut positions = BTreeMap::new();
        while let Some(line) = lines.next() {
            let (position, choices) = read_line(line, lines.number)?;
            positions.insert(position, choices);
        }
        if positions.len() != count {
            let found = positions.len();
            let found = text!("{found} different positions", "{found} posiciones distintas");
            let expected = text!("{count}, as the header says", "{count}, como dice la cabecera");
            return Err(fault(lines.number, found, expected));
        }
        Ok(Self { header, positions })
    }

    /// Reads a book and makes sure that it is one of this game under these rules.
    ///
    /// # Errors
    /// As [`Book::read`]; and if it is a book of another game or other rules.
    pub fn read_for<G: Bookable>(text: &str, rules: &G::Rules) -> Result<Self, InputError> {
        let book = Self::read(text)?;
        let wanted = G::book_rules(rules).to_string();
        for (line, found, expected) in [
            (2, &book.header.game, G::META.id),
            (3, &book.header.rules, wanted.as_str()),
        ] {
            if found != expected {
                let found = Text::same(format!("{found:?}"));
                return Err(fault(line, found, Text::same(format!("{expected:?}"))));
            }
        }
        Ok(book)
    }

    /// Looks at every line: whether the position is one in canonical form, the moves are legal and in order.
    ///
    /// # Errors
    /// The first line that does not hold, with the reason.
    pub fn check<G: Bookable>(&self) -> Result<(), InputError> {
        let rules: G::Rules = self.header.rules.parse()?;
        for (position, choices) in &self.positions {
            let inside =
                |error: InputError| error.inside(text!("position {position:?}", "posición {position:?}"));
            let game = G::from_position(&rules, position).map_err(inside)?;
            let form = super::canonical(&game).text;
            if form != *position {
                let found = text!("{position:?}", "{position:?}");
                let expected = text!("its canonical form {form:?}", "su forma canónica {form:?}");
                return Err(fault(0, found, expected));
            }
            if choices.is_empty() {
                let found = Text::new("no moves", "ninguna jugada");
                return Err(inside(fault(0, found, Text::new("one at least", "al menos una"))));
            }
            for choice in choices {
                game.read_move(&choice.text).map_err(inside)?;
            }
            if choices.windows(2).any(|pair| pair[0].score < pair[1].score) {
                let found = Text::new("moves in another order", "jugadas en otro orden");
                let expected = Text::new("the best first", "la mejor primero");
                return Err(inside(fault(0, found, expected)));
            }
        }
        Ok(())
    }
}

/// The header with its first line.
#[must_use]
pub fn write_header(magic: &str, header: &Header) -> String {
    let Header {
        game,
        rules,
        engine,
        scale,
        plan,
    } = header;
    let Plan {
        plies,
        free,
        width,
        margin,
    } = plan;
    format!(
        "{magic}\ngame {game}\nrules {rules}\nengine {engine}\nscale {scale}\nplies {plies}\nfree {free}\n\
         width {width}\nmargin {margin}\n"
    )
}

/// Reads what [`write_header`] wrote.
///
/// # Errors
/// If it is no such header.
pub fn read_header(magic: &str, lines: &mut Lines<'_>) -> Result<Header, InputError> {
    let first = lines.next().unwrap_or_default();
    if first != magic {
        let expected = text!("{magic:?} in the first line", "{magic:?} en la primera línea");
        return Err(ReadError::at(first, 0, WHAT, expected).into());
    }
    Ok(Header {
        game: lines.field("game")?,
        rules: lines.field("rules")?,
        engine: lines.field("engine")?,
        scale: lines.field("scale")?,
        plan: Plan {
            plies: lines.field("plies")?,
            free: lines.field("free")?,
            width: lines.field("width")?,
            margin: lines.field("margin")?,
        },
    })
}

/// One position with its moves.
fn read_line(line: &str, number: usize) -> Result<(String, Vec<Choice>), InputError> {
    let mut fields = line.split('\t');
    let position = fields.next().unwrap_or_default().to_owned();
    let choices = fields.map(|field| {
        let mut words = field.rsplitn(3, ' ');
        let (depth, score, text) = (words.next(), words.next(), words.next());
        let choice = text.zip(score.and_then(read_score)).zip(depth);
        let choice = choice.and_then(|((text, score), depth)| {
            let (text, depth) = (text.to_owned(), depth.parse().ok()?);
            Some(Choice { text, score, depth })
        });
        choice.ok_or_else(|| {
            let expected = Text::new(
                "a move, its score and its depth, such as f5 +12 9",
                "una jugada, su valor y su profundidad, como f5 +12 9",
            );
            fault(number, Text::same(format!("{field:?}")), expected)
        })
    });
    Ok((position, choices.collect::<Result<_, _>>()?))
}

/// Reads a score as [`Score`] writes itself: points, or `#` and the plies to a certain end.
#[must_use]
pub fn read_score(word: &str) -> Option<Score> {
    match word.strip_prefix('#') {
        Some(plies) => {
            let plies: i32 = plies
                .parse()
                .ok()
                .filter(|plies: &i32| plies.unsigned_abs() < 10_000)?;
            Some(if plies >= 0 {
                Score::WIN.plus(-plies)
            } else {
                Score::LOSS.plus(-plies)
            })
        }
        None => word
            .parse()
            .ok()
            .filter(|points: &i32| points.unsigned_abs() < 900_000)
            .map(Score::new),
    }
}

/// A fault in a line; line 0 stands for no line in particular.
#[must_use]
pub fn fault(line: usize, found: Text, expected: Text) -> InputError {
    ReadError {
        what: WHAT,
        line: line.max(1),
        column: 1,
        found,
        expected,
    }
    .into()
}

/// FNV-1a over all bytes: enough against accidents, which is all that it is for.
pub(crate) fn checksum(text: &str) -> u64 {
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    text.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// The lines of a text with their numbers.
pub struct Lines<'a> {
    rest: &'a str,
    /// The number of the last line that was taken.
    pub number: usize,
}

impl<'a> Lines<'a> {
    /// All lines of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            number: 0,
        }
    }

    /// What has not been taken yet.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next line, unless there is none.
    #[expect(
        clippy::should_implement_trait,
        reason = "the number is read between the lines"
    )]
    pub fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.number += 1;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// The value of the next line, which must have this name.
    pub(crate) fn field<T: FromStr>(&mut self, name: &str) -> Result<T, InputError> {
        let line = self.next().unwrap_or_default();
        let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).ok_or_else(|| {
            let expected = text!("{name} and its value", "{name} y su valor");
            let ReadError { found, .. } = ReadError::at(line, 0, WHAT, expected.clone());
            fault(self.number.max(1), found, expected)
        })
    }
}
