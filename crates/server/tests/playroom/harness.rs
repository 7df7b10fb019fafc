//! A server in a folder of its own, and a player who can only do what the server tells.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use damero_games::random::{SeededRng, below, seeded};
use damero_server::client::{Guest, Line, Received};
use damero_server::{Config, Server};
use damero_store::Store;
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A running server.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl House {
    /// Opens a server on the data in `folder`.
    pub(crate) async fn open(folder: &Path) -> Self {
        Self::open_with(folder, |_| ()).await
    }

    /// The same with other choices.
    pub(crate) async fn open_with(folder: &Path, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            limits: false,
            machine_pause: 0,
            ..Config::new(folder.to_owned())
        };
        change(&mut config);
        Self::run(Server::start(&config).await.expect("the server starts"))
    }

    /// The same on a store of the test.
    pub(crate) async fn open_on(folder: &Path, store: Arc<dyn Store>) -> Self {
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            limits: false,
            machine_pause: 0,
            ..Config::new(folder.to_owned())
        };
        let server = Server::start_on(&config, store).await;
        Self::run(server.expect("the server starts"))
    }

    fn run(server: Server) -> Self {
        let address = server.address();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            server.run(stopped).await.expect("the server runs");
        });
        Self { address, stop, task }
    }

    /// A new guest.
    pub(crate) async fn guest(&self) -> Guest {
        Guest::arrive(self.address).await.expect("a session")
    }

    /// Stops in good order.
    pub(crate) async fn close(self) {
        let _ = self.stop.send(());
        self.task.await.expect("the server stops");
    }
}

/// A room to be made.
pub(crate) fn room(game: &str, first: &Value, second: &Value) -> Value {
    json!({"game": game, "seats": {"first": first, "second": second}})
}

/// The one who makes the room.
pub(crate) fn me() -> Value {
    json!({"kind": "me"})
}

/// Whoever comes.
pub(crate) fn open() -> Value {
    json!({"kind": "open"})
}

/// The machine.
pub(crate) fn machine(level: &str) -> Value {
    json!({"kind": "machine", "level": level})
}

/// A page: it keeps what the server told and nothing else.
pub(crate) struct Page {
    pub(crate) line: Line,
    /// The last `state`, with log and head kept up to date.
    pub(crate) state: Value,
    next: u32,
    rng: SeededRng,
}

impl Page {
    /// Opens a room and waits for its state.
    pub(crate) async fn open(guest: &Guest, room: &str, client: &str) -> Self {
        let mut line = guest
            .socket(&format!("/ws/room/{room}?client={client}"))
            .await
            .expect("a socket");
        let state = line.wait_for("state").await.expect("the state");
        Self {
            line,
            state,
            next: 1,
            rng: seeded(7),
        }
    }

    /// Opens it again after the connection was lost, continuing where this page was.
    pub(crate) async fn reopen(mut self, guest: &Guest, client: &str) -> Self {
        let (room, version) = (self.room(), self.version());
        let path = format!("/ws/room/{room}?client={client}&since={version}");
        self.line = guest.socket(&path).await.expect("a socket");
        self
    }

    pub(crate) fn room(&self) -> String {
        self.state["room"].as_str().expect("an id").to_owned()
    }

    pub(crate) fn version(&self) -> u64 {
        self.state["version"].as_u64().expect("a version")
    }

    pub(crate) fn head(&self) -> &Value {
        &self.state["head"]
    }

    pub(crate) fn log(&self) -> Vec<String> {
        let entries = self.state["log"].as_array().expect("a log");
        entries
            .iter()
            .map(|entry| entry["text"].as_str().expect("a text").to_owned())
            .collect()
    }

    /// Takes in one message; returns it.
    pub(crate) async fn receive(&mut self) -> Value {
        match self.line.receive().await.expect("a message") {
            Received::Message(message) => {
                self.take(&message);
                message
            }
            Received::Closed(code) => panic!("closed with {code}"),
        }
    }

    fn take(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("state") => self.state = message.clone(),
            Some("update") => {
                let version = message["version"].as_u64().expect("a version");
                if version <= self.version() {
                    return;
                }
                assert_eq!(version, self.version() + 1, "no update is left out");
                let from = message["from"].as_u64().expect("a place") as usize;
                let log = self.state["log"].as_array_mut().expect("a log");
                log.truncate(from);
                log.extend(message["log"].as_array().expect("entries").iter().cloned());
                let numbered = log.iter().enumerate().all(|(i, entry)| entry["ply"] == i);
                assert!(numbered, "{log:?}");
                self.state["head"] = message["head"].clone();
                self.state["version"] = message["version"].clone();
                assert_eq!(self.state["head"]["frame"]["ply"], self.log().len());
            }
            _ => {}
        }
    }

    /// Sends an order and waits for its answer.
    pub(crate) async fn order(&mut self, mut order: Value) -> Value {
        let id = self.next;
        self.next += 1;
        order["id"] = id.into();
        self.line.send(&order).await.expect("sent");
        loop {
            let message = self.receive().await;
            let kind = message["type"].as_str().unwrap_or_default();
            if ["ack", "refused", "hint"].contains(&kind) && message["id"] == id {
                return message;
            }
        }
    }

    /// The same, and it must be done.
    pub(crate) async fn must(&mut self, order: Value) {
        let answer = self.order(order.clone()).await;
        assert_eq!(answer["type"], "ack", "{order}: {answer}");
    }

    /// The same, and it must be refused by this rule.
    pub(crate) async fn refused(&mut self, order: Value, rule: &str) -> Value {
        let answer = self.order(order.clone()).await;
        assert_eq!(answer["rule"], rule, "{order}: {answer}");
        for lang in ["en", "es"] {
            let why = answer["why"][lang].as_str().unwrap_or_default();
            assert!(!why.is_empty(), "{answer}");
        }
        answer
    }

    /// Whether one of these seats is to move.
    pub(crate) fn is_to_move(&self) -> bool {
        let turn = &self.head()["frame"]["turn"];
        let you = self.state["you"].as_array().expect("seats");
        self.head()["status"] == "playing" && you.contains(turn)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.head()["status"] == "over"
    }

    /// Waits until it is our turn or the game is over.
    pub(crate) async fn wait_for_turn(&mut self) {
        while !self.is_to_move() && !self.is_over() {
            self.receive().await;
        }
    }

    /// One of the legal moves.
    pub(crate) fn any_move(&mut self) -> String {
        let legal = self.state["head"]["frame"]["legal"].as_array().expect("moves");
        let count = u32::try_from(legal.len()).expect("few");
        assert!(count > 0, "somebody is to move");
        let i = below(&mut self.rng, count) as usize;
        legal[i].as_str().expect("a text").to_owned()
    }

    /// The order to play a text now.
    pub(crate) fn to_play(&self, text: &str) -> Value {
        json!({"type": "move", "ply": self.log().len(), "actions": [text]})
    }

    /// Plays any legal move.
    pub(crate) async fn play_any(&mut self) {
        let text = self.any_move();
        let order = self.to_play(&text);
        self.must(order).await;
    }
}
