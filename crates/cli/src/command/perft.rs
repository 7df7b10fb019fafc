//! `damero perft`: counting the game tree, below the root as a whole or below each move.

use std::io::IsTerminal;
use std::time::Instant;

use clap::Args;
use damero_games::perft::{after, successors, unique};
use damero_games::{Game, MoveBuf, Playable, with_game};
use rayon::prelude::*;
use serde_json::json;

use crate::args::PositionArgs;
use crate::errors::Status;
use crate::lang::decimal;
use crate::progress::Progress;
use crate::ui::Ui;
use crate::{parallel, setup, values};

/// `damero perft`.
#[derive(Args, Debug)]
#[command(mut_arg("position", |arg| arg.help("The position to count from, as text")))]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// How many plies deep; draws by repetition and move limits, which depend on the past, are left out
    #[arg(long, short, value_name = "N", value_parser = values::depth)]
    pub(crate) depth: u32,

    /// Count below each move too
    #[arg(long)]
    pub(crate) divide: bool,

    /// Count moves that lead to the same position once
    #[arg(long)]
    pub(crate) unique: bool,

    /// Threads; 0 takes all processors
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::threads)]
    pub(crate) threads: usize,

    /// Seed for a chance event that is due in the position
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Counts.
pub(crate) fn run(args: &PerftArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    with_game!(args.at.game.game, G => count::<G>(args, ui))
}

fn count<G: Playable>(args: &PerftArgs, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut game: G = args.at.start(ui.lang)?;
    setup::settle(&mut game, args.seed);
    let tree = Tree { unique: args.unique };
    let started = Instant::now();
    let game = game.forget_past();
    let below = parallel::pool(args.threads)?.install(|| tree.below_each_move(&game, args.depth));
    let nodes = match below.is_empty() {
        // Nothing to divide: the root itself is the leaf, counted as its game counts such leaves.
        true => tree.leaves(&game, args.depth),
        false => below.iter().map(|(_, nodes)| nodes).sum(),
    };
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let each = below
            .iter()
            .map(|(m, nodes)| json!({"move": m.to_string(), "nodes": nodes}));
        let mut report = json!({
            "game": G::META.id,
            "rules": game.rules().to_string(),
            "position": game.position(),
            "depth": args.depth,
            "unique": args.unique,
            "nodes": nodes,
            "seconds": seconds,
        });
        if args.divide {
            report["divide"] = each.collect();
        }
        ui.json(&report)?;
    } else {
        if args.divide {
            print_division(ui, &below)?;
        }
        ui.line(format!("nodes {nodes}"))?;
        if seconds > 0.5 && std::io::stderr().is_terminal() {
            let speed = decimal(nodes as f64 / seconds / 1e6, 1, ui.lang);
            eprintln!("{} s, {speed} M/s", decimal(seconds, 2, ui.lang));
        }
    }
    Ok(if nodes == 0 { Status::Nothing } else { Status::Done })
}

fn print_division<M: std::fmt::Display>(ui: &mut Ui, below: &[(M, u64)]) -> std::io::Result<()> {
    let rows: Vec<_> = below
        .iter()
        .map(|(m, nodes)| (m.to_string(), nodes.to_string()))
        .collect();
    let width = rows
        .iter()
        .map(|(m, _)| m.chars().count())
        .max()
        .unwrap_or_default();
    let digits = rows
        .iter()
        .map(|(_, nodes)| nodes.len())
        .max()
        .unwrap_or_default();
    for (m, nodes) in &rows {
        ui.line(format!("{m:<width$}  {nodes:>digits$}"))?;
    }
    if rows.is_empty() { Ok(()) } else { ui.line("") }
}

/// What counts as a move.
struct Tree {
    /// Moves that lead to the same position are one.
    unique: bool,
}

/// A part of the tree, below one of the root's moves.
struct Part<G> {
    root: usize,
    game: G,
    depth: u32,
}

impl Tree {
    fn leaves<G: Game>(&self, game: &G, depth: u32) -> u64 {
        if self.unique {
            unique(game, depth)
        } else {
            game.perft(depth)
        }
    }

    fn next<G: Game>(&self, game: &G) -> Vec<(G::Move, G)> {
        if self.unique {
            return successors(game);
        }
        let mut buf = MoveBuf::new();
        game.moves(&mut buf);
        buf.into_iter().map(|m| (m, after(game, m))).collect()
    }

    /// The leaves below each move of `game`, in the order of its moves.
    ///
    /// Deep trees are cut after two plies, so that there are enough parts for the threads and the progress bar.
    fn below_each_move<G: Game>(&self, game: &G, depth: u32) -> Vec<(G::Move, u64)> {
        let Some(below) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let mut counts = Vec::new();
        let mut parts = Vec::new();
        for (root, (m, game)) in self.next(game).into_iter().enumerate() {
            counts.push((m, 0));
            let next = if below > 2 { self.next(&game) } else { Vec::new() };
            if next.is_empty() {
                parts.push(Part {
                    root,
                    game,
                    depth: below,
                });
            } else {
                parts.extend(next.into_iter().map(|(_, game)| Part {
                    root,
                    game,
                    depth: below - 1,
                }));
            }
        }
        let progress = Progress::new(parts.len() as u64);
        let count = |part: &Part<G>| {
            let leaves = self.leaves(&part.game, part.depth);
            progress.add(1);
            (part.root, leaves)
        };
        let leaves: Vec<_> = parts.par_iter().with_max_len(1).map(count).collect();
        for (root, leaves) in leaves {
            counts[root].1 += leaves;
        }
        counts
    }
}
