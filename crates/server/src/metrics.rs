//! Metrics for the operator, in the format of Prometheus.
//!
//! The stages of a move are measured one by one, so that a slow one can be found: the wait for the room, the queue of
//! the store, the commit, and the time from the broadcast to the end of the sending.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use damero_store::Commit;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// All counters.
pub(crate) struct Metrics {
    registry: Registry,
    /// Open sockets.
    pub(crate) sockets: Gauge,
    /// Open connections.
    pub(crate) connections: Gauge,
    /// Connections that the system could not give us.
    pub(crate) accept_errors: Counter,
    /// Rooms that are awake.
    pub(crate) rooms: Gauge,
    /// Those of them with sockets.
    rooms_occupied: Gauge,
    /// Moves of people, acknowledged.
    moves: Counter,
    /// From a move's arrival at its room to its acknowledgement.
    latency: Histogram,
    /// From the arrival of a message at its socket to its turn in the room.
    messages: Histogram,
    /// From the broadcast to the end of the sending.
    sends: Histogram,
    /// What a commit waited for its turn, took, and held.
    waits: Histogram,
    commits: Histogram,
    writes: Histogram,
    /// Memory in use.
    memory: Gauge,
    /// Open files, connections among them.
    files: Gauge,
    /// Processor time used so far.
    cpu: Gauge<f64, AtomicU64>,
    /// Requests that failed here.
    failed: Counter,
    /// Logins with a wrong name or password.
    pub(crate) wrong_passwords: Counter,
    /// Failures of the store's engine.
    pub(crate) store_errors: Counter,
    /// Searches that wait for a thread.
    pub(crate) searches: Gauge,
    /// Writes that wait for the store.
    pub(crate) store_queue: Gauge,
    /// What players that are kept between searches take.
    pub(crate) kept: Gauge,
    /// 1 while games stand still because nothing can be saved.
    halted: Gauge,
    /// Messages from sockets that were not understood.
    pub(crate) malformed: Counter,
    /// Messages and requests turned away by a limit.
    pub(crate) limited: Counter,
}

/// A histogram of seconds, from an eighth of a millisecond to two seconds.
fn seconds(registry: &mut Registry, name: &str, help: &str) -> Histogram {
    let histogram = Histogram::new(exponential_buckets(0.000_125, 2.0, 15));
    registry.register(name, help, histogram.clone());
    histogram
}

fn gauge(registry: &mut Registry, name: &str, help: &str) -> Gauge {
    let gauge = Gauge::default();
    registry.register(name, help, gauge.clone());
    gauge
}

fn counter(registry: &mut Registry, name: &str, help: &str) -> Counter {
    let counter = Counter::default();
    registry.register(name, help, counter.clone());
    counter
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("damero");
        let all = &mut registry;
        let cpu = Gauge::default();
        let help = "Seconds of processor time used so far, where the system tells";
        all.register("cpu_seconds", help, cpu.clone());
        let writes = Histogram::new(exponential_buckets(1.0, 2.0, 10));
        all.register("commit_writes", "Writes in a commit of the store", writes.clone());
        Self {
            sockets: gauge(all, "sockets", "Open sockets"),
            connections: gauge(all, "connections", "Open connections"),
            accept_errors: counter(all, "accept_errors", "Connections that could not be accepted"),
            rooms: gauge(all, "rooms", "Rooms that are awake"),
            rooms_occupied: gauge(all, "rooms_occupied", "Rooms that are awake and have sockets"),
            moves: counter(all, "moves", "Moves of people, acknowledged"),
            latency: seconds(
                all,
                "move_seconds",
                "Seconds from the arrival of a move at its room to its durable acknowledgement",
            ),
            messages: seconds(
                all,
                // Operators know it by this name.
                "knock_seconds",
                "Seconds from the arrival of a message at its socket to its turn in the room",
            ),
            sends: seconds(
                all,
                "send_seconds",
                "Seconds from a room's broadcast to the end of the sending",
            ),
            waits: seconds(
                all,
                "commit_wait_seconds",
                "Seconds that the longest waiting write of a commit waited for its turn",
            ),
            commits: seconds(all, "commit_seconds", "Seconds of a commit, the disk included"),
            writes,
            cpu,
            memory: gauge(all, "resident_bytes", "Memory in use, where the system tells"),
            files: gauge(
                all,
                "open_files",
                "Open files, connections among them, where the system tells",
            ),
            failed: counter(all, "failed_requests", "Requests that failed here (5xx)"),
            wrong_passwords: counter(all, "wrong_passwords", "Logins with a wrong name or password"),
            store_errors: counter(all, "store_errors", "Failures of the store's engine"),
            searches: gauge(all, "engine_queue", "Searches that wait for an engine thread"),
            store_queue: gauge(all, "store_queue", "Writes that wait for the store"),
            kept: gauge(
                all,
                "kept_players_bytes",
                "Memory of the players that are kept between searches",
            ),
            halted: gauge(
                all,
                "halted",
                "1 while games stand still because nothing can be saved",
            ),
            malformed: counter(all, "malformed", "Messages that were not understood"),
            limited: counter(all, "limited", "Messages and requests turned away by a limit"),
            registry,
        }
    }

    /// The first socket has come to a room, or the last has left it.
    pub(crate) fn occupied(&self, is: bool) {
        self.rooms_occupied.inc_by(if is { 1 } else { -1 });
    }

    /// A request was answered with this status.
    pub(crate) fn answered(&self, status: u16) {
        if status >= 500 {
            self.failed.inc();
        }
    }

    /// A move was acknowledged after so long.
    pub(crate) fn moved(&self, after: Duration) {
        self.moves.inc();
        self.latency.observe(after.as_secs_f64());
    }

    /// A message had its turn in the room after so long.
    pub(crate) fn received(&self, after: Duration) {
        self.messages.observe(after.as_secs_f64());
    }

    /// A message of a room was sent after so long.
    pub(crate) fn sent(&self, after: Duration) {
        self.sends.observe(after.as_secs_f64());
    }

    /// The store has committed.
    pub(crate) fn committed(&self, commit: Commit) {
        self.waits.observe(commit.waited.as_secs_f64());
        self.commits.observe(commit.took.as_secs_f64());
        self.writes.observe(commit.writes as f64);
    }

    /// Everything as text.
    pub(crate) fn text(&self, halted: bool) -> String {
        self.halted.set(i64::from(halted));
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        if let Some(files) = open_files() {
            self.files.set(files);
        }
        if let Some(seconds) = cpu_seconds() {
            self.cpu.set(seconds);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process, on systems that have it in a file.
fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: i64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}

/// The open files of this process, on systems that list them. The list itself is one of them while it is read.
fn open_files() -> Option<i64> {
    let open = std::fs::read_dir("/proc/self/fd").ok()?.count();
    i64::try_from(open).ok().map(|open| open - 1)
}

/// The processor time of this process so far, on systems that have it in a file.
#[must_use]
pub fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name before the last bracket may hold anything; user and system time are the 12th and 13th words after it.
    let mut words = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || words.next()?.parse::<f64>().ok();
    // Linux counts them in hundredths of a second whatever the machine does.
    Some((ticks()? + ticks()?) / 100.0)
}
