//! Hostile inputs for every parser: the coverage-guided targets of the folder `fuzz` where they can be built, the
//! proptests of the game parsers, which need nothing, where they cannot.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::steps::{Steps, cargo};

/// What cargo-fuzz gives to a nightly compiler, without the sanitizer that only such a one has: the stable compiler
/// knows all of it.
const COVERAGE: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
                        -Cllvm-args=-sanitizer-coverage-trace-compares";

/// How much is fuzzed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What is built in a minute: all but the messages of the server.
    Smoke,
    /// Everything.
    Whole,
}

/// The target that needs the feature `server`.
const SERVER: &str = "message";

/// Every parser for so many seconds. `twin` runs the proptests instead, where a target cannot be built.
pub(crate) fn run(steps: &mut Steps, extent: Extent, seconds: u64, twin: Command) -> Result<()> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if !cfg!(unix) || !starts(&compiler) {
        println!(
            "\nThere is no C++ compiler for libFuzzer here: the proptests run instead of the coverage-guided targets."
        );
        return steps.run("fuzz, without coverage", twin);
    }
    let host = host()?;
    // Not `--locked`: whoever changes what a crate depends on need not know of this second lock file; it follows.
    let mut build = cargo(["build", "--release", "--manifest-path", "fuzz/Cargo.toml"]);
    build
        .args(["--target", &host, "--target-dir", "target/fuzz"])
        .env("RUSTFLAGS", COVERAGE);
    if extent == Extent::Whole {
        build.args(["--features", "server"]);
    }
    steps.run("fuzz targets", build)?;
    let folder = PathBuf::from("target/fuzz").join(host).join("release");
    steps.check("fuzz", || all(&folder, extent, seconds))
}

fn starts(program: &OsStr) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The triple that this compiler builds for unless told otherwise.
fn host() -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("-vV")
        .output()
        .context("cannot start rustc")?;
    let text = String::from_utf8(output.stdout)?;
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(line.context("rustc names no host")?.to_owned())
}

/// All targets, as many at once as there are processors.
fn all(folder: &Path, extent: Extent, seconds: u64) -> Result<()> {
    let mut targets = Vec::new();
    for file in std::fs::read_dir("fuzz/fuzz_targets")? {
        let path = file?.path();
        targets.extend(path.file_stem().and_then(OsStr::to_str).map(str::to_owned));
    }
    targets.retain(|target| extent == Extent::Whole || target != SERVER);
    targets.sort();
    let waiting = Mutex::new(targets.into_iter());
    let failed = Mutex::new(Vec::new());
    let next = || waiting.lock().expect("no thread panics").next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(target) = next() {
                    if let Err(error) = one(folder, &target, seconds) {
                        failed
                            .lock()
                            .expect("no thread panics")
                            .push(format!("{target}: {error:#}"));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("no thread panics");
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// One target. What it finds new goes under `target/fuzz`; the kept corpus is only read.
fn one(folder: &Path, target: &str, seconds: u64) -> Result<()> {
    let found = format!("target/fuzz/corpus/{target}");
    std::fs::create_dir_all(&found)?;
    let output = Command::new(folder.join(target))
        .args([&found, &format!("fuzz/corpus/{target}")])
        .args([
            &format!("-max_total_time={seconds}"),
            &format!("-artifact_prefix=target/fuzz/{target}-"),
        ])
        .args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=16384"])
        .output()?;
    let log = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        eprintln!("{log}");
        bail!("it failed ({}); the input is named above", output.status);
    }
    println!(
        "{target:>10}  {}",
        log.lines()
            .rev()
            .find(|line| line.contains("DONE"))
            .unwrap_or_default()
    );
    Ok(())
}
