//! `damero tune reversi`: weights from nothing but the rules, stage by stage from the end of the game.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use damero_games::Lang;
use damero_lab::patterns::{Event, Options, ROUNDS, begun, train};
use damero_search::reversi::{Origin, Weights, WeightsError};
use serde_json::json;

use crate::errors::Status;
use crate::lang::{decimal, tr};
use crate::parallel::thread_count;
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{interrupt, values};

/// `damero tune reversi`.
#[derive(Args, Debug)]
pub(crate) struct ReversiArgs {
    /// Where the weights go; unfinished work is kept beside it, in FILE.0.part and FILE.1.part
    #[arg(long, value_name = "FILE", default_value = "reversi-weights.dat")]
    out: PathBuf,

    /// Positions for each number of empty squares in the last round
    #[arg(long, value_name = "N", default_value = "250000", value_parser = values::positions)]
    positions: u64,

    /// The same seed and number of positions give the same weights
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = values::seed)]
    seed: u64,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::threads)]
    threads: usize,

    /// Go on with what an interrupted run has kept
    #[arg(long)]
    resume: bool,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Tunes, and writes the weights.
pub(crate) fn run(args: &ReversiArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let options = Options {
        positions: args.positions,
        seed: args.seed,
        threads: thread_count(args.threads),
    };
    let mut known = Vec::new();
    for round in (0..ROUNDS).filter(|_| args.resume) {
        known.extend(take_up(&beside(&args.out, round), &options.origin(round), lang)?);
    }
    let progress = Progress::slow(1);
    let mut told = Ok(());
    let mut report = |event: Event| {
        if let Event::Progress { done, total } = event {
            progress.set(done, total);
        } else if told.is_ok() {
            told = tell(&event, args.json, ui, &progress);
        }
    };
    let mut keep = |weights: &Weights| weights.save(&beside(&args.out, weights.origin().round));
    let made = train(&options, known, &interrupt::stop(), &mut keep, &mut report);
    drop(progress);
    told?;
    let made = made
        .map_err(|error| said(&error, lang))
        .with_context(|| args.out.display().to_string())?;
    let out = args.out.display();
    let Some(weights) = made else {
        let line = tr!(
            lang,
            "interrupted: what is fitted is kept; the same command with --resume goes on from there",
            "interrumpido: lo ajustado queda guardado; la misma orden con --resume sigue desde ahí"
        );
        eprintln!("{line}");
        return Ok(Status::Failed);
    };
    let saved = weights.save(&args.out).map_err(|error| said(&error, lang));
    saved.with_context(|| out.to_string())?;
    for round in 0..ROUNDS {
        // It has served; if it cannot be removed it does no harm.
        let _ = std::fs::remove_file(beside(&args.out, round));
    }
    if args.json {
        ui.line(json!({"event": "written", "file": args.out}))?;
    } else {
        ui.line(tr!(lang, "weights written to {out}", "pesos escritos en {out}"))?;
    }
    Ok(Status::Done)
}

/// The file of a round's unfinished work.
fn beside(out: &Path, round: u32) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{round}.part"));
    out.with_file_name(name)
}

/// What an interrupted run has kept, if it was the same run.
fn take_up(part: &Path, origin: &Origin, lang: Lang) -> anyhow::Result<Option<Weights>> {
    let known = begun(part).map_err(|error| said(&error, lang));
    let known = known.with_context(|| part.display().to_string())?;
    if let Some(other) = known
        .as_ref()
        .map(Weights::origin)
        .filter(|other| other != origin)
    {
        let Origin { positions, seed, .. } = other;
        anyhow::bail!(
            "{}: {}",
            part.display(),
            tr!(
                lang,
                "was begun with --positions {positions} --seed {seed}; repeat these to go on, or leave out --resume",
                "se empezó con --positions {positions} --seed {seed}; hay que repetirlas para seguir, o quitar --resume"
            )
        );
    }
    Ok(known)
}

fn said(error: &WeightsError, lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(error.problem().get(lang).to_owned())
}

/// One line about what was just finished.
fn tell(event: &Event, is_json: bool, ui: &mut Ui, progress: &Progress) -> anyhow::Result<()> {
    let lang = ui.lang;
    let line = match event {
        Event::Progress { .. } => return Ok(()),
        Event::Fitted(fit) if is_json => json!({
            "event": "fitted",
            "round": fit.round,
            "empties": [fit.empties, fit.empties + 2],
            "positions": fit.positions,
            "error": fit.error,
            "held_out": fit.held_out,
        })
        .to_string(),
        Event::Fitted(fit) => {
            let (first, second, positions) = (fit.empties, fit.empties + 2, fit.positions);
            let [error, held_out] = [fit.error, fit.held_out].map(|discs| decimal(discs, 2, lang));
            tr!(
                lang,
                "{first:2} and {second:2} empty: {positions} positions, error {error} discs, held out {held_out}",
                "{first:2} y {second:2} vacías: {positions} posiciones, error {error} fichas, reservadas {held_out}"
            )
        }
        Event::Measured(spread) if is_json => json!({
            "event": "measured",
            "empties": spread.empties,
            "shallow": spread.shallow,
            "deep": spread.deep,
            "discs": spread.discs,
            "count": spread.count,
        })
        .to_string(),
        Event::Measured(spread) => {
            let (empties, shallow, deep) = (spread.empties, spread.shallow, spread.deep);
            let discs = decimal(f64::from(spread.discs), 2, lang);
            tr!(
                lang,
                "{empties:2} empty: depth {shallow} is {discs} discs from depth {deep}",
                "{empties:2} vacías: la profundidad {shallow} está a {discs} fichas de la {deep}"
            )
        }
    };
    progress.pause(|| ui.line(line))?;
    Ok(())
}
