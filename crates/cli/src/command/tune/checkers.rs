//! `damero tune checkers`: the engine plays itself, and the weights of its evaluation are fitted to the results.

use std::path::{Path, PathBuf};

use clap::Args;
use damero_games::checkers::Checkers;
use damero_games::{Game, Lang};
use damero_lab::tune::checkers::{Quality, Samples, Tuned};
use damero_lab::tune::{Played, SelfPlay, open_games, player};
use damero_search::eval::CheckersEval;
use damero_search::eval::checkers::NAMES;
use rayon::prelude::*;
use serde_json::json;

use crate::args::VariantArgs;
use crate::contest::say_interrupted;
use crate::errors::{InLang, Status, refused};
use crate::lang::{decimal, signed, tr};
use crate::progress::Progress;
use crate::screen::fact;
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::{interrupt, parallel, records, setup, values};

/// Games that are played before they are written and Ctrl-C is looked for.
const BATCH: u64 = 64;

/// `damero tune checkers`.
#[derive(Args, Debug)]
pub(crate) struct CheckersArgs {
    #[command(flatten)]
    variant: VariantArgs,

    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value = "20000", value_parser = values::games)]
    games: u64,

    /// How deep the engine looks
    #[arg(long, value_name = "N", default_value = "4", value_parser = values::search_depth)]
    depth: u32,

    /// Random moves at the beginning of a game; up to three more are added by lot
    #[arg(long, value_name = "N", default_value = "6", value_parser = values::plies)]
    openings: u32,

    /// The weights that play the games and are compared with; those of the engine by default
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The same seed and number of games give the same weights
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    seed: u64,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    threads: usize,

    /// Write the weights to this file and the games beside it; the same command goes on where it stopped
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Plays, fits and reports.
pub(crate) fn run(args: &CheckersArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let start: Checkers = setup::start(&args.variant, None, lang)?;
    let before = match &args.from {
        None => CheckersEval::default(),
        Some(path) => {
            let text = records::read_text(path, lang)?;
            let read = text.parse::<CheckersEval>().in_lang(lang);
            read.map_err(|error| error.context(path.display().to_string()))?
        }
    };
    let Some(games) = play(args, &start, before, lang)? else {
        return Ok(Status::Failed);
    };
    let progress = Progress::slow(1);
    progress.say(tr!(lang, "fitting", "ajuste"));
    let mut samples = Samples::default();
    for (number, game) in (0..).zip(&games) {
        samples.add(number, &start, &game.moves, game.random);
    }
    let report = Report {
        args,
        rules: start.rules().to_string(),
        positions: samples.counts(),
        before,
        tuned: samples.tune(&before),
    };
    drop(progress);
    if let Some(path) = &args.out {
        records::save(path, &report.file(), lang)?;
    }
    if args.json {
        ui.json(&report.json())?;
    } else {
        report.print(ui)?;
    }
    Ok(Status::Done)
}

/// All games in order of their numbers; `None` when interrupted.
fn play(
    args: &CheckersArgs,
    start: &Checkers,
    eval: CheckersEval,
    lang: Lang,
) -> anyhow::Result<Option<Vec<Played<Checkers>>>> {
    let plan = SelfPlay {
        depth: args.depth,
        opening: args.openings,
    };
    let (mut file, mut games) = match &args.out {
        None => (None, Vec::new()),
        Some(out) => {
            let header = json!({
                "tune": "checkers",
                "version": Checkers::META.version,
                "rules": start.rules().to_string(),
                "depth": plan.depth,
                "openings": plan.opening,
                "seed": args.seed,
                "weights": eval.to_string(),
            });
            let opened = open_games(out, &header.to_string(), start);
            let (file, games) = opened.map_err(|problem| refused(&problem, lang))?;
            (Some(file), games)
        }
    };
    games.truncate(usize::try_from(args.games).unwrap_or(usize::MAX));
    let stop = interrupt::stop();
    let progress = Progress::slow(args.games - games.len() as u64);
    let pool = parallel::pool(args.threads)?;
    while (games.len() as u64) < args.games {
        let from = games.len() as u64;
        let numbers = from..args.games.min(from + BATCH);
        let new: Vec<_> = pool.install(|| {
            let one = |engine: &mut _, number| {
                let (moves, random) = plan.game(start, engine, parallel::derived_seed(args.seed, number));
                progress.add(1);
                Played { moves, random }
            };
            numbers.into_par_iter().map_init(|| player(eval), one).collect()
        });
        if let Some(file) = &mut file {
            let lines: String = new.iter().map(Played::line).collect();
            file.add(&lines).map_err(|problem| refused(&problem, lang))?;
        }
        games.extend(new);
        if stop.asked() && (games.len() as u64) < args.games {
            drop(progress);
            say_interrupted(games.len(), args.games, args.out.as_deref(), lang);
            return Ok(None);
        }
    }
    Ok(Some(games))
}

