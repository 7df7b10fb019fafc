//! `damero tables`: tables of endings, built once into a file, proven, looked up and listed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use damero_games::{GameId, Lang, with_game};
use damero_search::endgames::{Built, Endgames, TableFile, TableProgress, Verified};
use damero_search::{EngineOptions, Searchable};
use serde_json::{Value, json};

use super::solve;
use crate::args::GameArgs;
use crate::errors::{Status, say_error};
use crate::lang::{decimal, tr};
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{folder, interrupt, screen, setup, values};

/// What to do with tables.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableAction {
    Build,
    Verify,
    Probe,
    Info,
}

/// `damero tables`.
#[derive(Args, Debug)]
pub(crate) struct TablesArgs {
    /// What to do: build the file, prove it from the rules, look a position up, or list the files
    #[arg(value_name = "WHAT", value_enum)]
    pub(crate) action: TableAction,

    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// Up to how many pieces to build; 4 by default
    #[arg(long, value_name = "N", value_parser = values::pieces)]
    pub(crate) pieces: Option<u8>,

    /// The position to look up, as text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Folder of the tables; by default `DAMERO_DATA`, or the user's folder for data
    #[arg(long, alias = "out", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How many pieces when nothing is said.
const PIECES: u8 = 4;

/// Does what is asked.
pub(crate) fn run(args: &TablesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    refuse_odd_options(args, ui.lang)?;
    with_game!(args.game.game, G => act::<G>(args, ui))
}

fn act<G: Searchable>(args: &TablesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let endgames = G::endgames().ok_or_else(|| no_tables(args.game.game, lang))?;
    let rules: G::Rules = setup::rules(&args.game.variant, lang)?;
    let data = folder::needed(args.data.as_deref(), lang)?;
    match args.action {
        TableAction::Build => build(endgames, &rules, &data, args, ui),
        TableAction::Verify => verify(endgames, &rules, &data, args, ui),
        TableAction::Probe => probe(&data, args, ui),
        TableAction::Info => info(endgames, &data, args, ui),
    }
}

/// Options that say nothing to the action.
fn refuse_odd_options(args: &TablesArgs, lang: Lang) -> anyhow::Result<()> {
    let probes = args.action == TableAction::Probe;
    if args.pieces.is_some() && args.action != TableAction::Build {
        anyhow::bail!(tr!(
            lang,
            "--pieces is only for build",
            "--pieces es solo para build"
        ));
    }
    if args.position.is_some() && !probes {
        anyhow::bail!(tr!(
            lang,
            "--position is only for probe",
            "--position es solo para probe"
        ));
    }
    if args.position.is_none() && probes {
        anyhow::bail!(tr!(
            lang,
            "probe needs a position: --position TEXT",
            "probe necesita una posición: --position TEXTO"
        ));
    }
    Ok(())
}

fn no_tables(id: GameId, lang: Lang) -> anyhow::Error {
    let known = GameId::ALL
        .iter()
        .filter(|&&id| with_game!(id, G => G::endgames().is_some()));
    let names: Vec<_> = known.map(ToString::to_string).collect();
    let names = names.join(", ");
    anyhow::Error::msg(tr!(
        lang,
        "{id} has no tables of endings; there are for {names}",
        "{id} no tiene tablas de finales; hay para {names}"
    ))
}

/// A bar for positions that are done.
struct Watch {
    bar: Option<Progress>,
    done: usize,
}

impl Watch {
    const fn new() -> Self {
        Self { bar: None, done: 0 }
    }

