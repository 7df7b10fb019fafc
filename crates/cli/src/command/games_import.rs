//! `damero games import`: files of games from outside, read as the playroom reads them. Says what is in each file, and writes all
//! games that can be read as one file if it is wanted.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use damero_games::collection::Collection;
use damero_games::{GameId, GameTree, InputError, Lang, NATIVE, Notation as _, with_game};
use serde::Serialize;

use crate::errors::Status;
use crate::lang::tr;
use crate::ui::{FAINT, Ui, paint};
use crate::{collections, values};

/// Problems of a file that are printed; more of them say nothing new.
const TOLD: usize = 3;

/// `damero games import`.
#[derive(Args, Debug)]
pub(crate) struct GamesImportArgs {
    /// Which game
    #[arg(value_name = "GAME", value_parser = values::game)]
    pub(crate) game: GameId,

    /// Files with one game or many, in any format that the game knows
    #[arg(value_name = "FILE", required = true)]
    pub(crate) file: Vec<PathBuf>,

    /// Where to write the games that can be read
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", default_value = NATIVE.name)]
    pub(crate) format: String,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is in a file.
#[derive(Default, Serialize)]
struct Found {
    file: String,
    games: usize,
    moves: usize,
    with_result: usize,
    unreadable: usize,
    /// The first games that cannot be read: which of the file, from 1, and why.
    problems: Vec<(usize, String)>,
}

/// Reads.
pub(crate) fn run(args: &GamesImportArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let names = collections::names(args.game, &args.file, lang)?;
    let create = |path: &PathBuf| {
        let file = std::fs::File::create_new(path);
        file.map_err(|error| collections::refused(path, &error, lang))
    };
    let mut out = args.out.as_ref().map(create).transpose()?.map(BufWriter::new);
    let mut all = Vec::new();
    for path in &args.file {
        let mut found = Found {
            file: path.display().to_string(),
            ..Found::default()
        };
        let games = Collection::new(args.game, collections::open(path, lang)?, &names);
        for (read, number) in games.zip(1..) {
            let read = read.map_err(|error| collections::refused(path, &error, lang))?;
            let text = match (&read, &out) {
                (Ok(tree), Some(_)) => write(tree, &args.format).map(Some),
                _ => Ok(None),
            };
            match (read, text) {
                (Ok(tree), Ok(text)) => {
                    found.games += 1;
                    found.moves += tree.main_nodes().len();
                    found.with_result += usize::from(tree.result.is_some());
                    if let (Some(out), Some(text)) = (&mut out, text) {
                        writeln!(out, "{text}")?;
                    }
                }
                (Err(error), _) | (_, Err(error)) => {
                    found.unreadable += 1;
                    if found.problems.len() < TOLD {
                        found.problems.push((number, error.message(lang)));
                    }
                }
            }
        }
        if !args.json {
            tell(&found, lang, ui)?;
        }
        all.push(found);
    }
    if let Some(out) = &mut out {
        out.flush()?;
    }
    if args.json {
        ui.json(&all)?;
    }
    let any = all.iter().any(|found| found.games > 0);
    Ok(if any { Status::Done } else { Status::Nothing })
}

fn write(tree: &GameTree, format: &str) -> Result<String, InputError> {
    let id: GameId = tree.game.parse()?;
    with_game!(id, G => G::write_tree(tree, format))
}

fn tell(found: &Found, lang: Lang, ui: &mut Ui) -> anyhow::Result<()> {
    let Found {
        file,
        games,
        moves,
        with_result,
        unreadable,
        problems,
    } = found;
    ui.line(tr!(
        lang,
        "{file}: {games} games, {moves} moves, {with_result} with a result; {unreadable} cannot be read",
        "{file}: {games} partidas, {moves} jugadas, {with_result} con resultado; {unreadable} no se pueden leer"
    ))?;
    for (number, problem) in problems {
        let line = tr!(lang, "game {number}: {problem}", "partida {number}: {problem}");
        ui.line(paint(FAINT, format!("  {line}")))?;
    }
    Ok(())
}
