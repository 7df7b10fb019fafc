//! The command line as data. The help texts here are the English ones; `lang::es` has the others.

use std::ffi::OsString;
use std::time::Duration;

use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use damero_games::{AnyGame, GameId, Lang, Notation};
use damero_search::Limits;

use crate::command::admin::AdminArgs;
use crate::command::analyze::AnalyzeArgs;
use crate::command::backup::BackupArgs;
use crate::command::bench::BenchArgs;
use crate::command::book::BookArgs;
use crate::command::check::CheckArgs;
use crate::command::engine::EngineArgs;
use crate::command::exam::ExamArgs;
use crate::command::experiment::ExperimentArgs;
use crate::command::games::GamesArgs;
use crate::command::help::HelpArgs;
use crate::command::load::LoadArgs;
use crate::command::matches::MatchArgs;
use crate::command::perft::PerftArgs;
use crate::command::play::PlayArgs;
use crate::command::plot::PlotArgs;
use crate::command::puzzles::PuzzlesArgs;
use crate::command::random::RandomArgs;
use crate::command::restore::RestoreArgs;
use crate::command::rules::RulesArgs;
use crate::command::runs::RunsArgs;
use crate::command::serve::ServeArgs;
use crate::command::show::ShowArgs;
use crate::command::solve::SolveArgs;
use crate::command::tables::TablesArgs;
use crate::command::tournament::TournamentArgs;
use crate::command::train::TrainArgs;
use crate::command::tune::TuneArgs;
use crate::errors::{Status, say_error};
use crate::lang::{clap_errors, help};
use crate::{setup, values};

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
    /// Analyze a position with an engine: evaluation, principal variation, every move
    Analyze(AnalyzeArgs),
    /// Play a match between two players: Elo difference with its confidence interval
    Match(MatchArgs),
    /// Play a tournament between many players, and rate them
    Tournament(TournamentArgs),
    /// Find the exact value of a position for the player to move: points at the end, or 1, 0, -1
    Solve(SolveArgs),
    /// Count what a player gives away against perfect replies, by the exact solver
    Exam(ExamArgs),
    /// Build, verify and probe endgame tablebases
    Tables(TablesArgs),
    /// Tune the weights of an evaluation on self-play games
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
    /// Check the data of the playroom: the store, every game by playing it again, the ratings by computing them again
    Check(CheckArgs),
    /// Look after the accounts of the playroom: ban, rename, reset, list, and look for signs of engine use
    #[command(arg_required_else_help = true)]
    Admin(AdminArgs),
    /// Make opening books, look into them and check them
    #[command(arg_required_else_help = true)]
    Book(BookArgs),
    /// Make puzzles with their proofs, and prove them again
    #[command(arg_required_else_help = true)]
    Puzzles(PuzzlesArgs),
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

/// Which position of which game.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,

    /// The position as text; by default the beginning
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
}

impl PositionArgs {
    /// The position of a game of a known type.
    pub(crate) fn start<G: Notation>(&self, lang: Lang) -> anyhow::Result<G> {
        setup::start(&self.game.variant, self.position.as_deref(), lang)
    }

    /// The position of a game whose type is known only by its id.
    pub(crate) fn start_any(&self, lang: Lang) -> anyhow::Result<Box<dyn AnyGame>> {
        let GameArgs { game, variant } = &self.game;
        setup::start_any(*game, variant, self.position.as_deref(), lang)
    }
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
