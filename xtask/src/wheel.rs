//! The wheel `damero`: built for release, and put together from what the tests have compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::EVERYTHING;
use crate::python::{program, python};
use crate::steps::{Steps, cargo};

/// Builds wheel and sdist into target/wheels.
pub(crate) fn build() -> Result<()> {
    let mut steps = Steps::default();
    let python = python(&mut steps)?;
    let folder = ["--out", "target/wheels"];
    let mut wheel = program(&python, "maturin");
    wheel.args(["build", "--profile", "dist", "--locked", "--interpreter"]);
    steps.run("wheel", wheel.arg(&python).args(folder))?;
    let mut sdist = program(&python, "maturin");
    steps.run("sdist", sdist.arg("sdist").args(folder))
}

/// The tests of the package with the real Gymnasium and `PettingZoo`, and both type checkers.
pub(crate) fn test(steps: &mut Steps, python: &Path) -> Result<()> {
    // With a test among the targets cargo chooses the same features as for all tests: only the module is linked.
    let mut library = cargo(["build", "--lib", "--test", "playroom"]);
    // The page that the tests have built: without it the server would be compiled again around another one.
    let page = std::path::absolute("web/dist")?;
    if page.join("index.html").is_file() {
        library.env("DAMERO_UI_DIST", page);
    }
    steps.run("the Python module", library.args(EVERYTHING))?;
    let package = assemble()?;
    let module = |name| {
        let mut command = Command::new(python);
        command.args(["-m", name]).env("PYTHONPATH", &package);
        command
    };
    steps.run("tests of the Python package", module("pytest"))?;
    steps.run("types by mypy", module("mypy"))?;
    let mut pyright = program(python, "pyright");
    steps.run("types by pyright", pyright.arg("--pythonpath").arg(python))?;
    // In the folder of the package, where our settings for mypy do not name the same files again.
    steps.run(
        "types as the module has them",
        module("mypy.stubtest").arg("damero._core").current_dir(&package),
    )
}

/// Puts the package together under target, as an installed wheel would have it: the files of python/damero and the module
/// that cargo has built.
fn assemble() -> Result<PathBuf> {
    let package = std::path::absolute("target/package")?;
    let folder = package.join("damero");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    copy(Path::new("python/damero"), &folder)?;
    let (from, to) = if cfg!(windows) {
        ("_core.dll", "_core.pyd")
    } else if cfg!(target_os = "macos") {
        ("lib_core.dylib", "_core.abi3.so")
    } else {
        ("lib_core.so", "_core.abi3.so")
    };
    let built = Path::new("target/debug").join(from);
    fs::copy(&built, folder.join(to)).with_context(|| format!("cargo has not built {}", built.display()))?;
    Ok(package)
}

/// Copies a folder with all below it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name() == "__pycache__" {
            continue;
        }
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
