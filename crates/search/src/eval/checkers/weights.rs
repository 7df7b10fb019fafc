//! The weights of the evaluation as text: one term a line, with its weight on a full board and on an empty one.

use std::fmt;
use std::str::FromStr;

use damero_games::{ReadError, Text, text};

use super::CheckersEval;
use super::terms::{COUNT, NAMES};

/// Nothing needs more; sums of all terms stay far from the range of an integer.
const LARGEST: i32 = 100_000;

impl fmt::Display for CheckersEval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, [early, late]) in NAMES.iter().zip(self.weights()) {
            writeln!(f, "{name} {early} {late}")?;
        }
        Ok(())
    }
}

impl FromStr for CheckersEval {
    type Err = ReadError;

    /// Lines that begin with `#` and empty lines say nothing. Each term must be there once.
    fn from_str(source: &str) -> Result<Self, ReadError> {
        let mut found = [None; COUNT];
        let mut at = 0;
        for line in source.split_inclusive('\n') {
            let begin = at;
            at += line.len();
            let line = line.trim_end();
            if line.trim_start().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let (term, weights) = read_line(source, begin, line)?;
            if found[term].replace(weights).is_some() {
                let expected = Text::new("each term once", "cada término una sola vez");
                return Err(ReadError::at(source, begin, what(), expected));
            }
        }
        let mut weights = [[0; 2]; COUNT];
        for (weight, (name, found)) in weights.iter_mut().zip(NAMES.iter().zip(found)) {
            *weight = found.ok_or_else(|| {
                let expected = text!("a line for the term {name}", "una línea para el término {name}");
                ReadError::at(source, source.len(), what(), expected)
            })?;
        }
        Ok(Self::new(weights))
    }
}

fn what() -> Text {
    Text::new("checkers weights", "pesos de damas")
}

/// The number of the term and its two weights.
fn read_line(source: &str, begin: usize, line: &str) -> Result<(usize, [i32; 2]), ReadError> {
    // Where a word stands in the source; what is missing is missing at the end of the line.
    let place = |word: Option<&str>| {
        begin + word.map_or(line.len(), |word| word.as_ptr() as usize - line.as_ptr() as usize)
    };
    let mut words = line.split_whitespace();
    let name = words.next();
    let term = NAMES
        .iter()
        .position(|&known| Some(known) == name)
        .ok_or_else(|| {
            let known = NAMES.join(", ");
            let expected = text!("one of the terms {known}", "uno de los términos {known}");
            ReadError::at(source, place(name), what(), expected)
        })?;
    let mut number = || {
        let word = words.next();
        let known = word
            .and_then(|word| word.parse().ok())
            .filter(|weight: &i32| weight.abs() <= LARGEST);
        known.ok_or_else(|| {
            let expected = text!(
                "a whole number from -{LARGEST} to {LARGEST}",
                "un número entero de -{LARGEST} a {LARGEST}"
            );
            ReadError::at(source, place(word), what(), expected)
        })
    };
    let weights = [number()?, number()?];
    match words.next() {
        None => Ok((term, weights)),
        more => {
            let expected = Text::new(
                "the end of the line after a name and two numbers",
                "el fin de la línea tras un nombre y dos números",
            );
            Err(ReadError::at(source, place(more), what(), expected))
        }
    }
}
