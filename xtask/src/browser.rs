//! The browser of the end-to-end tests and the program that they play against.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::steps::Steps;

/// Chromium without windows, as a package of Debian: the tests take a fifth less of the processor with it.
const SHELL: &str = "chromium-headless-shell";

/// Names under which systems install Chromium, the best first.
const NAMES: &[&str] = &[SHELL, "chromium", "chromium-browser", "google-chrome"];

/// Where Chromium is. On Debian it is installed when missing, if we may.
pub(crate) fn chromium() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        let path = PathBuf::from(named);
        if path.is_file() {
            return Ok(path);
        }
        bail!("CHROMIUM names {}, which is no file", path.display());
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    if !root() || on_path("apt-get").is_none() {
        bail!(
            "the end-to-end tests need Chromium: install it (Debian: apt-get install chromium), or name one with \
             the variable CHROMIUM"
        );
    }
    let mut steps = Steps::default();
    let mut update = Command::new("apt-get");
    steps.run(
        "reading Debian's packages (once)",
        update.args(["update", "--quiet"]),
    )?;
    let mut install = Command::new("apt-get");
    install
        .args(["install", "--yes", "--quiet", "--no-install-recommends", SHELL])
        .env("DEBIAN_FRONTEND", "noninteractive");
    steps.run("installing Chromium (once)", install)?;
    find().context("apt-get installed Chromium, but there is none on the path")
}

/// The program of the debug build, as npm finds it from its own folder.
pub(crate) fn program() -> Result<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let name = format!("damero{}", std::env::consts::EXE_SUFFIX);
    Ok(std::path::absolute(Path::new(&target).join("debug").join(name))?)
}

fn find() -> Option<PathBuf> {
    NAMES.iter().find_map(|name| on_path(name))
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path)
        .map(|folder| folder.join(&name))
        .find(|file| file.is_file())
}

fn root() -> bool {
    let id = Command::new("id").arg("-u").stderr(Stdio::null()).output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}
