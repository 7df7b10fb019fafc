//! Where the programs of PostgreSQL are, and as whom they run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

pub(super) fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}

/// The folder of `initdb` and `postgres`, which distributions keep out of the `PATH`.
pub(super) fn programs() -> Result<PathBuf> {
    if let Some(found) = find() {
        return Ok(found);
    }
    if is_root() && on_path("apt-get") {
        for args in [&["update", "-q"][..], &["install", "-q", "-y", "postgresql"]] {
            let status = Command::new("apt-get")
                .args(args)
                .env("DEBIAN_FRONTEND", "noninteractive")
                .status()
                .context("cannot start apt-get")?;
            if !status.success() {
                bail!("apt-get {} failed ({status})", args.join(" "));
            }
        }
    }
    find().context(
        "the tests need PostgreSQL (initdb and postgres): install it, or put its programs in the PATH",
    )
}

fn on_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for root in ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"] {
        let versions = std::fs::read_dir(root).into_iter().flatten().flatten();
        let mut versions: Vec<PathBuf> = versions.map(|entry| entry.path().join("bin")).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev());
    }
    let program = |folder: &PathBuf, name: &str| {
        folder.join(name).is_file() || folder.join(format!("{name}.exe")).is_file()
    };
    folders
        .into_iter()
        .find(|folder| program(folder, "initdb") && program(folder, "postgres"))
}

fn number(flag: &str, user: &[&str]) -> Option<u32> {
    let output = Command::new("id")
        .arg(flag)
        .args(user)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

fn is_root() -> bool {
    cfg!(unix) && number("-u", &[]) == Some(0)
}

/// As whom PostgreSQL runs: it refuses to run as root.
pub(super) struct Who {
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has numbers for users"))]
    other: Option<(u32, u32)>,
}

impl Who {
    pub(super) fn find() -> Result<Self> {
        if !is_root() {
            return Ok(Self { other: None });
        }
        let known = ["postgres", "nobody"]
            .into_iter()
            .find_map(|name| Some((number("-u", &[name])?, number("-g", &[name])?)));
        Ok(Self {
            other: Some(
                known.context("PostgreSQL cannot run as root, and there is no other user to run it as")?,
            ),
        })
    }

    #[cfg(unix)]
    pub(super) fn give(&self, path: &Path) -> Result<()> {
        if let Some((user, group)) = self.other {
            std::os::unix::fs::chown(path, Some(user), Some(group))?;
        }
        Ok(())
    }

    #[cfg(not(unix))]
    pub(super) fn give(&self, _: &Path) -> Result<()> {
        Ok(())
    }

    #[cfg(unix)]
    pub(super) fn run_as<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        use std::os::unix::process::CommandExt as _;
        match self.other {
            Some((user, group)) => command.uid(user).gid(group),
            None => command,
        }
    }

    #[cfg(not(unix))]
    pub(super) fn run_as<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
    }
}
