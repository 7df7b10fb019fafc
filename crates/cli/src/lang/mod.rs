//! English and Spanish: which one the user reads, and everything that clap would otherwise say in English only.

pub(crate) mod clap_errors;
pub(crate) mod es;
pub(crate) mod examples;
pub(crate) mod help;

use std::ffi::OsString;

use damero_games::Lang;

/// Composes a sentence in the language `lang` from an English and a Spanish format string.
macro_rules! tr {
    ($lang:expr, $en:literal, $es:literal $(, $arg:expr)* $(,)?) => {
        match $lang {
            damero_games::Lang::En => format!($en $(, $arg)*),
            damero_games::Lang::Es => format!($es $(, $arg)*),
        }
    };
}
pub(crate) use tr;

/// The language asked for with `--lang`, else that of the locale. It must be known before the command line is
/// parsed, because the parser itself speaks.
pub(crate) fn choose(arguments: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Lang {
    asked(arguments).unwrap_or_else(|| {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(variable)
            .find(|locale| !locale.is_empty());
        Lang::from_locale(&locale.unwrap_or_default())
    })
}

/// A number with so many decimals, after the point or the comma that the language has.
pub(crate) fn decimal(number: f64, digits: usize, lang: Lang) -> String {
    with_comma(format!("{number:.digits$}"), lang)
}

/// The same with a sign, whichever it is.
pub(crate) fn signed(number: f64, digits: usize, lang: Lang) -> String {
    with_comma(format!("{number:+.digits$}"), lang)
}

/// With no more decimals than it has.
pub(crate) fn shortest(number: f64, lang: Lang) -> String {
    with_comma(number.to_string(), lang)
}

fn with_comma(written: String, lang: Lang) -> String {
    match lang {
        Lang::En => written,
        Lang::Es => written.replace('.', ","),
    }
}

fn asked(arguments: &[OsString]) -> Option<Lang> {
    let mut words = arguments
        .iter()
        .skip(1)
        // What is no text is no language either, but one may follow it.
        .map(|word| word.to_str().unwrap_or_default())
        .take_while(|&word| word != "--");
    while let Some(word) = words.next() {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.next()?,
            Some(rest) => rest.strip_prefix('=').unwrap_or_default(),
            None => continue,
        };
        if let Ok(lang) = value.parse() {
            return Some(lang);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &str, environment: &[(&str, &str)]) -> Lang {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        let variable = |name: &str| {
            let found = environment.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        choose(&arguments, variable)
    }

    #[test]
    fn the_option_wins_over_the_locale() {
        assert_eq!(
            chosen("damero --lang es games", &[("LANG", "en_GB.UTF-8")]),
            Lang::Es
        );
        assert_eq!(
            chosen("damero games --lang=en", &[("LANG", "es_AR.UTF-8")]),
            Lang::En
        );
        assert_eq!(
            chosen("damero -- --lang en", &[("LANG", "es_AR.UTF-8")]),
            Lang::Es
        );
    }

    #[test]
    fn the_variables_are_asked_in_the_order_of_the_standard() {
        let all = [("LC_ALL", "C"), ("LC_MESSAGES", "es_AR"), ("LANG", "es_AR")];
        assert_eq!(chosen("damero", &all), Lang::En);
        assert_eq!(
            chosen(
                "damero",
                &[("LC_ALL", ""), ("LC_MESSAGES", "es_AR"), ("LANG", "C")]
            ),
            Lang::Es
        );
        assert_eq!(chosen("damero", &[]), Lang::En);
    }
}
