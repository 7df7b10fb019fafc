//! A load generator of our own: sockets that only listen, and games between two connections, against any address.

mod pair;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use damero_server::client::{Guest, Line, Received, request};
use damero_server::cpu_seconds;
use pair::Pair;

/// What to do.
#[derive(Clone, Debug)]
pub struct Load {
    /// The server.
    pub address: SocketAddr,
    /// Sockets that only listen.
    pub idle: usize,
    /// Games at a time, each between two sockets.
    pub games: usize,
    /// Moves a second in each game; 0 for as many as it takes.
    pub rate: f64,
    /// How long.
    pub seconds: u64,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// Sockets that were open at the end.
    pub sockets: usize,
    /// Sockets that were lost or could not be opened.
    pub failed: usize,
    /// Moves acknowledged.
    pub moves: usize,
    /// Moves acknowledged a second.
    pub moves_per_second: f64,
    /// Milliseconds from sending a move to its arrival at the opponent, after the durable commit: the middle.
    pub p50_ms: f64,
    /// 99 of 100 are faster.
    pub p99_ms: f64,
    /// 999 of 1000 are faster.
    pub p999_ms: f64,
    /// Acknowledged moves that the server does not have any more.
    pub lost: usize,
    /// The server's memory, where it is known.
    pub server_bytes: Option<u64>,
    /// Microseconds of processor time that the server spent on a move, the beginnings and ends of games included.
    pub server_cpu_us: Option<f64>,
    /// The same for whoever measures.
    pub client_cpu_us: Option<f64>,
    /// The share of all processor time that the host of this virtual machine kept for others, where the system tells: what
    /// it takes comes in pauses, and those are the tail of the delays.
    pub stolen: Option<f64>,
}

/// Watchers of one quiet room.
const CROWD: usize = 50;

/// How often an idle socket gives a sign of life.
const SIGN: Duration = Duration::from_secs(20);

/// Runs the load; `progress` is called twice a second with the numbers of open sockets and of moves.
///
/// # Errors
/// If the server cannot be reached at all.
pub fn load(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<Report> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // Boxed, because `block_on` compiles whatever it runs three times.
    let work: Pin<Box<dyn Future<Output = _> + '_>> = Box::pin(run(plan, progress));
    runtime.block_on(work)
}

/// What the tasks count together.
#[derive(Default)]
struct Counters {
    measuring: AtomicBool,
    open: AtomicUsize,
    failed: AtomicUsize,
    moves: AtomicUsize,
}

