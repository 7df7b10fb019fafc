//! Running one command after the other, with a heading and a time for each.

use std::borrow::BorrowMut;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The version that the tests were written with; installed when there is none at all.
const NEXTEST: &str = "0.9.143";

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// Runs a command; its failure is the failure of the whole.
    pub(crate) fn run(&mut self, name: &'static str, mut command: impl BorrowMut<Command>) -> Result<()> {
        let command = command.borrow_mut();
        self.check(name, || {
            let status = command
                .status()
                .with_context(|| format!("cannot start {command:?}"))?;
            if !status.success() {
                bail!("{name} failed ({status})");
            }
            Ok(())
        })
    }

    /// Runs a check written in Rust.
    pub(crate) fn check(&mut self, name: &'static str, check: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n=== {name}");
        let start = Instant::now();
        check()?;
        self.done.push((name, start.elapsed()));
        Ok(())
    }

    /// How long each step took.
    pub(crate) fn summary(&self) {
        println!("\n=== all is well");
        for (name, time) in &self.done {
            println!("{:>7.1} s  {name}", time.as_secs_f64());
        }
    }
}

/// A call of the cargo that runs this program.
pub(crate) fn cargo<const N: usize>(args: [&str; N]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args);
    // Cargo tells this program about its package. Build scripts that look at the same variables would run again, and all that
    // depends on them be built again, whenever somebody changes between this program and plain cargo.
    for (name, _) in std::env::vars_os() {
        let about_us = name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"));
        if about_us {
            command.env_remove(name);
        }
    }
    command
}

/// A call of npm in the folder of the page.
pub(crate) fn npm<const N: usize>(args: [&str; N]) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    // In production npm leaves out the very packages that check and test.
    command.args(args).current_dir("web").env_remove("NODE_ENV");
    command
}

/// The `PATH` under which `cargo nextest` works.
pub(crate) fn nextest() -> Result<OsString> {
    tool("cargo-nextest", NEXTEST)
}

/// The `PATH` under which a program from the registry is found, installing it under `target/tools` on a machine that has
/// none.
pub(crate) fn tool(program: &str, version: &str) -> Result<OsString> {
    let tools = PathBuf::from("target").join("tools");
    let old = std::env::var_os("PATH").unwrap_or_default();
    let bin = std::path::absolute(tools.join("bin"))?;
    let path = std::env::join_paths(std::env::split_paths(&old).chain([bin]))?;
    let name = format!("{program}{}", std::env::consts::EXE_SUFFIX);
    if std::env::split_paths(&path).any(|folder| folder.join(&name).is_file()) {
        return Ok(path);
    }
    let package = format!("{program}@{version}");
    let mut install = cargo(["install", "--locked", &package, "--root"]);
    Steps::default().run("installing a tool (once)", install.arg(&tools))?;
    Ok(path)
}
