//! Files of puzzles: a header, then one puzzle a line, with tabs between the fields.
//!
//! A line is id, rating, rules, position, method, nodes, themes with commas, and then the plies of the solution: a reply is
//! a move, a decision of the solver is the move and after spaces every legal move with its value, such as
//! `f5 f5=4 d6=-2`.

use std::fmt::Write as _;

use damero_games::{InputError, ReadError, Text, text};

use super::{Ply, Proof, Puzzle, PuzzleFile};
use crate::book::format::{Lines, checksum};

/// The first line of every file.
const MAGIC: &str = "damero puzzles 1";

const WHAT: Text = Text::new("file of puzzles", "archivo de problemas");

impl Puzzle {
    /// The id that follows from position and line.
    #[must_use]
    pub fn written_id(&self) -> String {
        const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let moves: Vec<_> = self.line.iter().map(|ply| ply.text.as_str()).collect();
        let sum = checksum(&format!("{}\t{}\t{}", self.rules, self.position, moves.join(" ")));
        let digit = |place: u32| char::from(DIGITS[(sum >> (5 * place) & 31) as usize]);
        (0..6).map(digit).collect()
    }

    fn write(&self) -> String {
        let Self {
            id,
            rating,
            rules,
            position,
            line,
            proof: Proof { method, nodes },
            themes,
        } = self;
        let themes = themes.join(",");
        let mut text = format!("{id}\t{rating}\t{rules}\t{position}\t{method}\t{nodes}\t{themes}");
        for ply in line {
            // Writing to a string cannot fail.
            let _ = write!(text, "\t{}", ply.text);
            for (m, value) in &ply.values {
                let _ = write!(text, " {m}={value}");
            }
        }
        text
    }

    fn read(line: &str, number: usize) -> Result<Self, InputError> {
        let mut fields = line.split('\t');
        let mut field = |name: Text| {
            fields.next().ok_or_else(|| {
                fault(
                    number,
                    Text::new("the end of the line", "el final de la línea"),
                    name,
                )
            })
        };
        let id = field(Text::new("an id", "un identificador"))?.to_owned();
        let rating = field(Text::new("a rating", "una puntuación"))?;
        let rules = field(Text::new("the rules", "las reglas"))?.to_owned();
        let position = field(Text::new("a position", "una posición"))?.to_owned();
        let method = field(Text::new("a method", "un método"))?;
        let nodes = field(Text::new("a number of nodes", "un número de nodos"))?;
        let themes = field(Text::new("themes", "temas"))?;
        let quoted = |text: &str| Text::same(format!("{text:?}"));
        let plies = fields.map(|field| {
            let mut words = field.split(' ');
            let text = words.next().unwrap_or_default().to_owned();
            let values = words.map(|word| {
                let (m, value) = word.rsplit_once('=')?;
                Some((m.to_owned(), value.parse().ok()?))
            });
            let values = values.collect::<Option<Vec<_>>>().ok_or_else(|| {
                let expected = Text::new(
                    "a move and the values of all moves, such as f5 f5=4 d6=-2",
                    "una jugada y los valores de todas, como f5 f5=4 d6=-2",
                );
                fault(number, quoted(field), expected)
            })?;
            Ok::<_, InputError>(Ply { text, values })
        });
        Ok(Self {
            id,
            rating: rating
                .parse()
                .map_err(|_| fault(number, quoted(rating), Text::new("a rating", "una puntuación")))?,
            rules,
            position,
            line: plies.collect::<Result<_, _>>()?,
            proof: Proof {
                method: method.parse().map_err(|()| {
                    let expected = Text::same("exact, points, forced:N, material:N");
                    fault(number, quoted(method), expected)
                })?,
                nodes: nodes.parse().map_err(|_| {
                    fault(
                        number,
                        quoted(nodes),
                        Text::new("a number of nodes", "un número de nodos"),
                    )
                })?,
            },
            themes: themes
                .split(',')
                .filter(|theme| !theme.is_empty())
                .map(str::to_owned)
                .collect(),
        })
    }
}

impl PuzzleFile {
    /// Writes the file. The same puzzles give the same text.
    #[must_use]
    pub fn write(&self) -> String {
        let mut body = String::new();
        for puzzle in &self.puzzles {
            body.push_str(&puzzle.write());
            body.push('\n');
        }
        Self::of_lines(&self.game, &body)
    }

    /// The text of a file with these lines, whatever they are: the header with their number and checksum, and they.
    #[must_use]
    pub fn of_lines(game: &str, lines: &str) -> String {
        let (count, sum) = (lines.lines().count(), checksum(lines));
        format!("{MAGIC}\ngame {game}\npuzzles {count}\nchecksum {sum:016x}\n{lines}")
    }

    /// Reads a file of any game. Its puzzles are not looked at; see [`look`](super::look) and [`prove`](super::prove).
    ///
    /// # Errors
    /// If it is no such file, or was changed or cut since it was written.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let mut lines = Lines::new(text);
        let first = lines.next().unwrap_or_default();
        if first != MAGIC {
            let expected = text!("{MAGIC:?} in the first line", "{MAGIC:?} en la primera línea");
            return Err(ReadError::at(first, 0, WHAT, expected).into());
        }
        let game = lines.field("game")?;
        let count: usize = lines.field("puzzles")?;
        let stated: String = lines.field("checksum")?;
        let found = format!("{:016x}", checksum(lines.rest()));
        if stated != found {
            let stated = text!("the checksum {stated}", "la suma de control {stated}");
            let expected = text!(
                "{found}, as the puzzles below give: the file was changed or cut",
                "{found}, que dan los problemas de abajo: el archivo fue cambiado o cortado"
            );
            return Err(fault(lines.number, stated, expected));
        }
        let mut puzzles = Vec::new();
        while let Some(line) = lines.next() {
            puzzles.push(Puzzle::read(line, lines.number)?);
        }
        if puzzles.len() != count {
            let found = puzzles.len();
            let found = text!("{found} puzzles", "{found} problemas");
            let expected = text!("{count}, as the header says", "{count}, como dice la cabecera");
            return Err(fault(lines.number, found, expected));
        }
        Ok(Self { game, puzzles })
    }
}

/// A fault in a line; line 0 stands for no line in particular.
pub(super) fn fault(line: usize, found: Text, expected: Text) -> InputError {
    ReadError {
        what: WHAT,
        line: line.max(1),
        column: 1,
        found,
        expected,
    }
    .into()
}
