//! `damero analyze`: an engine's analysis of a position, move by move.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damero_arena::{Analysis, Spec};
use damero_games::Turn;
use damero_games::random::seeded;
use damero_search::{Limits, SearchContext};
use serde_json::json;

use crate::analysis_text::{self, Ticker, chances, score};
use crate::args::{LimitArgs, PositionArgs};
use crate::errors::Status;
use crate::lang::{decimal, tr};
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::{contest, interrupt, records, screen, values};

/// `damero analyze`.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// A recorded game, analyzed where it stops; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "set"])]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// The player that analyzes
    #[arg(long, value_name = "PLAYER", default_value = "engine", value_parser = values::player)]
    pub(crate) agent: Spec,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Seed for chance events that are due in the position, and for players that choose at random
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The time limit when none is given.
const TIME: Duration = Duration::from_secs(1);

/// Analyses the position and prints the result.
pub(crate) fn run(args: &AnalyzeArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let id = args.at.game.game;
    let mut game = match &args.record {
        Some(path) => records::load(id, path, lang)?,
        None => args.at.start_any(lang)?,
    };
    let mut rng = seeded(args.seed);
    while game.turn() == Turn::Chance {
        game.resolve_chance(&mut rng);
    }
    let analysis = match game.turn() {
        Turn::Player(_) => {
            let limits = match args.limits.limits() {
                none if none == Limits::default() => Limits::time(TIME),
                limits => limits,
            };
            let spec = args.agent.clone().in_runs(&args.runs).scoring_all();
            let refused = |error| contest::refused(&error, lang);
            let mut player = spec.player(id, args.seed).map_err(refused)?;
            let mut ticker = Ticker::new();
            let mut report = |analysis: &Analysis| ticker.show(analysis, lang);
            let ctx = SearchContext::new(limits).stopped_by(&interrupt::stop());
            let analysis = player.analyse(&*game, ctx.reporting(&mut report));
            Some(analysis.map_err(refused)?)
        }
        Turn::Chance | Turn::Over(_) => None,
    };
    let opening = analysis_text::opening(id, &*game, lang);
    if args.json {
        ui.json(&json!({
            "game": id,
            "rules": game.rules(),
            "position": game.position(),
            "turn": game.turn(),
            "opening": opening,
            "agent": args.agent.to_string(),
            "analysis": analysis,
        }))?;
    } else {
        screen::title(ui, &*game)?;
        screen::board(ui, &*game)?;
        screen::state(ui, &*game)?;
        screen::opening(ui, opening)?;
        if let Some(analysis) = &analysis {
            print(ui, analysis)?;
        }
    }
    Ok(match analysis {
        Some(_) => Status::Done,
        None => Status::Nothing,
    })
}

fn print(ui: &mut Ui, analysis: &Analysis) -> anyhow::Result<()> {
    let lang = ui.lang;
    let best = format!(
        "{}  {}",
        paint(BOLD, &analysis.best.text),
        score(&analysis.best, lang)
    );
    screen::fact(ui, &tr!(lang, "best", "mejor"), &best)?;
    if analysis.best.value.is_some() {
        screen::fact(ui, &tr!(lang, "chances", "opciones"), &chances(&analysis.best))?;
    }
    if !analysis.pv.is_empty() {
        screen::fact(ui, &tr!(lang, "line", "línea"), &analysis.pv.join(" "))?;
    }
    let Analysis {
        depth,
        nodes,
        seconds,
        ..
    } = analysis;
    let seconds = decimal(*seconds, 2, lang);
    let effort = tr!(
        lang,
        "depth {depth}, {nodes} nodes, {seconds} s",
        "profundidad {depth}, {nodes} nodos, {seconds} s"
    );
    screen::fact(ui, &tr!(lang, "effort", "esfuerzo"), &effort)?;
    if analysis.moves.is_empty() {
        return Ok(());
    }
    ui.line("")?;
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or_default();
    let texts = width(&mut analysis.moves.iter().map(|one| one.text.chars().count()));
    let scores = width(&mut analysis.moves.iter().map(|one| score(one, lang).chars().count()));
    for one in &analysis.moves {
        let share = one
            .visit_share
            .map(|share| format!("{:>5} %", decimal(f64::from(100.0 * share), 1, lang)));
        let book = one
            .book
            .as_ref()
            .map(|book| analysis_text::book_entry(book, lang));
        let row = format!(
            "  {}  {:>scores$}  {}  {}{}",
            paint(BOLD, format!("{:<texts$}", one.text)),
            score(one, lang),
            paint(FAINT, format!("{:>5}", chances(one))),
            share.unwrap_or_default(),
            book.unwrap_or_default(),
        );
        ui.line(row.trim_end())?;
    }
    Ok(())
}
