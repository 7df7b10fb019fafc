//! `damero solve`: the exact value of a position. The last line is `value V`, for the player to move: the final
//! difference where the game keeps points, otherwise 1 for a win, 0 for a draw and -1 for a loss.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use damero_games::{AnyGame, GameId, Lang};
use damero_search::{EngineOptions, MoveValue, Solved, Unsolved};
use serde_json::{Value, json};

use crate::args::PositionArgs;
use crate::errors::Status;
use crate::lang::{decimal, tr};
use crate::progress::Progress;
use crate::ui::{BOLD, Ui, paint};
use crate::{folder, interrupt, parallel, screen, values};

/// `damero solve`.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Value every move, which takes longer
    #[arg(long)]
    pub(crate) moves: bool,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = values::mebibytes)]
    pub(crate) table: usize,

    /// Folder of the tables that `damero tables` builds; by default `DAMERO_DATA`, or the user's folder for data
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Solves and tells.
pub(crate) fn run(args: &SolveArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let id = args.at.game.game;
    let game = args.at.start_any(ui.lang)?;
    let options = EngineOptions {
        threads: parallel::thread_count(args.threads),
        table_mib: args.table,
        score_all: args.moves,
        data: folder::named(args.data.as_deref()),
    };
    let mut answer = ask(&*game, id, &options, ui.lang)?;
    if let Some(answer) = answer.as_mut().filter(|_| !args.moves) {
        answer.moves.clear();
    }
    tell(&*game, answer.as_ref(), args.json, ui)
}

/// Moves as text.
type Answer = Solved<String>;

/// Asks the solver of the game; there is no answer when nobody is to move.
pub(super) fn ask(
    game: &dyn AnyGame,
    id: GameId,
    options: &EngineOptions,
    lang: Lang,
) -> anyhow::Result<Option<Answer>> {
    let (started, stop) = (Instant::now(), interrupt::stop());
    let mut progress = None;
    let mut seen = 0;
    let mut report = |nodes: u64, usual: Option<u64>| {
        let progress = progress.get_or_insert_with(|| Progress::new(usual.unwrap_or(1)));
        let speed = nodes as f64 / started.elapsed().as_secs_f64().max(1e-3);
        let [millions, speed] = [nodes as f64, speed].map(|n| decimal(n / 1e6, 1, lang));
        progress.say(tr!(
            lang,
            "{millions} M nodes, {speed} M/s",
            "{millions} M nodos, {speed} M/s"
        ));
        progress.add(nodes.saturating_sub(seen));
        seen = seen.max(nodes);
    };
    let solved = damero_arena::solve(game, id, options, &stop, &mut report);
    drop(progress);
    solved.map_err(|unsolved| match unsolved {
        Unsolved::OutOfReach(why) => anyhow::Error::msg(why.get(lang).to_owned()),
        Unsolved::Stopped => anyhow::Error::msg(tr!(
            lang,
            "interrupted after {seen} nodes, before there was an answer",
            "interrumpido tras {seen} nodos, antes de que hubiera respuesta"
        )),
    })
}

/// Shows the answer; a game that is over has none.
pub(super) fn tell(
    game: &dyn AnyGame,
    answer: Option<&Answer>,
    json: bool,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    if json {
        ui.json(&as_json(game, answer))?;
    } else {
        screen::title(ui, game)?;
        screen::board(ui, game)?;
        screen::state(ui, game)?;
        if let Some(answer) = answer {
            print(ui, answer)?;
        }
    }
    Ok(match answer {
        Some(_) => Status::Done,
        None => Status::Nothing,
    })
}

fn print(ui: &mut Ui, answer: &Answer) -> anyhow::Result<()> {
    let lang = ui.lang;
    screen::fact(
        ui,
        &tr!(lang, "result", "resultado"),
        &result(answer.value, answer.plies, lang),
    )?;
    let best: Vec<_> = answer.best.iter().map(|text| paint(BOLD, text)).collect();
    screen::fact(ui, &tr!(lang, "best", "mejor"), &best.join(" "))?;
    if !answer.pv.is_empty() {
        screen::fact(ui, &tr!(lang, "line", "línea"), &answer.pv.join(" "))?;
    }
    let (nodes, seconds) = (answer.nodes, decimal(answer.time.as_secs_f64(), 2, lang));
    let effort = tr!(lang, "{nodes} nodes, {seconds} s", "{nodes} nodos, {seconds} s");
    screen::fact(ui, &tr!(lang, "effort", "esfuerzo"), &effort)?;
    if !answer.moves.is_empty() {
        ui.line("")?;
        let width = answer.moves.iter().map(|one| one.m.chars().count()).max();
        let width = width.unwrap_or_default();
        for MoveValue { m, value, plies } in &answer.moves {
            let m = paint(BOLD, format!("{m:<width$}"));
            ui.line(format!("  {m}  {value:>3}  {}", result(*value, *plies, lang)))?;
        }
        ui.line("")?;
    }
    ui.line(format!("value {}", answer.value))?;
    Ok(())
}

/// A value in words, for the player to move.
fn result(value: i32, plies: Option<u32>, lang: Lang) -> String {
    let outcome = match value {
        1.. => tr!(lang, "win", "victoria"),
        0 => tr!(lang, "draw", "tablas"),
        _ => tr!(lang, "loss", "derrota"),
    };
    match plies {
        Some(plies) => tr!(lang, "{outcome} in {plies}", "{outcome} en {plies}"),
        None => outcome,
    }
}

fn as_json(game: &dyn AnyGame, answer: Option<&Answer>) -> Value {
    let answer = answer.map(|answer| {
        let moves = answer
            .moves
            .iter()
            .map(|one| json!({"move": one.m, "value": one.value, "plies": one.plies}));
        json!({
            "value": answer.value,
            "plies": answer.plies,
            "best": answer.best,
            "line": answer.pv,
            "moves": moves.collect::<Vec<_>>(),
            "nodes": answer.nodes,
            "seconds": answer.time.as_secs_f64(),
        })
    });
    json!({
        "game": game.meta().id,
        "rules": game.rules(),
        "position": game.position(),
        "turn": game.turn(),
        "solution": answer,
    })
}
