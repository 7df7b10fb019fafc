//! `damero book show`: what a book knows of a position.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use damero_arena::MoveAnalysis;
use damero_games::{Session, with_game};
use damero_search::book::{Book, Bookable, shipped};
use serde_json::json;

use crate::analysis_text::{chances, score};
use crate::args::PositionArgs;
use crate::errors::{InLang, Status};
use crate::lang::tr;
use crate::ui::{BOLD, FAINT, Ui, paint};
use crate::{records, screen};

/// `damero book show`.
#[derive(Args, Debug)]
pub(crate) struct BookShowArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Moves to play first, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// The book; by default the one that comes with the program
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Looks it up. Finding nothing is told, and by the exit code too.
pub(crate) fn run(args: &BookShowArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    with_game!(args.at.game.game, G => show::<G>(args, ui))
}

fn show<G: Bookable>(args: &BookShowArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let mut game: G = args.at.start(lang)?;
    for word in args.moves.as_deref().unwrap_or_default().split_whitespace() {
        let m = game.read_move(word).in_lang(lang).context("--moves")?;
        game.play_unchecked(m);
    }
    let read;
    let book: Option<&Book> = match &args.file {
        None => shipped::<G>(game.rules()),
        Some(path) => {
            let text = records::read_text(path, lang)?;
            let book = Book::read_for::<G>(&text, game.rules()).in_lang(lang);
            read = book.with_context(|| path.display().to_string())?;
            Some(&read)
        }
    };
    let known = book.map(|book| book.probe(&game)).unwrap_or_default();
    let line = book.map(|book| book.pv(&game)).unwrap_or_default();
    let line: Vec<_> = line.iter().map(ToString::to_string).collect();
    let scale = book.map_or(1.0, |book| book.header.scale);
    let entries: Vec<_> = known
        .iter()
        .map(|one| (MoveAnalysis::of_book::<G>(one, scale), one.depth))
        .collect();
    if args.json {
        let moves = entries.iter().map(|(one, depth)| {
            json!({
                "move": one.text,
                "score": one.score,
                "plies_to_end": one.plies_to_end,
                "value": one.value,
                "depth": depth,
            })
        });
        ui.json(&json!({
            "game": G::META.id,
            "rules": game.rules().to_string(),
            "position": game.position(),
            "book": book.map(|book| &book.header.engine),
            "moves": moves.collect::<Vec<_>>(),
            "line": line,
        }))?;
    } else {
        let session: Session<G> = Session::from_position(*game.rules(), &game.position()).in_lang(lang)?;
        screen::title(ui, &session)?;
        screen::board(ui, &session)?;
        screen::state(ui, &session)?;
        match (book, entries.is_empty()) {
            (None, _) => ui.line(tr!(
                lang,
                "no book comes with the program for these rules; damero book build makes one",
                "el programa no trae libro para estas reglas; damero book build hace uno"
            ))?,
            (Some(_), true) => ui.line(tr!(
                lang,
                "the book does not know this position",
                "el libro no conoce esta posición"
            ))?,
            (Some(_), false) => print(ui, &entries, &line)?,
        }
    }
    Ok(if known.is_empty() {
        Status::Nothing
    } else {
        Status::Done
    })
}

fn print(ui: &mut Ui, entries: &[(MoveAnalysis, u8)], line: &[String]) -> anyhow::Result<()> {
    let lang = ui.lang;
    screen::fact(ui, &tr!(lang, "line", "línea"), &line.join(" "))?;
    ui.line("")?;
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or_default();
    let texts = width(&mut entries.iter().map(|(one, _)| one.text.chars().count()));
    let scores = width(&mut entries.iter().map(|(one, _)| score(one, lang).chars().count()));
    for (one, depth) in entries {
        let seen = tr!(lang, "depth {depth}", "profundidad {depth}");
        ui.line(format!(
            "  {}  {:>scores$}  {}",
            paint(BOLD, format!("{:<texts$}", one.text)),
            score(one, lang),
            paint(FAINT, format!("{:>5}  {seen}", chances(one)))
        ))?;
    }
    Ok(())
}
