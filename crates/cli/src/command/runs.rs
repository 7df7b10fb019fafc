//! `damero runs`: what trainings there are, how far they came, and one of them in full.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use damero_arena::run_layout::checkpoint_name;
use damero_learn::LearnError;
use damero_learn::config::values_in;
use damero_learn::events::Value;
use damero_learn::run::checkpoint::{self, Checkpoint};
use damero_learn::run::{Ended, RunPath, catalog};
use serde_json::json;

use crate::command::train::refused;
use crate::errors::Status;
use crate::lang::{decimal, tr};
use crate::screen;
use crate::ui::{BOLD, Ui, paint};

/// `damero runs`.
#[derive(Args, Debug)]
pub(crate) struct RunsArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: RunsAction,
}

/// What can be asked about trainings.
#[derive(Subcommand, Debug)]
pub(crate) enum RunsAction {
    /// List trainings: what they learn, how far they came and with what result
    List(RunsListArgs),
    /// Show one training: configuration, newest numbers and checkpoints
    Show(RunsShowArgs),
}

/// `damero runs list`.
#[derive(Args, Debug)]
pub(crate) struct RunsListArgs {
    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero runs show`.
#[derive(Args, Debug)]
pub(crate) struct RunsShowArgs {
    /// The training: latest, a name or a path
    #[arg(value_name = "RUN")]
    pub(crate) run: String,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &RunsArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    match &args.action {
        RunsAction::List(args) => {
            let runs = catalog::list(&args.runs).map_err(|error| refused(&error, lang))?;
            if args.json {
                let all = runs.iter().map(summary).collect::<Result<Vec<_>, _>>();
                ui.json(&all.map_err(|error| refused(&error, lang))?)?;
            } else {
                let labelled: Vec<_> = runs.iter().map(|run| (run.clone(), Vec::new())).collect();
                print_table(&labelled, ui)?;
            }
            Ok(if runs.is_empty() {
                Status::Nothing
            } else {
                Status::Done
            })
        }
        RunsAction::Show(args) => {
            let run = catalog::find(&args.runs, &args.run).map_err(|error| refused(&error, lang))?;
            let told = summary(&run).map_err(|error| refused(&error, lang))?;
            if args.json {
                ui.json(&told)?;
            } else {
                show(&run, ui)?;
            }
            Ok(Status::Done)
        }
    }
}

/// The state of a run in a word.
fn state(run: &RunPath) -> Result<&'static str, LearnError> {
    if run.is_running() {
        return Ok("running");
    }
    Ok(match run.read_status()?.map(|status| status.ended) {
        Some(Ended::Finished) => "finished",
        Some(Ended::Interrupted) => "interrupted",
        Some(Ended::EarlyStop) => "early-stop",
        Some(Ended::TimeUp) => "time-up",
        Some(Ended::Failed) => "failed",
        None => "killed",
    })
}

/// The checkpoint with the best headline, with it.
fn best(run: &RunPath) -> Result<Option<(f64, u64)>, LearnError> {
    let root = run.checkpoints();
    let Some(step) = checkpoint::best(&root)? else {
        return Ok(None);
    };
    let score = Checkpoint::read(&root.join(checkpoint_name(step)))?.score;
    Ok(score.map(|score| (score, step)))
}

fn summary(run: &RunPath) -> Result<serde_json::Value, LearnError> {
    let last = catalog::metrics(run, None)?.pop();
    Ok(json!({
        "name": run.name(),
        "path": run.0,
        "meta": run.read_meta()?,
        "state": state(run)?,
        "last": last,
        "best": best(run)?.map(|(score, step)| json!({ "score": score, "step": step })),
        "checkpoints": checkpoint::steps(&run.checkpoints())?,
    }))
}

/// One line a run; `labels` are what sets them apart in a sweep.
pub(crate) fn print_table(runs: &[(RunPath, Vec<(String, String)>)], ui: &mut Ui) -> anyhow::Result<()> {
    let lang = ui.lang;
    let keys: Vec<String> = runs
        .first()
        .map(|(_, labels)| labels.iter().map(|(key, _)| key.clone()).collect())
        .unwrap_or_default();
    let mut head = vec![tr!(lang, "run", "entrenamiento")];
    head.extend(keys);
    head.extend([
        tr!(lang, "learns", "aprende"),
        tr!(lang, "state", "estado"),
        tr!(lang, "epoch", "época"),
        tr!(lang, "minutes", "minutos"),
        tr!(lang, "best", "mejor"),
    ]);
    let mut rows = vec![head];
    for (run, labels) in runs {
        let meta = run.read_meta().map_err(|error| refused(&error, lang))?;
        let last = catalog::metrics(run, None)
            .map_err(|error| refused(&error, lang))?
            .pop();
        let best = best(run).map_err(|error| refused(&error, lang))?;
        let mut row = vec![run.name()];
        row.extend(labels.iter().map(|(_, value)| value.clone()));
        row.extend([
            format!("{} {}", meta.identity.game, meta.identity.algo),
            state(run).map_err(|error| refused(&error, lang))?.to_owned(),
            last.as_ref().map_or(0, |line| line.epoch).to_string(),
            decimal(last.as_ref().map_or(0.0, |line| line.time) / 60.0, 1, lang),
            best.map_or("-".to_owned(), |(score, _)| decimal(score, 3, lang)),
        ]);
        rows.push(row);
    }
    if rows.len() == 1 {
        ui.line(tr!(lang, "no trainings here", "aquí no hay entrenamientos"))?;
        return Ok(());
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row.get(column).map_or(0, |cell| cell.chars().count()))
            .max()
    };
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| width(column).unwrap_or(0))
        .collect();
    for (i, row) in rows.iter().enumerate() {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        if i == 0 {
            ui.line(paint(BOLD, line.trim_end()))?;
        } else {
            ui.line(line)?;
        }
    }
    Ok(())
}

fn show(run: &RunPath, ui: &mut Ui) -> anyhow::Result<()> {
    let lang = ui.lang;
    print_table(&[(run.clone(), Vec::new())], ui)?;
    let fail = |error: LearnError| refused(&error, lang);
    if let Some(error) = run.read_status().map_err(fail)?.and_then(|status| status.error) {
        ui.line(error.get(lang))?;
    }
    ui.line("")?;
    ui.line(paint(BOLD, tr!(lang, "configuration", "configuración")))?;
    for (key, value) in values_in(&run.config()).map_err(fail)? {
        let value = match value {
            Value::Word(word) => word,
            Value::Truth(truth) => truth.to_string(),
            Value::Number(number) => number.to_string(),
        };
        screen::fact(ui, &key, &value)?;
    }
    if let Some(line) = catalog::metrics(run, None).map_err(fail)?.pop() {
        ui.line("")?;
        ui.line(paint(BOLD, tr!(lang, "epoch {}", "época {}", line.epoch)))?;
        for (name, value) in &line.values {
            screen::fact(ui, name, &decimal(*value, 4, lang))?;
        }
    }
    ui.line("")?;
    ui.line(paint(BOLD, tr!(lang, "checkpoints", "puntos de control")))?;
    let best = best(run).map_err(fail)?.map(|(_, step)| step);
    for step in checkpoint::steps(&run.checkpoints()).map_err(fail)? {
        let mark = if Some(step) == best {
            tr!(lang, "  (best)", "  (el mejor)")
        } else {
            String::new()
        };
        ui.line(format!("{}{mark}", checkpoint_name(step)))?;
    }
    Ok(())
}
