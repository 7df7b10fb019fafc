//! One door for checks: what people run by hand and what CI runs is the same.
//!
//! `cargo xtask` lists the tasks.

mod book;
mod browser;
mod fuzz;
mod licences;
mod postgres;
mod python;
mod steps;
mod wheel;

use std::ffi::OsStr;
use std::process::{Command, ExitCode};

use anyhow::{Result, bail};
use fuzz::Extent;
use postgres::Servers;
use steps::{Steps, cargo, npm};

const HELP: &str = "\
cargo xtask TASK

  test             everything that must hold before a commit: format, lints, docs, all tests, a short fuzzing, the page,
                   whole games in a real browser
  e2e [WORD...]    only the games in a real browser, those whose names contain a word
  fuzz [SECONDS]   hostile texts for every parser, 60 seconds each unless told otherwise
  golden           write the golden playthroughs, the page's types and docs/openapi.json anew; read the difference
  postgres         the tests that need PostgreSQL, on a server of their own
  licences         the licences of all dependencies
  wheel            the Python package damero as wheel and sdist, into target/wheels
  python           only the tests and the types of the Python package
  book             the book of the folder docs, into target/book; installs mdBook under target/tools when there is none
";

/// One choice of packages and features for lints, documents, tests and the program in the browser: another choice would
/// build everything below it again.
const EVERYTHING: [&str; 3] = ["--workspace", "--all-features", "--locked"];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    match words {
        ["test"] => test(),
        ["fuzz"] => fuzz_alone(60),
        ["fuzz", seconds] => fuzz_alone(seconds.parse()?),
        ["golden"] => golden(),
        ["e2e", names @ ..] => e2e(names),
        ["postgres"] => postgres_tests(&steps::nextest()?),
        ["licences"] => licences::check(),
        ["wheel"] => wheel::build(),
        ["python"] => python_tests(),
        ["book"] => book::build(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => bail!("unknown task {words:?}\n\n{HELP}"),
    }
}

fn test() -> Result<()> {
    let nextest = steps::nextest()?;
    let mut steps = Steps::default();
    steps.run("format", cargo(["fmt", "--all", "--check"]))?;
    let python = python::python(&mut steps)?;
    steps.run("spelling", python::program(&python, "typos"))?;
    steps.run(
        "lints",
        cargo(["clippy"])
            .args(EVERYTHING)
            .args(["--all-targets", "--", "--deny", "warnings"]),
    )?;
    steps.run(
        "docs",
        cargo(["doc", "--no-deps"])
            .args(EVERYTHING)
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )?;
    steps.run(
        "packages of the page",
        npm(["ci", "--include=dev", "--no-audit", "--no-fund"]),
    )?;
    steps.run("lints and format of the page", npm(["run", "lint"]))?;
    steps.run("types of the page", npm(["run", "check"]))?;
    steps.run("tests of the page", npm(["test"]))?;
    steps.run("building the page", npm(["run", "build"]))?;
    steps.run("weight of the first page", npm(["run", "weight"]))?;
    let postgres = Servers::start()?;
    let built = |mut command: Command| -> Result<Command> {
        command
            .args(EVERYTHING)
            .env("PATH", &nextest)
            .env("DAMERO_UI_DIST", std::path::absolute("web/dist")?)
            .env("DAMERO_TENSORBOARD_PYTHON", &python);
        postgres.tell(&mut command);
        Ok(command)
    };
    steps.run("tests", built(cargo(["nextest", "run"]))?)?;
    steps.run("doc tests", built(cargo(["test", "--doc"]))?)?;
    wheel::test(&mut steps, &python)?;
    fuzz::run(&mut steps, Extent::Smoke, 20, built(proptests(&nextest, 10))?)?;
    steps.check("licences", licences::check)?;
    steps.run("the page in a browser", play(&[])?)?;
    steps.summary();
    Ok(())
}

/// Only the Python package.
fn python_tests() -> Result<()> {
    let mut steps = Steps::default();
    let python = python::python(&mut steps)?;
    wheel::test(&mut steps, &python)
}

/// Only the games in a browser, with the page and the program built first.
fn e2e(names: &[&str]) -> Result<()> {
    let mut steps = Steps::default();
    steps.run("building the page", npm(["run", "build"]))?;
    steps.run(
        "the program with the page",
        // With a test among the targets cargo chooses the same features as for all tests, and builds nothing anew.
        cargo(["build", "--bins", "--test", "playroom"])
            .args(EVERYTHING)
            .env("DAMERO_UI_DIST", std::path::absolute("web/dist")?),
    )?;
    steps.run("the page in a browser", play(names)?)
}

/// Whole games in a real browser, against the debug build with the page inside.
fn play(names: &[&str]) -> Result<Command> {
    let mut command = npm(["run", "e2e", "--"]);
    if !names.is_empty() {
        command.args(["--grep", &names.join("|")]);
    }
    command
        .env("CHROMIUM", browser::chromium()?)
        .env("DAMERO_BIN", browser::program()?);
    Ok(command)
}

/// Only the tests that plain `cargo nextest run` leaves out because they need PostgreSQL, which is started here.
fn postgres_tests(path: &OsStr) -> Result<()> {
    let servers = Servers::start()?;
    let mut command = cargo(["nextest", "run", "--filterset=test(postgres)"]);
    command.args(EVERYTHING).env("PATH", path);
    servers.tell(&mut command);
    Steps::default().run("PostgreSQL", command)
}

fn fuzz_alone(seconds: u64) -> Result<()> {
    let mut twin = proptests(&steps::nextest()?, seconds);
    twin.args(EVERYTHING);
    fuzz::run(&mut Steps::default(), Extent::Whole, seconds, twin)
}

/// The parser tests again, each with new texts for `seconds`.
fn proptests(path: &OsStr, seconds: u64) -> Command {
    let mut command = cargo(["nextest", "run", "--test", "every_game", "parsers::"]);
    command
        .env("PATH", path)
        .env("DAMERO_FUZZ_SECONDS", seconds.to_string());
    command
}

fn golden() -> Result<()> {
    let mut steps = Steps::default();
    let mut write = |name, test: &[&str]| {
        let mut command = cargo(["test"]);
        command
            .args(EVERYTHING)
            .args(test)
            .env("DAMERO_UPDATE_GOLDEN", "1");
        steps.run(name, command)
    };
    write(
        "golden playthroughs",
        &["--test", "every_game", "--", "playthrough::"],
    )?;
    write("types of the page", &["--test", "playroom", "--", "wire::"])
}
