//! `damero play`: a game in the terminal, for people and machines.

mod table;
mod words;

use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use damero_arena::Spec;
use damero_games::Player;

use self::table::Table;
use self::words::{Input, WORDS};
use crate::args::{LimitArgs, PositionArgs};
use crate::errors::Status;
use crate::lang::tr;
use crate::ui::{ACCENT, BOLD, FAINT, Ui, paint};
use crate::{analysis_text, records, screen, values};

/// Who sits at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// Whoever types.
    Human,
    /// A machine.
    Machine(Spec),
}

/// `damero play`.
#[derive(Args, Debug)]
#[command(mut_arg("position", |arg| arg.help("The position to start from, as text")))]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Who plays first: human, or a machine such as a level from 1 to 10, hard, neural or alphabeta:depth=5
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = values::seat)]
    pub(crate) first: Seat,

    /// Who plays second, likewise
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = values::seat)]
    pub(crate) second: Seat,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Makes chance and random players repeatable
    #[arg(long, value_name = "SEED", value_parser = values::seed)]
    pub(crate) seed: Option<u64>,

    /// Take up a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "set"])]
    pub(crate) load: Option<PathBuf>,
}

/// Plays until the players leave.
pub(crate) fn run(args: &PlayArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut table = Table::open(args, ui.lang)?;
    greet(ui, &table)?;
    let mut changed = true;
    loop {
        if changed {
            let others = advance(ui, &mut table)?;
            present(ui, &table, &others)?;
            if !table.has_human() {
                return Ok(Status::Done);
            }
        }
        let Some(line) = ask(ui, &table)? else {
            return Ok(Status::Done);
        };
        let input = words::read(&line);
        if input == Input::Quit {
            return Ok(Status::Done);
        }
        changed = match answer(ui, &mut table, input) {
            Ok(changed) => changed,
            Err(error) if error.is::<io::Error>() => return Err(error),
            Err(refusal) => {
                ui.line(format!("{} {refusal:#}", paint(ACCENT, "!")))?;
                false
            }
        };
    }
}

fn greet(ui: &mut Ui, table: &Table) -> io::Result<()> {
    let lang = ui.lang;
    screen::title(ui, &*table.game)?;
    if table.is_random() {
        let seed = table.seed;
        ui.line(paint(FAINT, tr!(lang, "seed {seed}", "semilla {seed}")))?;
    }
    if table.has_human() {
        let hint = match screen::number_sign(&*table.game) {
            "" => tr!(
                lang,
                "Type a move or its number; help lists the commands.",
                "Escribe una jugada o su número; ayuda lista las órdenes."
            ),
            sign => tr!(
                lang,
                "Type a move or {sign} and its number; help lists the commands.",
                "Escribe una jugada o {sign} y su número; ayuda lista las órdenes."
            ),
        };
        ui.line(paint(FAINT, hint))?;
    }
    Ok(())
}

/// Lets chance and the machines act, and tells their moves.
fn advance(ui: &mut Ui, table: &mut Table) -> anyhow::Result<Vec<(Player, String)>> {
    let mut played = Vec::new();
    while let Some(one) = table.advance(ui.lang)? {
        played.push(one);
    }
    Ok(played)
}

/// Shows where the game stands.
fn present(ui: &mut Ui, table: &Table, others: &[(Player, String)]) -> io::Result<()> {
    let (lang, game) = (ui.lang, &*table.game);
    let seats = game.meta().seats;
    if !others.is_empty() {
        ui.line("")?;
    }
    for (player, text) in others {
        let (name, text) = (seats[*player].get(lang), paint(BOLD, text));
        ui.line(tr!(lang, "{name} plays {text}", "{name}: {text}"))?;
    }
    screen::board(ui, game)?;
    screen::state(ui, game)?;
    screen::opening(ui, analysis_text::opening(table.id, game, lang))
}

/// Reads a line; `None` at the end of the input.
fn ask(ui: &mut Ui, table: &Table) -> io::Result<Option<String>> {
    let name = match table.game.turn().player() {
        Some(player) if !screen::is_over(&*table.game) => {
            table.game.meta().seats[player].get(ui.lang).to_owned()
        }
        _ => String::new(),
    };
    ui.prompt(paint(BOLD, format!("{name}> ")))?;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes)?;
    let line = String::from_utf8_lossy(&bytes).trim().to_owned();
    // A terminal shows what is typed; a script would leave the prompt without its answer.
    if read == 0 || !io::stdin().is_terminal() {
        ui.line(&line)?;
    }
    Ok((read > 0).then_some(line))
}

