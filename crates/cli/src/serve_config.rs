//! The options of the playroom from a file. Its keys are the names of the options on the command line, which win. What
//! the file says wrong is refused with its line, and a mistyped key with the one that was probably meant.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum as _;
use damero_games::Lang;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::command::backup::DataArgs;
use crate::command::serve::{LogLevel, ServeArgs, ServeOptions, usual_folder};
use crate::errors::{Refused, cut, io_reason};
use crate::lang::tr;
use crate::values;

/// The name of the file in the data folder.
const NAME: &str = "damero.toml";

/// All keys, in the order of the help.
const KEYS: [&str; 12] = [
    "listen",
    "data",
    "database",
    "runs",
    "open",
    "engine-threads",
    "public-url",
    "https",
    "proxy",
    "no-limits",
    "log",
    "log-json",
];

/// Keys closer than this to a known one are probably that one.
const CLOSE: f64 = 0.6;

/// What the command line and the file say together.
pub(crate) fn resolve(args: &ServeArgs, lang: Lang) -> anyhow::Result<ServeOptions> {
    let said = args.options.clone();
    let written = match &args.config {
        Some(path) => read(path, lang)?,
        None => beside(said.data.clone(), lang)?,
    };
    let resolved = ServeOptions {
        listen: said.listen.or(written.listen),
        data: said.data.or(written.data),
        database: said.database.or(written.database),
        runs: said.runs.or(written.runs),
        open: said.open.or(written.open),
        engine_threads: said.engine_threads.or(written.engine_threads),
        public_url: said.public_url.or(written.public_url),
        https: said.https.or(written.https),
        proxy: said.proxy.or(written.proxy),
        no_limits: said.no_limits.or(written.no_limits),
        log: said.log.or(written.log),
        log_json: said.log_json.or(written.log_json),
    };
    Ok(ServeOptions {
        data: Some(resolved.data.unwrap_or_else(usual_folder)),
        ..resolved
    })
}

/// The database that a command on the data is about, if it is not the file in the folder.
pub(crate) fn database_of(args: &DataArgs, lang: Lang) -> anyhow::Result<Option<String>> {
    match &args.database {
        Some(database) => Ok(Some(database.clone())),
        None => Ok(beside(args.data.clone(), lang)?.database),
    }
}

/// What the file in the data folder says, if there is one.
fn beside(data: Option<PathBuf>, lang: Lang) -> anyhow::Result<ServeOptions> {
    let path = data.unwrap_or_else(usual_folder).join(NAME);
    if !path.exists() {
        return Ok(ServeOptions::default());
    }
    let options = read(&path, lang)?;
    if options.data.is_some() {
        let shown = path.display();
        anyhow::bail!(tr!(
            lang,
            "{shown}: it is in the data folder and cannot name another with \"data\"",
            "{shown}: está en la carpeta de datos y no puede nombrar otra con \"data\""
        ));
    }
    Ok(options)
}

fn read(path: &Path, lang: Lang) -> anyhow::Result<ServeOptions> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        let reason = io_reason(&error, lang);
        anyhow::Error::msg(tr!(
            lang,
            "cannot read {shown}: {reason}",
            "no se puede leer {shown}: {reason}"
        ))
    })?;
    let written = parse(&text, lang).map_err(|Wrong { line, problem }| {
        anyhow::Error::msg(tr!(
            lang,
            "{shown}, line {line}: {problem}",
            "{shown}, línea {line}: {problem}"
        ))
    })?;
    // A folder in a file is meant from where the file is.
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(ServeOptions {
        data: written.data.map(|data| folder.join(data)),
        runs: written.runs.map(|runs| folder.join(runs)),
        ..written
    })
}

/// What is wrong, and where.
#[derive(Debug)]
struct Wrong {
    line: usize,
    problem: String,
}

fn parse(text: &str, lang: Lang) -> Result<ServeOptions, Wrong> {
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let table = DeTable::parse(text).map_err(|error| Wrong {
        line: line(error.span().map_or(0, |span| span.start)),
        problem: error.message().to_owned(),
    })?;
    let mut options = ServeOptions::default();
    for (key, value) in table.get_ref() {
        let name: &str = key.get_ref();
        set(&mut options, name, value, lang).map_err(|problem| Wrong {
            line: line(key.span().start),
            problem,
        })?;
    }
    Ok(options)
}

