//! PostgreSQL goes away and comes back: killed, restarted, with its backends terminated, read-only, slow. One server is there to
//! be killed for real; a relay between the store and the other cuts and holds the connections, so that no test loses its server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::fixture::block_on;
use crate::postgres::{fresh, run, server};
use damero_store::PostgresStore;
use damero_store::Store as _;
use damero_store::conformance::{Effect, heals};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};

/// What the relay does with connections.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Open,
    /// All are closed, and new ones at once, as when the server is killed.
    Cut,
    /// They stay open and carry nothing.
    Held,
}

/// A relay to the server.
struct Relay {
    address: SocketAddr,
    line: watch::Sender<Line>,
}

impl Relay {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (line, lines) = watch::channel(Line::Open);
        let target: Arc<str> = host(&server()).into();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if *lines.borrow() != Line::Cut {
                    tokio::spawn(relay(stream, Arc::clone(&target), lines.clone()));
                }
            }
        });
        Self { address, line }
    }

    /// The address of a database through the relay.
    fn through(&self, database: &str) -> String {
        database.replace(&host(database), &self.address.to_string())
    }
}

/// `host:port` of an address.
fn host(address: &str) -> String {
    let (_, rest) = address.split_once('@').expect("a user and a host");
    rest.split('/').next().expect("a host").to_owned()
}

async fn relay(client: TcpStream, target: Arc<str>, lines: watch::Receiver<Line>) {
    let Ok(server) = TcpStream::connect(&*target).await else {
        return;
    };
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let mut cut = lines.clone();
    tokio::select! {
        () = carry(from_client, to_server, lines.clone()) => {}
        () = carry(from_server, to_client, lines) => {}
        _ = cut.wait_for(|line| *line == Line::Cut) => {}
    }
}

async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut lines: watch::Receiver<Line>) {
    let mut buffer = vec![0; 8 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        if lines.wait_for(|line| *line != Line::Held).await.is_err()
            || to.write_all(&buffer[..count]).await.is_err()
        {
            return;
        }
    }
}

/// Ends all connections to a database but the one that does it.
const TERMINATE: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                         WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[test]
fn a_server_that_is_killed_and_started_again_loses_nothing() {
    block_on(async {
        let variable = |name: &str| std::env::var(name).expect("`cargo xtask test` sets it");
        let address = variable("DAMERO_TEST_POSTGRES_VICTIM");
        let store = PostgresStore::open(&address).await.expect("a new store");
        let (asked, answering) = oneshot::channel();
        let begin = async || {
            let killer = TcpStream::connect(variable("DAMERO_TEST_POSTGRES_KILLER")).await;
            asked.send(killer.expect("the killer")).expect("heard");
        };
        let end = async || {
            let mut killer = answering.await.expect("it was asked");
            let mut told = String::new();
            killer.read_to_string(&mut told).await.expect("an answer");
            assert_eq!(told, "back\n");
        };
        heals(&store, Effect::Fail, begin, end).await;
        store.close().await;
    });
}

#[test]
fn a_cut_and_mended_connection_heals() {
    block_on(async {
        let relay = Relay::start().await;
        let address = relay.through(&fresh().await);
        let store = PostgresStore::open(&address).await.expect("a new store");
        let begin = async || relay.line.send(Line::Cut).expect("heard");
        let end = async || {
            tokio::time::sleep(Duration::from_millis(300)).await;
            relay.line.send(Line::Open).expect("heard");
        };
        heals(&store, Effect::Fail, begin, end).await;
        store.close().await;
    });
}

#[test]
fn terminated_backends_heal() {
    block_on(async {
        let address = fresh().await;
        let store = PostgresStore::open(&address).await.expect("a new store");
        let begin = async || run(&address, TERMINATE.to_owned()).await;
        heals(&store, Effect::Fail, begin, async || ()).await;
        store.close().await;
    });
}

#[test]
fn a_server_that_turns_read_only_heals() {
    block_on(async {
        let address = fresh().await;
        let name = address.rsplit('/').next().expect("a name").to_owned();
        let store = PostgresStore::open(&address).await.expect("a new store");
        let set = |value: &str| format!("ALTER DATABASE {name} SET default_transaction_read_only = {value}");
        let begin = async || {
            run(&server(), set("on")).await;
            run(&address, TERMINATE.to_owned()).await;
        };
        let end = async || run(&server(), set("off")).await;
        heals(&store, Effect::Fail, begin, end).await;
        store.close().await;
    });
}

#[test]
fn a_slow_server_loses_nothing() {
    block_on(async {
        let relay = Relay::start().await;
        let address = relay.through(&fresh().await);
        let store = PostgresStore::open(&address).await.expect("a new store");
        let begin = async || relay.line.send(Line::Held).expect("heard");
        let end = async || {
            tokio::time::sleep(Duration::from_millis(1_500)).await;
            relay.line.send(Line::Open).expect("heard");
        };
        heals(&store, Effect::Wait, begin, end).await;
        store.close().await;
    });
}
