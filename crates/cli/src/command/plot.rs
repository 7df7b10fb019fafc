//! `damero plot`: the plots of a training drawn anew from its files.

use damero_learn::plot;
use damero_learn::run::catalog;

use crate::command::train::refused;
use crate::errors::Status;
use crate::lang::tr;
use crate::train_args::PlotArgs;
use crate::ui::Ui;

pub(crate) fn run(args: &PlotArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let run = catalog::find(&args.runs, &args.run).map_err(|error| refused(&error, lang))?;
    let files = plot::draw(&run, lang).map_err(|error| refused(&error, lang))?;
    if files.is_empty() {
        ui.line(tr!(
            lang,
            "nothing to draw yet: this training has not finished an epoch",
            "aún no hay nada que dibujar: este entrenamiento no terminó ninguna época"
        ))?;
        return Ok(Status::Nothing);
    }
    for path in files {
        ui.line(path.display())?;
    }
    Ok(Status::Done)
}
