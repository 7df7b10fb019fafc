//! What the server says of itself, and what the processes and the host have used.

use std::io;
use std::net::SocketAddr;

use damero_server::client::request;
use damero_server::cpu_seconds;

/// What has been used so far.
#[derive(Clone, Debug)]
pub(super) struct Readings {
    pub(super) memory: Option<u64>,
    pub(super) files: Option<u64>,
    pub(super) sockets: Option<u64>,
    pub(super) rooms: Option<u64>,
    /// Processor seconds.
    pub(super) server: Option<f64>,
    pub(super) client: Option<f64>,
    /// Ticks of all processors: those that the host took, and all.
    ticks: Option<(f64, f64)>,
}

impl Readings {
    pub(super) async fn take(address: SocketAddr) -> io::Result<Self> {
        let metrics = request(address, "GET", "/metrics", &[], "").await?.body;
        let count = |name: &str| value(&metrics, name).map(|value| value as u64);
        Ok(Self {
            memory: count("damero_resident_bytes"),
            files: count("damero_open_files"),
            sockets: count("damero_sockets"),
            rooms: count("damero_rooms"),
            server: value(&metrics, "damero_cpu_seconds"),
            client: cpu_seconds(),
            ticks: ticks(&std::fs::read_to_string("/proc/stat").unwrap_or_default()),
        })
    }

    pub(super) fn stolen_until(&self, after: &Self) -> Option<f64> {
        let ((stolen, all), (stolen_after, all_after)) = (self.ticks?, after.ticks?);
        (all_after > all).then(|| (stolen_after - stolen) / (all_after - all))
    }
}

/// A number without labels in the format of Prometheus.
fn value(metrics: &str, name: &str) -> Option<f64> {
    let mut lines = metrics.lines();
    let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    value.trim().parse().ok()
}

/// What the first line of `/proc/stat` counts: the eighth number is what the host took; guests after it are counted twice.
fn ticks(stat: &str) -> Option<(f64, f64)> {
    let words = stat
        .lines()
        .next()?
        .strip_prefix("cpu ")?
        .split_ascii_whitespace();
    let counts: Vec<f64> = words.take(8).map_while(|word| word.parse().ok()).collect();
    Some((*counts.get(7)?, counts.iter().sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stolen_ticks_are_the_eighth_number_of_the_first_line() {
        let stat = "cpu  10 1 20 60 4 2 1 2 7 0\ncpu0 5 0 10 30 2 1 0 1 3 0\n";
        assert_eq!(ticks(stat), Some((2.0, 100.0)));
        assert_eq!(ticks("cpu  1 2 3"), None);
        assert_eq!(ticks(""), None);
    }

    #[test]
    fn a_metric_is_found_by_its_whole_name() {
        let metrics = "# HELP damero_rooms Rooms\ndamero_rooms_occupied 3\ndamero_rooms 7\n";
        assert_eq!(value(metrics, "damero_rooms"), Some(7.0));
        assert_eq!(value(metrics, "damero"), None);
    }
}
