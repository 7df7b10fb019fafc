//! One file for each command. Each takes its arguments and the screen, and says how it went.

pub(crate) mod admin;
pub(crate) mod analyze;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod check;
pub(crate) mod engine;
pub(crate) mod exam;
pub(crate) mod experiment;
pub(crate) mod games;
mod games_import;
pub(crate) mod help;
pub(crate) mod load;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod plot;
pub(crate) mod puzzles;
pub(crate) mod random;
pub(crate) mod restore;
pub(crate) mod rules;
pub(crate) mod runs;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tables;
pub(crate) mod tournament;
pub(crate) mod train;
pub(crate) mod tune;

use crate::args::Command;
use crate::errors::Status;
use crate::ui::Ui;

/// Runs a command.
pub(crate) fn run(command: &Command, ui: &mut Ui) -> anyhow::Result<Status> {
    match command {
        Command::Games(args) => games::run(args, ui),
        Command::Rules(args) => rules::run(args, ui),
        Command::Show(args) => show::run(args, ui),
        Command::Play(args) => play::run(args, ui),
        Command::Perft(args) => perft::run(args, ui),
        Command::Random(args) => random::run(args, ui),
        Command::Analyze(args) => analyze::run(args, ui),
        Command::Match(args) => matches::run(args, ui),
        Command::Tournament(args) => tournament::run(args, ui),
        Command::Solve(args) => solve::run(args, ui),
        Command::Exam(args) => exam::run(args, ui),
        Command::Tables(args) => tables::run(args, ui),
        Command::Tune(args) => tune::run(args, ui),
        Command::Train(args) => train::run(args, ui),
        Command::Experiment(args) => experiment::run(args, ui),
        Command::Plot(args) => plot::run(args, ui),
        Command::Runs(args) => runs::run(args, ui),
        Command::Engine(args) => engine::run(args, ui),
        Command::Serve(args) => serve::run(args, ui),
        Command::Backup(args) => backup::run(args, ui),
        Command::Restore(args) => restore::run(args, ui),
        Command::Check(args) => check::run(args, ui),
        Command::Admin(args) => admin::run(args, ui),
        Command::Book(args) => book::run(args, ui),
        Command::Puzzles(args) => puzzles::run(args, ui),
        Command::Load(args) => load::run(args, ui),
        Command::Bench(args) => bench::run(args, ui),
        Command::Help(args) => help::run(args, ui),
    }
}