fn set(
    options: &mut ServeOptions,
    name: &str,
    value: &Spanned<DeValue<'_>>,
    lang: Lang,
) -> Result<(), String> {
    let value = Value {
        name,
        value: value.get_ref(),
        lang,
    };
    match name {
        "listen" => options.listen = Some(value.text_as(values::address)?),
        "data" => options.data = Some(PathBuf::from(value.text()?)),
        "database" => options.database = Some(value.text_as(values::database)?),
        "runs" => options.runs = Some(PathBuf::from(value.text()?)),
        "open" => options.open = Some(value.truth()?),
        // The name of this key before version 0.2.
        "engine-threads" | "minds" => options.engine_threads = Some(value.number_as(values::threads)?),
        "public-url" => options.public_url = Some(value.text_as(values::public_url)?),
        "https" => options.https = Some(value.truth()?),
        "proxy" => options.proxy = Some(value.truth()?),
        "no-limits" => options.no_limits = Some(value.truth()?),
        "log" => {
            let word = value.text()?;
            let level = LogLevel::from_str(word, false).map_err(|_| {
                let (found, names) = (cut(word), levels());
                tr!(
                    lang,
                    "\"log\" does not take \"{found}\"; there are {names}",
                    "\"log\" no admite \"{found}\"; hay {names}"
                )
            })?;
            options.log = Some(level);
        }
        "log-json" => options.log_json = Some(value.truth()?),
        _ => return Err(unknown(name, lang)),
    }
    Ok(())
}

fn levels() -> String {
    let names = LogLevel::value_variants().iter().filter_map(level_name);
    names.collect::<Vec<_>>().join(", ")
}

fn level_name(level: &LogLevel) -> Option<String> {
    level.to_possible_value().map(|value| value.get_name().to_owned())
}

fn unknown(name: &str, lang: Lang) -> String {
    let near = KEYS
        .into_iter()
        .map(|key| (strsim::normalized_levenshtein(key, &name.replace('_', "-")), key))
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .filter(|(closeness, _)| *closeness >= CLOSE);
    let name = cut(name);
    match near {
        Some((_, near)) => tr!(
            lang,
            "unknown key \"{name}\"; did you mean {near}?",
            "clave desconocida \"{name}\"; ¿quizás {near}?"
        ),
        None => {
            let keys = KEYS.join(", ");
            tr!(
                lang,
                "unknown key \"{name}\"; there are {keys}",
                "clave desconocida \"{name}\"; hay {keys}"
            )
        }
    }
}

/// A value with all that its refusal needs.
struct Value<'a> {
    name: &'a str,
    value: &'a DeValue<'a>,
    lang: Lang,
}

impl Value<'_> {
    fn text(&self) -> Result<&str, String> {
        self.value
            .as_str()
            .ok_or_else(|| self.wrong_type(&tr!(self.lang, "a text in quotes", "un texto entre comillas")))
    }

    fn truth(&self) -> Result<bool, String> {
        self.value
            .as_bool()
            .ok_or_else(|| self.wrong_type(&tr!(self.lang, "true or false", "true o false")))
    }

    fn text_as<T>(&self, read: impl Fn(&str) -> Result<T, Refused>) -> Result<T, String> {
        let text = self.text()?;
        read(text).map_err(|refused| self.refused(text, &refused))
    }

    fn number_as<T>(&self, read: impl Fn(&str) -> Result<T, Refused>) -> Result<T, String> {
        let number = self
            .value
            .as_integer()
            .filter(|number| number.radix() == 10)
            .ok_or_else(|| self.wrong_type(&tr!(self.lang, "a number", "un número")))?;
        read(number.as_str()).map_err(|refused| self.refused(number.as_str(), &refused))
    }

    fn wrong_type(&self, expected: &str) -> String {
        let (name, found) = (self.name, self.value.type_str());
        tr!(
            self.lang,
            "\"{name}\" takes {expected}, not this {found}",
            "\"{name}\" admite {expected}, y aquí hay un valor de tipo {found}"
        )
    }

    fn refused(&self, found: &str, refused: &Refused) -> String {
        // An address may hold a password, which belongs into no log.
        let found = if self.name == "database" {
            "…".to_owned()
        } else {
            cut(found)
        };
        let (name, expected) = (self.name, refused.0.get(self.lang));
        tr!(
            self.lang,
            "\"{name}\" does not take \"{found}\": {expected}",
            "\"{name}\" no admite \"{found}\": {expected}"
        )
    }
}

