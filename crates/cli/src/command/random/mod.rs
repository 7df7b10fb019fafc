//! `damero random`: what happens when nobody thinks, in numbers.

mod report;
mod share;
mod stats;

use clap::Args;
use damero_games::random::{below, seeded};
use damero_games::{ByPlayer, Game, MoveBuf, Playable, Turn, with_game};
use rayon::prelude::*;

use crate::args::GameArgs;
use crate::values;

/// `damero random`.
#[derive(Args, Debug)]
pub(crate) struct RandomArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value = "1000", value_parser = values::games)]
    pub(crate) games: u64,

    /// The same seed and number of games give the same statistics
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(super) use self::share::interval;
use self::stats::{Played, Stats};
use crate::errors::Status;
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{parallel, setup};

/// Games that one thread plays before it looks for more work.
const BATCH: u64 = 64;

/// Plays the games and reports.
pub(crate) fn run(args: &RandomArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    with_game!(args.game.game, G => play_all::<G>(args, ui))
}

fn play_all<G: Playable>(args: &RandomArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let start: G = setup::start(&args.game.variant, None, ui.lang)?;
    let progress = Progress::new(args.games);
    let batch = |number: u64| {
        let numbers = number * BATCH..args.games.min((number + 1) * BATCH);
        let count = numbers.end - numbers.start;
        let mut stats = Stats::default();
        let mut buf = MoveBuf::new();
        for index in numbers {
            stats.add(play_one(
                start.clone(),
                parallel::derived_seed(args.seed, index),
                &mut buf,
            ));
        }
        progress.add(count);
        stats
    };
    let batches = 0..args.games.div_ceil(BATCH);
    let stats = parallel::pool(args.threads)?.install(|| {
        batches
            .into_par_iter()
            .map(batch)
            .reduce(Stats::default, Stats::merge)
    });
    drop(progress);
    let rules = start.rules().to_string();
    if args.json {
        ui.json(&report::json(G::META.id, &rules, args.seed, &stats))?;
    } else {
        report::print(ui, &G::META, &rules, args.seed, &stats)?;
    }
    Ok(Status::Done)
}

/// Plays one game, looking at every list of moves.
fn play_one<G: Game>(mut game: G, seed: u64, buf: &mut MoveBuf<G::Move>) -> Played {
    let mut rng = seeded(seed);
    let (mut plies, mut choices, mut most) = (0, 0, 0);
    let outcome = loop {
        match game.turn() {
            Turn::Player(_) => {
                game.moves(buf);
                let count = buf.len() as u32;
                game.play_unchecked(buf[below(&mut rng, count) as usize]);
                plies += 1;
                choices += u64::from(count);
                most = most.max(count);
            }
            Turn::Chance => game.resolve_chance(&mut rng),
            Turn::Over(outcome) => break outcome,
        }
    };
    let ending = game.ending();
    Played {
        outcome,
        plies,
        choices,
        most,
        truncated: ending.as_ref().is_some_and(|ending| ending.truncated),
        reason: ending.map(|ending| ending.reason),
        scores: game.scores().map(|scores: ByPlayer<i32>| scores.map(i64::from)),
    }
}
