//! Studies on disk, so that a book can be interrupted: a header as in a book, then one studied position a line, in the
//! order in which they were made. The last line may be cut; it is then studied again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use damero_games::{InputError, Lang, Text};

use super::BookAnalysis;
use crate::Kept;
use damero_search::book::format::{Lines, fault, read_header, read_score, write_header};
use damero_search::book::{Bookable, Header};

/// The first line of every file of studies.
const MAGIC: &str = "damero book studies 1";

/// Studies by position in canonical form.
pub struct Studies<G: Bookable> {
    known: BTreeMap<String, BookAnalysis<G::Move>>,
}

impl<G: Bookable> Default for Studies<G> {
    fn default() -> Self {
        Self {
            known: BTreeMap::new(),
        }
    }
}

impl<G: Bookable> Studies<G> {
    /// Takes up the studies that an interrupted work on the book `out` left, or begins new ones.
    ///
    /// # Errors
    /// If the system refuses the file, or as [`Studies::read`]; in one sentence.
    pub fn open(out: &Path, header: &Header) -> Result<(Kept, Self), Text> {
        Kept::open(out, ".studies", &Self::header(header), |text| {
            let refused = |error: InputError| Text::owned(error.message(Lang::En), error.message(Lang::Es));
            Self::read(text, header).map_err(refused)
        })
    }

    /// The beginning of a file of studies for a book with this header.
    #[must_use]
    pub fn header(header: &Header) -> String {
        write_header(MAGIC, header)
    }

    /// The line of one study.
    #[must_use]
    pub fn line(position: &str, study: &BookAnalysis<G::Move>) -> String {
        let mut line = format!("{position}\t{}", study.depth);
        for (m, score) in &study.moves {
            // Writing to a string cannot fail.
            let _ = write!(line, "\t{m} {score}");
        }
        line.push('\n');
        line
    }

    /// Reads the studies made for a book with this header.
    ///
    /// # Errors
    /// If the file is no such thing, was made for another book or by another engine, or has a line that makes no sense.
    pub fn read(text: &str, header: &Header) -> Result<Self, InputError> {
        // A line without its end was cut when the work was interrupted.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = Lines::new(whole);
        let found = read_header(MAGIC, &mut lines)?;
        if found != *header {
            let (found, expected) = (write_header("", &found), write_header("", header));
            let mut both = found.lines().zip(expected.lines()).zip(1..);
            let differ = both.find(|((found, expected), _)| found != expected);
            let ((found, expected), line) = differ.unwrap_or((("", ""), 1));
            let (found, expected) = (
                Text::same(format!("{found:?}")),
                Text::same(format!("{expected:?}")),
            );
            return Err(fault(line, found, expected));
        }
        let rules: G::Rules = header.rules.parse()?;
        let mut known = BTreeMap::new();
        while let Some(line) = lines.next() {
            let (position, study) = read_line::<G>(line, &rules).ok_or_else(|| {
                let expected = Text::new(
                    "a position, a depth and its moves with scores",
                    "una posición, una profundidad y sus jugadas con valores",
                );
                let start: String = line.chars().take(40).collect();
                fault(lines.number, Text::same(format!("{start:?}")), expected)
            })?;
            known.insert(position, study);
        }
        Ok(Self { known })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub(super) fn get(&self, position: &str) -> Option<&BookAnalysis<G::Move>> {
        self.known.get(position)
    }
}

fn read_line<G: Bookable>(line: &str, rules: &G::Rules) -> Option<(String, BookAnalysis<G::Move>)> {
    let mut fields = line.split('\t');
    let position = fields.next()?;
    let game = G::from_position(rules, position).ok()?;
    let depth = fields.next()?.parse().ok()?;
    let moves = fields.map(|field| {
        let (text, score) = field.rsplit_once(' ')?;
        Some((game.read_move(text).ok()?, read_score(score)?))
    });
    let moves: Vec<_> = moves.collect::<Option<_>>()?;
    (!moves.is_empty()).then(|| (position.to_owned(), BookAnalysis { moves, depth }))
}
