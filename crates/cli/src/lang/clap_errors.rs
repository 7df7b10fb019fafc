//! What is wrong with a command line, in one line of either language.

use std::error::Error as _;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use damero_games::Lang;

use super::tr;
use crate::errors::{Refused, cut, cut_quoted};

/// Whether this is no error but help or version, which clap prints itself.
pub(crate) fn is_help(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// The error in `lang`; `page` is the command whose help would have told, such as `damero perft`.
pub(crate) fn message(error: &Error, page: &str, lang: Lang) -> String {
    let (what, advice) = (problem(error, lang), advice(error, lang));
    let see = || tr!(lang, "see {page} --help", "ver {page} --help");
    format!("{what}; {}", advice.unwrap_or_else(see))
}

fn problem(error: &Error, lang: Lang) -> String {
    let get = |kind| shown(error, kind, lang);
    let argument = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => {
            tr!(
                lang,
                "unexpected argument {argument}",
                "argumento inesperado {argument}"
            )
        }
        ErrorKind::InvalidSubcommand => {
            let name = get(ContextKind::InvalidSubcommand);
            tr!(lang, "unknown command {name}", "orden desconocida {name}")
        }
        ErrorKind::MissingRequiredArgument => tr!(lang, "missing {argument}", "falta {argument}"),
        ErrorKind::MissingSubcommand => tr!(lang, "missing command", "falta la orden"),
        ErrorKind::InvalidValue if value.is_empty() => {
            tr!(lang, "{argument} needs a value", "{argument} necesita un valor")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            tr!(
                lang,
                "{argument} does not take {value:?}",
                "{argument} no admite {value:?}"
            )
        }
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            tr!(
                lang,
                "{argument} does not take {value:?} as well",
                "{argument} no admite además {value:?}"
            )
        }
        ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
            other if other.is_empty() || other == argument => {
                tr!(
                    lang,
                    "{argument} given more than once",
                    "{argument} aparece más de una vez"
                )
            }
            other => tr!(
                lang,
                "{argument} cannot be used together with {other}",
                "{argument} no se puede usar junto con {other}"
            ),
        },
        ErrorKind::InvalidUtf8 => {
            tr!(
                lang,
                "an argument is not valid UTF-8",
                "un argumento no es UTF-8 válido"
            )
        }
        // What is left cannot happen with the arguments that we have; clap's own first line will do.
        _ => {
            let rendered = error.to_string();
            rendered
                .lines()
                .next()
                .unwrap_or_default()
                .trim_start_matches("error: ")
                .to_owned()
        }
    }
}

/// What would be right, where it is known.
pub(crate) fn advice(error: &Error, lang: Lang) -> Option<String> {
    if let Some(Refused(text)) = error.source().and_then(|source| source.downcast_ref()) {
        return Some(cut_quoted(text.get(lang)));
    }
    let get = |kind| Some(shown(error, kind, lang)).filter(|values| !values.is_empty());
    if let Some(values) = get(ContextKind::ValidValue) {
        return Some(tr!(lang, "it takes {values}", "admite {values}"));
    }
    let suggested = [
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
    ];
    let near = suggested.into_iter().find_map(get)?;
    Some(tr!(lang, "did you mean {near}?", "¿quizás {near}?"))
}

fn shown(error: &Error, kind: ContextKind, lang: Lang) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => cut(text),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::Number(number)) => number.to_string(),
        Some(ContextValue::Bool(_) | ContextValue::None) | None => String::new(),
        Some(_) => tr!(lang, "another argument", "otro argumento"),
    }
}
