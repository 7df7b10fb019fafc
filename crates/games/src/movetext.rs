//! The moves of a record as chess files write them: words, comments, glyphs, and variations in parentheses; and files with many
//! games.

use std::fmt;

use crate::error::ReadError;
use crate::lang::Text;

/// A piece of a move list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece<'a> {
    /// A move, a result, a number.
    Word(&'a str),
    /// What stands between braces.
    Comment(&'a str),
    /// A glyph by its number.
    Glyph(u8),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
}

impl fmt::Display for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Comment(text) => write!(f, "[{text}]"),
            Self::Glyph(glyph) => write!(f, "${glyph}"),
            Self::Open => f.write_str("("),
            Self::Close => f.write_str(")"),
        }
    }
}

/// The pieces of the moves that begin at byte `at`, up to the tags of the next game. With `lines` a semicolon begins a comment
/// to the end of its line, and a line that begins with `%` says nothing, as in PDN.
///
/// # Errors
/// If a comment or a variation is not closed.
pub(crate) fn pieces<'a>(
    text: &'a str,
    mut at: usize,
    what: &Text,
    lines: bool,
) -> Result<Vec<Piece<'a>>, ReadError> {
    let unclosed = |at: usize, sign: char| {
        let expected = text!("a closing {sign} after this", "un {sign} que cierre esto");
        ReadError::at(text, at, what.clone(), expected)
    };
    let mut found = Vec::new();
    let mut variations = Vec::new();
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let line_start = at == 0 || text[..at].ends_with('\n');
        let until = |end: char| rest.find(end).map(|found| found + end.len_utf8());
        at += match c {
            '{' => {
                let length = until('}').ok_or_else(|| unclosed(at, '}'))?;
                found.push(Piece::Comment(rest[1..length - 1].trim()));
                length
            }
            ';' if lines => {
                let length = until('\n').unwrap_or(rest.len());
                found.push(Piece::Comment(rest[1..length].trim()));
                length
            }
            '%' if lines && line_start => until('\n').unwrap_or(rest.len()),
            '(' => {
                variations.push(at);
                found.push(Piece::Open);
                1
            }
            ')' if variations.pop().is_some() => {
                found.push(Piece::Close);
                1
            }
            ')' => {
                let expected = Text::new("a move", "una jugada");
                return Err(ReadError::at(text, at, what.clone(), expected));
            }
            '[' => break,
            _ if c.is_whitespace() => c.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || "{()[".contains(c) || (lines && "};".contains(c));
                let length = rest.find(ends).unwrap_or(rest.len()).max(c.len_utf8());
                let word = &rest[..length];
                match word.strip_prefix('$').map(str::parse) {
                    Some(Ok(glyph)) => found.push(Piece::Glyph(glyph)),
                    // A glyph that nobody knows says nothing.
                    Some(Err(_)) => {}
                    None => found.push(Piece::Word(word)),
                }
                length
            }
        };
    }
    match variations.last() {
        Some(&open) => Err(unclosed(open, ')')),
        None => Ok(found),
    }
}

/// The glyph of the signs after a move.
pub(crate) fn suffix(signs: &str) -> Option<u8> {
    let known = ["!", "?", "!!", "??", "!?", "?!"];
    let at = known.iter().position(|known| *known == signs)?;
    u8::try_from(at + 1).ok()
}

/// Words to be written, with parentheses close to theirs.
#[derive(Default)]
pub(crate) struct Words {
    words: Vec<String>,
    opened: String,
}

impl Words {
    pub(crate) fn push(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opened);
        self.words.push(opened + word);
    }

    pub(crate) fn open(&mut self) {
        self.opened.push('(');
    }

    pub(crate) fn close(&mut self) {
        if let Some(last) = self.words.last_mut() {
            last.push(')');
        }
    }

    pub(crate) fn into_iter(self) -> impl Iterator<Item = String> {
        self.words.into_iter()
    }
}

/// The games of a text in which each begins with tags: a tag after moves begins the next game.
pub(crate) fn split_tagged(text: &str) -> Vec<&str> {
    let mut games = Vec::new();
    let (mut begin, mut moves, mut comment, mut at) = (0, false, false, 0);
    for line in text.split_inclusive('\n') {
        let said = line.trim_start_matches('\u{feff}').trim();
        // A comment that is not closed hides no other game.
        comment &= !said.starts_with("[Event \"");
        if !comment && said.starts_with('[') {
            if moves {
                games.push(&text[begin..at]);
                begin = at;
            }
            moves = false;
        } else if !said.is_empty() {
            moves = true;
            for c in said.chars() {
                match c {
                    '{' => comment = true,
                    '}' => comment = false,
                    _ => {}
                }
            }
        }
        at += line.len();
    }
    games.push(&text[begin..]);
    games.retain(|game| !game.trim().is_empty());
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHAT: Text = Text::new("test", "prueba");

    #[test]
    fn words_comments_glyphs_and_variations_are_told_apart() {
        let found = pieces("1. a {b (c)} $3 (d(e) f) *", 0, &WHAT, false).expect("pieces");
        use Piece::{Close, Comment, Glyph, Open, Word};
        assert_eq!(
            found,
            [
                Word("1."),
                Word("a"),
                Comment("b (c)"),
                Glyph(3),
                Open,
                Word("d"),
                Open,
                Word("e"),
                Close,
                Word("f"),
                Close,
                Word("*")
            ]
        );
        for wrong in ["a {b", "a (b", "a ) b", "((((", "{"] {
            assert!(pieces(wrong, 0, &WHAT, false).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_tag_after_moves_begins_the_next_game() {
        let text = "[A \"1\"]\n[B \"2\"]\n\na b {\n[not a tag]\n} *\n\n[A \"2\"]\n*\n";
        let games = split_tagged(text);
        assert_eq!(games.len(), 2, "{games:?}");
        assert!(games[1].starts_with("[A \"2\"]"));
        assert_eq!(split_tagged("f5d6"), ["f5d6"]);
        assert!(split_tagged(" \n").is_empty());
    }
}
