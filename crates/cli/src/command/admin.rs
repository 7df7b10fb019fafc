//! `damero admin`: what an operator does with accounts and collections of games, while the playroom runs or not.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use damero_games::{GameId, Lang};
use damero_server::{Admin, AdminError, EngineUse, EngineUseQuery, ImportReport};

use crate::collections;
use crate::command::backup::DataArgs;
use crate::command::serve::refused;
use crate::errors::Status;
use crate::lang::{decimal, tr};
use crate::ui::{ACCENT, BOLD, FAINT, Ui, paint};
use crate::{serve_config, values};

/// `damero admin`.
#[derive(Args, Debug)]
pub(crate) struct AdminArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: AdminAction,
}

/// What an operator can do.
#[derive(Subcommand, Debug)]
pub(crate) enum AdminAction {
    /// List all accounts: since when, last seen, banned or not
    List(AdminListArgs),
    /// Close an account: it is logged out at once and cannot come back
    Ban(AdminBanArgs),
    /// Open a closed account again
    Unban(AdminNameArgs),
    /// Give an account another name
    Rename(AdminRenameArgs),
    /// Take password, second factor and recovery codes away, and print a code with which the owner sets a new password
    Reset(AdminNameArgs),
    /// Print what operators did, the newest first
    Log(AdminLogArgs),
    /// Look for signs of engine use in finished games between people: agreement with the engine, even thinking times
    Report(AdminReportArgs),
    /// Count the games of a file in the opening explorer, each of them once
    Import(AdminImportArgs),
}

/// Where the accounts are, and who does it.
#[derive(Args, Debug)]
pub(crate) struct OperatorArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,

    /// The name of the operator in the log; by default the user of the system
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
}