/// The options as a file that would give them again; what nobody said is a comment.
pub(crate) fn print(options: &ServeOptions) -> String {
    let mut out = String::new();
    let text = |text: String| toml::Value::String(text).to_string();
    let truth = |option: Option<bool>| option.map(|option| option.to_string());
    let values: [(Option<String>, &str); KEYS.len()] = [
        (
            options.listen.map(|listen| text(listen.to_string())),
            "\"127.0.0.1:8580\"",
        ),
        (
            options.data.as_ref().map(|data| text(data.display().to_string())),
            "\"\"",
        ),
        (
            options.database.clone().map(text),
            "\"postgres://user:password@host/database\"",
        ),
        (
            options.runs.as_ref().map(|runs| text(runs.display().to_string())),
            "\"runs\"",
        ),
        (truth(options.open), "false"),
        (options.engine_threads.map(|threads| threads.to_string()), "1"),
        (options.public_url.clone().map(text), "\"https://play.example\""),
        (truth(options.https), "false"),
        (truth(options.proxy), "false"),
        (truth(options.no_limits), "false"),
        (options.log.as_ref().and_then(level_name).map(text), "\"warn\""),
        (truth(options.log_json), "false"),
    ];
    for (key, (value, example)) in KEYS.iter().zip(values) {
        // Writing to a string cannot fail.
        let _ = match value {
            Some(value) => writeln!(out, "{key} = {value}"),
            None => writeln!(out, "# {key} = {example}"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command};

    use super::*;

    #[test]
    fn every_option_of_the_help_has_a_key() {
        let command = ServeOptions::augment_args(Command::new("serve"));
        let options: Vec<_> = command
            .get_arguments()
            .filter_map(|arg| arg.get_long())
            .filter(|name| *name != "help")
            .collect();
        assert_eq!(options, KEYS);
    }

    #[test]
    fn what_is_printed_reads_back_the_same() {
        let file = "listen = \"0.0.0.0:80\"\ndata = \"x y\"\ndatabase = \"postgres://a:b@c/d\"\nruns = \"r\"\nopen = true\nengine-threads = 3\n\
                    public-url = \"https://play.example\"\nhttps = true\nproxy = true\nno-limits = true\n\
                    log = \"debug\"\nlog-json = true\n";
        let options = parse(file, Lang::En).expect("all keys");
        assert_eq!(print(&options), file);
        let empty = print(&ServeOptions::default());
        assert!(empty.lines().all(|line| line.starts_with('#')), "{empty}");
        let uncommented = empty.replace("# ", "");
        parse(&uncommented, Lang::En).expect("the examples are values");
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (file, line, words) in [
            (
                "\nlisen = 1",
                2,
                &["unknown key \"lisen\"", "did you mean listen?"][..],
            ),
            ("log_json = true", 1, &["did you mean log-json?"]),
            ("zzz = 1", 1, &["there are listen, data"]),
            ("https = \"yes\"", 1, &["\"https\" takes true or false", "string"]),
            (
                "proxy = true\nengine-threads = \"2\"",
                2,
                &["\"engine-threads\" takes a number"],
            ),
            ("minds = -1", 1, &["a number from 0 to 256"]),
            ("listen = \"here\"", 1, &["127.0.0.1:8580"]),
            ("log = \"loud\"", 1, &["error, warn, info, debug"]),
            ("database = \"mysql://a:secret@b\"", 1, &["postgres://"]),
            ("open = true\nopen = false", 2, &[]),
            ("open = ", 1, &[]),
            ("[server]\nopen = true", 1, &["unknown key \"server\""]),
        ] {
            let wrong = parse(file, Lang::En).expect_err(file);
            assert_eq!(wrong.line, line, "{file}: {wrong:?}");
            for word in words {
                assert!(wrong.problem.contains(word), "{file}: {wrong:?}");
            }
            assert!(!wrong.problem.contains("secret"), "{wrong:?}");
            assert!(parse(file, Lang::Es).is_err());
        }
    }
}