    fn see(&mut self, now: TableProgress) {
        // What was done in an earlier run is no measure of the time that is left.
        if self.bar.is_none() {
            self.done = now.done;
        }
        let left = now.all.saturating_sub(self.done) as u64;
        let bar = self.bar.get_or_insert_with(|| Progress::new(left));
        bar.add(now.done.saturating_sub(self.done) as u64);
        self.done = self.done.max(now.done);
    }
}

fn build<G: Searchable>(
    endgames: &dyn Endgames<G>,
    rules: &G::Rules,
    data: &Path,
    args: &TablesArgs,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let (pieces, most) = (args.pieces.unwrap_or(PIECES), endgames.max_pieces());
    if pieces > most {
        anyhow::bail!(tr!(
            lang,
            "--pieces {pieces}: tables can be built for up to {most}",
            "--pieces {pieces}: se pueden construir tablas de hasta {most}"
        ));
    }
    let started = Instant::now();
    let mut watch = Watch::new();
    let built = endgames.build(rules, pieces, data, &interrupt::stop(), &mut |done| {
        watch.see(done);
    });
    drop(watch);
    let built = built.map_err(|error| folder::refused(&error, lang))?;
    let seconds = started.elapsed().as_secs_f64();
    let (file, fresh) = match built {
        Built::Complete(file) => (file, true),
        Built::Already(file) => (file, false),
        Built::Stopped(part) => {
            let part = part.display();
            say_error(&tr!(
                lang,
                "interrupted; what is done is in {part}, and the same command goes on from it",
                "interrumpido; lo hecho está en {part}, y la misma orden sigue desde allí"
            ));
            return Ok(Status::Failed);
        }
    };
    if args.json {
        let mut report = as_json(&file);
        report["built"] = fresh.into();
        report["seconds"] = seconds.into();
        ui.json(&report)?;
        return Ok(Status::Done);
    }
    print(ui, &file)?;
    let time = if fresh {
        tr!(lang, "{} s", "{} s", decimal(seconds, 1, lang))
    } else {
        tr!(lang, "it was there already", "ya estaba")
    };
    screen::fact(ui, &tr!(lang, "time", "tiempo"), &time)?;
    Ok(Status::Done)
}

fn verify<G: Searchable>(
    endgames: &dyn Endgames<G>,
    rules: &G::Rules,
    data: &Path,
    args: &TablesArgs,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let started = Instant::now();
    let mut watch = Watch::new();
    let verified = endgames.verify(rules, data, &interrupt::stop(), &mut |done| {
        watch.see(done);
    });
    drop(watch);
    let seconds = started.elapsed().as_secs_f64();
    match verified.map_err(|error| folder::refused(&error, lang))? {
        Verified::Sound(positions) if args.json => {
            ui.json(&json!({"sound": true, "positions": positions, "seconds": seconds}))?;
            Ok(Status::Done)
        }
        Verified::Sound(positions) => {
            let seconds = decimal(seconds, 1, lang);
            ui.line(tr!(
                lang,
                "sound: {positions} legal positions follow from their moves, {seconds} s",
                "correctas: {positions} posiciones legales se deducen de sus jugadas, {seconds} s"
            ))?;
            Ok(Status::Done)
        }
        Verified::Wrong {
            position,
            stored,
            expected,
        } => {
            let (stored, expected) = (stored.get(lang), expected.get(lang));
            anyhow::bail!(tr!(
                lang,
                "wrong tables: {position} is stored as {stored}, but its moves make it {expected}",
                "tablas erróneas: {position} figura como {stored}, pero por sus jugadas es {expected}"
            ))
        }
        Verified::Stopped => anyhow::bail!(tr!(
            lang,
            "interrupted before everything was proven",
            "interrumpido antes de demostrarlo todo"
        )),
    }
}

fn probe(data: &Path, args: &TablesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let id = args.game.game;
    let game = setup::start_any(id, &args.game.variant, args.position.as_deref(), ui.lang)?;
    let options = EngineOptions {
        score_all: true,
        data: Some(data.to_owned()),
        ..EngineOptions::default()
    };
    let answer = solve::ask(&*game, id, &options, ui.lang)?;
    solve::tell(&*game, answer.as_ref(), args.json, ui)
}

fn info<G: Searchable>(
    endgames: &dyn Endgames<G>,
    data: &Path,
    args: &TablesArgs,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let files = endgames
        .list(data)
        .map_err(|error| folder::refused(&error, lang))?;
    if args.json {
        let files: Vec<_> = files.iter().map(as_json).collect();
        ui.json(&json!({"folder": data, "files": files}))?;
    } else if files.is_empty() {
        let data = data.display();
        ui.line(tr!(lang, "no tables in {data}", "no hay tablas en {data}"))?;
    } else {
        for (i, file) in files.iter().enumerate() {
            if i > 0 {
                ui.line("")?;
            }
            print(ui, file)?;
        }
    }
    Ok(if files.is_empty() {
        Status::Nothing
    } else {
        Status::Done
    })
}

fn print(ui: &mut Ui, file: &TableFile) -> std::io::Result<()> {
    let lang = ui.lang;
    screen::fact(
        ui,
        &tr!(lang, "file", "archivo"),
        &file.path.display().to_string(),
    )?;
    screen::fact(ui, &tr!(lang, "rules", "reglas"), &file.rules)?;
    let (pieces, positions) = (file.pieces, file.positions);
    let size = tr!(
        lang,
        "up to {pieces} pieces, {positions} positions",
        "hasta {pieces} piezas, {positions} posiciones"
    );
    screen::fact(ui, &tr!(lang, "size", "tamaño"), &size)
}

fn as_json(file: &TableFile) -> Value {
    json!({
        "file": file.path,
        "rules": file.rules,
        "pieces": file.pieces,
        "positions": file.positions,
    })
}
