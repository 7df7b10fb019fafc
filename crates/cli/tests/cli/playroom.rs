//! The real server, killed without warning while people play: nothing that was acknowledged may be lost.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use damero_games::random::{below, seeded};
use damero_server::client::{Guest, Line, Received};
use serde_json::{Value, json};

/// The address of a database and its password, which may not stand on a command line.
fn apart(database: &str) -> (String, String) {
    let (before, after) = database.split_once('@').expect("a user and a host");
    let (login, password) = before.rsplit_once(':').expect("a password");
    (format!("{login}@{after}"), password.to_owned())
}

/// A server process.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start(data: &Path, database: Option<&str>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damero"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--no-limits",
                "--lang",
                "en",
                "--data",
            ])
            .arg(data)
            .args(database.map(|database| format!("--database={}", apart(database).0)))
            .envs(database.map(|database| ("DAMERO_DATABASE_PASSWORD", apart(database).1)))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let page = lines.next().expect("a line").expect("a text");
        let address = page
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.trim_end_matches('/').parse().ok())
            .unwrap_or_else(|| panic!("no address in {page:?}"));
        // The program goes on writing; somebody has to read.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address }
    }

    /// No goodbye, no flush: as if the power of the process were cut.
    fn kill(mut self) {
        self.child.kill().expect("the process is killed");
        self.child.wait().expect("the process is gone");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who plays both sides of one room after the other.
struct Player {
    cookie: String,
    room: String,
    /// Acknowledged moves of the present room, in order.
    done: Vec<String>,
    seed: u64,
}

impl Player {
    async fn arrive(address: SocketAddr, seed: u64) -> Self {
        let guest = Guest::arrive(address).await.expect("a session");
        let mut player = Self {
            cookie: guest.cookie().to_owned(),
            room: String::new(),
            done: Vec::new(),
            seed,
        };
        player.next_room(&guest).await.expect("a room");
        player
    }

    async fn next_room(&mut self, guest: &Guest) -> std::io::Result<()> {
        let wanted = json!({"game": "reversi", "seats": {"first": {"kind": "me"}, "second": {"kind": "me"}}});
        self.room = guest.create(&wanted).await?;
        self.done.clear();
        Ok(())
    }

    /// Everything acknowledged is there; plays on until the server dies. Returns how many moves were acknowledged.
    async fn play(&mut self, address: SocketAddr) -> usize {
        let guest = Guest::returning(address, None, &self.cookie);
        let mut acknowledged = 0;
        loop {
            let path = format!("/ws/room/{}?client=x{}", self.room, self.done.len());
            let Ok(line) = guest.socket(&path).await else {
                return acknowledged;
            };
            let over = self.play_room(line, &mut acknowledged).await;
            if over != Some(true) || self.next_room(&guest).await.is_err() {
                return acknowledged;
            }
        }
    }

    /// True when the game is over, `None` when the connection is gone.
    async fn play_room(&mut self, mut line: Line, acknowledged: &mut usize) -> Option<bool> {
        let mut rng = seeded(self.seed);
        self.seed += 1;
        let state = line.wait_for("state").await.ok()?;
        let texts = |log: &Value| -> Vec<String> {
            let log = log.as_array().expect("a log");
            log.iter()
                .map(|entry| entry["text"].as_str().expect("a text").to_owned())
                .collect()
        };
        let mut log = texts(&state["log"]);
        assert!(
            log.starts_with(&self.done),
            "acknowledged moves are lost in {}: {:?} is not the beginning of {log:?}",
            self.room,
            self.done
        );
        self.done.clone_from(&log);
        let mut head = state["head"].clone();
        for id in 1_u32.. {
            if head["status"] == "over" {
                return Some(true);
            }
            let legal = head["frame"]["legal"].as_array().expect("moves");
            let text = legal[below(&mut rng, legal.len() as u32) as usize].clone();
            let order = json!({"type": "move", "id": id, "ply": log.len(), "actions": [text]});
            line.send(&order).await.ok()?;
            loop {
                let Ok(Received::Message(message)) = line.receive().await else {
                    return None;
                };
                match message["type"].as_str() {
                    Some("update") => {
                        log.truncate(message["from"].as_u64().expect("a place") as usize);
                        log.extend(texts(&message["log"]));
                        head = message["head"].clone();
                    }
                    Some("ack") => break,
                    Some("refused") => panic!("{order}: {message}"),
                    _ => {}
                }
            }
            self.done.clone_from(&log);
            *acknowledged += 1;
        }
        None
    }
}

/// Members of a club.
const MEMBERS: u8 = 16;

/// People who play short rated games, each against all others in turn, from addresses of their own: games of two people from
/// one address soon count no more.
struct Club {
    cookies: Vec<String>,
    played: usize,
}

/// Where a member of the club sits.
fn home(member: usize) -> Option<IpAddr> {
    let number = u8::try_from(member).expect("a small club") + 1;
    Some(IpAddr::V4(Ipv4Addr::new(127, 0, 3, number)))
}

impl Club {
    async fn found(address: SocketAddr) -> Self {
        let mut cookies = Vec::new();
        for member in 0..usize::from(MEMBERS) {
            let guest = Guest::arrive_from(address, home(member))
                .await
                .expect("a session");
            cookies.push(guest.cookie().to_owned());
        }
        Self { cookies, played: 0 }
    }

    /// Plays until the server dies.
    async fn play(&mut self, address: SocketAddr) {
        let all = usize::from(MEMBERS);
        loop {
            let one = self.played % all;
            let other = (one + 1 + self.played / all % (all - 1)) % all;
            let [ana, bob] =
                [one, other].map(|member| Guest::returning(address, home(member), &self.cookies[member]));
            if rated_game(&ana, &bob).await.is_none() {
                return;
            }
            self.played += 1;
        }
    }
}

/// One move each, then one resigns; `None` when the server is gone.
async fn rated_game(ana: &Guest, bob: &Guest) -> Option<()> {
    let wanted = json!({
        "game": "reversi", "rated": true, "clock": {"base_ms": 600_000, "increment_ms": 0},
        "seats": {"first": {"kind": "me"}, "second": {"kind": "open"}},
    });
    let room = ana.create(&wanted).await.ok()?;
    let path = format!("/ws/room/{room}?client=r");
    let (mut first, mut second) = (ana.socket(&path).await.ok()?, bob.socket(&path).await.ok()?);
    ordered(&mut second, json!({"type": "sit", "id": 1, "seat": "second"})).await?;
    for (ply, line) in [&mut first, &mut second].into_iter().enumerate() {
        let state = ana.get(&format!("/api/rooms/{room}")).await.ok()?.json();
        let text = state["head"]["frame"]["legal"][0].clone();
        ordered(
            line,
            json!({"type": "move", "id": 2, "ply": ply, "actions": [text]}),
        )
        .await?;
    }
    ordered(&mut first, json!({"type": "resign", "id": 3})).await
}

async fn ordered(line: &mut Line, order: Value) -> Option<()> {
    line.send(&order).await.ok()?;
    loop {
        match line.receive().await {
            Ok(Received::Message(message)) if message["id"] == order["id"] => {
                assert_eq!(message["type"], "ack", "{order}: {message}");
                return Some(());
            }
            Ok(Received::Message(_)) => {}
            Ok(Received::Closed(_)) | Err(_) => return None,
        }
    }
}

#[test]
fn a_killed_server_loses_no_acknowledged_move() {
    kill_under_load(None);
}

/// Compiled only for `cargo xtask test`, which starts a PostgreSQL and says where it is.
#[cfg(feature = "postgres-tests")]
#[test]
fn a_killed_server_loses_no_acknowledged_move_in_postgresql() {
    let database =
        std::env::var("DAMERO_TEST_POSTGRES").expect("`cargo xtask test` sets DAMERO_TEST_POSTGRES");
    kill_under_load(Some(&database));
}

/// `DAMERO_KILLS=200` kills as often as the published figure says.
fn kill_under_load(database: Option<&str>) {
    let kills: u64 = std::env::var("DAMERO_KILLS")
        .ok()
        .and_then(|kills| kills.parse().ok())
        .unwrap_or(6);
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let mut rng = seeded(1);
    let mut players = Vec::new();
    let mut club = None;
    let mut total = 0;
    for kill in 0..=kills {
        let server = Process::start(folder.path(), database);
        let address = server.address;
        let life = Duration::from_millis(u64::from(200 + below(&mut rng, 500)));
        players = runtime.block_on(async {
            if kill == 0 {
                for seed in 0..8 {
                    players.push(Player::arrive(address, 1000 * seed).await);
                }
                club = Some(Club::found(address).await);
            }
            let mut members = club.take().expect("it was founded");
            let club_plays = tokio::spawn(async move {
                members.play(address).await;
                members
            });
            let playing: Vec<_> = players
                .into_iter()
                .map(|mut player: Player| {
                    tokio::spawn(async move {
                        let acknowledged = player.play(address).await;
                        (player, acknowledged)
                    })
                })
                .collect();
            tokio::time::sleep(life).await;
            server.kill();
            club = Some(club_plays.await.expect("no order is refused"));
            let mut back = Vec::new();
            for task in playing {
                let (player, acknowledged) = task.await.expect("no acknowledged move is lost");
                total += acknowledged;
                back.push(player);
            }
            back
        });
    }
    let rated = club.map_or(0, |club| club.played);
    println!(
        "{kills} kills and restarts, {total} moves acknowledged, none lost; {rated} rated games acknowledged"
    );
    let database = database.map(|address| damero_server::Database {
        address: address.to_owned(),
        password: None,
    });
    let report = damero_server::check(folder.path(), database.as_ref()).expect("a check");
    println!("{report:?}");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    assert!(rated == 0 || report.ratings > 0, "rated games leave ratings");
    println!(
        "{} ratings computed again from the games: all are as they were",
        report.ratings
    );
    assert!(
        total > 50,
        "only {total} moves were acknowledged: the server was hardly under load"
    );
}

#[test]
fn a_check_says_that_all_is_well_or_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |lang: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_damero"))
            .args(["check", "--lang", lang, "--data"])
            .arg(folder.path())
            .output()
            .expect("the program starts");
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), text)
    };
    let (code, text) = check("en");
    assert_eq!(code, Some(2), "there is no data: {text}");
    Process::start(folder.path(), None).kill();
    let (code, text) = check("en");
    assert!(code == Some(0) && text.contains("all is well"), "{text}");
    let (code, text) = check("es");
    assert!(code == Some(0) && text.contains("todo está bien"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_server_that_is_asked_to_stop_stops_in_good_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Process::start(folder.path(), None);
    let id = server.child.id().to_string();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let guest = Guest::arrive(server.address).await.expect("a session");
        let mut line = guest.socket("/ws/lobby").await.expect("a socket");
        line.wait_for("lobby").await.expect("the lobby");
        let asked = Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill runs");
        assert!(asked.success());
        let code = loop {
            if let Received::Closed(code) = line.receive().await.expect("a goodbye") {
                break code;
            }
        };
        assert_eq!(code, 1012);
    });
    let mut server = server;
    let status = server.child.wait().expect("the process ends");
    assert_eq!(status.code(), Some(0));
}
