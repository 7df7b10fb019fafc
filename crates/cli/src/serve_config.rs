//! The options of the playroom from a file. Its keys are the names of the options on the command line, which win. What
//! the file says wrong is refused with its line, and a mistyped key with the one that was probably meant.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args as _, Command, FromArgMatches as _, ValueEnum};
use damero_games::{Lang, text};
use damero_learn::LearnError;
use damero_learn::config::File;
use damero_server::Database;

use crate::command::backup::DataArgs;
use crate::command::serve::{ServeArgs, ServeOptions, usual_folder};
use crate::command::train::refused;
use crate::errors::cut;
use crate::lang::clap_errors::advice;
use crate::lang::tr;

/// The name of the file in the data folder.
const NAME: &str = "damero.toml";

/// All keys in the order of the help, each with an example of what it takes.
const EXAMPLES: &str = "listen = \"127.0.0.1:8580\"
data = \"damero-data\"
database = \"postgres://user@host/database\"
database-password-file = \"password\"
runs = \"runs\"
open = false
engine-threads = 1
search-seconds = 20
public-url = \"https://play.example\"
hosts = \"play.lan,box\"
metrics-for = \"192.0.2.7\"
https = false
proxy = false
no-limits = false
check = false
clock-is-right = false
log = \"warn\"
log-json = false
";

/// The name of `engine-threads` before version 0.2.
const OLD_THREADS: &str = "minds";

/// What the command line and the file say together.
pub(crate) fn resolve(args: &ServeArgs, lang: Lang) -> anyhow::Result<ServeOptions> {
    let said = args.options.clone();
    refuse_secret(said.database.as_deref(), lang)?;
    let written = match &args.config {
        Some(path) => read(path, lang)?,
        None => beside(said.data.clone(), lang)?,
    };
    let mut resolved = either(said, written);
    resolved.data.get_or_insert_with(usual_folder);
    Ok(resolved)
}

/// What one says, and where it says nothing, the other.
fn either(one: ServeOptions, other: ServeOptions) -> ServeOptions {
    ServeOptions {
        listen: one.listen.or(other.listen),
        data: one.data.or(other.data),
        database: one.database.or(other.database),
        database_password_file: one.database_password_file.or(other.database_password_file),
        runs: one.runs.or(other.runs),
        open: one.open.or(other.open),
        engine_threads: one.engine_threads.or(other.engine_threads),
        search_seconds: one.search_seconds.or(other.search_seconds),
        public_url: one.public_url.or(other.public_url),
        hosts: one.hosts.or(other.hosts),
        metrics_for: one.metrics_for.or(other.metrics_for),
        https: one.https.or(other.https),
        proxy: one.proxy.or(other.proxy),
        no_limits: one.no_limits.or(other.no_limits),
        check: one.check.or(other.check),
        clock_is_right: one.clock_is_right.or(other.clock_is_right),
        log: one.log.or(other.log),
        log_json: one.log_json.or(other.log_json),
    }
}

/// The variable with the password of the database.
const PASSWORD: &str = "DAMERO_DATABASE_PASSWORD";

/// The database that a command on the data is about, if it is not the file in the folder.
pub(crate) fn database_of(args: &DataArgs, lang: Lang) -> anyhow::Result<Option<Database>> {
    refuse_secret(args.database.as_deref(), lang)?;
    let said = ServeOptions {
        database: args.database.clone(),
        database_password_file: args.database_password_file.clone(),
        ..ServeOptions::default()
    };
    database(&either(said, beside(args.data.clone(), lang)?), lang)
}

/// The database that options name, with its password from wherever that is.
pub(crate) fn database(options: &ServeOptions, lang: Lang) -> anyhow::Result<Option<Database>> {
    let Some(address) = options.database.clone() else {
        return Ok(None);
    };
    let password = match &options.database_password_file {
        Some(path) => {
            refuse_open(path, lang)?;
            let read = std::fs::read_to_string(path);
            let read = read.with_context(|| {
                let path = path.display();
                tr!(lang, "cannot read {path}", "no se puede leer {path}")
            })?;
            Some(read.trim_end_matches(['\r', '\n']).to_owned())
        }
        None => std::env::var(PASSWORD).ok(),
    };
    Ok(Some(Database { address, password }))
}

