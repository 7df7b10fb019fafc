//! `damero experiment`: ways to learn compared, with several seeds each.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::errors::Status;
use crate::ui::Ui;
use crate::values;

/// `damero experiment`.
#[derive(Args, Debug)]
pub(crate) struct ExperimentArgs {
    /// Which one.
    #[command(subcommand)]
    pub(crate) which: Experiment,
}

/// Experiments that compare ways to learn.
#[derive(Subcommand, Debug)]
pub(crate) enum Experiment {
    /// Train checkers without reward shaping, with the original rewards and with potential-based shaping, and compare
    RewardShaping(RewardShapingArgs),
}

/// `damero experiment reward-shaping`.
#[derive(Args, Debug)]
pub(crate) struct RewardShapingArgs {
    /// Trainings of each kind
    #[arg(long, value_name = "N", default_value = "3", value_parser = values::count)]
    pub(crate) seeds: u64,

    /// Epochs of each training
    #[arg(long, value_name = "N", default_value = "100", value_parser = values::count)]
    pub(crate) epochs: u64,

    /// Minutes after which a training ends before that; 0 for no limit
    #[arg(long, value_name = "MINUTES", default_value = "0", value_parser = values::minutes)]
    pub(crate) minutes: f64,

    /// Measure after so many epochs
    #[arg(long, value_name = "N", default_value = "10", value_parser = values::count)]
    pub(crate) every: u64,

    /// Games against each opponent at the end of a training
    #[arg(long, value_name = "N", default_value = "400", value_parser = values::count)]
    pub(crate) games: u64,

    /// A configuration that comes with the program, by its name, or a TOML file
    #[arg(long, value_name = "FILE", default_value = "checkers")]
    pub(crate) config: String,

    /// Set a key to one value
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,

    /// The folder of the experiment; the same one goes on where it was
    #[arg(long, value_name = "DIR", default_value = "runs/reward-shaping")]
    pub(crate) out: PathBuf,
}

pub(crate) fn run(args: &ExperimentArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    match &args.which {
        Experiment::RewardShaping(args) => rewards::run(args, ui),
    }
}

mod rewards {
    use std::cell::RefCell;
    use std::time::Instant;

    use damero_lab::reward_shaping::{Experiment, Surroundings};
    use damero_learn::LearnError;
    use damero_learn::config::{File, resolve, typed};
    use damero_learn::dqn::{DqnConfig, Shaping};
    use damero_learn::method::methods;
    use damero_learn::run::session::find;

    use crate::command::experiment::RewardShapingArgs;
    use crate::command::train::refused;
    use crate::errors::Status;
    use crate::interrupt;
    use crate::lang::tr;
    use crate::progress::Progress;
    use crate::ui::Ui;

    pub(super) fn run(args: &RewardShapingArgs, ui: &mut Ui) -> anyhow::Result<Status> {
        let lang = ui.lang;
        let experiment = plan(args).map_err(|error| refused(&error, lang))?;
        let Some(experiment) = experiment else {
            anyhow::bail!(tr!(
                lang,
                "--set takes one value here: the experiment compares rewards and nothing else",
                "--set admite aquí un solo valor: el experimento compara recompensas y nada más"
            ));
        };
        let stop = interrupt::stop();
        let start = Instant::now();
        let total = Shaping::ALL.len() as u64 * experiment.seeds * experiment.epochs;
        let bar = RefCell::new(Progress::slow(total));
        let done = experiment.run(
            &args.out,
            lang,
            &mut Surroundings {
                stop: &|| stop.asked(),
                now: &|| start.elapsed().as_secs_f64(),
                progress: &mut |told| {
                    let (arm, seed) = (told.shaping.name(), told.seed);
                    let bar = bar.borrow();
                    bar.set(told.done, told.total);
                    bar.say(tr!(lang, "{arm}, seed {seed}", "{arm}, semilla {seed}"));
                },
            },
        );
        drop(bar);
        let shown = args.out.display();
        if done.map_err(|error| refused(&error, lang))?.is_none() {
            ui.line(tr!(
                lang,
                "interrupted; what was trained is in {shown}, and the same command goes on from there",
                "interrumpido; lo entrenado está en {shown}, y la misma orden continúa desde ahí"
            ))?;
            return Ok(Status::Done);
        }
        let report = std::fs::read_to_string(args.out.join("comparison.md"))?;
        ui.line(report.trim_end())?;
        ui.line(tr!(
            lang,
            "\ncomparison.md, comparison.json, comparison.svg and comparison.png are in {shown}",
            "\ncomparison.md, comparison.json, comparison.svg y comparison.png están en {shown}"
        ))?;
        Ok(Status::Done)
    }

    /// What the command line asks for; `None` if it asks for several settings at once.
    fn plan(args: &RewardShapingArgs) -> Result<Option<Experiment>, LearnError> {
        let file = File::open(&args.config)?;
        let method = find(methods(), "checkers", Some("dqn"))?;
        let variants = resolve(method, Some(&file), &args.set)?;
        let [variant] = variants.as_slice() else {
            return Ok(None);
        };
        let config: DqnConfig = typed(&variant.config.method)?;
        Ok(Some(Experiment {
            config,
            seeds: args.seeds,
            epochs: args.epochs,
            seconds: args.minutes * 60.0,
            every: args.every,
            games: u32::try_from(args.games).unwrap_or(u32::MAX),
            threads: variant.config.run.threads(),
        }))
    }
}
