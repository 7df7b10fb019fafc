//! Connections are counted, timed and closed, whoever makes them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use damero_server::client::{Received, request};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::harness::{House, me, room};

async fn connect_from(source: [u8; 4], to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket
        .bind(SocketAddr::from((source, 0)))
        .expect("an address of this machine");
    socket.connect(to).await.ok()
}

/// What the server answers to these bytes, until it closes.
async fn answer(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(bytes).await.expect("sent");
    let mut answer = Vec::new();
    let closed = timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await;
    closed.expect("the server closes").expect("an answer");
    String::from_utf8(answer).expect("a text")
}

/// Waits until the metrics have this line.
async fn until(house: &House, line: &str) {
    let waiting = async {
        loop {
            let answer = request(house.address, "GET", "/metrics", &[], "").await;
            if answer.expect("metrics").body.contains(line) {
                break;
            }
        }
    };
    timeout(Duration::from_secs(30), waiting).await.expect(line);
}

/// Only Linux has all of 127.0.0.0/8 without being told.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn half_open_requests_of_one_address_leave_the_others_untouched() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let mut half_open = Vec::new();
    for _ in 0..1_500 {
        let Some(mut stream) = connect_from([127, 0, 0, 2], house.address).await else {
            continue;
        };
        // Where there is no place any more the connection is closed, and this may fail.
        let _ = stream
            .write_all(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
            .await;
        half_open.push(stream);
    }
    let began = Instant::now();
    let guest = house.guest().await;
    guest.create(&room("quarto", &me(), &me())).await.expect("a room");
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let metrics = guest.get("/metrics").await.expect("metrics").body;
    let open = metrics
        .lines()
        .find_map(|line| line.strip_prefix("damero_connections "));
    let open: u32 = open.expect("a gauge").parse().expect("a number");
    assert!((200..300).contains(&open), "{open} connections are open");
    drop(half_open);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_requests_are_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.patience = Duration::from_millis(300);
    })
    .await;
    let began = Instant::now();
    let head = answer(
        house.address,
        b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    )
    .await;
    assert!(head.is_empty() || head.starts_with("HTTP/1.1 408"), "{head}");
    // An open connection on which nothing is asked.
    let idle = answer(house.address, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(idle.starts_with("HTTP/1.1 200"), "{idle}");
    let guest = house.guest().await;
    let body = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{",
        guest.cookie()
    );
    let body = answer(house.address, body.as_bytes()).await;
    assert!(
        body.starts_with("HTTP/1.1 408") && body.contains("too-slow"),
        "{body}"
    );
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    house.close().await;
}

/// Whoever asks for much and reads nothing keeps no connection.
#[tokio::test(flavor = "multi_thread")]
async fn who_takes_no_answer_is_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.write_patience = Duration::from_millis(300);
    })
    .await;
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50);
    let cut = async {
        // The answers fill what the system keeps for both sides; after that nothing is taken any more.
        while stream.write_all(&ask).await.is_ok() {}
    };
    let cut = timeout(Duration::from_secs(20), cut).await;
    cut.expect("the server closes");
    // Only who asks is here then.
    until(&house, "damero_connections 1\n").await;
    house.close().await;
}

/// Whoever asks a room for its whole state again and again and reads nothing keeps no socket.
#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_takes_nothing_is_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.write_patience = Duration::from_millis(300);
    })
    .await;
    let guest = house.guest().await;
    let id = guest.create(&room("azul", &me(), &me())).await.expect("a room");
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head = format!(
        "GET /ws/room/{id}?client=x HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        guest.cookie()
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    // A text in one frame, with a mask of zeros.
    let ask = br#"{"type":"sync","version":0}"#;
    let length = 0x80 | u8::try_from(ask.len()).expect("short");
    let frame = [&[0x81, length, 0, 0, 0, 0], &ask[..]].concat();
    let cut = async { while stream.write_all(&frame).await.is_ok() {} };
    timeout(Duration::from_secs(60), cut)
        .await
        .expect("the server closes");
    until(&house, "damero_sockets 0\n").await;
    house.close().await;
}

/// Bodies that come slowly are kept in memory, and what they carry takes a processor for long: one address has few at a time.
#[tokio::test(flavor = "multi_thread")]
async fn large_requests_of_one_address_are_few_at_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let guest = house.guest().await;
    let head = |size: &str| {
        format!(
            "POST /api/read HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\nContent-Type: application/json\r\n{size}\r\n\r\n",
            guest.cookie()
        )
    };
    let mut open = Vec::new();
    for size in ["Content-Length: 1000000", "Transfer-Encoding: chunked"]
        .iter()
        .cycle()
        .take(4)
    {
        let mut stream = TcpStream::connect(house.address).await.expect("a connection");
        let begin = head(&format!("{size}\r\nExpect: 100-continue"));
        stream.write_all(begin.as_bytes()).await.expect("sent");
        // It is asked for the body when its reading begins.
        let mut more = [0; 25];
        let asked = timeout(Duration::from_secs(10), stream.read_exact(&mut more)).await;
        asked.expect("an answer").expect("the server reads");
        assert!(
            more.starts_with(b"HTTP/1.1 100"),
            "{}",
            String::from_utf8_lossy(&more)
        );
        open.push(stream);
    }
    let refused = answer(
        house.address,
        head("Content-Length: 1000000\r\nConnection: close").as_bytes(),
    )
    .await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    let small = json!({"game": "quarto", "text": "x"});
    let small = guest.post("/api/read", &small).await.expect("an answer");
    assert_eq!(small.status, 200, "{}", small.body);
    drop(open);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_not_ours_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.hosts = vec!["play.example".to_owned()];
    })
    .await;
    for (host, status) in [
        ("evil.example", "421"),
        ("play.example:80", "200"),
        ("localhost", "200"),
    ] {
        let request = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let answer = answer(house.address, request.as_bytes()).await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{host}: {answer:.200}"
        );
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_told_why_they_are_closed() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let guest = house.guest().await;
    let closed = async |line: &mut damero_server::client::Line| loop {
        if let Received::Closed(code) = line.receive().await.expect("a goodbye") {
            return code;
        }
    };
    let mut line = guest.socket("/ws/lobby").await.expect("a socket");
    line.say(&json!({"type": "seek", "game": "x".repeat(5_000)}).to_string())
        .await
        .expect("sent");
    assert_eq!(closed(&mut line).await, 1009);
    let mut line = guest.socket("/ws/lobby").await.expect("a socket");
    for _ in 0..100 {
        if line.ping().await.is_err() {
            break;
        }
    }
    assert_eq!(closed(&mut line).await, 4429, "control frames count too");
    let mut open = Vec::new();
    let refused = loop {
        match guest.socket("/ws/lobby").await {
            Ok(line) => open.push(line),
            Err(error) => break error.to_string(),
        }
        assert!(open.len() < 100, "no end to it");
    };
    assert!(
        refused.contains("429") && open.len() >= 20,
        "{} sockets, then {refused}",
        open.len()
    );
    house.close().await;
}
