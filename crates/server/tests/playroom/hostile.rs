//! Any mixture of good, repeated, late, early, lost and senseless messages over a real socket: every acknowledged move is
//! in the game once, at its place, and nothing else is.

use std::collections::BTreeMap;

use damero_server::client::{Guest, Line, Received};
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, TestRunner};
use serde_json::{Value, json};

use crate::harness::{House, me, room};

/// What a bad line and a bad client do.
#[derive(Clone, Debug)]
enum Act {
    /// A legal move, whose answer is read.
    Play(usize),
    /// A legal move; the connection is lost before its answer, and the page asks again on a new one.
    Lose(usize),
    /// An order from before, as it was.
    Repeat(usize),
    /// A legal move under a number that was used before.
    OldNumber(usize, u32),
    /// A legal move for a place before or after the present.
    WrongPlace(usize, i64),
    /// Two orders at once, the later first.
    Swapped(usize),
    /// The connection goes.
    Cut,
    /// What no page sends.
    Noise(String),
    /// A version that may never have been.
    Sync(u64),
}

fn act() -> impl Strategy<Value = Act> {
    let noise = prop_oneof![
        "\\PC{0,40}",
        Just("{}".to_owned()),
        Just("{\"type\":\"move\",\"id\":-1,\"ply\":0,\"actions\":[]}".to_owned()),
        Just("{\"type\":\"move\",\"id\":1,\"ply\":0,\"actions\":[1]}".to_owned()),
        Just("{\"type\":\"dance\",\"id\":1}".to_owned()),
        Just("[".repeat(500)),
    ];
    prop_oneof![
        6 => any::<usize>().prop_map(Act::Play),
        2 => any::<usize>().prop_map(Act::Lose),
        2 => any::<usize>().prop_map(Act::Repeat),
        1 => (any::<usize>(), 0..20_u32).prop_map(|(pick, id)| Act::OldNumber(pick, id)),
        1 => (any::<usize>(), -3..4_i64).prop_map(|(pick, by)| Act::WrongPlace(pick, by)),
        1 => any::<usize>().prop_map(Act::Swapped),
        1 => Just(Act::Cut),
        1 => noise.prop_map(Act::Noise),
        1 => any::<u64>().prop_map(Act::Sync),
    ]
}

/// A client that believes only what it is told.
struct Client {
    guest: Guest,
    room: String,
    line: Line,
    log: Vec<String>,
    legal: Vec<String>,
    /// All orders so far.
    sent: Vec<Value>,
    /// Which moves were acknowledged, by place.
    acknowledged: BTreeMap<usize, String>,
    id: u32,
}

impl Client {
    async fn open(guest: Guest, game: &str) -> Self {
        let room = guest.create(&room(game, &me(), &me())).await.expect("a room");
        let line = guest
            .socket(&format!("/ws/room/{room}?client=h"))
            .await
            .expect("a socket");
        let mut client = Self {
            guest,
            room,
            line,
            log: Vec::new(),
            legal: Vec::new(),
            sent: Vec::new(),
            acknowledged: BTreeMap::new(),
            id: 0,
        };
        client.refresh().await;
        client
    }

    fn look(&mut self, message: &Value) {
        let from = message["from"].as_u64().unwrap_or_default() as usize;
        self.log.truncate(from);
        let entries = message["log"].as_array().expect("a log").iter();
        self.log
            .extend(entries.map(|entry| entry["text"].as_str().expect("a text").to_owned()));
        let legal = message["head"]["frame"]["legal"]
            .as_array()
            .expect("moves")
            .iter();
        self.legal = legal
            .map(|text| text.as_str().expect("a text").to_owned())
            .collect();
    }

    async fn reopen(&mut self) {
        let path = format!("/ws/room/{}?client=h", self.room);
        self.line = self.guest.socket(&path).await.expect("a socket");
        self.refresh().await;
    }

    /// Waits for everything.
    async fn refresh(&mut self) {
        let state = self.line.wait_for("state").await.expect("everything");
        self.look(&state);
    }

    fn order(&mut self, pick: usize, by: i64) -> Option<Value> {
        let text = self.legal.get(pick % self.legal.len().max(1))?.clone();
        self.id += 1;
        let ply = (self.log.len() as i64 + by).max(0);
        let order = json!({"type": "move", "id": self.id, "ply": ply, "actions": [text]});
        self.sent.push(order.clone());
        Some(order)
    }

