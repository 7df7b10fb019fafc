//! What can go wrong with input from outside, as values that say where, what was found and what would be right.

use std::fmt;

use crate::lang::{Lang, Text};
use crate::outcome::Outcome;

/// A text could not be read: where it went wrong, what stood there and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// What was being read, such as "checkers position".
    pub what: Text,
    /// Line of the fault, from 1.
    pub line: usize,
    /// Column of the fault in characters, from 1.
    pub column: usize,
    /// What stands at that place.
    pub found: Text,
    /// What would have been right there.
    pub expected: Text,
}

impl ReadError {
    /// A fault at byte `at` of `source`; what was found there is quoted from the source.
    ///
    /// ```
    /// use damero_games::{ReadError, Text};
    /// let what = Text::new("square", "casilla");
    /// let expected = Text::new("a rank from 1 to 8", "una fila de 1 a 8");
    /// let error = ReadError::at("e9", 1, what, expected);
    /// assert_eq!(error.to_string(), "square, column 2: found \"9\", expected a rank from 1 to 8");
    /// ```
    #[must_use]
    pub fn at(source: &str, at: usize, what: Text, expected: Text) -> Self {
        let mut at = at.min(source.len());
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        let (before, rest) = source.split_at(at);
        let token: String = rest.chars().take_while(|c| !c.is_whitespace()).take(16).collect();
        let found = match (token.is_empty(), rest.chars().next()) {
            (true, None) => Text::new("the end", "el final"),
            (true, Some('\n' | '\r')) => Text::new("the end of the line", "el final de la línea"),
            (true, Some(_)) => Text::new("a space", "un espacio"),
            (false, _) => Text::same(format!("{token:?}")),
        };
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Self {
            what,
            line,
            column,
            found,
            expected,
        }
    }

    /// A fault at byte `at` of `source` that is better described than quoted.
    #[must_use]
    pub fn found(source: &str, at: usize, what: Text, found: Text, expected: Text) -> Self {
        Self {
            found,
            ..Self::at(source, at, what, expected)
        }
    }

    /// The whole sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let Self {
            what,
            line,
            column,
            found,
            expected,
        } = self;
        let (what, found, expected) = (what.get(lang), found.get(lang), expected.get(lang));
        match (lang, *line) {
            (Lang::En, 1) => format!("{what}, column {column}: found {found}, expected {expected}"),
            (Lang::En, _) => {
                format!("{what}, line {line}, column {column}: found {found}, expected {expected}")
            }
            (Lang::Es, 1) => format!("{what}, columna {column}: hay {found}, se esperaba {expected}"),
            (Lang::Es, _) => {
                format!("{what}, línea {line}, columna {column}: hay {found}, se esperaba {expected}")
            }
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for ReadError {}

/// A well-formed arrangement that the rules do not allow as a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError {
    /// What is wrong with it and what would be right.
    pub problem: Text,
}

impl SetupError {
    /// Wraps the sentence.
    #[must_use]
    pub const fn new(problem: Text) -> Self {
        Self { problem }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible position: {}", self.problem)
    }
}

impl std::error::Error for SetupError {}

/// A move or a chance event that the rules refuse. The game is left as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illegal {
    /// A stable name of the rule that refuses, such as `must-capture`.
    pub rule: &'static str,
    /// The rule in words.
    pub why: Text,
    /// One move that would be legal, unless there is none.
    pub instead: Option<String>,
}

impl Illegal {
    /// A refusal by `rule`, with one legal alternative.
    #[must_use]
    pub fn new(rule: &'static str, why: Text, instead: Option<impl fmt::Display>) -> Self {
        Self {
            rule,
            why,
            instead: instead.map(|m| m.to_string()),
        }
    }

    /// The game is over.
    #[must_use]
    pub const fn over() -> Self {
        let why = Text::new("the game is over", "la partida ha terminado");
        Self {
            rule: "game-over",
            why,
            instead: None,
        }
    }

    /// Chance decides now, not a player.
    #[must_use]
    pub const fn chance_pending() -> Self {
        let why = Text::new("chance decides first", "primero decide el azar");
        Self {
            rule: "chance-pending",
            why,
            instead: None,
        }
    }

    /// A player decides now, not chance.
    #[must_use]
    pub const fn no_chance_pending() -> Self {
        let why = Text::new(
            "a player decides now, not chance",
            "ahora decide un jugador, no el azar",
        );
        Self {
            rule: "no-chance-pending",
            why,
            instead: None,
        }
    }

    /// No legal move has this action index.
    #[must_use]
    pub fn no_such_index(index: usize, instead: Option<impl fmt::Display>) -> Self {
        let why = text!(
            "no legal move has the action index {index}",
            "ninguna jugada legal tiene el índice de acción {index}"
        );
        Self::new("no-such-action", why, instead)
    }

    /// The whole sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let why = self.why.get(lang);
        match (lang, &self.instead) {
            (_, None) => why.to_owned(),
            (Lang::En, Some(other)) => format!("{why}; legal would be: {other}"),
            (Lang::Es, Some(other)) => format!("{why}; sería legal: {other}"),
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for Illegal {}

/// An option or preset of the rules that does not exist, or a value that it does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    /// What is wrong, with everything that would be right.
    pub problem: Text,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for OptionError {}

/// A record states another result than its moves lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultError {
    /// What the record states.
    pub stated: Outcome,
    /// What the rules say after its last move.
    pub reached: Outcome,
}

impl ResultError {
    /// The whole sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let (stated, reached) = (self.stated.as_str(), self.reached.as_str());
        match lang {
            Lang::En => {
                format!("the record says {stated}, but its moves end in {reached} (first player first)")
            }
            Lang::Es => format!(
                "la partida dice {stated}, pero sus jugadas acaban en {reached} (primer jugador primero)"
            ),
        }
    }
}

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for ResultError {}

/// Any refusal of input from outside, for callers who only need to show it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// The text is malformed.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The arrangement is no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The move is refused by the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The rules have no such option, preset or value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The result is not that of the moves.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// Something inside a larger text went wrong, such as the third move of a record.
    #[error("{at}: {cause}")]
    Inside {
        /// The place.
        at: Text,
        /// What happened there.
        cause: Box<Self>,
    },
}

impl InputError {
    /// Says where inside a larger text this error happened.
    #[must_use]
    pub fn inside(self, at: Text) -> Self {
        Self::Inside {
            at,
            cause: Box::new(self),
        }
    }

    /// The whole sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Read(error) => error.message(lang),
            Self::Setup(error) => match lang {
                Lang::En => error.to_string(),
                Lang::Es => format!("posición imposible: {}", error.problem.get(lang)),
            },
            Self::Illegal(error) => error.message(lang),
            Self::Option(error) => error.problem.get(lang).to_owned(),
            Self::Result(error) => error.message(lang),
            Self::Inside { at, cause } => format!("{}: {}", at.get(lang), cause.message(lang)),
        }
    }
}
