//! `damero serve`: the playroom.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use damero_games::Lang;
use damero_server::{Config, LogLevel as Level, ServerError};

use crate::errors::Status;
use crate::lang::tr;
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::{serve_config, values};

/// Where programs of this system keep the data of a user; without a home, a folder right here.
pub(crate) fn usual_folder() -> PathBuf {
    let folder = |name: &str| {
        std::env::var_os(name)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
    };
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map_or_else(|| PathBuf::from("damero-data"), |base| base.join("damero"))
}

/// How much goes to the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogLevel {
    /// Only what went wrong.
    Error,
    /// What may go wrong.
    Warn,
    /// What happens.
    Info,
    /// Everything.
    Debug,
}

/// `damero serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// A file with these options in TOML; by default damero.toml in the data folder, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    /// Print all options as they come out of the command line and the file, and leave
    #[arg(long)]
    pub(crate) print_config: bool,

    #[command(flatten)]
    pub(crate) options: ServeOptions,
}

/// What can be said on the command line and, under the same names, in the file.
#[derive(Args, Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct ServeOptions {
    /// Where to listen: address and port; by default 127.0.0.1:8580
    #[arg(long, value_name = "ADDRESS", value_parser = values::address)]
    pub(crate) listen: Option<SocketAddr>,

    /// The folder of the data; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// Keep the data in PostgreSQL instead: `postgres://user@host/database`
    #[arg(long, value_name = "URL", value_parser = values::database)]
    pub(crate) database: Option<String>,

    /// A file with the password of the database; else `DAMERO_DATABASE_PASSWORD` says it
    #[arg(long, value_name = "FILE")]
    pub(crate) database_password_file: Option<PathBuf>,

    /// The folder of trainings that the page shows and plays against; by default runs
    #[arg(long, value_name = "DIR")]
    pub(crate) runs: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) open: Option<bool>,

    /// Threads of the engine pool, which searches for the machine players; by default all processors but one
    #[arg(long, alias = "minds", value_name = "N", value_parser = values::threads)]
    pub(crate) engine_threads: Option<usize>,

    /// Seconds of search that a person may ask for in a minute by hints and analyses; by default 20
    #[arg(long, value_name = "N", value_parser = values::search_seconds)]
    pub(crate) search_seconds: Option<u32>,

    /// The address that visitors type, such as `https://play.example`: what they may come from, and whether over HTTPS
    #[arg(long, value_name = "URL", value_parser = values::public_url)]
    pub(crate) public_url: Option<String>,

    /// Names by which visitors come, besides localhost, addresses and that of --public-url; separated by commas
    #[arg(long, value_name = "NAMES", value_parser = values::hosts)]
    pub(crate) hosts: Option<String>,

    /// Addresses that may read /metrics besides this machine, separated by commas
    #[arg(long, value_name = "ADDRESSES", value_parser = values::addresses)]
    pub(crate) metrics_for: Option<String>,

    /// The page is reached over HTTPS through a proxy: cookies travel over nothing else
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) https: Option<bool>,

    /// A proxy in front says who the visitors are (X-Forwarded-For)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) proxy: Option<bool>,

    /// Do not limit how many messages and requests a visitor may make
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) no_limits: Option<bool>,

    /// Check all data before anybody is let in, as `damero check` does
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) check: Option<bool>,

    /// The clock is right although it is far from the last use of the data
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) clock_is_right: Option<bool>,

    /// How much goes to the log on standard error; by default warn
    #[arg(long, value_name = "LEVEL")]
    pub(crate) log: Option<LogLevel>,

    /// Log one JSON object a line
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub(crate) log_json: Option<bool>,
}

/// Serves until it is told to stop.
pub(crate) fn run(args: &ServeArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let options = serve_config::resolve(args, lang)?;
    if args.print_config {
        ui.line(serve_config::print(&options).trim_end())?;
        return Ok(Status::Done);
    }
    let usual = Config::new(options.data.clone().unwrap_or_else(usual_folder));
    let said = |option: Option<bool>| option.unwrap_or_default();
    let config = Config {
        listen: options.listen.unwrap_or(usual.listen),
        database: serve_config::database(&options, lang)?,
        runs: options.runs.clone().unwrap_or(usual.runs),
        engine_threads: options
            .engine_threads
            .filter(|&threads| threads > 0)
            .unwrap_or(usual.engine_threads),
        search_seconds: options.search_seconds.unwrap_or(usual.search_seconds),
        public_url: options.public_url.clone(),
        hosts: values::listed(options.hosts.as_deref())
            .map(str::to_owned)
            .collect(),
        metrics_for: values::listed(options.metrics_for.as_deref())
            .filter_map(|address| address.parse().ok())
            .collect(),
        check: said(options.check),
        clock_is_right: said(options.clock_is_right),
        https: said(options.https),
        proxy: said(options.proxy),
        limits: !said(options.no_limits),
        give_back: Some(crate::memory::give_back),
        ..usual
    };
    let level = match options.log.unwrap_or(LogLevel::Warn) {
        LogLevel::Error => Level::Error,
        LogLevel::Warn => Level::Warn,
        LogLevel::Info => Level::Info,
        LogLevel::Debug => Level::Debug,
    };
    damero_server::log_to_stderr(level, said(options.log_json));
    // Elsewhere a defect ends the program; here it must not take everybody's games with it.
    damero_server::log_panics();
    let mut told = Ok(());
    let served = damero_server::serve(&config, &mut |address| {
        told = tell(ui, address, &config, said(options.open));
    });
    told?;
    served.map_err(|error| refused(&error, lang))?;
    ui.line(tr!(lang, "stopped", "detenida"))?;
    Ok(Status::Done)
}

/// Says where the page is.
fn tell(ui: &mut Ui, address: SocketAddr, config: &Config, open: bool) -> anyhow::Result<()> {
    let lang = ui.lang;
    // Nobody can visit the address that means all of them.
    let host = match address.ip() {
        ip if ip.is_unspecified() => format!("localhost:{}", address.port()),
        _ => address.to_string(),
    };
    let url = format!("http://{host}/");
    let (page, folder) = (paint(BOLD, &url), config.data.display().to_string());
    let data = paint(FAINT, folder);
    ui.line(tr!(lang, "page  {page}", "página  {page}"))?;
    ui.line(tr!(lang, "data  {data}", "datos   {data}"))?;
    if config.database.is_some() {
        ui.line(tr!(lang, "data  in PostgreSQL", "datos   en PostgreSQL"))?;
    }
    if !damero_server::has_page() {
        ui.line(tr!(
            lang,
            "this build has no page inside; a release build on a machine with Node has it",
            "esta compilación no lleva la página; una compilación release en una máquina con Node la lleva"
        ))?;
    }
    ui.line(tr!(lang, "Ctrl-C stops it", "Ctrl-C la detiene"))?;
    ui.finish()?;
    if open && !open_browser(&url) {
        ui.line(tr!(
            lang,
            "no browser could be opened",
            "no se pudo abrir un navegador"
        ))?;
        ui.finish()?;
    }
    Ok(())
}

fn open_browser(url: &str) -> bool {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let started = command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    started.spawn().is_ok()
}

/// A refusal by the server in the language of the user.
pub(crate) fn refused(error: &ServerError, lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(error.message(lang))
}
