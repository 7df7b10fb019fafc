//! A load generator of our own: sockets that only listen, and games between two connections, against any address.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use damero_games::random::{SeededRng, below, seeded};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{Guest, Heard, Line, request};

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
    /// The server's memory, where it tells.
    pub server_bytes: Option<u64>,
}

/// Watchers of one quiet room.
const CROWD: usize = 50;

/// How often an idle socket gives a sign of life.
const SIGN: Duration = Duration::from_secs(20);

/// Runs the load; `progress` hears the number of sockets that are open and of moves so far, twice a second.
///
/// # Errors
/// If the server cannot be reached at all.
pub fn load(plan: &Load, progress: impl FnMut(usize, usize)) -> io::Result<Report> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(plan, progress))
}

/// What the tasks count together.
#[derive(Default)]
struct Counters {
    open: AtomicUsize,
    failed: AtomicUsize,
    moves: AtomicUsize,
}

async fn run(plan: &Load, mut progress: impl FnMut(usize, usize)) -> io::Result<Report> {
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
    for seed in 0..plan.games {
        let pair = Pair::sit(plan.address, seed as u64).await?;
        players.spawn(pair.play(plan.rate, Arc::clone(&counters), stopped.clone()));
    }
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
    let metrics = request(plan.address, "GET", "/metrics", &[], "").await?.body;
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
    let memory = metrics
        .lines()
        .find_map(|line| line.strip_prefix("damero_resident_bytes "));
    Ok(Report {
        sockets,
        failed: counters.failed.load(Ordering::Relaxed),
        moves,
        moves_per_second: moves as f64 / seconds,
        p50_ms: share(0.5),
        p99_ms: share(0.99),
        p999_ms: share(0.999),
        lost,
        server_bytes: memory.and_then(|bytes| bytes.trim().parse().ok()),
    })
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
            heard = timeout(SIGN, line.hear()) => match heard {
                Ok(Ok(Heard::Message(_))) => {}
                Ok(Ok(Heard::Closed(_)) | Err(_)) => break,
                Err(_) => if line.send(&json!({"type": "ping", "t": 0})).await.is_err() { break },
            },
        }
    }
    counters.open.fetch_sub(1, Ordering::Relaxed);
    counters.failed.fetch_add(1, Ordering::Relaxed);
}

/// What a pair has seen.
#[derive(Default)]
struct Played {
    delays: Vec<Duration>,
    lost: usize,
}

/// Two people who play one game after the other.
struct Pair {
    people: [Guest; 2],
    rng: SeededRng,
    seed: u64,
}

/// One game of a pair.
struct Match {
    room: String,
    lines: [Line; 2],
    log: usize,
    turn: usize,
    legal: Vec<Value>,
}

impl Pair {
    async fn sit(address: SocketAddr, seed: u64) -> io::Result<Self> {
        Ok(Self {
            people: [Guest::arrive(address).await?, Guest::arrive(address).await?],
            rng: seeded(seed),
            seed,
        })
    }

    async fn begin(&self) -> io::Result<Match> {
        let room = self.people[0]
            .create(&both_seats("reversi", "me", "open"))
            .await?;
        let path = format!("/ws/room/{room}?client=load{}", self.seed);
        let mut lines = [
            self.people[0].socket(&path).await?,
            self.people[1].socket(&path).await?,
        ];
        lines[0].wait_for("state").await?;
        lines[1].wait_for("state").await?;
        lines[1]
            .send(&json!({"type": "sit", "id": 1, "seat": "second"}))
            .await?;
        let update = lines[0].wait_for("update").await?;
        lines[1].wait_for("ack").await?;
        let mut game = Match {
            room,
            lines,
            log: 0,
            turn: 0,
            legal: Vec::new(),
        };
        game.look(&update);
        Ok(game)
    }

    async fn play(
        mut self,
        rate: f64,
        counters: Arc<Counters>,
        mut stopped: watch::Receiver<bool>,
    ) -> Played {
        let mut played = Played::default();
        // Games that begin together would all move together.
        if rate > 0.0 {
            let part = f64::from(below(&mut self.rng, 1000)) / 1000.0;
            sleep(Duration::from_secs_f64(part / rate)).await;
        }
        while !*stopped.borrow() {
            let Ok(mut game) = self.begin().await else {
                counters.failed.fetch_add(2, Ordering::Relaxed);
                return played;
            };
            counters.open.fetch_add(2, Ordering::Relaxed);
            let mut id = 1;
            while !game.legal.is_empty() && !*stopped.borrow() {
                let began = Instant::now();
                id += 1;
                match game.one_move(&mut self.rng, id).await {
                    Ok(delay) => {
                        played.delays.push(delay);
                        counters.moves.fetch_add(1, Ordering::Relaxed);
                    }
                    Err(_) => {
                        counters.failed.fetch_add(2, Ordering::Relaxed);
                        break;
                    }
                }
                if rate > 0.0 {
                    let rest = Duration::from_secs_f64(1.0 / rate).saturating_sub(began.elapsed());
                    let _ = timeout(rest, stopped.changed()).await;
                }
            }
            counters.open.fetch_sub(2, Ordering::Relaxed);
            played.lost += self.missing(&game).await;
            for line in game.lines {
                line.close().await;
            }
        }
        played
    }

    /// Acknowledged moves that the server does not show any more.
    async fn missing(&self, game: &Match) -> usize {
        let state = self.people[0].get(&format!("/api/rooms/{}", game.room)).await;
        let kept = state
            .ok()
            .and_then(|state| state.json()["log"].as_array().map(Vec::len));
        game.log.saturating_sub(kept.unwrap_or_default())
    }
}

impl Match {
    fn look(&mut self, update: &Value) {
        let frame = &update["head"]["frame"];
        self.turn = usize::from(frame["turn"] == "second");
        self.legal = frame["legal"].as_array().cloned().unwrap_or_default();
    }

    /// One move of whoever is to move; how long the opponent waited for it.
    async fn one_move(&mut self, rng: &mut SeededRng, id: u32) -> io::Result<Duration> {
        let (mover, other) = (self.turn, 1 - self.turn);
        let count = u32::try_from(self.legal.len()).map_err(io::Error::other)?;
        let text = self.legal[below(rng, count) as usize].clone();
        let order = json!({"type": "move", "id": id, "ply": self.log, "actions": [text]});
        let sent = Instant::now();
        self.lines[mover].send(&order).await?;
        let update = loop {
            let update = self.lines[other].wait_for("update").await?;
            if update["head"]["frame"]["ply"] == self.log + 1 {
                break update;
            }
        };
        let delay = sent.elapsed();
        loop {
            let Heard::Message(answer) = self.lines[mover].hear().await? else {
                return Err(io::Error::other("the socket was closed"));
            };
            match answer["type"].as_str() {
                Some("ack") if answer["id"] == id => break,
                Some("refused") => return Err(io::Error::other(format!("refused: {answer}"))),
                _ => {}
            }
        }
        self.log += 1;
        self.look(&update);
        Ok(delay)
    }
}
