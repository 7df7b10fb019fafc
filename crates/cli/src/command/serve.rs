//! `damero serve`: the playroom.

use std::net::SocketAddr;
use std::process::{Command, Stdio};

use damero_games::Lang;
use damero_server::{Config, LogLevel as Level, ServerError};

use crate::errors::Status;
use crate::lang::tr;
use crate::serve_args::{LogLevel, ServeArgs, usual_folder};
use crate::serve_config;
use crate::ui::{BOLD, FAINT, Ui, paint};

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
        database: options.database.clone(),
        runs: options.runs.clone().unwrap_or(usual.runs),
        engine_threads: options
            .engine_threads
            .filter(|&threads| threads > 0)
            .unwrap_or(usual.engine_threads),
        public_url: options.public_url.clone(),
        https: said(options.https),
        proxy: said(options.proxy),
        limits: !said(options.no_limits),
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
    let served = damero_server::serve(&config, |address| {
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
