//! Spanish and English side by side: every sentence meant for people exists in both.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language that Damero speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Es];

    /// The two-letter code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
        }
    }

    /// The language of a locale name such as `es_AR.UTF-8`; English for any that is not Spanish.
    ///
    /// ```
    /// use damero_games::Lang;
    /// assert_eq!(Lang::from_locale("es_AR.UTF-8"), Lang::Es);
    /// assert_eq!(Lang::from_locale("C"), Lang::En);
    /// ```
    #[must_use]
    pub fn from_locale(locale: &str) -> Self {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("es") {
            Self::Es
        } else {
            Self::En
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "en" => Ok(Self::En),
            "es" => Ok(Self::Es),
            _ => Err(format!("unknown language {text:?}: en or es")),
        }
    }
}

/// A sentence in both languages. [`Display`](fmt::Display) gives the English one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Text {
    /// In English.
    pub en: Cow<'static, str>,
    /// In Spanish.
    pub es: Cow<'static, str>,
}

impl Text {
    /// A fixed sentence.
    #[must_use]
    pub const fn new(en: &'static str, es: &'static str) -> Self {
        Self {
            en: Cow::Borrowed(en),
            es: Cow::Borrowed(es),
        }
    }

    /// A sentence composed at run time.
    #[must_use]
    pub const fn owned(en: String, es: String) -> Self {
        Self {
            en: Cow::Owned(en),
            es: Cow::Owned(es),
        }
    }

    /// The same words in both languages, for names and notation.
    #[must_use]
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self::owned(text.clone(), text)
    }

    /// The sentence in `lang`.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Es => &self.es,
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.en)
    }
}

/// Composes a [`Text`] from an English and a Spanish format string over the same variables.
///
/// ```
/// use damero_games::{Lang, text};
/// let pieces = 3;
/// let message = text!("{pieces} pieces", "{pieces} piezas");
/// assert_eq!(message.get(Lang::Es), "3 piezas");
/// ```
#[macro_export]
macro_rules! text {
    ($en:literal, $es:literal $(, $arg:expr)* $(,)?) => {
        $crate::Text::owned(format!($en $(, $arg)*), format!($es $(, $arg)*))
    };
}
