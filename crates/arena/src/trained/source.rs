//! How a spec names a run or a file: `RUN@best,temperature=1`, and in quotes whatever holds the signs that end a name.

use std::borrow::Cow;

/// The signs that end a name, and the one that keeps them from it.
const SIGNS: [char; 4] = ['@', ',', '?', QUOTE];
const QUOTE: char = '"';

/// What a spec of a trained player says after its colon, taken apart and not yet looked for.
///
/// ```
/// use damero_arena::Named;
/// let named = Named::read("my-run@step-6,temperature=1");
/// assert_eq!((&*named.path, named.which, named.options), ("my-run", Some("step-6"), ",temperature=1"));
/// // A name with signs in it stands in quotes, and a quote in it is written twice.
/// assert_eq!(Named::read("\"a,b\"@best").path, "a,b");
/// assert_eq!(Named::quoted("a,b"), "\"a,b\"");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Named<'a> {
    /// The run or the file.
    pub path: Cow<'a, str>,
    /// The word after the `@`: which checkpoint.
    pub which: Option<&'a str>,
    /// The options, with the sign before them.
    pub options: &'a str,
    quoted: bool,
}

impl<'a> Named<'a> {
    /// Takes a text apart. Whether there is such a thing is another question.
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        let text = text.trim();
        if let Some((path, rest)) = text.strip_prefix(QUOTE).and_then(unquote) {
            let (word, options) = rest.split_at(rest.find([',', '?']).unwrap_or(rest.len()));
            let word = word.trim();
            return Self {
                path,
                which: (!word.is_empty()).then(|| word.strip_prefix('@').unwrap_or(word)),
                options,
                quoted: true,
            };
        }
        let (source, options) = text.split_at(text.find([',', '?']).unwrap_or(text.len()));
        let source = source.trim();
        let (path, which) = match source.rsplit_once('@') {
            // The folders above a file may be called anything.
            Some((path, word)) if !word.contains('/') => (path, Some(word)),
            _ => (source, None),
        };
        Self {
            path: path.into(),
            which,
            options,
            quoted: false,
        }
    }

    /// The name as it must be written in a spec.
    #[must_use]
    pub fn quoted(path: &str) -> Cow<'_, str> {
        if path.contains(SIGNS) || path.trim() != path {
            Cow::Owned(format!("{QUOTE}{}{QUOTE}", path.replace(QUOTE, "\"\"")))
        } else {
            Cow::Borrowed(path)
        }
    }

    /// The options without the sign before them.
    pub(crate) fn given(&self) -> &'a str {
        self.options.get(1..).unwrap_or_default()
    }

    /// Whether this word is all of the name, and means more than a name.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        !self.quoted && self.which.is_none() && self.path == word
    }
}

/// What stands before the closing quote, and what stands after it; `None` if it is never closed.
fn unquote(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut from = 0;
    loop {
        let end = from + text[from..].find(QUOTE)?;
        let rest = &text[end + 1..];
        if !rest.starts_with(QUOTE) {
            let builtin = &text[..end];
            let path = if builtin.contains(QUOTE) {
                builtin.replace("\"\"", "\"").into()
            } else {
                builtin.into()
            };
            return Some((path, rest));
        }
        from = end + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_quoted_is_read_again() {
        for path in [
            "plain",
            "runs/quarto-1",
            "/tmp/a,b/c?d/e@f/x.safetensors",
            "a@best",
            " spaces ",
            "\"",
            "\"\"",
            "\"a\"",
            "a\"b,\"",
            "",
        ] {
            for rest in ["", "@step-7", "@best,temperature=1", "?sims=3"] {
                let text = format!("{}{rest}", Named::quoted(path));
                let named = Named::read(&text);
                assert_eq!(named.path, path, "{text}");
                let which = named.which.map(|which| format!("@{which}")).unwrap_or_default();
                assert_eq!(format!("{which}{}", named.options), rest, "{text}");
            }
        }
    }

    #[test]
    fn folders_may_hold_the_sign_of_a_checkpoint_but_a_word_ends_a_name() {
        assert_eq!(Named::read("a@b/c.safetensors").path, "a@b/c.safetensors");
        assert_eq!(Named::read("a@b/c@latest").which, Some("latest"));
        assert!(Named::read("shipped").is_word("shipped"));
        assert!(!Named::read("\"shipped\"").is_word("shipped"));
        assert!(!Named::read("shipped@best").is_word("shipped"));
        assert_eq!(Named::read("\"a\"b,c").which, Some("b"), "no word is lost");
        // A quote that is never closed is part of the name.
        assert_eq!(Named::read("\"a,b").path, "\"a");
    }
}
