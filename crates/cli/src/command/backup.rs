//! `damero backup`: a copy of the playroom's data.

use std::path::PathBuf;

use clap::Args;

use crate::command::serve::{refused, usual_folder};
use crate::errors::Status;
use crate::lang::tr;
use crate::ui::Ui;
use crate::{serve_config, values};

/// Where the data is.
#[derive(Args, Debug)]
pub(crate) struct DataArgs {
    /// The folder of the data; by default the user's own
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// The data is in this PostgreSQL database
    #[arg(long, value_name = "URL", value_parser = values::database)]
    pub(crate) database: Option<String>,

    /// A file with the password of the database; else `DAMERO_DATABASE_PASSWORD` says it
    #[arg(long, value_name = "FILE")]
    pub(crate) database_password_file: Option<PathBuf>,
}

impl DataArgs {
    /// The folder, given or usual.
    pub(crate) fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(usual_folder)
    }
}

/// `damero backup`.
#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file of the copy, which must not exist
    #[arg(value_name = "FILE")]
    pub(crate) to: PathBuf,

    #[command(flatten)]
    pub(crate) data: DataArgs,
}

/// Writes the copy.
pub(crate) fn run(args: &BackupArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let database = serve_config::database_of(&args.data, lang)?;
    damero_server::backup(&args.data.folder(), database.as_ref(), &args.to)
        .map_err(|error| refused(&error, lang))?;
    let to = args.to.display();
    ui.line(tr!(lang, "copied to {to}", "copiado a {to}"))?;
    Ok(Status::Done)
}
