//! `damero check`: is all of the playroom's data sound?

use clap::Args;

use crate::command::backup::DataArgs;
use crate::command::serve::refused;
use crate::errors::Status;
use crate::lang::tr;
use crate::serve_config;
use crate::ui::Ui;

/// `damero check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) data: DataArgs,
}

/// Checks the store, plays every game again and computes the ratings again.
pub(crate) fn run(args: &CheckArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let database = serve_config::database_of(&args.data, lang)?;
    let report = damero_server::check(&args.data.folder(), database.as_ref())
        .map_err(|error| refused(&error, lang))?;
    let (games, events, ratings) = (report.games, report.events, report.ratings);
    ui.line(tr!(
        lang,
        "{games} games with {events} events played again, {ratings} ratings computed again",
        "{games} partidas con {events} sucesos jugadas de nuevo, {ratings} puntuaciones calculadas de nuevo"
    ))?;
    if report.problems.is_empty() {
        ui.line(tr!(lang, "all is well", "todo está bien"))?;
        return Ok(Status::Done);
    }
    for problem in &report.problems {
        ui.line(problem)?;
    }
    anyhow::bail!(tr!(lang, "the data is damaged", "los datos están dañados"))
}
