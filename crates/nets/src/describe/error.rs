//! What is wrong with a description, and at which node.

use std::fmt;

use damero_games::{Lang, Text};

/// A description that is no network, or an architecture that does not exist or does not fit the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescriptionError {
    /// The node, input or output where it was noticed; empty when the whole is meant.
    pub at: String,
    /// What was found there and what was expected.
    pub problem: Text,
}

impl DescriptionError {
    /// A problem at a place.
    #[must_use]
    pub fn new(at: impl Into<String>, problem: Text) -> Self {
        let at = at.into();
        Self { at, problem }
    }

    /// The whole sentence in `lang`.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let (at, problem) = (&self.at, self.problem.get(lang));
        match (lang, at.as_str()) {
            (_, "") => problem.to_owned(),
            (Lang::En, _) => format!("network, at `{at}`: {problem}"),
            (Lang::Es, _) => format!("red, en `{at}`: {problem}"),
        }
    }
}

impl fmt::Display for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for DescriptionError {}