/// A tuning with everything that is said of it.
struct Report<'a> {
    args: &'a CheckersArgs,
    rules: String,
    positions: [usize; 2],
    before: CheckersEval,
    tuned: Tuned,
}

impl Report<'_> {
    /// The command that made it, as it can be typed.
    fn command(&self) -> String {
        let CheckersArgs {
            games,
            depth,
            openings,
            seed,
            ..
        } = self.args;
        let from = self.args.from.as_deref().and_then(Path::file_name);
        let from = from.map(|name| format!(" --from {}", name.to_string_lossy()));
        let rules = &self.rules;
        format!(
            "damero tune checkers --rules {rules} --games {games} --depth {depth} --openings {openings} \
             --seed {seed}{}",
            from.unwrap_or_default()
        )
    }

    /// The file of weights, which says where they come from.
    fn file(&self) -> String {
        let [fit, check] = self.positions;
        let loss = |quality: &Quality| format!("{:.5}", quality.held_out);
        let Tuned { eval, before, after } = &self.tuned;
        format!(
            "# Checkers weights, written by\n# {}\n\
             # from {fit} quiet positions; loss on {check} held out {}, before {}.\n\
             # term, weight on a full board, weight on an empty board; thousandths of a lead that wins three games in four\n\
             {eval}",
            self.command(),
            loss(after),
            loss(before),
        )
    }

    fn print(&self, ui: &mut Ui) -> anyhow::Result<()> {
        let lang = ui.lang;
        let name = Checkers::META.name;
        ui.line(format!("{} · {}", paint(BOLD, name.get(lang)), self.rules))?;
        fact(ui, &tr!(lang, "games", "partidas"), &self.args.games.to_string())?;
        let [fit, check] = self.positions;
        let positions = tr!(
            lang,
            "{fit} to fit, {check} held out",
            "{fit} para ajustar, {check} apartadas"
        );
        fact(ui, &tr!(lang, "positions", "posiciones"), &positions)?;
        ui.line("")?;
        let heads = [
            tr!(lang, "term", "término"),
            tr!(lang, "full board", "tablero lleno"),
            tr!(lang, "empty board", "tablero vacío"),
        ];
        let head = format!("{:<12} {:>18} {:>18}", heads[0], heads[1], heads[2]);
        ui.line(paint(FAINT, head))?;
        let [old, new] = [self.before, self.tuned.eval].map(|eval| eval.weights());
        for ((name, old), new) in NAMES.iter().zip(old).zip(new) {
            let cells = [0, 1].map(|i| format!("{} → {}", old[i], new[i]));
            ui.line(format!("{name:<12} {:>18} {:>18}", cells[0], cells[1]))?;
        }
        ui.line("")?;
        let Tuned { before, after, .. } = &self.tuned;
        let [was, is] = [before, after].map(|quality| decimal(quality.held_out, 5, lang));
        let gain = signed(after.held_out - before.held_out, 5, lang);
        fact(
            ui,
            &tr!(lang, "held out", "apartadas"),
            &tr!(
                lang,
                "loss {was} → {is} ({gain})",
                "pérdida {was} → {is} ({gain})"
            ),
        )?;
        let [was, is] = [before, after].map(|quality| decimal(quality.fitted, 5, lang));
        fact(
            ui,
            &tr!(lang, "fitted", "ajustadas"),
            &tr!(lang, "loss {was} → {is}", "pérdida {was} → {is}"),
        )?;
        let [was, is] = [before, after].map(|quality| decimal(quality.scale, 3, lang));
        fact(ui, &tr!(lang, "scale", "escala"), &format!("{was} → {is}"))?;
        if let Some(path) = &self.args.out {
            fact(ui, &tr!(lang, "weights", "pesos"), &path.display().to_string())?;
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        let side = |eval: &CheckersEval, quality: &Quality| {
            let weights: serde_json::Map<_, _> = NAMES
                .iter()
                .zip(eval.weights())
                .map(|(name, weights)| ((*name).to_owned(), json!(weights)))
                .collect();
            json!({
                "weights": weights,
                "scale": quality.scale,
                "fitted": quality.fitted,
                "held_out": quality.held_out,
            })
        };
        let [fit, check] = self.positions;
        json!({
            "game": Checkers::META.id,
            "rules": self.rules,
            "seed": self.args.seed,
            "depth": self.args.depth,
            "openings": self.args.openings,
            "games": self.args.games,
            "positions": { "fitted": fit, "held_out": check },
            "before": side(&self.before, &self.tuned.before),
            "after": side(&self.tuned.eval, &self.tuned.after),
            "out": self.args.out,
        })
    }
}
