//! `damero book build`: our own engine studies the opening. It can be interrupted and goes on where it stopped.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use damero_arena::{Playable, Spec};
use damero_games::with_game;
use damero_lab::book::{AgentEvaluator, BookAnalysis, BookEvaluator, Builder, Standing, Studies};
use damero_search::book::Plan;
use damero_search::{Evaluate, Limits};
use serde_json::json;

use crate::args::GameArgs;
use crate::errors::{Status, refused, say_error};
use crate::lang::{decimal, tr};
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{interrupt, parallel, records, setup, values};

/// `damero book build`.
#[derive(Args, Debug)]
pub(crate) struct BookBuildArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How many plies the book covers; each game has its own default
    #[arg(long, value_name = "N", value_parser = values::book_plies)]
    pub(crate) plies: Option<u32>,

    /// Plies at the beginning in which both sides may play anything; each game has its own default
    #[arg(long, value_name = "N", value_parser = values::plies)]
    pub(crate) free: Option<u32>,

    /// Positions that the engine visits for each position of the book; each game has its own default
    #[arg(long, value_name = "N", value_parser = values::nodes)]
    pub(crate) nodes: Option<u64>,

    /// How many moves of a position are tried at first, in the first half of the plies
    #[arg(long, value_name = "N", default_value = "2", value_parser = values::width)]
    pub(crate) width: usize,

    /// How many points worse than the best a move may be; by default a tenth of what wins three games in four
    #[arg(long, value_name = "N", value_parser = values::margin)]
    pub(crate) margin: Option<i32>,

    /// The engine that studies the positions
    #[arg(long, value_name = "PLAYER", default_value = "engine:table=8,tables=off", value_parser = values::player)]
    pub(crate) agent: Spec,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Threads; 0 takes all processors. The book is the same on any number
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Where to write the book, GAME.book by default; what is studied is kept beside it until the book is finished
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Builds.
pub(crate) fn run(args: &BookBuildArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    with_game!(args.game.game, G => build::<G>(args, ui))
}

fn build<G: Playable>(args: &BookBuildArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    if G::META.chance {
        let game = G::META.name.get(lang).to_owned();
        anyhow::bail!(tr!(
            lang,
            "{game} has no openings to study: chance decides how it begins",
            "{game} no tiene aperturas que estudiar: el azar decide cómo empieza"
        ));
    }
    let rules: G::Rules = setup::rules(&args.game.variant, lang)?;
    let scale = <G::Eval as Evaluate<G>>::SCALE;
    let plan = Plan {
        plies: args.plies.unwrap_or(G::PLIES),
        free: args.free.unwrap_or(G::FREE),
        width: args.width,
        margin: args.margin.unwrap_or((scale / 10.0) as i32),
    };
    let nodes = args.nodes.unwrap_or(G::NODES);
    let spec = args.agent.clone().in_runs(&args.runs).scoring_all();
    let engine = format!("damero {} {spec} nodes={nodes}", env!("CARGO_PKG_VERSION"));
    let mut evaluators = Vec::new();
    for _ in 0..parallel::thread_count(args.threads) {
        let agent = spec.agent::<G>(0);
        let agent = agent.map_err(|error| anyhow::Error::msg(error.problem.get(lang).to_owned()))?;
        evaluators
            .push(Box::new(AgentEvaluator::new(agent, Limits::nodes(nodes))) as Box<dyn BookEvaluator<G>>);
    }
    let mut builder = Builder::<G>::new(&rules, engine, scale, plan);
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("{}.book", G::META.id)));
    let opened = Studies::<G>::open(&out, builder.header());
    let (mut kept, studies) = opened.map_err(|problem| refused(&problem, lang))?;
    let known = studies.len();
    let (stop, started) = (interrupt::stop(), Instant::now());
    let progress = Progress::slow(1);
    let mut fault = None;
    let mut last = None;
    let mut report = |position: &str, study: &BookAnalysis<G::Move>, standing: Standing| {
        if let Err(error) = kept.add(&Studies::<G>::line(position, study)) {
            fault = Some(error);
            stop.now();
        }
        let done = standing.studied as u64;
        progress.set(done, done.max(standing.expected as u64));
        let Standing { ply, round, .. } = standing;
        let studied = standing.studied;
        progress.say(tr!(
            lang,
            "{studied} positions, ply {ply}, round {round}",
            "{studied} posiciones, jugada {ply}, vuelta {round}"
        ));
        last = Some(standing);
    };
    let book = builder.run(&studies, &mut evaluators, &stop, &mut report);
    drop(progress);
    if let Some(error) = fault {
        return Err(refused(&error, lang));
    }
    let Some(book) = book else {
        let studied = last.map_or(known, |standing| standing.studied);
        say_error(&tr!(
            lang,
            "interrupted after {studied} positions; the same command goes on from here",
            "interrumpido tras {studied} posiciones; la misma orden sigue desde aquí"
        ));
        return Ok(Status::Failed);
    };
    records::save(&out, &book.write(), lang)?;
    kept.remove();
    let (shown, positions) = (out.display().to_string(), book.len());
    let seconds = started.elapsed().as_secs_f64();
    let studied = last.map_or(known, |standing| standing.studied);
    if args.json {
        ui.json(&json!({
            "file": shown,
            "game": book.header.game,
            "rules": book.header.rules,
            "engine": book.header.engine,
            "positions": positions,
            "studied": studied,
            "resumed": known,
            "seconds": seconds,
        }))?;
    } else {
        let seconds = decimal(seconds, 1, lang);
        ui.line(tr!(
            lang,
            "{shown}: {positions} positions of {studied} studied, {seconds} s",
            "{shown}: {positions} posiciones de {studied} estudiadas, {seconds} s"
        ))?;
    }
    Ok(Status::Done)
}
