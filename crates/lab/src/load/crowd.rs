//! Those who use a playroom while it is measured: sockets that only listen, and pairs that play.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use damero_server::client::{Guest, Line, Received, request};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::Load;
use super::pair::{Pair, spread};

/// Watchers of one quiet room.
const WATCHERS: usize = 50;

/// How often an idle socket gives a sign of life.
const SIGN: Duration = Duration::from_secs(20);

/// Delays are kept apart for so many phases of a measurement.
pub(super) const PHASES: usize = 2;

/// What the tasks count together.
#[derive(Default)]
pub(super) struct Counters {
    /// One more than the phase that is being measured; 0 for none.
    measured: AtomicUsize,
    pub(super) open: AtomicUsize,
    failed: AtomicUsize,
    pub(super) moves: AtomicUsize,
}

impl Counters {
    /// The phase whose delays count at the moment.
    pub(super) fn phase(&self) -> Option<usize> {
        self.measured.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Delays count for this phase from now on, or for none.
    pub(super) fn measure(&self, phase: Option<usize>) {
        let measured = phase.map_or(0, |phase| phase + 1);
        self.measured.store(measured, Ordering::Relaxed);
    }

    pub(super) fn fail(&self, count: usize) {
        self.failed.fetch_add(count, Ordering::Relaxed);
    }

    /// Sockets that were lost or could not be opened, and requests that failed.
    pub(super) fn failures(&self) -> usize {
        self.failed.load(Ordering::Relaxed)
    }
}

/// Where those who play come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// All from wherever this program runs.
    Here,
    /// Each pair from an address of its own on this machine, so that a server with limits counts them one by one.
    Apart,
}

impl Origin {
    /// The address of a pair: 127.16.0.1 and those after it.
    fn of(self, pair: usize) -> Option<IpAddr> {
        let number = u16::try_from(pair % 60_000).unwrap_or_default() + 1;
        let [high, low] = number.to_be_bytes();
        (self == Self::Apart).then(|| IpAddr::V4(Ipv4Addr::new(127, 16, high, low)))
    }
}

/// Delays of moves in milliseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Delays {
    /// Moves that were measured.
    pub moves: usize,
    /// From sending a move to its arrival at the opponent, after the durable commit: the middle.
    pub p50_ms: f64,
    /// 99 of 100 are faster.
    pub p99_ms: f64,
    /// 999 of 1000 are faster.
    pub p999_ms: f64,
}

impl Delays {
    fn of(mut delays: Vec<Duration>) -> Self {
        delays.sort_unstable();
        let share = |part: f64| {
            let last = delays.len().saturating_sub(1);
            let at = ((delays.len() as f64 * part) as usize).min(last);
            let delay = delays.get(at).copied().unwrap_or_default();
            delay.as_secs_f64() * 1000.0
        };
        Self {
            moves: delays.len(),
            p50_ms: share(0.5),
            p99_ms: share(0.99),
            p999_ms: share(0.999),
        }
    }
}

/// Everybody.
pub(super) struct Crowd {
    pub(super) counters: Arc<Counters>,
    stop: watch::Sender<bool>,
    listeners: JoinSet<()>,
    players: JoinSet<super::pair::Played>,
}

impl Crowd {
    /// Opens the idle sockets and lets all pairs sit down. Ready when all of them play.
    pub(super) async fn gather(
        plan: &Load,
        origin: Origin,
        progress: &mut dyn FnMut(usize, usize),
    ) -> io::Result<Self> {
        request(plan.address, "GET", "/healthz", &[], "").await?;
        let counters = Arc::new(Counters::default());
        let (stop, stopped) = watch::channel(false);
        let mut listeners = JoinSet::new();
        let mut players = JoinSet::new();
        let mut quiet: Option<(Guest, String)> = None;
        for i in 0..plan.idle {
            if i % WATCHERS == 0 {
                quiet = Some(quiet_room(plan.address).await?);
            }
            let Some((guest, room)) = &quiet else { break };
            match guest.socket(&format!("/ws/room/{room}?client=idle{i}")).await {
                Ok(line) => {
                    listeners.spawn(listen(line, Arc::clone(&counters), stopped.clone()));
                }
                Err(_) => counters.fail(1),
            }
            if i % 100 == 0 {
                progress(counters.open.load(Ordering::Relaxed), 0);
            }
        }
        let spread = spread(plan.rate);
        for seed in 0..plan.games {
            let pair = Pair::sit(plan.address, origin.of(seed), seed as u64).await?;
            let wait = spread.mul_f64(seed as f64 / plan.games as f64);
            players.spawn(pair.play(plan.rate, wait, Arc::clone(&counters), stopped.clone()));
        }
        if plan.games > 0 {
            sleep(spread).await;
        }
        Ok(Self {
            counters,
            stop,
            listeners,
            players,
        })
    }

    /// The numbers of open sockets and of measured moves.
    pub(super) fn numbers(&self) -> (usize, usize) {
        let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        (read(&self.counters.open), read(&self.counters.moves))
    }

    /// Becomes true when everybody is to leave.
    pub(super) fn stopped(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Sends everybody home; the delays of each phase, and how many acknowledged moves the server has not kept.
    pub(super) async fn leave(mut self) -> ([Delays; PHASES], usize) {
        let _ = self.stop.send(true);
        let mut delays: [Vec<Duration>; PHASES] = Default::default();
        let mut lost = 0;
        while let Some(played) = self.players.join_next().await {
            match played {
                Ok(played) => {
                    for (all, of_pair) in delays.iter_mut().zip(played.delays) {
                        all.extend(of_pair);
                    }
                    lost += played.lost;
                }
                Err(_) => self.counters.fail(2),
            }
        }
        self.listeners.shutdown().await;
        (delays.map(Delays::of), lost)
    }
}

/// A guest with a room in which nothing happens.
async fn quiet_room(address: SocketAddr) -> io::Result<(Guest, String)> {
    let host = Guest::arrive(address).await?;
    let room = host.create(&both_seats("quarto", "me", "me")).await?;
    Ok((host, room))
}

pub(super) fn both_seats(game: &str, first: &str, second: &str) -> Value {
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
    counters.fail(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_sorted_and_read_at_their_shares() {
        let millis = (1..=1000).rev().map(Duration::from_millis);
        let delays = Delays::of(millis.collect());
        assert_eq!(
            (delays.moves, delays.p50_ms, delays.p99_ms, delays.p999_ms),
            (1000, 501.0, 991.0, 1000.0)
        );
        assert_eq!(Delays::of(Vec::new()), Delays::default());
    }

    #[test]
    fn pairs_come_from_addresses_of_their_own_on_this_machine() {
        let of = |pair| Origin::Apart.of(pair).expect("an address").to_string();
        assert_eq!(
            [of(0), of(254), of(255)],
            ["127.16.0.1", "127.16.0.255", "127.16.1.0"]
        );
        assert_eq!(Origin::Here.of(3), None);
    }
}
