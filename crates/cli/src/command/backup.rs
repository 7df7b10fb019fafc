//! `damero backup`: a copy of the playroom's data.

use crate::command::serve::refused;
use crate::errors::Status;
use crate::lang::tr;
use crate::serve_args::BackupArgs;
use crate::serve_config;
use crate::ui::Ui;

/// Writes the copy.
pub(crate) fn run(args: &BackupArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let database = serve_config::database_of(&args.data, lang)?;
    damero_server::backup(&args.data.folder(), database.as_deref(), &args.to)
        .map_err(|error| refused(&error, lang))?;
    let to = args.to.display();
    ui.line(tr!(lang, "copied to {to}", "copiado a {to}"))?;
    Ok(Status::Done)
}
