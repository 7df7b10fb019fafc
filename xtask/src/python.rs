//! A Python of our own under `target`, with what tests compare with and what builds the wheel.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::steps::Steps;

/// The versions that the tests were written with.
const PACKAGES: [&str; 11] = [
    "gymnasium==1.4.0",
    "hypothesis==6.170.15",
    "matplotlib==3.11.2",
    "maturin==1.16.0",
    "mypy==2.4.1",
    "numpy==2.4.6",
    "pettingzoo==1.27.0",
    "pyright==1.1.414",
    "pytest==9.2.0",
    "tensorboard==2.21.0",
    "typos==1.51.1",
];

/// A Python that has all packages, made and filled on a machine that has none yet or other versions.
pub(crate) fn python(steps: &mut Steps) -> Result<PathBuf> {
    let folder = PathBuf::from("target").join("python");
    let python = std::path::absolute(if cfg!(windows) {
        folder.join("Scripts").join("python.exe")
    } else {
        folder.join("bin").join("python")
    })?;
    // Written last, so that a broken installation is begun anew.
    let installed = folder.join("packages.txt");
    if fs::read_to_string(&installed).is_ok_and(|text| text == PACKAGES.join("\n")) {
        return Ok(python);
    }
    steps.check("Python of our own (once)", || {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
        let made = made.context("cannot start python3: Python 3.10 or later is needed for the tests")?;
        if !made.success() {
            bail!("python3 -m venv failed ({made}); on Debian it comes with the package python3-venv");
        }
        let mut install = Command::new(&python);
        install
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(PACKAGES);
        let status = install.status()?;
        if !status.success() {
            bail!("cannot install {} ({status})", PACKAGES.join(", "));
        }
        Ok(fs::write(&installed, PACKAGES.join("\n"))?)
    })?;
    Ok(python)
}

/// A program that a package has put beside a Python.
pub(crate) fn program(python: &Path, name: &str) -> Command {
    Command::new(python.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}
