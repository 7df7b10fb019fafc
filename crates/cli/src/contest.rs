//! Running a contest from the command line: its openings, its file, its progress bar, and Ctrl-C.

use std::path::{Path, PathBuf};

use clap::Args;
use damero_arena::Playable;
use damero_arena::{ArenaError, Contest, Log, Openings, Pace, Spec, write_records};
use damero_games::{Lang, Notation};
use serde::Serialize;

use crate::args::{LimitArgs, VariantArgs};
use crate::errors::{io_reason, say_error};
use crate::lang::tr;
use crate::progress::Progress;
use crate::{interrupt, records, setup, values};

/// What matches and tournaments have in common.
#[derive(Args, Debug)]
pub(crate) struct ContestArgs {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Random moves before the players think
    #[arg(long, value_name = "N", default_value = "4", value_parser = values::plies)]
    pub(crate) openings: u32,

    /// A file of openings, one a line, as moves or as a position
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub(crate) book: Option<PathBuf>,

    /// The same seed gives the same games to players that do not look at the clock
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Keep each game in this file; the same command goes on where it stopped
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A refusal by the arena in the language of the user.
pub(crate) fn refused(error: &ArenaError, lang: Lang) -> anyhow::Error {
    match error {
        ArenaError::File { path, cause } => {
            let (shown, reason) = (path.display(), io_reason(cause, lang));
            anyhow::Error::msg(tr!(
                lang,
                "cannot write {shown}: {reason}",
                "no se puede escribir {shown}: {reason}"
            ))
        }
        _ => anyhow::Error::msg(error.message(lang)),
    }
}

/// The contest that the command line describes.
pub(crate) fn plan<G: Playable>(
    variant: &VariantArgs,
    args: &ContestArgs,
    players: Vec<Spec>,
    pairings: Vec<(usize, usize)>,
    games: u64,
    lang: Lang,
) -> anyhow::Result<Contest<G>> {
    let rules: G::Rules = setup::rules(variant, lang)?;
    let openings = match &args.book {
        None => Openings::Random(args.openings),
        Some(path) => {
            let text = records::read_text(path, lang)?;
            let shown = path.display();
            Openings::read(rules, &text).map_err(|error| refused(&error, lang).context(shown.to_string()))?
        }
    };
    let players = players.into_iter().map(|spec| spec.in_runs(&args.runs));
    Ok(Contest {
        rules,
        players: players.collect(),
        pairings,
        games,
        openings,
        limits: args.limits.limits(),
        seed: args.seed,
    })
}

/// A contest after it has run.
pub(crate) struct Held<G: Notation> {
    /// The games.
    pub(crate) log: Log<G>,
    /// Whether somebody interrupted it.
    pub(crate) interrupted: bool,
    /// Where the records are, if they were kept.
    pub(crate) records: Option<PathBuf>,
}

/// Plays. `watch` decides after each game whether it is enough, and says how things stand.
pub(crate) fn hold<G: Playable>(
    contest: &Contest<G>,
    args: &ContestArgs,
    lang: Lang,
    watch: &mut dyn FnMut(&Log<G>) -> (Pace, String),
) -> anyhow::Result<Held<G>> {
    let mut log = match &args.out {
        None => Log::default(),
        Some(path) => Log::open(path, &contest.header()).map_err(|error| refused(&error, lang))?,
    };
    let stop = interrupt::stop();
    let before = log.len() as u64;
    let progress = Progress::slow(contest.total().saturating_sub(before));
    let mut enough = before > 0 && watch(&log).0 == Pace::Enough;
    if !enough {
        let mut after_each = |log: &Log<G>| {
            let (pace, message) = watch(log);
            progress.say(message);
            progress.add(1);
            enough = pace == Pace::Enough;
            pace
        };
        contest
            .run(&mut log, args.threads, &stop, &mut after_each)
            .map_err(|error| refused(&error, lang))?;
    }
    drop(progress);
    let records = match &args.out {
        Some(path) if !log.is_empty() => Some(keep(path, &log, lang)?),
        _ => None,
    };
    let interrupted = stop.asked() && !enough && (log.len() as u64) < contest.total();
    Ok(Held {
        log,
        interrupted,
        records,
    })
}

/// Says that a contest was interrupted and how to go on.
pub(crate) fn say_interrupted(played: usize, total: u64, out: Option<&Path>, lang: Lang) {
    let how = match out {
        Some(_) => tr!(
            lang,
            "the same command goes on from here",
            "la misma orden sigue desde aquí"
        ),
        None => tr!(
            lang,
            "with --out FILE it could be resumed",
            "con --out ARCHIVO se podría seguir"
        ),
    };
    say_error(&tr!(
        lang,
        "interrupted after {played} of {total} games; {how}",
        "interrumpido tras {played} de {total} partidas; {how}"
    ));
}

/// Writes all records beside the log, as the game's community writes them.
fn keep<G: Notation>(out: &Path, log: &Log<G>, lang: Lang) -> anyhow::Result<PathBuf> {
    let (format, text) = write_records(log.games().map(|game| &game.record));
    let mut path = out.with_extension(format.extension);
    if path == out {
        let mut name = out.as_os_str().to_owned();
        name.push(".");
        name.push(format.extension);
        path = name.into();
    }
    records::save(&path, &text, lang)?;
    Ok(path)
}

/// A game lost by failing, as reports tell it.
#[derive(Serialize)]
pub(crate) struct Failure {
    game: u64,
    player: String,
    kind: damero_arena::FaultKind,
    reason: String,
}

/// The games lost by failing.
pub(crate) fn failures<G: Playable>(contest: &Contest<G>, log: &Log<G>, lang: Lang) -> Vec<Failure> {
    let failed = log
        .games()
        .filter_map(|game| game.forfeit.as_ref().map(|forfeit| (game, forfeit)));
    failed
        .map(|(game, forfeit)| {
            let who = match forfeit.player {
                damero_games::Player::First => game.first,
                damero_games::Player::Second => game.second,
            };
            Failure {
                game: game.number + 1,
                player: contest.players[who].to_string(),
                kind: forfeit.fault.kind,
                reason: forfeit.fault.problem.get(lang).to_owned(),
            }
        })
        .collect()
}

impl Failure {
    /// In one line.
    pub(crate) fn line(&self, lang: Lang) -> String {
        let Self {
            game, player, reason, ..
        } = self;
        tr!(
            lang,
            "game {game}: {player} forfeits: {reason}",
            "partida {game}: {player} pierde por fallo: {reason}"
        )
    }
}