/// Does what was typed; true when the game has changed.
fn answer(ui: &mut Ui, table: &mut Table, input: Input) -> anyhow::Result<bool> {
    let lang = ui.lang;
    match input {
        Input::Nothing | Input::Quit => {}
        Input::Help => help(ui, table)?,
        Input::Moves => screen::moves(ui, &*table.game)?,
        Input::Position => ui.line(table.game.position())?,
        Input::Record(format) => {
            let written = records::write(table.id, &*table.game, None, format.as_deref(), lang)?;
            ui.line(written.text)?;
        }
        Input::Save { path, format } => save(ui, table, &path, format.as_deref())?,
        Input::Misused(usage) => {
            let usage = usage.get(lang).to_owned();
            anyhow::bail!(tr!(lang, "it is used so: {usage}", "se usa así: {usage}"));
        }
        Input::Undo => {
            if !table.undo() {
                anyhow::bail!(tr!(
                    lang,
                    "there is nothing to take back",
                    "no hay nada que deshacer"
                ));
            }
            return Ok(true);
        }
        Input::Load(path) => {
            table.load(&path, lang)?;
            // The record may have other rules than the game before it.
            screen::title(ui, &*table.game)?;
            return Ok(true);
        }
        Input::Random => {
            if let (Some(player), Some(text)) = (table.game.turn().player(), table.play_randomly(lang)?) {
                let seats = table.game.meta().seats;
                let (name, text) = (seats[player].get(lang), paint(BOLD, text));
                ui.line(tr!(lang, "{name} plays {text}", "{name}: {text}"))?;
            }
            return Ok(true);
        }
        Input::Hint => {
            if let Some(analysis) = table.hint(lang)? {
                ui.line(analysis_text::summary(&analysis, lang))?;
            }
        }
        Input::Resign => return table.resign(lang).map(|()| true),
        Input::New => return table.restart(lang).map(|()| true),
        Input::Move(text) => return table.play(&text, lang).map(|_| true),
    }
    Ok(false)
}

fn help(ui: &mut Ui, table: &Table) -> io::Result<()> {
    let lang = ui.lang;
    let sign = screen::number_sign(&*table.game);
    let mut rows = vec![
        (
            tr!(lang, "a move", "una jugada"),
            tr!(lang, "plays it", "se juega"),
        ),
        (
            tr!(lang, "{sign}number", "{sign}número"),
            tr!(
                lang,
                "plays that move of the list",
                "juega esa jugada de la lista"
            ),
        ),
    ];
    rows.extend(
        WORDS
            .iter()
            .map(|word| (word.usage(lang), word.doc.get(lang).to_owned())),
    );
    let width = rows
        .iter()
        .map(|(usage, _)| usage.chars().count())
        .max()
        .unwrap_or_default();
    for (usage, doc) in rows {
        ui.line(format!("  {}  {doc}", paint(BOLD, format!("{usage:<width$}"))))?;
    }
    let formats: Vec<_> = records::formats(table.id)
        .iter()
        .map(|format| format.name)
        .collect();
    let formats = formats.join(", ");
    ui.line(paint(
        FAINT,
        tr!(lang, "  formats: {formats}", "  formatos: {formats}"),
    ))
}

fn save(ui: &mut Ui, table: &Table, path: &Path, format: Option<&str>) -> anyhow::Result<()> {
    let lang = ui.lang;
    let written = records::write(table.id, &*table.game, Some(path), format, lang)?;
    records::save(path, &written.text, lang)?;
    let (shown, format) = (path.display(), written.format);
    ui.line(tr!(
        lang,
        "saved {shown} ({format})",
        "guardada en {shown} ({format})"
    ))?;
    if let Some(reason) = written.instead {
        ui.line(reason)?;
    }
    if !written.complete {
        ui.line(tr!(
            lang,
            "{format} does not keep all of this game; the damero format does",
            "{format} no conserva todo de esta partida; el formato damero sí"
        ))?;
    }
    Ok(())
}
