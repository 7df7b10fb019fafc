//! `damero plot`: the plots of a training drawn anew from its files, or several trainings in one picture.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use damero_learn::plot::{self, Axis};
use damero_learn::run::{RunPath, catalog};

use crate::command::train::refused;
use crate::errors::Status;
use crate::lang::tr;
use crate::ui::Ui;

/// `damero plot`.
#[derive(Args, Debug)]
pub(crate) struct PlotArgs {
    /// The training: latest, a name or a path; several are drawn together
    #[arg(value_name = "RUN", required = true)]
    pub(crate) run: Vec<String>,

    /// What to draw of several trainings; may be repeated; by default their win rates
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Vec<String>,

    /// What several trainings are drawn over: minutes, epochs or cpu (seconds of processor time)
    #[arg(long, value_name = "AXIS", value_enum, default_value_t = Over::Minutes)]
    pub(crate) over: Over,

    /// Where to put the picture of several trainings
    #[arg(long, value_name = "DIR", default_value = "runs/comparison")]
    pub(crate) out: PathBuf,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,
}

/// What trainings are drawn over.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    Minutes,
    Epochs,
    Cpu,
}

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
        Over::Cpu => Axis::Cpu,
    };
    plot::together(runs, &args.metric, axis, &args.out, ui.lang).map_err(|error| refused(&error, ui.lang))?;
    for name in ["comparison.svg", "comparison.png"] {
        ui.line(args.out.join(name).display())?;
    }
    Ok(Status::Done)
}
