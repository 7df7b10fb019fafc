//! The command line as data. The help texts here are the English ones; `lang::es` has the others.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use damero_arena::Spec;
use damero_games::{GameId, Lang};

use crate::book_args::BookArgs;
use crate::command::tune::TuneArgs;
use crate::contest_args::{AnalyzeArgs, EngineArgs, LimitArgs, MatchArgs, TournamentArgs};
use crate::errors::{Status, say_error};
use crate::exact_args::{ExamArgs, SolveArgs, TablesArgs};
use crate::lang::{clap_errors, help};
use crate::serve_args::{BackupArgs, LoadArgs, RestoreArgs, ServeArgs};
use crate::train_args::{ExperimentArgs, PlotArgs, RunsArgs, TrainArgs};
use crate::values;

/// A laboratory and a playroom for board-game AI
#[derive(Parser, Debug)]
#[command(name = "damero", version)]
#[command(
    disable_help_flag = true,
    disable_version_flag = true,
    disable_help_subcommand = true
)]
#[command(arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Language of everything that is shown: en or es; the default is that of the system
    #[arg(long, global = true, value_name = "LANG", value_parser = values::lang)]
    pub(crate) lang: Option<Lang>,

    /// Print help
    #[arg(long, short, global = true, action = ArgAction::Help)]
    help: Option<bool>,

    /// Print version
    #[arg(long, short = 'V', action = ArgAction::Version)]
    version: Option<bool>,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games with their rules and options
    Games(GamesArgs),
    /// Print the rules of a game
    Rules(RulesArgs),
    /// Show a position: board, turn, scores and legal moves
    Show(ShowArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Count the leaves of the game tree
    Perft(PerftArgs),
    /// Play random games and print statistics
    Random(RandomArgs),
    /// Say what an engine thinks of a position, move by move
    Analyze(AnalyzeArgs),
    /// Let two players meet, and say who is the stronger
    Match(MatchArgs),
    /// Let many players meet, and rate them
    Tournament(TournamentArgs),
    /// Find the exact value of a position for the player to move: points at the end, or 1, 0, -1
    Solve(SolveArgs),
    /// Count what a player gives away against perfect replies, by the exact solver
    Exam(ExamArgs),
    /// Build, prove and look up tables of endings
    Tables(TablesArgs),
    /// Make the numbers that an evaluation needs from our own games
    Tune(TuneArgs),
    /// Train a network by playing, in a folder that can be stopped, resumed and looked at
    Train(TrainArgs),
    /// Compare ways to learn, with several seeds each
    #[command(arg_required_else_help = true)]
    Experiment(ExperimentArgs),
    /// Draw the plots of a training anew, or several trainings together
    Plot(PlotArgs),
    /// List trainings, or show one
    #[command(arg_required_else_help = true)]
    Runs(RunsArgs),
    /// Play for another program that speaks over standard input and output
    Engine(EngineArgs),
    /// Open the playroom: a page where all games are played, alone, against the machine and online
    Serve(ServeArgs),
    /// Copy the data of the playroom to a file, while it runs or not
    Backup(BackupArgs),
    /// Put a copy back in the place of the data, while the playroom does not run
    Restore(RestoreArgs),
    /// Make opening books, look into them and check them
    #[command(arg_required_else_help = true)]
    Book(BookArgs),
    /// Measure a running playroom: sockets held, moves a second, delays, losses
    Load(LoadArgs),
    /// Measure speed on this machine
    Bench(BenchArgs),
    /// Print help for a command
    Help(HelpArgs),
}

/// Which game, and under which rules.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// The game; `damero games` lists them
    #[arg(value_name = "GAME", value_parser = values::game)]
    pub(crate) game: GameId,

    #[command(flatten)]
    pub(crate) variant: VariantArgs,
}

/// Which rules.
#[derive(Args, Debug)]
pub(crate) struct VariantArgs {
    /// Named rules, the first that the game lists by default
    #[arg(long, value_name = "PRESET")]
    pub(crate) rules: Option<String>,

    /// Change one option of the rules; may be repeated
    #[arg(long, value_name = "OPTION=VALUE")]
    pub(crate) set: Vec<String>,
}

/// `damero games`.
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero rules`.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    /// The game; `damero games` lists them
    #[arg(value_name = "GAME", value_parser = values::game)]
    pub(crate) game: GameId,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `damero show`.
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position as text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// A recorded game, shown where it stops; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "set"])]
    pub(crate) record: Option<PathBuf>,

    /// Draw the chance events that are due with this seed; the beginning of a game uses 0 by default
    #[arg(long, value_name = "SEED", value_parser = values::seed)]
    pub(crate) seed: Option<u64>,

    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who sits at the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// Whoever types.
    Human,
    /// A machine.
    Machine(Spec),
}

/// `damero play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position to start from, as text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Who plays first: human, or a machine such as random, hard, neural or alphabeta:depth=5
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = values::seat)]
    pub(crate) first: Seat,

    /// Who plays second, likewise
    #[arg(long, value_name = "WHO", default_value = "human", value_parser = values::seat)]
    pub(crate) second: Seat,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Makes chance and random players repeatable
    #[arg(long, value_name = "SEED", value_parser = values::seed)]
    pub(crate) seed: Option<u64>,

    /// Take up a recorded game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "rules", "set"])]
    pub(crate) load: Option<PathBuf>,
}

/// `damero perft`.
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position to count from, as text
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

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

/// `damero help`.
#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// The command to explain
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

/// The command line as clap knows it, in the language of the user.
pub(crate) fn command(lang: Lang) -> clap::Command {
    help::localise(Cli::command(), lang)
}

/// Reads the command line. Help, version and errors are shown here; the status is then how the program ends.
pub(crate) fn parse(lang: Lang, arguments: &[OsString]) -> Result<Cli, Status> {
    let root = command(lang);
    let mut page = "damero".to_owned();
    let mut named = &root;
    for word in arguments {
        if let Some(command) = named.find_subcommand(word) {
            page += &format!(" {}", command.get_name());
            named = command;
        }
    }
    let matches = root.try_get_matches_from(arguments);
    match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(cli),
        Err(error) if clap_errors::is_help(&error) => {
            // A reader that does not want the rest of the help is no error.
            let _ = error.print();
            Err(if error.use_stderr() {
                Status::Failed
            } else {
                Status::Done
            })
        }
        Err(error) => {
            say_error(&clap_errors::message(&error, &page, lang));
            Err(Status::Failed)
        }
    }
}
