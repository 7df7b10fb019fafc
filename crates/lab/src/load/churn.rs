//! People who come and go: rooms that are opened and left, sockets that are closed or cut, analyses that are waited for or
//! given up. Little of each, all the time.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use damero_games::random::{SeededRng, below, seeded};
use damero_server::client::Guest;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::crowd::both_seats;

/// How often a room is opened and left, somebody comes and goes, and somebody wants an analysis.
const ROOM: Duration = Duration::from_millis(500);
const VISIT: Duration = Duration::from_millis(200);
const ANALYSIS: Duration = Duration::from_secs(1);

/// Games for rooms and analyses.
const GAMES: [&str; 5] = ["checkers", "quarto", "chessfive", "azul", "reversi"];

/// What came and went.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Churned {
    /// Rooms that were opened and left.
    pub rooms: usize,
    /// Visits with a new session and two sockets.
    pub visits: usize,
    /// Analyses of positions and games, half of them given up.
    pub analyses: usize,
    /// Those of all of them that failed.
    pub failed: usize,
}

#[derive(Default)]
struct Counts {
    rooms: AtomicUsize,
    visits: AtomicUsize,
    analyses: AtomicUsize,
    failed: AtomicUsize,
}

/// All that come and go, until the crowd leaves.
pub(super) struct Churn {
    counts: Arc<Counts>,
    tasks: JoinSet<()>,
}

impl Churn {
    pub(super) fn start(address: SocketAddr, stopped: &watch::Receiver<bool>) -> Self {
        let counts = Arc::new(Counts::default());
        let mut tasks = JoinSet::new();
        for kind in [Kind::Room, Kind::Visit, Kind::Analysis] {
            tasks.spawn(again(kind, address, Arc::clone(&counts), stopped.clone()));
        }
        Self { counts, tasks }
    }

    /// Waits until all are gone.
    pub(super) async fn end(mut self) -> Churned {
        while self.tasks.join_next().await.is_some() {}
        let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        Churned {
            rooms: read(&self.counts.rooms),
            visits: read(&self.counts.visits),
            analyses: read(&self.counts.analyses),
            failed: read(&self.counts.failed),
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Room,
    Visit,
    Analysis,
}

/// Does one thing again and again.
async fn again(kind: Kind, address: SocketAddr, counts: Arc<Counts>, mut stopped: watch::Receiver<bool>) {
    let (pause, done) = match kind {
        Kind::Room => (ROOM, &counts.rooms),
        Kind::Visit => (VISIT, &counts.visits),
        Kind::Analysis => (ANALYSIS, &counts.analyses),
    };
    let mut ticks = interval(pause);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut rng = seeded(kind as u64);
    for count in 0.. {
        tokio::select! {
            _ = stopped.changed() => return,
            _ = ticks.tick() => {}
        }
        let result = match kind {
            Kind::Room => leave_a_room(address, count).await,
            Kind::Visit => visit(address, count).await,
            Kind::Analysis => analyse(address, count, &mut rng).await,
        };
        let counted = if result.is_ok() { done } else { &counts.failed };
        counted.fetch_add(1, Ordering::Relaxed);
    }
}

/// A room that nobody will ever join, or one that is left after its first move.
async fn leave_a_room(address: SocketAddr, count: usize) -> io::Result<()> {
    let guest = Guest::arrive(address).await?;
    let game = GAMES[count % GAMES.len()];
    let against = if count.is_multiple_of(2) { "open" } else { "me" };
    let room = guest.create(&both_seats(game, "me", against)).await?;
    if against == "me" {
        let mut line = guest.socket(&format!("/ws/room/{room}?client=c")).await?;
        let state = line.wait_for("state").await?;
        let text = state["head"]["frame"]["legal"][0].clone();
        // A deal is in the log before anybody has moved.
        let ply = state["log"].as_array().map_or(0, Vec::len);
        line.send(&json!({"type": "move", "id": 1, "ply": ply, "actions": [text]}))
            .await?;
        line.wait_for("ack").await?;
    }
    Ok(())
}

/// Somebody new who looks at the lobby and at a room. Every other one leaves without a goodbye.
async fn visit(address: SocketAddr, count: usize) -> io::Result<()> {
    let guest = Guest::arrive(address).await?;
    let mut lobby = guest.socket("/ws/lobby").await?;
    let listing = lobby.wait_for("lobby").await?;
    let first = ["open", "running"]
        .iter()
        .find_map(|list| listing[*list][0]["room"].as_str());
    if let Some(room) = first {
        // It may have ended between the two.
        let line = guest.socket(&format!("/ws/room/{room}?client=v")).await;
        if let Ok(mut line) = line {
            let _ = line.wait_for("state").await;
            if count.is_multiple_of(2) {
                line.close().await;
            }
        }
    }
    if count.is_multiple_of(2) {
        lobby.close().await;
    }
    Ok(())
}

/// A first move, after what chance has decided before it: a game that begins so is dealt by a room of its own, as nobody
/// can analyse what is not dealt yet.
async fn opening(guest: &Guest, game: &str, rng: &mut SeededRng) -> io::Result<Vec<Value>> {
    let frames = guest.post("/api/replay", &json!({"game": game})).await?.json();
    let (mut moves, legal) = if frames[0]["turn"].is_null() {
        let room = guest.create(&both_seats(game, "me", "me")).await?;
        let state = guest.get(&format!("/api/rooms/{room}")).await?.json();
        let log = state["log"].as_array().into_iter().flatten();
        let dealt = log.map(|entry| entry["text"].clone()).collect();
        (dealt, state["head"]["frame"]["legal"].clone())
    } else {
        (Vec::new(), frames[0]["legal"].clone())
    };
    let legal = legal.as_array().map_or(&[][..], Vec::as_slice);
    if let Ok(count) = u32::try_from(legal.len())
        && count > 0
    {
        moves.push(legal[below(rng, count) as usize].clone());
    }
    Ok(moves)
}

/// An analysis of a position, or an evaluation of a line; every other one is given up.
async fn analyse(address: SocketAddr, count: usize, rng: &mut SeededRng) -> io::Result<()> {
    let guest = Guest::arrive(address).await?;
    let game = GAMES[count / 2 % GAMES.len()];
    let moves = opening(&guest, game, rng).await?;
    let (path, time) = if count.is_multiple_of(2) {
        ("/api/analyse", 300)
    } else {
        ("/api/evaluate", 100)
    };
    let wanted: Value = json!({"game": game, "moves": moves, "time_ms": time});
    let asking = guest.post(path, &wanted);
    if count % 4 < 2 {
        let answer = asking.await?;
        return match answer.status {
            200 => Ok(()),
            status => Err(io::Error::other(format!("{path}: {status} {}", answer.body))),
        };
    }
    let _ = timeout(Duration::from_millis(50), asking).await;
    Ok(())
}
