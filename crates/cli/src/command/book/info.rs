//! `damero book info` and `damero book check`: what a book is, what it knows, and whether every line holds.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use damero_games::{GameId, with_game};
use damero_lab::book::{Coverage, cover};
use damero_search::book::{Book, Bookable, shipped_texts};
use serde_json::{Value, json};

use crate::errors::{InLang, Status};
use crate::lang::tr;
use crate::ui::{BOLD, Ui, paint};
use crate::{records, screen};

/// `damero book info`.
#[derive(Args, Debug)]
pub(crate) struct BookInfoArgs {
    /// The book; by default all that come with the program
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero book check`.
#[derive(Args, Debug)]
pub(crate) struct BookCheckArgs {
    /// The book; by default all that come with the program
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Tells about the book in a file, or about all that come with the program; `check` looks at every line too.
pub(crate) fn run(path: Option<&Path>, as_json: bool, check: bool, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut told = Vec::new();
    match path {
        Some(path) => {
            let text = records::read_text(path, ui.lang)?;
            let one = tell(&text, as_json, check, ui).with_context(|| path.display().to_string())?;
            told.push(one);
        }
        None => {
            for text in shipped_texts() {
                told.push(tell(text, as_json, check, ui)?);
            }
        }
    }
    if as_json {
        match (path, told.first()) {
            (Some(_), Some(one)) => ui.json(one)?,
            _ => ui.json(&told)?,
        }
    }
    Ok(Status::Done)
}

fn tell(text: &str, as_json: bool, check: bool, ui: &mut Ui) -> anyhow::Result<Value> {
    let book = Book::read(text).in_lang(ui.lang)?;
    let id: GameId = book.header.game.parse().in_lang(ui.lang)?;
    with_game!(id, G => describe::<G>(&book, text.len(), as_json, check, ui))
}

fn describe<G: Bookable>(
    book: &Book,
    bytes: usize,
    as_json: bool,
    check: bool,
    ui: &mut Ui,
) -> anyhow::Result<Value> {
    let lang = ui.lang;
    let rules: G::Rules = book.header.rules.parse().in_lang(lang)?;
    if check {
        book.check::<G>().in_lang(lang)?;
    }
    let counts = cover::<G>(book, &rules);
    let met: usize = counts.iter().map(|count| count.met).sum();
    let known: usize = counts.iter().map(|count| count.known).sum();
    if check && known < met {
        anyhow::bail!(tr!(
            lang,
            "the book promises {met} positions and knows {known} of them",
            "el libro promete {met} posiciones y conoce {known} de ellas"
        ));
    }
    let header = &book.header;
    let plan = header.plan;
    let moves: usize = book.positions().map(|(_, choices)| choices.len()).sum();
    let positions = book.len();
    if !as_json {
        let name = G::META.name;
        ui.line(format!("{} · {}", paint(BOLD, name.get(lang)), header.rules))?;
        screen::fact(ui, &tr!(lang, "engine", "motor"), &header.engine)?;
        let size = tr!(
            lang,
            "{positions} positions, {moves} moves, {bytes} bytes",
            "{positions} posiciones, {moves} jugadas, {bytes} bytes"
        );
        screen::fact(ui, &tr!(lang, "size", "tamaño"), &size)?;
        let (plies, free) = (plan.plies, plan.free);
        let reach = tr!(
            lang,
            "{plies} plies; whatever the other side plays, and both in the first {free}",
            "{plies} jugadas; juegue lo que juegue el otro bando, y ambos en las primeras {free}"
        );
        screen::fact(ui, &tr!(lang, "reach", "alcance"), &reach)?;
        let covered = tr!(
            lang,
            "{known} of {met} positions that a side following the book can meet",
            "{known} de {met} posiciones que puede encontrar quien sigue el libro"
        );
        screen::fact(ui, &tr!(lang, "coverage", "cobertura"), &covered)?;
        let by_ply: Vec<_> = counts
            .iter()
            .map(|Coverage { met, known }| format!("{known}/{met}"))
            .collect();
        screen::fact(ui, &tr!(lang, "by ply", "por jugada"), &by_ply.join(" "))?;
        if check {
            let fine = tr!(lang, "every line holds", "todas las líneas están bien");
            screen::fact(ui, &tr!(lang, "check", "revisión"), &fine)?;
        }
        ui.line("")?;
    }
    Ok(json!({
        "game": header.game,
        "rules": header.rules,
        "engine": header.engine,
        "scale": header.scale,
        "plies": plan.plies,
        "free": plan.free,
        "width": plan.width,
        "margin": plan.margin,
        "positions": positions,
        "moves": moves,
        "bytes": bytes,
        "checked": check,
        "coverage": counts
            .iter()
            .map(|Coverage { met, known }| json!({"met": met, "known": known}))
            .collect::<Vec<_>>(),
    }))
}
