//! `damero experiment`: ways to learn compared, with several seeds each.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use damero_lab::experiment::{Experiment, Surroundings, plan};

use crate::command::train::refused;
use crate::errors::Status;
use crate::interrupt;
use crate::lang::tr;
use crate::progress::Progress;
use crate::ui::Ui;

/// `damero experiment`.
#[derive(Args, Debug)]
pub(crate) struct ExperimentArgs {
    /// Which one.
    #[command(subcommand)]
    pub(crate) which: Which,
}

/// Experiments that compare ways to learn.
#[derive(Subcommand, Debug)]
pub(crate) enum Which {
    /// Run the experiment of a file: arms, seeds and a budget of processor time
    Run(ExperimentRunArgs),
    /// Train checkers without reward shaping, with the original rewards and with potential-based shaping, and compare
    RewardShaping(HowArgs),
}

/// `damero experiment run`.
#[derive(Args, Debug)]
pub(crate) struct ExperimentRunArgs {
    /// An experiment that comes with the program, by its name, or a TOML file
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    #[command(flatten)]
    pub(crate) how: HowArgs,
}

/// What can be said of any experiment.
#[derive(Args, Debug)]
pub(crate) struct HowArgs {
    /// Set a key of all arms to one value
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,

    /// The folder of the experiment, by default runs/ and its name; the same one goes on where it was
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// The steps of the bar: an experiment tells how much of it is done as a share.
const STEPS: u64 = 1000;

pub(crate) fn run(args: &ExperimentArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    match &args.which {
        Which::Run(args) => compare(&args.file, &args.how, ui),
        Which::RewardShaping(how) => compare("reward-shaping", how, ui),
    }
}

fn compare(name: &str, how: &HowArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let experiment = plan::open(name).and_then(|file| Experiment::read(&file, &how.set));
    let experiment = experiment.map_err(|error| refused(&error, lang))?;
    let stem = Path::new(name).file_stem().unwrap_or_default();
    let out = how.out.clone().unwrap_or_else(|| Path::new("runs").join(stem));
    let bar = Progress::slow(STEPS);
    let done = experiment.run(
        &out,
        lang,
        &mut Surroundings {
            stop: &interrupt::stop(),
            progress: &mut |share, what| {
                bar.set((share * STEPS as f64) as u64, STEPS);
                bar.say(what.get(lang).to_owned());
            },
        },
    );
    drop(bar);
    let shown = out.display();
    if done.map_err(|error| refused(&error, lang))?.is_none() {
        ui.line(tr!(
            lang,
            "interrupted; what was done is in {shown}, and the same command goes on from there",
            "interrumpido; lo hecho está en {shown}, y la misma orden continúa desde ahí"
        ))?;
        return Ok(Status::Done);
    }
    let report = std::fs::read_to_string(out.join("comparison.md"))?;
    ui.line(report.trim_end())?;
    ui.line(tr!(
        lang,
        "\ncomparison.md, comparison.json, comparison.svg and comparison.png are in {shown}",
        "\ncomparison.md, comparison.json, comparison.svg y comparison.png están en {shown}"
    ))?;
    Ok(Status::Done)
}