/// Refuses a password on the command line, where everybody on the machine can read it.
fn refuse_secret(said: Option<&str>, lang: Lang) -> anyhow::Result<()> {
    if !said.is_some_and(has_password) {
        return Ok(());
    }
    anyhow::bail!(tr!(
        lang,
        "--database: everybody on this machine can read a password on the command line; put it into the file that --database-password-file names, or into {PASSWORD}",
        "--database: cualquiera en este equipo puede leer una clave en la línea de órdenes; ponla en el archivo que diga --database-password-file, o en {PASSWORD}"
    ))
}

/// Refuses a file with a password that everybody on this machine can read.
#[cfg(unix)]
fn refuse_open(path: &Path, lang: Lang) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    // Whoever reads the file says why it is not there.
    let mode = std::fs::metadata(path).map_or(0, |found| found.permissions().mode());
    if mode & 0o004 == 0 {
        return Ok(());
    }
    let path = path.display();
    anyhow::bail!(tr!(
        lang,
        "{path} holds a password and everybody on this machine can read it; take that away (chmod o-r)",
        "{path} lleva una clave y cualquiera en este equipo puede leerlo; quita ese permiso (chmod o-r)"
    ))
}

/// Other systems say in other ways who may read.
#[cfg(not(unix))]
fn refuse_open(_: &Path, _: Lang) -> anyhow::Result<()> {
    Ok(())
}

fn has_password(address: &str) -> bool {
    without_password(address) != address
}

/// An address without the password that may be in it: after the user's name, or among the parameters.
fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.to_owned();
    };
    let (place, parameters) = match rest.split_once('?') {
        Some((place, parameters)) => (place, Some(parameters)),
        None => (rest, None),
    };
    // A password may have such signs too, although an address with them is refused later.
    let place = match place.rsplit_once('@') {
        Some((login, host)) => format!("{}@{host}", login.split_once(':').map_or(login, |(user, _)| user)),
        None => place.to_owned(),
    };
    let is_secret = |pair: &&str| {
        pair.split('=')
            .next()
            .is_some_and(|key| key.eq_ignore_ascii_case("password"))
    };
    let kept: Option<Vec<&str>> =
        parameters.map(|all| all.split('&').filter(|pair| !is_secret(pair)).collect());
    let parameters = match kept.as_deref() {
        None | Some([]) => String::new(),
        Some(kept) => format!("?{}", kept.join("&")),
    };
    format!("{scheme}://{place}{parameters}")
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
    let written = File::read(path).and_then(|file| parse(&file));
    let written = written.map_err(|error| refused(&error, lang))?;
    if written.database.as_deref().is_some_and(has_password) {
        refuse_open(path, lang)?;
    }
    // A folder in a file is meant from where the file is.
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(ServeOptions {
        data: written.data.map(|data| folder.join(data)),
        runs: written.runs.map(|runs| folder.join(runs)),
        database_password_file: written.database_password_file.map(|file| folder.join(file)),
        ..written
    })
}

/// The options of a file. Each key is read as the option of the command line that it names.
fn parse(file: &File) -> Result<ServeOptions, LearnError> {
    let mut known = File::new("", EXAMPLES)?.table().clone();
    known.insert(OLD_THREADS.to_owned(), 1.into());
    file.apply(&mut known)?;
    let command = ServeOptions::augment_args(Command::new("serve").no_binary_name(true));
    let mut options = ServeOptions::default();
    for (key, value) in file.table() {
        let found = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let read = command.clone().try_get_matches_from([format!("--{key}={found}")]);
        let one = read.and_then(|matches| ServeOptions::from_arg_matches(&matches));
        let one = one.map_err(|error| {
            // An address may hold a password, which belongs into no log.
            let found = if key == "database" { "…" } else { &cut(&found) };
            let [en, es] = [Lang::En, Lang::Es].map(|lang| advice(&error, lang).unwrap_or_default());
            let problem = text!(
                "\"{key}\" does not take \"{found}\": {en}",
                "\"{key}\" no admite \"{found}\": {es}"
            );
            let placed = file.at_key(key, &problem);
            placed.unwrap_or(LearnError::Refused(problem))
        })?;
        options = either(one, options);
    }
    Ok(options)
}

