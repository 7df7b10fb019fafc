//! A PostgreSQL of our own for the tests: in a temporary folder, on a free port, with a password, and gone afterwards.

use std::ffi::OsString;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// The variable that tells the tests where it is.
pub(crate) const VARIABLE: &str = "DAMERO_TEST_POSTGRES";

/// It starts within a second; a busy machine may need more.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it ends it and removes its data.
pub(crate) struct Postgres {
    child: Child,
    folder: PathBuf,
    address: String,
}

impl Postgres {
    /// Starts one, installing the programs where we may.
    pub(crate) fn start() -> Result<Self> {
        let programs = programs()?;
        let folder = std::env::temp_dir().join(format!("damero-postgres-{}", std::process::id()));
        std::fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let who = Who::find()?;
        who.give(&folder)?;
        let (password, data) = ("playroom", folder.join("data"));
        let secret = folder.join("password");
        std::fs::write(&secret, password)?;
        who.give(&secret)?;
        let mut initdb = Command::new(programs.join("initdb"));
        initdb
            .args(["--username=damero", "--auth=scram-sha-256", "--encoding=UTF8"])
            .args(["--locale=C", "--no-sync"])
            .arg(option("--pwfile=", &secret))
            .arg(option("--pgdata=", &data))
            .current_dir(&folder)
            .stdout(Stdio::null());
        let made = who.run_as(&mut initdb).status().context("cannot start initdb")?;
        if !made.success() {
            bail!("initdb failed ({made})");
        }
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let log = std::fs::File::create(folder.join("log"))?;
        let mut postgres = Command::new(programs.join("postgres"));
        postgres
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"])
            .args(["-c", "unix_socket_directories=", "-c", "max_connections=200"])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(log);
        let child = who
            .run_as(&mut postgres)
            .spawn()
            .context("cannot start postgres")?;
        let mut server = Self {
            child,
            folder,
            address: format!("postgres://damero:{password}@127.0.0.1:{port}/postgres"),
        };
        server.wait(port)?;
        Ok(server)
    }

    /// Where it is, for the tests.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Waits until somebody answers.
    fn wait(&mut self, port: u16) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                bail!("postgres ended ({status}):\n{log}");
            }
            let ready = self.folder.join("data/postmaster.pid");
            // The last line of this file says how far it is.
            let ready = std::fs::read_to_string(ready).is_ok_and(|text| text.contains("ready"));
            if ready && TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("postgres did not start in {} s", PATIENCE.as_secs())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Interrupted, it throws everybody out and ends; killed, it would leave its children behind.
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-INT", &pid]).status();
        if !asked.is_ok_and(|status| status.success()) {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn option(name: &str, path: &Path) -> OsString {
    let mut option = OsString::from(name);
    option.push(path);
    option
}

/// The folder of `initdb` and `postgres`, which distributions keep out of the `PATH`.
fn programs() -> Result<PathBuf> {
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
struct Who {
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has numbers for users"))]
    other: Option<(u32, u32)>,
}

impl Who {
    fn find() -> Result<Self> {
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
    fn give(&self, path: &Path) -> Result<()> {
        if let Some((user, group)) = self.other {
            std::os::unix::fs::chown(path, Some(user), Some(group))?;
        }
        Ok(())
    }

    #[cfg(not(unix))]
    fn give(&self, _: &Path) -> Result<()> {
        Ok(())
    }

    #[cfg(unix)]
    fn run_as<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        use std::os::unix::process::CommandExt as _;
        match self.other {
            Some((user, group)) => command.uid(user).gid(group),
            None => command,
        }
    }

    #[cfg(not(unix))]
    fn run_as<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
    }
}
