//! The command lines of `damero train`, `damero experiment`, `damero plot` and `damero runs`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use damero_games::GameId;

use crate::values;

/// `damero train`.
#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
pub(crate) struct TrainArgs {
    /// The game; `damero games` lists them
    #[arg(value_name = "GAME", value_parser = values::game, required_unless_present_any = ["config", "resume"])]
    pub(crate) game: Option<GameId>,

    /// The method; the first of the game by default
    #[arg(long, value_name = "ALGO")]
    pub(crate) algo: Option<String>,

    /// A configuration that comes with the program, by its name, or a TOML file
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<String>,

    /// Set a key; several values, separated by commas, make one training each
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,

    /// The procedure of the original specification to the letter
    #[arg(long, conflicts_with = "config")]
    pub(crate) seed_compat: bool,

    /// The name of the folder; by default the game, the method and a number
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Go on with a training: latest, a name, a path, or NAME@step-N
    #[arg(long, value_name = "RUN", conflicts_with_all = ["game", "algo", "config", "seed_compat", "name", "print_config"])]
    pub(crate) resume: Option<String>,

    /// Print the whole configuration and do nothing else
    #[arg(long)]
    pub(crate) print_config: bool,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,
}

/// `damero experiment`.
#[derive(Args, Debug)]
pub(crate) struct ExperimentArgs {
    /// Which one.
    #[command(subcommand)]
    pub(crate) which: Experiment,
}

/// Experiments that compare ways to learn.
#[derive(Subcommand, Debug)]
pub(crate) enum Experiment {
    /// Train checkers with nothing paid, with the seed's payments and with a potential, and compare
    RewardShaping(RewardShapingArgs),
}

/// `damero experiment reward-shaping`.
#[derive(Args, Debug)]
pub(crate) struct RewardShapingArgs {
    /// Trainings of each kind
    #[arg(long, value_name = "N", default_value = "3", value_parser = values::count)]
    pub(crate) seeds: u64,

    /// Epochs of each training
    #[arg(long, value_name = "N", default_value = "100", value_parser = values::count)]
    pub(crate) epochs: u64,

    /// Minutes after which a training ends before that; 0 for no limit
    #[arg(long, value_name = "MINUTES", default_value = "0", value_parser = values::minutes)]
    pub(crate) minutes: f64,

    /// Measure after so many epochs
    #[arg(long, value_name = "N", default_value = "10", value_parser = values::count)]
    pub(crate) every: u64,

    /// Games against each opponent at the end of a training
    #[arg(long, value_name = "N", default_value = "400", value_parser = values::count)]
    pub(crate) games: u64,

    /// A configuration that comes with the program, by its name, or a TOML file
    #[arg(long, value_name = "FILE", default_value = "checkers")]
    pub(crate) config: String,

    /// Set a key to one value
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,

    /// The folder of the experiment; the same one goes on where it was
    #[arg(long, value_name = "DIR", default_value = "runs/reward-shaping")]
    pub(crate) out: PathBuf,
}

/// `damero plot`.
#[derive(Args, Debug)]
pub(crate) struct PlotArgs {
    /// The training: latest, a name or a path; several are drawn together
    #[arg(value_name = "RUN", required = true)]
    pub(crate) run: Vec<String>,

    /// What to draw of several trainings; may be repeated; by default their win rates
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Vec<String>,

    /// What several trainings are drawn over: minutes or epochs
    #[arg(long, value_name = "AXIS", value_enum, default_value_t = Over::Minutes)]
    pub(crate) over: Over,

    /// Where to put the picture of several trainings
    #[arg(long, value_name = "DIR", default_value = "runs/comparison")]
    pub(crate) out: PathBuf,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,
}

/// What trainings are drawn over.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Over {
    Minutes,
    Epochs,
}

/// `damero runs`.
#[derive(Args, Debug)]
pub(crate) struct RunsArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) action: RunsAction,
}

/// What can be asked about trainings.
#[derive(Subcommand, Debug)]
pub(crate) enum RunsAction {
    /// List trainings: what they learn, how far they came and with what result
    List(RunsListArgs),
    /// Show one training: configuration, newest numbers and checkpoints
    Show(RunsShowArgs),
}

/// `damero runs list`.
#[derive(Args, Debug)]
pub(crate) struct RunsListArgs {
    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero runs show`.
#[derive(Args, Debug)]
pub(crate) struct RunsShowArgs {
    /// The training: latest, a name or a path
    #[arg(value_name = "RUN")]
    pub(crate) run: String,

    /// The folder of trainings
    #[arg(long, value_name = "DIR", default_value = "runs")]
    pub(crate) runs: PathBuf,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
