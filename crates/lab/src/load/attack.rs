//! An attack by one address while others play, and what it costs those others. The attacker comes from an address of its own
//! on this machine, and every pair of players from another, so the server can and must run with its usual limits. All of it
//! is bounded, and only a playroom on this machine is attacked.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use damero_server::client::{Guest, Received, connect};
use serde::Serialize;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::crowd::{Crowd, Delays, Origin, both_seats};
use super::{Load, block_on, wait};

/// Where the attacker sits.
const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// Times with and without the attack take turns, so that both see the same machine.
const ROUNDS: u32 = 3;

/// What the attack leaves behind gets so long to end before the others are measured without it.
const CALM: Duration = Duration::from_secs(3);

/// How many of each kind are at work together.
const SLOW: usize = 150;
const ANALYSTS: usize = 8;
const BUILDERS: usize = 4;
const PINGERS: usize = 8;

/// Guests that the attacker makes.
const GUESTS: usize = 6;

/// Pauses: between the bytes of a slow request, after an answer, between pings.
const DRIP: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(25);
const PING: Duration = Duration::from_millis(4);

/// What the attacker did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Attacks {
    /// Slow requests that were begun.
    pub slow: usize,
    /// Requests for analyses and rooms.
    pub requests: usize,
    /// Those of them that the server granted.
    pub granted: usize,
    /// Control frames that ask for an answer.
    pub pings: usize,
}

#[derive(Default)]
struct Counts {
    slow: AtomicUsize,
    requests: AtomicUsize,
    granted: AtomicUsize,
    pings: AtomicUsize,
}

fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AttackReport {
    /// How moves fared without the attack.
    pub without: Delays,
    /// And during it.
    pub during: Delays,
    /// By which part the attack raised the time that 99 of 100 moves keep.
    pub p99_rose: f64,
    /// What the attacker did.
    pub attacks: Attacks,
    /// Sockets of the others that were lost or could not be opened.
    pub failed: usize,
    /// Acknowledged moves that the server does not have any more.
    pub lost: usize,
}

/// Measures `plan.time` without and with the attack, in turns; `progress` is called twice a second with the numbers of open
/// sockets and of moves.
///
/// # Errors
/// If the server cannot be reached, or is not on this machine.
pub fn attack(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<AttackReport> {
    if !plan.address.ip().is_loopback() || plan.address.is_ipv6() {
        return Err(io::Error::other("only a playroom at 127.0.0.1 is attacked"));
    }
    block_on(run(plan, progress))
}

async fn run(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<AttackReport> {
    let mut guests = Vec::new();
    for _ in 0..GUESTS {
        guests.push(Guest::arrive_from(plan.address, Some(ATTACKER)).await?);
    }
    let crowd = Crowd::gather(plan, Origin::Apart, progress).await?;
    let counts = Arc::new(Counts::default());
    for _ in 0..ROUNDS {
        crowd.counters.measure(Some(0));
        wait(plan.time / ROUNDS, &crowd, progress).await;
        crowd.counters.measure(None);
        let (stop, stopped) = watch::channel(false);
        let attackers = begin(plan.address, &guests, &counts, &stopped);
        // Until all of them are at work.
        sleep(CALM).await;
        crowd.counters.measure(Some(1));
        wait(plan.time / ROUNDS, &crowd, progress).await;
        crowd.counters.measure(None);
        let _ = stop.send(true);
        attackers.join_all().await;
        sleep(CALM).await;
    }
    let counters = Arc::clone(&crowd.counters);
    let ([without, during], lost) = crowd.leave().await;
    let p99_rose = match without.p99_ms {
        p99 if p99 > 0.0 => during.p99_ms / p99 - 1.0,
        _ => 0.0,
    };
    let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    Ok(AttackReport {
        without,
        during,
        p99_rose,
        attacks: Attacks {
            slow: read(&counts.slow),
            requests: read(&counts.requests),
            granted: read(&counts.granted),
            pings: read(&counts.pings),
        },
        failed: counters.failures(),
        lost,
    })
}

/// Starts everything that the attacker does.
fn begin(
    address: SocketAddr,
    guests: &[Guest],
    counts: &Arc<Counts>,
    stopped: &watch::Receiver<bool>,
) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    let mut start = |work: Work, guest: &Guest| {
        let (guest, counts, mut stopped) = (guest.clone(), Arc::clone(counts), stopped.clone());
        tasks.spawn(async move {
            tokio::select! {
                _ = stopped.changed() => {}
                () = work.go_on(address, &guest, &counts) => {}
            }
        });
    };
    for (work, number) in [
        (Work::Slow, SLOW),
        (Work::Analyse, ANALYSTS),
        (Work::Build, BUILDERS),
        (Work::Ping, PINGERS),
    ] {
        for guest in guests.iter().cycle().take(number) {
            start(work, guest);
        }
    }
    tasks
}

/// A way to be a nuisance.
#[derive(Clone, Copy, Debug)]
enum Work {
    Slow,
    Analyse,
    Build,
    Ping,
}

impl Work {
    async fn go_on(self, address: SocketAddr, guest: &Guest, counts: &Counts) {
        loop {
            // Whatever the server does to end it, it begins again.
            let _ = match self {
                Self::Slow => slow_request(address, counts).await,
                Self::Analyse => {
                    let wanted = json!({"game": "reversi", "time_ms": 5_000});
                    ask(guest, "/api/analyse", &wanted, counts).await
                }
                Self::Build => ask(guest, "/api/rooms", &both_seats("azul", "me", "open"), counts).await,
                Self::Ping => ping(guest, counts).await,
            };
            sleep(PAUSE).await;
        }
    }
}

/// A request whose head comes byte by byte and never ends.
async fn slow_request(address: SocketAddr, counts: &Counts) -> io::Result<()> {
    let mut stream = connect(address, Some(ATTACKER)).await?;
    count(&counts.slow);
    stream
        .write_all(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        .await?;
    loop {
        sleep(DRIP).await;
        stream.write_all(b"x").await?;
    }
}

async fn ask(guest: &Guest, path: &str, wanted: &serde_json::Value, counts: &Counts) -> io::Result<()> {
    count(&counts.requests);
    if guest.post(path, wanted).await?.status == 200 {
        count(&counts.granted);
    }
    Ok(())
}

/// A socket that sends nothing but control frames until it is closed.
async fn ping(guest: &Guest, counts: &Counts) -> io::Result<()> {
    let mut line = guest.socket("/ws/lobby").await?;
    loop {
        line.ping().await?;
        count(&counts.pings);
        if let Ok(Received::Closed(_)) = timeout(PING, line.receive())
            .await
            .unwrap_or(Err(io::ErrorKind::TimedOut.into()))
        {
            return Ok(());
        }
    }
}