async fn run(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<Report> {
    request(plan.address, "GET", "/healthz", &[], "").await?;
    let counters = Arc::new(Counters::default());
    let (stop, stopped) = watch::channel(false);
    let mut listeners = JoinSet::new();
    let mut players = JoinSet::new();
    let mut room = String::new();
    let mut guest = None;
    for i in 0..plan.idle {
        if i % CROWD == 0 {
            let host = Guest::arrive(plan.address).await?;
            room = host.create(&both_seats("quarto", "me", "me")).await?;
            guest = Some(host);
        }
        if let Some(guest) = &guest {
            let path = format!("/ws/room/{room}?client=idle{i}");
            match guest.socket(&path).await {
                Ok(line) => {
                    listeners.spawn(listen(line, Arc::clone(&counters), stopped.clone()));
                }
                Err(_) => {
                    counters.failed.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
        if i % 100 == 0 {
            progress(counters.open.load(Ordering::Relaxed), 0);
        }
    }
    let spread = pair::spread(plan.rate);
    for seed in 0..plan.games {
        let pair = Pair::sit(plan.address, seed as u64).await?;
        let wait = spread.mul_f64(seed as f64 / plan.games as f64);
        players.spawn(pair.play(plan.rate, wait, Arc::clone(&counters), stopped.clone()));
    }
    if plan.games > 0 {
        sleep(spread).await;
    }
    let before = Readings::take(plan.address).await?;
    counters.measuring.store(true, Ordering::Relaxed);
    let began = Instant::now();
    let end = Duration::from_secs(plan.seconds);
    while began.elapsed() < end {
        sleep(Duration::from_millis(500).min(end.saturating_sub(began.elapsed()))).await;
        progress(
            counters.open.load(Ordering::Relaxed),
            counters.moves.load(Ordering::Relaxed),
        );
    }
    let seconds = began.elapsed().as_secs_f64();
    let moves = counters.moves.load(Ordering::Relaxed);
    let sockets = counters.open.load(Ordering::Relaxed);
    counters.measuring.store(false, Ordering::Relaxed);
    let after = Readings::take(plan.address).await?;
    let _ = stop.send(true);
    let mut delays = Vec::new();
    let mut lost = 0;
    while let Some(played) = players.join_next().await {
        match played {
            Ok(played) => {
                delays.extend(played.delays);
                lost += played.lost;
            }
            Err(_) => {
                counters.failed.fetch_add(2, Ordering::Relaxed);
            }
        }
    }
    listeners.shutdown().await;
    delays.sort_unstable();
    let share = |part: f64| {
        let i = (delays.len() as f64 * part) as usize;
        let delay: Duration = delays
            .get(i.min(delays.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default();
        delay.as_secs_f64() * 1000.0
    };
    let a_move = |before: Option<f64>, after: Option<f64>| {
        let seconds = after? - before?;
        (moves > 0).then(|| seconds * 1e6 / moves as f64)
    };
    Ok(Report {
        sockets,
        failed: counters.failed.load(Ordering::Relaxed),
        moves,
        moves_per_second: moves as f64 / seconds,
        p50_ms: share(0.5),
        p99_ms: share(0.99),
        p999_ms: share(0.999),
        lost,
        server_bytes: after.memory,
        server_cpu_us: a_move(before.server, after.server),
        client_cpu_us: a_move(before.client, after.client),
        stolen: before.stolen_until(&after),
    })
}

/// What the processes have used so far.
struct Readings {
    memory: Option<u64>,
    server: Option<f64>,
    client: Option<f64>,
    /// Ticks of all processors: those that the host took, and all.
    ticks: Option<(f64, f64)>,
}

impl Readings {
    fn stolen_until(&self, after: &Self) -> Option<f64> {
        let ((stolen, all), (stolen_after, all_after)) = (self.ticks?, after.ticks?);
        (all_after > all).then(|| (stolen_after - stolen) / (all_after - all))
    }

    async fn take(address: SocketAddr) -> io::Result<Self> {
        let metrics = request(address, "GET", "/metrics", &[], "").await?.body;
        let value = |name: &str| {
            let mut lines = metrics.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.and_then(|value| value.trim().parse::<f64>().ok())
        };
        Ok(Self {
            memory: value("damero_resident_bytes").map(|bytes| bytes as u64),
            server: value("damero_cpu_seconds"),
            client: cpu_seconds(),
            ticks: ticks(&std::fs::read_to_string("/proc/stat").unwrap_or_default()),
        })
    }
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

fn both_seats(game: &str, first: &str, second: &str) -> Value {
    json!({"game": game, "seats": {"first": {"kind": first}, "second": {"kind": second}}})
}

/// A socket that only listens.
async fn listen(mut line: Line, counters: Arc<Counters>, mut stopped: watch::Receiver<bool>) {
    counters.open.fetch_add(1, Ordering::Relaxed);
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            heard = timeout(SIGN, line.receive()) => match heard {
                Ok(Ok(Received::Message(_))) => {}
                Ok(Ok(Received::Closed(_)) | Err(_)) => break,
                Err(_) => if line.send(&json!({"type": "ping", "t": 0})).await.is_err() { break },
            },
        }
    }
    counters.open.fetch_sub(1, Ordering::Relaxed);
    counters.failed.fetch_add(1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn stolen_ticks_are_the_eighth_number_of_the_first_line() {
        let stat = "cpu  10 1 20 60 4 2 1 2 7 0\ncpu0 5 0 10 30 2 1 0 1 3 0\n";
        assert_eq!(ticks(stat), Some((2.0, 100.0)));
        assert_eq!(ticks("cpu  1 2 3"), None);
        assert_eq!(ticks(""), None);
    }
}
