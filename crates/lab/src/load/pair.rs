//! Two people who play one game after the other, and measure how long each move takes to arrive.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use damero_games::random::{SeededRng, below, seeded};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};

use super::crowd::{Counters, PHASES, both_seats};
use damero_server::client::{Guest, Line};

/// About how many moves a game of Reversi has: games that begin together would also end together, and the next ones
/// begin together, which no real house has ever seen. So they begin spread over this many moves.
const LENGTH: f64 = 60.0;

/// How long it takes until all pairs play, at `rate` moves a second in each game.
pub(super) fn spread(rate: f64) -> Duration {
    let seconds = if rate > 0.0 { LENGTH / rate } else { 1.0 };
    Duration::from_secs_f64(seconds)
}

/// What a pair has seen.
#[derive(Default)]
pub(super) struct Played {
    /// The delays of each phase.
    pub(super) delays: [Vec<Duration>; PHASES],
    pub(super) lost: usize,
}

/// Two people.
pub(super) struct Pair {
    people: [Guest; 2],
    rng: SeededRng,
    seed: u64,
}

/// What of a message matters here; all the rest is skipped.
#[derive(Deserialize)]
struct Word {
    #[serde(rename = "type")]
    kind: String,
    id: Option<u32>,
    head: Option<Head>,
}

#[derive(Deserialize)]
struct Head {
    frame: Frame,
}

#[derive(Deserialize)]
struct Frame {
    ply: usize,
    turn: Option<String>,
    legal: Vec<String>,
}

/// One game of a pair.
struct Match {
    room: String,
    lines: [Line; 2],
    log: usize,
    turn: usize,
    legal: Vec<String>,
}

impl Pair {
    pub(super) async fn sit(address: SocketAddr, from: Option<IpAddr>, seed: u64) -> io::Result<Self> {
        let [one, other] = [(); 2].map(|()| Guest::arrive_from(address, from));
        Ok(Self {
            people: [one.await?, other.await?],
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
        let frame = updated(&mut lines[0], 0).await?;
        lines[1].wait_for("ack").await?;
        let mut game = Match {
            room,
            lines,
            log: 0,
            turn: 0,
            legal: Vec::new(),
        };
        game.look(frame);
        Ok(game)
    }

    /// Plays until it is stopped. Begins after `wait`; nothing is counted before `counters` measure.
    pub(super) async fn play(
        mut self,
        rate: f64,
        wait: Duration,
        counters: Arc<Counters>,
        mut stopped: watch::Receiver<bool>,
    ) -> Played {
        let mut played = Played::default();
        let _ = timeout(wait, stopped.changed()).await;
        while !*stopped.borrow() {
            let Ok(mut game) = self.begin().await else {
                counters.fail(2);
                return played;
            };
            counters.open.fetch_add(2, Ordering::Relaxed);
            let mut id = 1;
            let mut next = Instant::now();
            while !game.legal.is_empty() && !*stopped.borrow() {
                id += 1;
                match game.one_move(&mut self.rng, id).await {
                    Ok(delay) => {
                        if let Some(delays) = counters.phase().and_then(|phase| played.delays.get_mut(phase))
                        {
                            delays.push(delay);
                            counters.moves.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                    Err(_) => {
                        counters.fail(2);
                        break;
                    }
                }
                if rate > 0.0 {
                    // By the clock, not by the end of the last move: what was late is not made up for, but nothing adds up.
                    next = (next + Duration::from_secs_f64(1.0 / rate)).max(Instant::now());
                    sleep_until(next.into()).await;
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

/// Waits for the change that leads to the position after `ply` entries.
async fn updated(line: &mut Line, ply: usize) -> io::Result<Frame> {
    loop {
        if let Some(Head { frame }) = line.hear_as::<Word>().await?.head
            && frame.ply == ply
        {
            return Ok(frame);
        }
    }
}

impl Match {
    fn look(&mut self, frame: Frame) {
        self.turn = usize::from(frame.turn.as_deref() == Some("second"));
        self.legal = frame.legal;
    }

    /// One move of whoever is to move; how long the opponent waited for it.
    async fn one_move(&mut self, rng: &mut SeededRng, id: u32) -> io::Result<Duration> {
        let (mover, other) = (self.turn, 1 - self.turn);
        let count = u32::try_from(self.legal.len()).map_err(io::Error::other)?;
        let text = &self.legal[below(rng, count) as usize];
        let order = json!({"type": "move", "id": id, "ply": self.log, "actions": [text]});
        let sent = Instant::now();
        self.lines[mover].send(&order).await?;
        let frame = updated(&mut self.lines[other], self.log + 1).await?;
        let delay = sent.elapsed();
        loop {
            let answer: Word = self.lines[mover].hear_as().await?;
            match answer.kind.as_str() {
                "ack" if answer.id == Some(id) => break,
                "refused" => return Err(io::Error::other("a legal move was refused")),
                _ => {}
            }
        }
        self.log += 1;
        self.look(frame);
        Ok(delay)
    }
}
