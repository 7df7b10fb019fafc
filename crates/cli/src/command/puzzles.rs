//! `damero puzzles`: making puzzles from games of our own engine, and proving them again.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context as _;
use clap::{Args, Subcommand};
use damero_games::{GameId, Lang, with_game};
use damero_lab::puzzles::{Standing, Wanted, check, make};
use damero_search::puzzle::{Puzzle, PuzzleFile, Puzzled, look_at_all, pack, shipped_text, unpack};

use crate::args::GameArgs;
use crate::errors::{InLang as _, Status, io_reason, refused, say_error};
use crate::lang::tr;
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{interrupt, records, setup, values};

/// `damero puzzles`.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesArgs {
    /// What to do with them.
    #[command(subcommand)]
    pub(crate) action: PuzzlesAction,
}

/// What can be done with puzzles.
#[derive(Subcommand, Debug)]
pub(crate) enum PuzzlesAction {
    /// Make puzzles from games of our own engine, each with its proof
    Make(PuzzlesMakeArgs),
    /// Prove every puzzle of a file again from the rules
    Check(PuzzlesCheckArgs),
}

/// `damero puzzles make`.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesMakeArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How many puzzles, those of `--add` included
    #[arg(long, value_name = "N", default_value = "300", value_parser = values::puzzles)]
    pub(crate) count: usize,

    /// Seed of the games; the same seed makes the same puzzles
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// Only puzzles about this theme, such as wipe-out
    #[arg(long, value_name = "THEME")]
    pub(crate) theme: Option<String>,

    /// Only puzzles that are thought to be as hard as this rating
    #[arg(long, value_name = "RATING", default_value = "0")]
    pub(crate) rating: u16,

    /// Keep the puzzles of this file and make the ones that are missing
    #[arg(long, value_name = "FILE")]
    pub(crate) add: Option<PathBuf>,

    /// Where to write them, GAME.puzzles by default; packed if the name ends in .gz
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// `damero puzzles check`.
#[derive(Args, Debug)]
pub(crate) struct PuzzlesCheckArgs {
    /// A file of puzzles, packed or not, or `all` for those that come with the program
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// Does what was asked with puzzles.
pub(crate) fn run(args: &PuzzlesArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    match &args.action {
        PuzzlesAction::Make(args) => with_game!(args.game.game, G => make_file::<G>(args, ui)),
        PuzzlesAction::Check(args) if args.file == Path::new("all") => {
            for &id in GameId::ALL {
                if let Some(text) = shipped_text(id).in_lang(ui.lang)? {
                    check_text(&text, ui)?;
                }
            }
            Ok(Status::Done)
        }
        PuzzlesAction::Check(args) => {
            let text = read_text(&args.file, ui.lang)?;
            check_text(&text, ui).with_context(|| args.file.display().to_string())
        }
    }
}

/// What is wrong with a file, with its name.
fn about_file(shown: &str, error: &io::Error, lang: Lang) -> anyhow::Error {
    anyhow::Error::msg(format!("{shown}: {}", io_reason(error, lang)))
}

/// A file of puzzles as text.
fn read_text(file: &Path, lang: Lang) -> anyhow::Result<String> {
    let shown = file.display().to_string();
    let bytes = fs::read(file).map_err(|error| about_file(&shown, &error, lang))?;
    unpack(&bytes).in_lang(lang).context(shown)
}

/// The puzzles of a file of this game, looked at.
fn read_puzzles<G: Puzzled>(file: &Path, lang: Lang) -> anyhow::Result<Vec<Puzzle>> {
    let text = read_text(file, lang)?;
    let read = PuzzleFile::read(&text).and_then(|read| look_at_all::<G>(&read).map(|()| read));
    let read = read.in_lang(lang).with_context(|| file.display().to_string())?;
    Ok(read.puzzles)
}

fn make_file<G: Puzzled>(args: &PuzzlesMakeArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let lang = ui.lang;
    let rules = setup::rules::<G::Rules>(&args.game.variant, lang)?;
    let kept = args
        .add
        .as_ref()
        .map(|file| read_puzzles::<G>(file, lang))
        .transpose()?;
    let wanted = Wanted {
        theme: args.theme.clone(),
        rating: args.rating,
        kept: kept.unwrap_or_default(),
        ..Wanted::any(args.count, args.seed)
    };
    let (stop, progress) = (interrupt::stop(), Progress::slow(1));
    let mut games = 0;
    let mut report = |standing: Standing| {
        games = standing.games;
        progress.set(standing.found as u64, standing.wanted as u64);
        progress.say(tr!(lang, "{games} games", "{games} partidas"));
    };
    let made = make::<G>(&rules, wanted, &stop, &mut report);
    drop(progress);
    let Some(file) = made.map_err(|why| refused(&why, lang))? else {
        say_error(&tr!(lang, "interrupted", "interrumpido"));
        return Ok(Status::Failed);
    };
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| PathBuf::from(format!("{}.puzzles", G::META.id)));
    let text = file.write();
    let shown = out.display().to_string();
    let bytes = if out.extension().is_some_and(|ending| ending == "gz") {
        let packed = pack(&text)?;
        fs::write(&out, &packed).map_err(|error| about_file(&shown, &error, lang))?;
        packed.len()
    } else {
        records::save(&out, &text, lang)?;
        text.len()
    };
    let count = file.puzzles.len();
    ui.line(tr!(
        lang,
        "{shown}: {count} puzzles from {games} games, {bytes} bytes",
        "{shown}: {count} problemas de {games} partidas, {bytes} bytes"
    ))?;
    Ok(if count < args.count {
        Status::Nothing
    } else {
        Status::Done
    })
}

/// Proves the puzzles of a file and says how many there are.
fn check_text(text: &str, ui: &mut Ui) -> anyhow::Result<Status> {
    let file = PuzzleFile::read(text).in_lang(ui.lang)?;
    let id: GameId = file.game.parse().in_lang(ui.lang)?;
    with_game!(id, G => check_file::<G>(&file, ui))
}

fn check_file<G: Puzzled>(file: &PuzzleFile, ui: &mut Ui) -> anyhow::Result<Status> {
    let (lang, stop, progress) = (ui.lang, interrupt::stop(), Progress::slow(1));
    let count = file.puzzles.len();
    let checked = check::<G>(file, &stop, &mut |done| progress.set(done as u64, count as u64));
    drop(progress);
    checked.in_lang(lang)?;
    if stop.asked() {
        say_error(&tr!(lang, "interrupted", "interrumpido"));
        return Ok(Status::Failed);
    }
    let name = G::META.name.get(lang).to_owned();
    ui.line(tr!(
        lang,
        "{name}: {count} puzzles, every proof holds",
        "{name}: {count} problemas, todas las pruebas se sostienen"
    ))?;
    Ok(Status::Done)
}
