//! A server process whose log is read as it is written.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::harness::{Folder, command};

/// A server whose log is kept.
pub(crate) struct Logged {
    pub(crate) child: Child,
    pub(crate) address: SocketAddr,
    log: std::sync::mpsc::Receiver<Value>,
}

impl Logged {
    pub(crate) fn start(folder: &Folder) -> Self {
        let mut starting = command(&folder.path("."));
        starting.args([
            "serve",
            "--data",
            "data",
            "--listen",
            "127.0.0.1:0",
            "--lang",
            "en",
        ]);
        starting.args(["--log", "info", "--log-json"]);
        Self::spawn(starting)
    }

    pub(crate) fn spawn(mut command: Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let log = read_log(child.stderr.take().expect("a pipe"));
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let page = lines.next().expect("a line").expect("a text");
        let address = page
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.trim_end_matches('/').parse().ok())
            .unwrap_or_else(|| panic!("no address in {page:?}"));
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address, log }
    }

    /// The next line of the log with this message.
    pub(crate) fn next(&self, message: &str) -> Value {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.log.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("{message:?} is not in the log"));
            if line["fields"]["message"] == message {
                return line;
            }
        }
    }
}

impl Drop for Logged {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_log(stderr: ChildStderr) -> std::sync::mpsc::Receiver<Value> {
    let (told, log) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let line = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no JSON: {line}"));
            if told.send(line).is_err() {
                return;
            }
        }
    });
    log
}

pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(work)
}

/// Stops a server in good order, so that all data is in its file.
#[cfg(unix)]
pub(crate) fn stop(mut server: Logged) {
    let id = server.child.id().to_string();
    let asked = Command::new("kill").args(["-TERM", &id]).status();
    assert!(asked.expect("kill runs").success());
    assert!(server.child.wait().expect("it ends").success());
}
