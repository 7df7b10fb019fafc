//! A Python of our own under `target`, with what tests compare with.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::steps::Steps;

/// The versions that the tests were written with.
const PACKAGES: [&str; 2] = ["tensorboard==2.21.0", "typos==1.51.1"];

/// A Python that has TensorBoard and the spelling checker, made and filled on a machine that has none yet.
pub(crate) fn python(steps: &mut Steps) -> Result<PathBuf> {
    let folder = PathBuf::from("target").join("python");
    let python = std::path::absolute(if cfg!(windows) {
        folder.join("Scripts").join("python.exe")
    } else {
        folder.join("bin").join("python")
    })?;
    if has_packages(&python) {
        return Ok(python);
    }
    steps.check("Python of our own (once)", || {
        let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status();
        let made = made.context("cannot start python3: Python 3.9 or later is needed for the tests")?;
        if !made.success() {
            bail!("python3 -m venv failed ({made}); on Debian it comes with the package python3-venv");
        }
        let mut install = Command::new(&python);
        install
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(PACKAGES);
        let installed = install.status()?;
        if !installed.success() {
            bail!("cannot install {} ({installed})", PACKAGES.join(" and "));
        }
        Ok(())
    })?;
    Ok(python)
}

/// The spelling checker beside a Python.
pub(crate) fn typos(python: &Path) -> PathBuf {
    python.with_file_name(format!("typos{}", std::env::consts::EXE_SUFFIX))
}

fn has_packages(python: &Path) -> bool {
    if !typos(python).is_file() {
        return false;
    }
    let mut probe = Command::new(python);
    probe.args(["-c", "import tensorboard.plugins.hparams.plugin_data_pb2"]);
    let status = probe.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
