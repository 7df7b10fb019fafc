//! `damero exam`: what a player gives away, by the exact solver.

use std::path::PathBuf;

use clap::Args;
use damero_arena::Playable;
use damero_arena::{ArenaError, Exam, Marks, Spec, no_solver};
use damero_games::{Lang, with_game};
use damero_search::EngineOptions;
use rayon::prelude::*;
use serde_json::json;

use super::random::interval;
use crate::args::GameArgs;
use crate::contest::refused;
use crate::errors::{Status, say_error};
use crate::lang::{decimal, tr};
use crate::progress::Progress;
use crate::screen::fact;
use crate::ui::{BOLD, Ui, paint};
use crate::{folder, interrupt, parallel, setup, values};

/// `damero exam`.
#[derive(Args, Debug)]
pub(crate) struct ExamArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The player that is examined, as in `damero match`
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) player: Spec,

    /// How many games
    #[arg(long, value_name = "N", default_value = "100", value_parser = values::games)]
    pub(crate) games: u64,

    /// Random moves before the player begins; as many as bring the solver within reach
    #[arg(long, value_name = "N", default_value = "16", value_parser = values::plies)]
    pub(crate) from: u32,

    /// The same seed gives the same games to players that do not look at the clock
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Size of the transposition table of each thread's solver, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = values::mebibytes)]
    pub(crate) table: usize,

    /// Folder of the tables that `damero tables` builds; by default `DAMERO_DATA`, or the user's folder for data
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Examines and reports.
pub(crate) fn run(args: &ExamArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let player = args.player.clone().in_runs(&args.runs);
    with_game!(args.game.game, G => examine::<G>(args, &player, ui))
}

fn examine<G: Playable>(args: &ExamArgs, player: &Spec, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let exam = Exam::<G> {
        rules: setup::rules(&args.game.variant, lang)?,
        opening: args.from,
        seed: args.seed,
    };
    let options = EngineOptions {
        threads: 1,
        table_mib: args.table,
        score_all: true,
        data: folder::named(args.data.as_deref()),
    };
    G::solver(&options).ok_or_else(|| anyhow::Error::msg(no_solver(G::META.id).get(lang).to_owned()))?;
    let first = player.contestant::<G>(args.seed);
    let first = first.map_err(|error| refused(&error.into(), lang))?;
    let fits = first.check(&exam.rules);
    fits.map_err(|fault| anyhow::Error::msg(fault.problem.get(lang).to_owned()))?;
    let marks = sit_all(args, player, &exam, &options)?.map_err(|error| refused(&error, lang))?;
    if args.json {
        ui.json(&json!({
            "game": G::META.id,
            "rules": exam.rules.to_string(),
            "player": args.player.to_string(),
            "from": args.from,
            "seed": args.seed,
            "marks": marks,
        }))?;
    } else {
        ui.line(format!(
            "{} · {}",
            paint(BOLD, G::META.name.get(lang)),
            exam.rules
        ))?;
        print(args, &marks, ui)?;
    }
    if interrupt::stop().asked() {
        say_error(&tr!(lang, "interrupted", "interrumpido"));
        return Ok(Status::Failed);
    }
    Ok(Status::Done)
}

/// All games, on all threads: the marks of those that were finished.
fn sit_all<G: Playable>(
    args: &ExamArgs,
    player: &Spec,
    exam: &Exam<G>,
    options: &EngineOptions,
) -> anyhow::Result<Result<Marks, ArenaError>> {
    let stop = interrupt::stop();
    let progress = Progress::new(args.games);
    // Both could be made a moment ago; if not any more, the first game says so.
    let make = || (player.contestant::<G>(args.seed), G::solver(options));
    Ok(parallel::pool(args.threads)?.install(|| {
        let games = (0..args.games).into_par_iter();
        let marks = games.map_init(make, |(player, solver), number| {
            let player = player.as_mut().map_err(|error| error.clone())?;
            let marks = match solver {
                Some(solver) => exam.sit(number, &mut **player, &mut **solver, &stop)?,
                None => None,
            };
            progress.add(1);
            Ok(marks.unwrap_or_default())
        });
        marks.try_reduce(Marks::default, |one, other| Ok(one.and(other)))
    }))
}

fn print(args: &ExamArgs, marks: &Marks, ui: &mut Ui) -> anyhow::Result<()> {
    let lang = ui.lang;
    let Marks {
        games,
        promising,
        spoiled,
        ..
    } = *marks;
    fact(ui, &tr!(lang, "player", "jugador"), &args.player.to_string())?;
    fact(ui, &tr!(lang, "games", "partidas"), &games.to_string())?;
    let kept = promising - spoiled;
    let rate = share(kept, promising, lang);
    let told = tr!(
        lang,
        "{kept} of {promising} positions that were won or drawn: {rate}",
        "{kept} de {promising} posiciones ganadas o de tablas: {rate}"
    );
    fact(ui, &tr!(lang, "kept", "mantuvo"), &told)?;
    let total = marks.total();
    let rate = share(total.mistakes, total.open, lang);
    let (mistakes, open) = (total.mistakes, total.open);
    let told = tr!(
        lang,
        "{mistakes} of {open} decisions in which the choice matters: {rate}",
        "{mistakes} de {open} decisiones en que importa la elección: {rate}"
    );
    fact(ui, &tr!(lang, "mistakes", "errores"), &told)?;
    for (ply, here) in &marks.decisions {
        let (mistakes, open) = (here.mistakes, here.open);
        let label = tr!(lang, "after {ply} moves", "tras {ply} jugadas");
        let told = tr!(lang, "{mistakes} of {open}", "{mistakes} de {open}");
        ui.line(format!("  {label:<18} {told}"))?;
    }
    Ok(())
}

/// A share with its interval.
fn share(count: u64, total: u64, lang: Lang) -> String {
    let (low, high) = interval(count, total);
    let percent = |share: f64| decimal(100.0 * share, 1, lang);
    let [share, low, high] = [count as f64 / (total as f64).max(1.0), low, high].map(percent);
    tr!(
        lang,
        "{share} %, 95 %: {low} to {high}",
        "{share} %, 95 %: de {low} a {high}"
    )
}
