//! `damero bench`: how fast this machine plays, one figure a line, for people and for scripts.

mod search;

use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use damero_games::playout::playout;
use damero_games::random::seeded;
use damero_games::{Game, GameId, MoveBuf, Playable, with_game};
use serde::Serialize;

use crate::args::VariantArgs;
use crate::errors::Status;
use crate::ui::Ui;
use crate::{setup, values};

/// What to measure.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Figure {
    Playouts,
    Perft,
    Search,
}

/// `damero bench`.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// What to measure
    #[arg(value_name = "WHAT", value_enum)]
    pub(crate) figure: Figure,

    /// The game, or `all`
    #[arg(value_name = "GAME", value_parser = values::one_game_or_all)]
    pub(crate) game: values::Games,

    #[command(flatten)]
    pub(crate) variant: VariantArgs,

    /// How long to measure each game; a tree whose depth is given is counted whole, however long it takes
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = values::seconds)]
    pub(crate) seconds: f64,

    /// Depth of perft and of the search whose nodes are counted; by default one that takes a fair time
    #[arg(long, short, value_name = "N", value_parser = values::search_depth)]
    pub(crate) depth: Option<u32>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Without `--depth`, perft goes no deeper than this.
const DEEPEST: u32 = 30;

/// One figure.
#[derive(Serialize)]
struct Measured {
    name: String,
    value: serde_json::Number,
    unit: &'static str,
}

/// Measures.
pub(crate) fn run(args: &BenchArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    // Rules that one of the games does not have are refused before anything is measured.
    for id in args.game.ids() {
        setup::start_any(id, &args.variant, None, ui.lang).with_context(|| id.to_string())?;
    }
    let mut all = Vec::new();
    for id in args.game.ids() {
        let figures = measure(args, id, ui).with_context(|| id.to_string())?;
        if !args.json {
            for Measured { name, value, unit } in &figures {
                ui.line(format!("{name} {value} {unit}"))?;
            }
        }
        all.extend(figures);
    }
    if args.json {
        ui.json(&all)?;
    }
    Ok(Status::Done)
}

fn measure(args: &BenchArgs, id: GameId, ui: &Ui) -> anyhow::Result<Vec<Measured>> {
    let time = Duration::from_secs_f64(args.seconds);
    with_game!(id, G => {
        let game: G = setup::start(&args.variant, None, ui.lang)?;
        Ok(match args.figure {
            Figure::Playouts => playouts(&game, time),
            Figure::Perft => perft(game, time, args.depth),
            Figure::Search => search::measure(&game, time, args.depth),
        })
    })
}

fn rate(count: u64, time: Duration) -> u64 {
    (count as f64 / time.as_secs_f64()).round() as u64
}

fn playouts<G: Playable>(start: &G, time: Duration) -> Vec<Measured> {
    let (mut rng, mut buf) = (seeded(0), MoveBuf::new());
    let (mut games, mut plies) = (0, 0);
    let begun = Instant::now();
    while begun.elapsed() < time {
        // Asking for the time after every game would be part of what is measured.
        for _ in 0..16 {
            let (_, length) = playout(&mut start.clone(), &mut rng, &mut buf);
            games += 1;
            plies += u64::from(length);
        }
    }
    let time = begun.elapsed();
    let figure = |name, count, unit| Measured {
        name: format!("{}.{name}", G::META.id),
        value: rate(count, time).into(),
        unit,
    };
    vec![
        figure("playouts", games, "games/s"),
        figure("plies", plies, "plies/s"),
    ]
}

fn perft<G: Game>(mut game: G, time: Duration, depth: Option<u32>) -> Vec<Measured> {
    setup::settle(&mut game, 0);
    let game = game.forget_past();
    let depth = depth.unwrap_or_else(|| fair_depth(&game, time));
    let begun = Instant::now();
    let mut leaves = game.perft(depth);
    while begun.elapsed() < time {
        leaves += game.perft(depth);
    }
    vec![Measured {
        name: format!("{}.perft", G::META.id),
        value: rate(leaves, begun.elapsed()).into(),
        unit: "leaves/s",
    }]
}

/// The first depth that takes at least a twentieth of the time.
fn fair_depth<G: Game>(game: &G, time: Duration) -> u32 {
    let takes_long = |&depth: &u32| {
        let begun = Instant::now();
        std::hint::black_box(game.perft(depth));
        begun.elapsed() >= time / 20
    };
    (1..DEEPEST).find(takes_long).unwrap_or(DEEPEST)
}
