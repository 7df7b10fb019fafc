//! `damero plot`: the plots of a training drawn anew from its files, or several trainings in one picture.

use damero_learn::plot::{self, Axis};
use damero_learn::run::{RunPath, catalog};

use crate::command::train::refused;
use crate::errors::Status;
use crate::lang::tr;
use crate::train_args::{Over, PlotArgs};
use crate::ui::Ui;

pub(crate) fn run(args: &PlotArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let found = args.run.iter().map(|run| catalog::find(&args.runs, run));
    let runs: Vec<RunPath> = found
        .collect::<Result<_, _>>()
        .map_err(|error| refused(&error, lang))?;
    let [run] = &runs[..] else {
        return together(&runs, args, ui);
    };
    if !args.metric.is_empty() {
        return together(&runs, args, ui);
    }
    let files = plot::draw(run, lang).map_err(|error| refused(&error, lang))?;
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

fn together(runs: &[RunPath], args: &PlotArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let axis = match args.over {
        Over::Epochs => Axis::Epochs,
        Over::Minutes => Axis::Minutes,
    };
    plot::together(runs, &args.metric, axis, &args.out, ui.lang).map_err(|error| refused(&error, ui.lang))?;
    for name in ["comparison.svg", "comparison.png"] {
        ui.line(args.out.join(name).display())?;
    }
    Ok(Status::Done)
}