/// `damero admin list`.
#[derive(Args, Debug)]
pub(crate) struct AdminListArgs {
    #[command(flatten)]
    pub(crate) operator: OperatorArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero admin unban` and `reset`.
#[derive(Args, Debug)]
pub(crate) struct AdminNameArgs {
    /// The account
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    #[command(flatten)]
    pub(crate) operator: OperatorArgs,
}

/// `damero admin ban`.
#[derive(Args, Debug)]
pub(crate) struct AdminBanArgs {
    /// The account
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// Why, as its owner is told
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,

    #[command(flatten)]
    pub(crate) operator: OperatorArgs,
}

/// `damero admin rename`.
#[derive(Args, Debug)]
pub(crate) struct AdminRenameArgs {
    /// The account
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// Its name from now on
    #[arg(value_name = "NEW")]
    pub(crate) new: String,

    #[command(flatten)]
    pub(crate) operator: OperatorArgs,
}

/// `damero admin log`.
#[derive(Args, Debug)]
pub(crate) struct AdminLogArgs {
    /// At most so many entries
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) limit: u32,

    #[command(flatten)]
    pub(crate) operator: OperatorArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero admin report`.
#[derive(Args, Debug)]
pub(crate) struct AdminReportArgs {
    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = values::game)]
    pub(crate) game: Option<GameId>,

    /// Only games of this account
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// At most so many games, the newest
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: usize,

    /// Unrated games too
    #[arg(long)]
    pub(crate) unrated: bool,

    /// How long the engine thinks about a position
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = values::time)]
    pub(crate) time: Duration,

    #[command(flatten)]
    pub(crate) operator: OperatorArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero admin import`.
#[derive(Args, Debug)]
pub(crate) struct AdminImportArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = values::game)]
    pub(crate) game: GameId,

    /// Files with one game or many, in any format that the game knows
    #[arg(value_name = "FILE", required = true)]
    pub(crate) file: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) operator: OperatorArgs,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Does what the operator asks for.
pub(crate) fn run(args: &AdminArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let failed = |error: AdminError| anyhow::anyhow!(error.message(lang));
    match &args.action {
        AdminAction::List(args) => list(args, ui),
        AdminAction::Log(args) => log(args, ui),
        AdminAction::Report(args) => report(args, ui),
        AdminAction::Import(args) => import(args, ui),
        AdminAction::Ban(args) => {
            let (name, reason) = (&args.name, &args.reason);
            open(&args.operator, lang)?.ban(name, reason).map_err(failed)?;
            done(ui, &tr!(lang, "{name} is banned", "{name} queda fuera"))
        }
        AdminAction::Unban(args) => {
            let name = &args.name;
            open(&args.operator, lang)?.unban(name).map_err(failed)?;
            done(ui, &tr!(lang, "{name} may come back", "{name} puede volver"))
        }
        AdminAction::Rename(args) => {
            let (name, new) = (&args.name, &args.new);
            open(&args.operator, lang)?.rename(name, new).map_err(failed)?;
            done(ui, &tr!(lang, "{name} is {new} now", "{name} es ahora {new}"))
        }
        AdminAction::Reset(args) => {
            let name = &args.name;
            let code = open(&args.operator, lang)?.reset(name).map_err(failed)?;
            ui.line(tr!(
                lang,
                "{name} is logged out everywhere; with this recovery code a new password can be set, once:",
                "{name} ha salido en todas partes; con este código de recuperación se pone una contraseña nueva, una vez:"
            ))?;
            done(ui, &code)
        }
    }
}

fn done(ui: &mut Ui, told: &str) -> anyhow::Result<Status> {
    ui.line(told)?;
    Ok(Status::Done)
}

fn open(args: &OperatorArgs, lang: Lang) -> anyhow::Result<Admin> {
    let database = serve_config::database_of(&args.data, lang)?;
    let user = ["SUDO_USER", "USER", "USERNAME"];
    let user = user.iter().find_map(|name| std::env::var(name).ok());
    let actor = args.by.clone().or(user).unwrap_or_else(|| "operator".to_owned());
    Admin::open(&args.data.folder(), database.as_ref(), &actor).map_err(|error| refused(&error, lang))
}

fn list(args: &AdminListArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let all = open(&args.operator, lang)?.list();
    let all = all.map_err(|error| anyhow::anyhow!(error.message(lang)))?;
    if args.json {
        ui.json(&all)?;
    } else {
        for account in &all {
            let since = day(account.created);
            let seen = account.used.map_or_else(|| "-".to_owned(), day);
            let mut more = Vec::new();
            more.extend(
                account
                    .two_factor
                    .then(|| tr!(lang, "second factor", "segundo factor")),
            );
            more.extend(
                account
                    .banned
                    .as_ref()
                    .map(|reason| tr!(lang, "banned: {reason}", "fuera: {reason}")),
            );
            let name = paint(BOLD, format!("{:<20}", account.name));
            ui.line(format!("{name}  {since}  {seen:<10}  {}", more.join(", ")))?;
        }
    }
    Ok(if all.is_empty() {
        Status::Nothing
    } else {
        Status::Done
    })
}

fn log(args: &AdminLogArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let all = open(&args.operator, lang)?.log(args.limit);
    let all = all.map_err(|error| anyhow::anyhow!(error.message(lang)))?;
    if args.json {
        ui.json(&all)?;
    } else {
        for entry in &all {
            let (at, actor) = (paint(FAINT, moment(entry.at)), &entry.actor);
            let (action, name, detail) = (&entry.action, paint(BOLD, &entry.name), &entry.detail);
            ui.line(format!("{at}  {actor}  {action}  {name}  {detail}"))?;
        }
    }
    Ok(if all.is_empty() {
        Status::Nothing
    } else {
        Status::Done
    })
}

fn report(args: &AdminReportArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let query = EngineUseQuery {
        player: args.player.clone(),
        game: args.game,
        games: args.games,
        unrated: args.unrated,
        time: args.time,
    };
    let admin = open(&args.operator, lang)?;
    let rows = admin.report(&query, &mut |_| ());
    let rows = rows.map_err(|error| anyhow::anyhow!(error.message(lang)))?;
    if args.json {
        ui.json(&rows)?;
    } else if !rows.is_empty() {
        ui.line(tr!(
            lang,
            "name                  game       games  moves  agree   loss  seconds  variation  look at",
            "nombre                juego   partidas jugad. coinc. pierde  segundos variación  mirar"
        ))?;
        for row in &rows {
            ui.line(row_text(row, lang))?;
        }
        ui.line(paint(
            FAINT,
            tr!(
                lang,
                "signs are no proof: look at the games before you decide",
                "los indicios no prueban nada: mira las partidas antes de decidir"
            ),
        ))?;
    }
    Ok(if rows.is_empty() {
        Status::Nothing
    } else {
        Status::Done
    })
}

/// Problems that are printed; more of them say nothing new.
const TOLD: usize = 10;

fn import(args: &AdminImportArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let names = collections::names(args.game, &args.file, lang)?;
    let admin = open(&args.operator, lang)?;
    let mut report = ImportReport::default();
    for path in &args.file {
        let input = collections::open(path, lang)?;
        let imported = admin.import(args.game, &names, input, lang);
        let imported =
            imported.map_err(|error| anyhow::anyhow!("{}: {}", path.display(), error.message(lang)))?;
        report.counted += imported.counted;
        report.known += imported.known;
        report.useless += imported.useless;
        report.problems.extend(imported.problems);
    }
    if args.json {
        ui.json(&report)?;
    } else {
        let (counted, known, useless) = (report.counted, report.known, report.useless);
        ui.line(tr!(
            lang,
            "{counted} games counted, {known} known before, {useless} without a result or moves",
            "{counted} partidas contadas, {known} ya conocidas, {useless} sin resultado o sin jugadas"
        ))?;
        for (number, problem) in report.problems.iter().take(TOLD) {
            ui.line(paint(
                FAINT,
                tr!(lang, "game {number}: {problem}", "partida {number}: {problem}"),
            ))?;
        }
        let more = report.problems.len().saturating_sub(TOLD);
        if more > 0 {
            ui.line(paint(
                FAINT,
                tr!(
                    lang,
                    "and {more} more cannot be read",
                    "y {more} más no se pueden leer"
                ),
            ))?;
        }
    }
    Ok(match (report.counted, report.problems.len()) {
        (0, 0) if report.known == 0 => Status::Nothing,
        (0, 1..) => Status::Nothing,
        _ => Status::Done,
    })
}

fn row_text(row: &EngineUse, lang: Lang) -> String {
    let number = |value: f64, digits: usize| decimal(value, digits, lang);
    let signs = row.signs.iter().map(|sign| match *sign {
        "agreement" => tr!(lang, "agreement", "coincidencia"),
        _ => tr!(lang, "times", "tiempos"),
    });
    let signs: Vec<String> = signs.collect();
    format!(
        "{}  {:<9} {:>6} {:>6} {:>5}% {:>6} {:>8} {:>10}  {}",
        paint(BOLD, format!("{:<20}", row.name)),
        row.game,
        row.games,
        row.decisions,
        number(100.0 * row.agreement, 0),
        number(row.loss, 3),
        number(row.seconds, 1),
        number(row.variation, 2),
        paint(ACCENT, signs.join(", ")),
    )
}

/// A moment as `2026-01-31 12:00` in UTC, and its day alone.
fn moment(ms: i64) -> String {
    let minutes = ms.div_euclid(60_000).rem_euclid(24 * 60);
    format!("{} {:02}:{:02}", day(ms), minutes / 60, minutes % 60)
}

/// The civil date of a time in milliseconds since 1970, in the Gregorian calendar.
fn day(ms: i64) -> String {
    // Years begin in March here, so that the leap day is the last of its year.
    let days = ms.div_euclid(86_400_000) + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (ms, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_767_225_599_000, "2025-12-31 23:59"),
            (-1, "1969-12-31 23:59"),
            (4_107_542_400_000, "2100-03-01 00:00"),
        ] {
            assert_eq!(moment(ms), text);
        }
    }
}