/// The options as a file that would give them again; what nobody said is a comment.
pub(crate) fn print(options: &ServeOptions) -> String {
    let mut out = String::new();
    let text = |text: String| toml::Value::String(text).to_string();
    let truth = |option: Option<bool>| option.map(|option| option.to_string());
    let folder = |folder: &Option<PathBuf>| folder.as_ref().map(|folder| text(folder.display().to_string()));
    let level = options.log.as_ref().and_then(ValueEnum::to_possible_value);
    let values = [
        options.listen.map(|listen| text(listen.to_string())),
        folder(&options.data),
        options.database.as_deref().map(without_password).map(text),
        folder(&options.database_password_file),
        folder(&options.runs),
        truth(options.open),
        options.engine_threads.map(|threads| threads.to_string()),
        options.search_seconds.map(|seconds| seconds.to_string()),
        options.public_url.clone().map(text),
        options.hosts.clone().map(text),
        options.metrics_for.clone().map(text),
        truth(options.https),
        truth(options.proxy),
        truth(options.no_limits),
        truth(options.check),
        truth(options.clock_is_right),
        level.map(|level| text(level.get_name().to_owned())),
        truth(options.log_json),
    ];
    for (example, value) in EXAMPLES.lines().zip(values) {
        let key = example.split(' ').next().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = match value {
            Some(value) => writeln!(out, "{key} = {value}"),
            None => writeln!(out, "# {example}"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    fn parse(text: &str) -> Result<ServeOptions, LearnError> {
        super::parse(&File::new("damero.toml", text)?)
    }

    #[test]
    fn every_option_of_the_help_has_a_key() {
        let command = ServeOptions::augment_args(Command::new("serve"));
        let options: Vec<_> = command
            .get_arguments()
            .filter_map(|arg| arg.get_long())
            .filter(|name| *name != "help")
            .collect();
        let keys: Vec<_> = EXAMPLES
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert_eq!(options, keys);
    }

    #[test]
    fn what_is_printed_reads_back_the_same() {
        let file = "listen = \"0.0.0.0:80\"\ndata = \"x y\"\ndatabase = \"postgres://a@c/d\"\n\
                    database-password-file = \"p\"\nruns = \"r\"\nopen = true\nengine-threads = 3\nsearch-seconds = 5\n\
                    public-url = \"https://play.example\"\nhosts = \"a.lan\"\nmetrics-for = \"192.0.2.7\"\n\
                    https = true\nproxy = true\nno-limits = true\ncheck = true\nclock-is-right = true\n\
                    log = \"debug\"\nlog-json = true\n";
        let options = parse(file).expect("all keys");
        assert_eq!(print(&options), file);
        let secret = parse("database = \"postgres://ana:secret@host/games\"").expect("an address");
        assert!(
            print(&secret).contains("\"postgres://ana@host/games\""),
            "no password is shown"
        );
        for (written, shown) in [
            ("postgres://ana:se:c@ret@host/games", "postgres://ana@host/games"),
            ("postgres://:secret@host", "postgres://@host"),
            ("postgres://ana:sec/ret@host/games", "postgres://ana@host/games"),
            (
                "postgres://ana@host/games?password=secret",
                "postgres://ana@host/games",
            ),
            (
                "postgres://host/games?user=ana&Password=secret&sslmode=require",
                "postgres://host/games?user=ana&sslmode=require",
            ),
        ] {
            assert!(has_password(written), "{written}");
            assert_eq!(without_password(written), shown);
        }
        for plain in [
            "postgres://ana@host:5433/games?sslmode=disable",
            "postgres://host",
            "postgres:///games?host=/run",
        ] {
            assert!(!has_password(plain), "{plain}");
        }
        let empty = print(&ServeOptions::default());
        assert!(empty.lines().all(|line| line.starts_with('#')), "{empty}");
        let uncommented = empty.replace("# ", "");
        parse(&uncommented).expect("the examples are values");
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (file, line, words) in [
            (
                "\nlisen = 1",
                2,
                &["there is no key \"lisen\"", "did you mean \"listen\"?"][..],
            ),
            ("log_json = true", 1, &["did you mean \"log-json\"?"]),
            ("zzz = 1", 1, &["--print-config shows all"]),
            ("https = \"yes\"", 1, &["https = \"yes\": expected true or false"]),
            (
                "proxy = true\nengine-threads = \"2\"",
                2,
                &["engine-threads = \"2\": expected a whole number"],
            ),
            ("minds = -1", 1, &["a number from 0 to 256"]),
            ("listen = \"here\"", 1, &["127.0.0.1:8580"]),
            ("log = \"loud\"", 1, &["error, warn, info, debug"]),
            ("database = \"mysql://a:secret@b\"", 1, &["postgres://"]),
            (
                "database = [\"postgres://a:secret@b\"]",
                1,
                &["expected a text in quotes"],
            ),
            ("open = true\nopen = false", 2, &[]),
            ("open = ", 1, &[]),
            ("[server]\nopen = true", 2, &["there is no key \"server.open\""]),
        ] {
            let wrong = parse(file).expect_err(file).text();
            let place = format!("damero.toml, line {line}: ");
            assert!(wrong.en.starts_with(&place), "{file}: {wrong:?}");
            for word in words {
                assert!(wrong.en.contains(word), "{file}: {wrong:?}");
            }
            assert!(!wrong.en.contains("secret"), "{wrong:?}");
            assert!(wrong.es.contains(&format!("línea {line}: ")), "{wrong:?}");
        }
    }

    /// Files near to right ones, and any text: a known or a mistyped key, a value of any kind.
    fn files() -> impl Strategy<Value = String> {
        let keys: Vec<String> = EXAMPLES
            .lines()
            .filter_map(|line| Some(line.split_once(' ')?.0.to_owned()))
            .chain([OLD_THREADS.to_owned(), "[server]\nopen".to_owned()])
            .collect();
        let key = prop_oneof![9 => select(keys), 1 => "[a-z-]{0,9}"];
        let values = [
            "true",
            "-1",
            "257",
            "1e9",
            "[1]",
            "{ a = 1 }",
            "1979-05-27",
            "nan",
            "\"\"",
            "\"warn\"",
            "\"[::]:0\"",
            "\"https://a.b/?c#d\"",
            "\"postgres://\"",
            "\"--open\"",
        ];
        let value = prop_oneof![4 => select(values.to_vec()).prop_map(str::to_owned), 1 => "\\PC{0,12}"];
        let line = (key, value).prop_map(|(key, value)| format!("{key} = {value}\n"));
        prop_oneof![9 => vec(line, 0..5).prop_map(|lines| lines.concat()), 1 => "\\PC{0,40}"]
    }

    proptest! {
        /// Whatever a file says, it is refused with a sentence in both languages or means what is printed of it.
        #[test]
        fn any_file_is_refused_with_a_sentence_or_printed_as_it_is_meant(file in files()) {
            match parse(&file) {
                Ok(options) => {
                    let printed = print(&options);
                    let again = parse(&printed).map_err(|error| TestCaseError::fail(error.text().en.into_owned()))?;
                    prop_assert_eq!(print(&again), printed);
                }
                Err(error) => {
                    let text = error.text();
                    prop_assert!(!text.en.is_empty() && !text.es.is_empty());
                }
            }
        }
    }
}
