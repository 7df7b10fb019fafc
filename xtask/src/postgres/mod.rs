//! A PostgreSQL of our own for the tests: in a temporary folder, on a free port, with a password and a certificate, and gone
//! afterwards.

mod certificate;
mod programs;
mod victim;

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use certificate::Certificate;
use programs::{Who, option, programs};
use victim::Victim;

/// The variables that tell the tests where it is, who has signed its certificate, where another one is that may be killed,
/// and whom to ask for that.
const SERVER: &str = "DAMERO_TEST_POSTGRES";
const AUTHORITY: &str = "DAMERO_TEST_POSTGRES_CA";
const VICTIM: &str = "DAMERO_TEST_POSTGRES_VICTIM";
const KILLER: &str = "DAMERO_TEST_POSTGRES_KILLER";

/// It starts within a second; a busy machine may need more.
const PATIENCE: Duration = Duration::from_secs(60);

/// The servers of the tests.
pub(crate) struct Servers {
    server: Postgres,
    victim: Victim,
}

impl Servers {
    pub(crate) fn start() -> Result<Self> {
        Ok(Self {
            server: Postgres::start("server")?,
            victim: Victim::start()?,
        })
    }

    /// Tells a command where they are.
    pub(crate) fn tell(&self, command: &mut Command) {
        command
            .env(SERVER, &self.server.address)
            .env(AUTHORITY, &self.server.authority)
            .env(VICTIM, self.victim.address())
            .env(KILLER, self.victim.killer().to_string());
    }
}

/// A running server; dropping it ends it and removes its data.
struct Postgres {
    child: Child,
    folder: PathBuf,
    port: u16,
    who: Who,
    address: String,
    authority: PathBuf,
}

impl Postgres {
    /// Starts one, installing the programs where we may.
    fn start(name: &str) -> Result<Self> {
        let programs = programs()?;
        let folder = std::env::temp_dir().join(format!("damero-postgres-{}-{name}", std::process::id()));
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
        let Certificate { authority, files } = Certificate::make(&folder)?;
        for file in &files {
            who.give(file)?;
        }
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let mut server = Self {
            child: spawn(&who, &folder, port)?,
            folder,
            port,
            who,
            address: format!("postgres://damero:{password}@127.0.0.1:{port}/postgres"),
            authority,
        };
        server.wait()?;
        Ok(server)
    }

    /// Kills it without warning and starts it again on the same data.
    fn kill_and_start(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        let began = Instant::now();
        loop {
            // A new server waits until the processes of the old one have noticed that it is gone.
            self.child = spawn(&self.who, &self.folder, self.port)?;
            match self.wait() {
                Err(error) if began.elapsed() > PATIENCE => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Waits until somebody answers.
    fn wait(&mut self) -> Result<()> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                bail!("postgres ended ({status}):\n{log}");
            }
            let file = self.folder.join("data/postmaster.pid");
            // The first line of this file says whose it is, the last how far it is.
            let ready = std::fs::read_to_string(file).is_ok_and(|text| {
                text.starts_with(&format!("{}\n", self.child.id())) && text.contains("ready")
            });
            if ready && TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("postgres did not start in {} s", PATIENCE.as_secs())
    }
}

fn spawn(who: &Who, folder: &std::path::Path, port: u16) -> Result<Child> {
    let log = std::fs::File::create(folder.join("log"))?;
    let mut postgres = Command::new(programs()?.join("postgres"));
    postgres
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1"])
        .args(["-c", "unix_socket_directories=", "-c", "max_connections=200"])
        .args([
            "-c",
            "ssl=on",
            "-c",
            certificate::CERTIFICATE,
            "-c",
            certificate::KEY,
        ])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(log);
    who.run_as(&mut postgres).spawn().context("cannot start postgres")
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
