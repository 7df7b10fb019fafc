//! A load generator of our own, against any address: sockets that only listen and games between two connections; a long
//! soak with people who come and go ([`soak()`]); and an attack by one address while others play ([`attack()`]).

mod attack;
mod churn;
mod crowd;
mod pair;
mod readings;
mod soak;

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::time::sleep;

pub use attack::{AttackReport, Attacks, attack};
pub use churn::Churned;
pub use crowd::Delays;
pub use soak::{Sample, SoakReport, soak};

use crowd::{Crowd, Origin};
use readings::Readings;

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
    pub time: Duration,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Report {
    /// Sockets that were open at the end.
    pub sockets: usize,
    /// Sockets that were lost or could not be opened.
    pub failed: usize,
    /// Moves acknowledged a second.
    pub moves_per_second: f64,
    /// How long moves took.
    #[serde(flatten)]
    pub delays: Delays,
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

/// Runs the load; `progress` is called twice a second with the numbers of open sockets and of moves.
///
/// # Errors
/// If the server cannot be reached at all.
pub fn load(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<Report> {
    block_on(run(plan, progress))
}

/// Runs `work` on a runtime of its own. It is boxed, because `block_on` compiles whatever it runs three times.
fn block_on<T>(work: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let work: Pin<Box<dyn Future<Output = _> + '_>> = Box::pin(work);
    runtime.block_on(work)
}

/// Waits, and tells of the progress twice a second.
async fn wait(time: Duration, crowd: &Crowd, progress: &mut dyn FnMut(usize, usize)) {
    let began = Instant::now();
    while began.elapsed() < time {
        sleep(Duration::from_millis(500).min(time.saturating_sub(began.elapsed()))).await;
        let (sockets, moves) = crowd.numbers();
        progress(sockets, moves);
    }
}

async fn run(plan: &Load, progress: &mut dyn FnMut(usize, usize)) -> io::Result<Report> {
    let crowd = Crowd::gather(plan, Origin::Here, progress).await?;
    let before = Readings::take(plan.address).await?;
    crowd.counters.measure(Some(0));
    let began = Instant::now();
    wait(plan.time, &crowd, progress).await;
    let seconds = began.elapsed().as_secs_f64();
    let (sockets, moves) = crowd.numbers();
    crowd.counters.measure(None);
    let after = Readings::take(plan.address).await?;
    let counters = std::sync::Arc::clone(&crowd.counters);
    let ([delays, _], lost) = crowd.leave().await;
    let a_move = |before: Option<f64>, after: Option<f64>| {
        let seconds = after? - before?;
        (moves > 0).then(|| seconds * 1e6 / moves as f64)
    };
    Ok(Report {
        sockets,
        failed: counters.failures(),
        moves_per_second: moves as f64 / seconds,
        delays,
        lost,
        server_bytes: after.memory,
        server_cpu_us: a_move(before.server, after.server),
        client_cpu_us: a_move(before.client, after.client),
        stolen: before.stolen_until(&after),
    })
}
