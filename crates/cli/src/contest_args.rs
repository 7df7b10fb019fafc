//! The command lines of those commands in which players think.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use damero_arena::{Protocol, Spec};
use damero_search::Limits;

use crate::args::GameArgs;
use crate::values;

/// How long to think about a move.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LimitArgs {
    /// Time for a move, such as 1s or 200ms
    #[arg(long, value_name = "TIME", value_parser = values::time)]
    pub(crate) time: Option<Duration>,

    /// Positions for a move
    #[arg(long, value_name = "N", value_parser = values::nodes)]
    pub(crate) nodes: Option<u64>,

    /// Depth for a move
    #[arg(long, value_name = "N", value_parser = values::search_depth)]
    pub(crate) depth: Option<u32>,
}

impl LimitArgs {
    /// As the players know them.
    pub(crate) fn limits(self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            simulations: None,
        }
    }
}

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

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// One player, such as random, hard or alphabeta:depth=5
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) a: Spec,

    /// The other player
    #[arg(long, value_name = "PLAYER", value_parser = values::player)]
    pub(crate) b: Spec,

    /// How many games; in pairs, with the same opening and the seats changed
    #[arg(long, short = 'n', value_name = "N", default_value = "100", value_parser = values::games)]
    pub(crate) games: u64,

    /// Stop as soon as it is clear whether the Elo difference is more like the first number or the second
    #[arg(long, value_name = "ELO0,ELO1", value_parser = values::sprt, allow_hyphen_values = true)]
    pub(crate) sprt: Option<(f64, f64)>,

    /// How often the sequential test may err if the first number is true
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = values::share)]
    pub(crate) alpha: f64,

    /// How often the sequential test may err if the second number is true
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = values::share)]
    pub(crate) beta: f64,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// `damero analyze`.
#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position as text; by default the beginning
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// A recorded game, analyzed where it stops; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "set"])]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Who analyzes
    #[arg(long, value_name = "PLAYER", default_value = "engine", value_parser = values::player)]
    pub(crate) agent: Spec,

    /// Seed for chance events that are due in the position, and for players that draw lots
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero tournament`.
#[derive(Args, Debug)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The players, such as random, hard or alphabeta:depth=5; at least two
    #[arg(value_name = "PLAYER", required = true, num_args = 1.., value_parser = values::player)]
    pub(crate) players: Vec<Spec>,

    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    pub(crate) gauntlet: bool,

    /// How many games each pairing plays
    #[arg(long, short = 'n', value_name = "N", default_value = "20", value_parser = values::games)]
    pub(crate) games: u64,

    /// Print the table as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// `damero engine`.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The protocol to speak: text, gtp, nboard or hub
    #[arg(long, value_name = "PROTOCOL", default_value = "text", value_parser = values::protocol)]
    pub(crate) protocol: Protocol,

    /// Who thinks
    #[arg(long, value_name = "PLAYER", default_value = "max", value_parser = values::player)]
    pub(crate) agent: Spec,

    /// Seed for players that draw lots
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = values::seed)]
    pub(crate) seed: u64,
}
