//! One file for each command. Each takes its arguments and the screen, and says how it went.

mod analyze;
mod backup;
mod bench;
mod book;
mod engine;
mod exam;
mod experiment;
mod games;
mod help;
mod load;
mod matches;
mod perft;
mod play;
mod plot;
mod random;
mod restore;
mod rules;
mod runs;
mod serve;
mod show;
mod solve;
mod tables;
mod tournament;
mod train;
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
        Command::Book(args) => book::run(args, ui),
        Command::Load(args) => load::run(args, ui),
        Command::Bench(args) => bench::run(args, ui),
        Command::Help(args) => help::run(args, ui),
    }
}
