//! What the operator may want to know, in the format of Prometheus.

use std::time::Duration;

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
    /// Rooms that are awake.
    pub(crate) rooms: Gauge,
    /// Moves of people, acknowledged.
    moves: Counter,
    /// From a move's arrival at its room to its acknowledgement.
    latency: Histogram,
    /// Memory in use.
    memory: Gauge,
    /// Messages from sockets that were not understood.
    pub(crate) malformed: Counter,
    /// Messages and requests turned away by a limit.
    pub(crate) limited: Counter,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("damero");
        let sockets = Gauge::default();
        registry.register("sockets", "Open sockets", sockets.clone());
        let rooms = Gauge::default();
        registry.register("rooms", "Rooms that are awake", rooms.clone());
        let moves = Counter::default();
        registry.register("moves", "Moves of people, acknowledged", moves.clone());
        // From half a millisecond to two seconds.
        let latency = Histogram::new(exponential_buckets(0.000_5, 2.0, 13));
        let help = "Seconds from the arrival of a move at its room to its durable acknowledgement";
        registry.register("move_seconds", help, latency.clone());
        let memory = Gauge::default();
        registry.register(
            "resident_bytes",
            "Memory in use, where the system tells",
            memory.clone(),
        );
        let malformed = Counter::default();
        registry.register(
            "malformed",
            "Messages that were not understood",
            malformed.clone(),
        );
        let limited = Counter::default();
        registry.register(
            "limited",
            "Messages and requests turned away by a limit",
            limited.clone(),
        );
        Self {
            registry,
            sockets,
            rooms,
            moves,
            latency,
            memory,
            malformed,
            limited,
        }
    }

    /// A move was acknowledged after so long.
    pub(crate) fn moved(&self, after: Duration) {
        self.moves.inc();
        self.latency.observe(after.as_secs_f64());
    }

    /// Everything as text.
    pub(crate) fn text(&self) -> String {
        if let Some(bytes) = resident() {
            self.memory.set(bytes);
        }
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The memory of this process, on systems that tell it in a file.
fn resident() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: i64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kib * 1024)
}