    /// Reads on until the answer to a number; notes what it acknowledges.
    async fn answer(&mut self, order: &Value) -> Value {
        loop {
            let message = match self.line.receive().await.expect("a message") {
                Received::Message(message) => message,
                Received::Closed(code) => panic!("closed with {code} after {order}"),
            };
            match message["type"].as_str() {
                Some("update" | "state") => self.look(&message),
                Some("ack" | "refused") if message["id"] == order["id"] => {
                    // A number that was used before says nothing about this order.
                    let last = self.sent.iter().filter(|sent| sent["id"] == order["id"]).count() == 1;
                    if message["type"] == "ack" && last {
                        let ply = order["ply"].as_u64().expect("a place") as usize;
                        let text = order["actions"][0].as_str().expect("a text").to_owned();
                        self.acknowledged.insert(ply, text);
                    }
                    return message;
                }
                _ => {}
            }
        }
    }

    async fn act(&mut self, act: &Act) {
        match act {
            Act::Play(pick) => {
                if let Some(order) = self.order(*pick, 0) {
                    self.line.send(&order).await.expect("sent");
                    let answer = self.answer(&order).await;
                    assert_eq!(answer["type"], "ack", "{order}: {answer}");
                }
            }
            Act::Lose(pick) => {
                if let Some(order) = self.order(*pick, 0) {
                    self.line.send(&order).await.expect("sent");
                    self.reopen().await;
                    self.line.send(&order).await.expect("sent");
                    let answer = self.answer(&order).await;
                    assert_eq!(answer["type"], "ack", "{order}: {answer}");
                }
            }
            Act::Repeat(which) => {
                let count = self.sent.len();
                if let Some(order) = self.sent.get(which % count.max(1)).cloned() {
                    self.line.send(&order).await.expect("sent");
                    self.answer(&order).await;
                }
            }
            Act::OldNumber(pick, id) => {
                let text = self.legal.get(pick % self.legal.len().max(1)).cloned();
                if let Some(text) = text.filter(|_| *id < self.id) {
                    let ply = self.log.len();
                    let order = json!({"type": "move", "id": id + 1, "ply": ply, "actions": [text]});
                    self.sent.push(order.clone());
                    let before = self.log.clone();
                    self.line.send(&order).await.expect("sent");
                    self.answer(&order).await;
                    assert_eq!(self.log, before, "an old number does nothing");
                }
            }
            Act::WrongPlace(pick, by) => {
                if let Some(order) = self.order(*pick, *by) {
                    self.line.send(&order).await.expect("sent");
                    self.answer(&order).await;
                }
            }
            Act::Swapped(pick) => {
                let (one, other) = (self.order(*pick, 0), self.order(*pick, 0));
                if let (Some(one), Some(other)) = (one, other) {
                    self.line.send(&other).await.expect("sent");
                    self.line.send(&one).await.expect("sent");
                    self.answer(&other).await;
                    self.answer(&one).await;
                }
            }
            Act::Cut => self.reopen().await,
            Act::Noise(text) => {
                self.line.say(text).await.expect("sent");
                while let Ok(Received::Message(message)) = self.line.receive().await {
                    assert_ne!(message["type"], "ack", "{text:?} was obeyed");
                }
                self.reopen().await;
            }
            Act::Sync(version) => {
                let sync = json!({"type": "sync", "version": version});
                self.line.send(&sync).await.expect("sent");
            }
        }
    }

    /// What must hold whatever happened.
    async fn check(&mut self) {
        let state = self
            .guest
            .get(&format!("/api/rooms/{}", self.room))
            .await
            .expect("the state")
            .json();
        let log = state["log"].as_array().expect("a log").iter();
        let log: Vec<&str> = log.map(|entry| entry["text"].as_str().expect("a text")).collect();
        let told: Vec<&str> = self.acknowledged.values().map(String::as_str).collect();
        let places: Vec<usize> = self.acknowledged.keys().copied().collect();
        assert_eq!(
            places,
            (0..log.len()).collect::<Vec<_>>(),
            "each move once, at its place"
        );
        assert_eq!(told, log, "what was acknowledged is the game");
        let replay = json!({"game": state["game"], "rules": state["rules"], "moves": log});
        let frames = self.guest.post("/api/replay", &replay).await.expect("frames");
        assert_eq!(frames.status, 200, "the game is legal: {}", frames.body);
    }
}

#[test]
fn whatever_comes_over_the_line_the_game_is_what_was_acknowledged() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let folder = tempfile::tempdir().expect("a folder");
    let house = runtime.block_on(House::open(folder.path()));
    let mut runner = TestRunner::new(Cases {
        cases: 24,
        max_shrink_iters: 50,
        ..Cases::default()
    });
    let acts = (
        prop::sample::select(vec!["reversi", "quarto", "checkers"]),
        prop::collection::vec(act(), 1..30),
    );
    let outcome = runner.run(&acts, |(game, acts)| {
        runtime.block_on(async {
            let mut client = Client::open(house.guest().await, game).await;
            for act in &acts {
                client.act(act).await;
            }
            client.check().await;
        });
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    runtime.block_on(house.close());
}
