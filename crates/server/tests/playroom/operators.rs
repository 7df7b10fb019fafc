//! What operators do beside a running server: whoever it concerns notices at once, and all of it is written down.

use std::path::{Path, PathBuf};
use std::time::Duration;

use damero_arena::Spec;
use damero_games::collection::Names;
use damero_games::{GameId, Lang, registry};
use damero_search::Limits;
use damero_server::client::{Guest, Received};
use damero_server::{Admin, AdminError, EngineUseQuery};
use serde_json::json;

use crate::harness::{House, Page, me, open, room};

async fn register(house: &House, name: &str) -> Guest {
    let guest = house.guest().await;
    let credentials = json!({"name": name, "password": "correct horse"});
    let made = guest
        .post("/api/register", &credentials)
        .await
        .expect("an answer");
    assert_eq!(made.status, 200, "{}", made.body);
    let cookie = made
        .header("set-cookie")
        .and_then(|cookie| cookie.split(';').next());
    guest.with_cookie(cookie.expect("a session"))
}

/// An operator has a runtime of its own, as on the command line.
async fn operate<T: Send + 'static>(folder: &Path, work: impl FnOnce(&Admin) -> T + Send + 'static) -> T {
    let folder: PathBuf = folder.to_owned();
    tokio::task::spawn_blocking(move || work(&Admin::open(&folder, None, "eva").expect("the data")))
        .await
        .expect("done")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_closes_sockets_and_sessions_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let bob = register(&house, "Bob").await;
    let ana = register(&house, "Ana").await;
    let mut socket = bob.socket("/ws/lobby").await.expect("a socket");
    operate(folder.path(), |admin| {
        admin.ban("bob", "plays with an engine").expect("banned");
        let nobody = admin.ban("Carl", "x").expect_err("nobody");
        assert!(matches!(nobody, AdminError::Refused(_)), "{nobody:?}");
    })
    .await;
    while !matches!(socket.receive().await.expect("a goodbye"), Received::Closed(4401)) {}
    assert_ne!(bob.get("/api/me").await.expect("me").json()["name"], "Bob");
    assert_eq!(ana.get("/api/me").await.expect("me").json()["name"], "Ana");
    let login = json!({"name": "Bob", "password": "correct horse"});
    let refused = house
        .guest()
        .await
        .post("/api/login", &login)
        .await
        .expect("an answer");
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (403, &json!("banned")),
        "{}",
        refused.body
    );
    assert!(refused.body.contains("plays with an engine"), "{}", refused.body);

    let code = operate(folder.path(), |admin| {
        admin.unban("Bob").expect("allowed");
        let taken = admin.rename("Bob", "A-na").expect_err("taken");
        assert!(matches!(taken, AdminError::Refused(_)), "{taken:?}");
        assert!(admin.rename("Bob", "admin").is_err(), "a reserved name");
        admin.rename("Bob", "Robert").expect("free");
        admin.reset("robert").expect("a code")
    })
    .await;
    let guest = house.guest().await;
    let login = json!({"name": "Robert", "password": "correct horse"});
    let old = guest.post("/api/login", &login).await.expect("an answer");
    assert_eq!(old.status, 401, "the password counts no more: {}", old.body);
    let recovery = json!({"name": "Robert", "code": code, "password": "a new horse"});
    let back = guest.post("/api/recover", &recovery).await.expect("an answer");
    assert_eq!((back.status, &back.json()["name"]), (200, &json!("Robert")));

    let (names, actions) = operate(folder.path(), |admin| {
        let list = admin.list().expect("a list");
        let log = admin.log(10).expect("a log");
        assert!(log.iter().all(|entry| entry.actor == "eva"), "{log:?}");
        let names: Vec<_> = list.into_iter().map(|account| account.name).collect();
        let actions: Vec<_> = log.into_iter().map(|entry| (entry.action, entry.name)).collect();
        (names, actions)
    })
    .await;
    assert_eq!(names, ["Ana", "Robert"]);
    let expected = [
        ("reset", "Robert"),
        ("rename", "Bob"),
        ("unban", "Bob"),
        ("ban", "Bob"),
    ];
    assert_eq!(
        actions,
        expected.map(|(action, name)| (action.to_owned(), name.to_owned()))
    );
    house.close().await;
}

/// One of two people plays what the engine says, always after the same time; the other plays anything.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_tells_who_plays_like_the_engine() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (eve, bob) = (register(&house, "Eve").await, register(&house, "Bob").await);
    let mut engine = "alphabeta:depth=4"
        .parse::<Spec>()
        .expect("a spec")
        .player(GameId::Reversi, 1)
        .expect("a player");
    for _ in 0..2 {
        let mut wanted = room("reversi", &me(), &open());
        wanted["rated"] = json!(true);
        wanted["clock"] = json!({"base_ms": 600_000, "increment_ms": 0});
        let id = eve.create(&wanted).await.expect("a room");
        let mut second = Page::open(&bob, &id, "b").await;
        second.must(json!({"type": "sit", "seat": "second"})).await;
        let mut first = Page::open(&eve, &id, "a").await;
        let mut game = registry::start(GameId::Reversi, "standard").expect("a game");
        let mut known = 0;
        loop {
            first.wait_for_turn().await;
            if first.is_over() {
                break;
            }
            for text in &first.log()[known..] {
                game.play(text).expect("a move");
                known += 1;
            }
            let limits = Limits::default();
            let best = engine.analyse(&*game, limits.into()).expect("an analysis").best;
            let order = first.to_play(&best.text);
            first.must(order).await;
            second.wait_for_turn().await;
            if second.is_over() {
                break;
            }
            if second.is_to_move() {
                second.play_any().await;
            }
        }
    }
    let rows = operate(folder.path(), |admin| {
        let query = EngineUseQuery {
            player: None,
            game: Some(GameId::Reversi),
            games: 10,
            unrated: false,
            time: Duration::from_millis(5),
        };
        admin.report(&query, &mut |_| ()).expect("a report")
    })
    .await;
    let of = |name: &str| rows.iter().find(|row| row.name == name).expect("a row");
    let (eve, bob) = (of("Eve"), of("Bob"));
    assert_eq!((eve.games, bob.games), (2, 2));
    assert!(eve.decisions > 20 && bob.decisions > 20, "{rows:?}");
    // The judge has five milliseconds a move: how far apart they are depends on how busy the computer is.
    assert!(eve.agreement > bob.agreement, "{rows:?}");
    assert!(eve.loss < bob.loss, "{rows:?}");
    assert_eq!(rows[0].name, "Eve", "who agrees most comes first");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collection_counts_once_in_the_explorer() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let text = "[Event \"One\"]\n[Result \"1-0\"]\n\n1. 11-15 23-19 *\n\n[Event \"Two\"]\n[Result \"1/2-1/2\"]\n\n1. 11-15 22-18 *\n\n\
                [Event \"Open\"]\n\n1. 11-15 *\n\n[Event \"Broken\"]\n\n1. 1-2 *\n";
    operate(folder.path(), move |admin| {
        let report = admin
            .import(GameId::Checkers, &Names::default(), text.as_bytes(), Lang::En)
            .expect("imported");
        assert_eq!((report.counted, report.known, report.useless), (2, 0, 1));
        assert_eq!(report.problems.len(), 1);
        assert_eq!(report.problems[0].0, 4);
        let again = admin
            .import(GameId::Checkers, &Names::default(), text.as_bytes(), Lang::En)
            .expect("imported");
        assert_eq!((again.counted, again.known), (0, 2));
        let chance = admin
            .import(GameId::Azul, &Names::default(), text.as_bytes(), Lang::En)
            .expect_err("chance");
        assert!(matches!(chance, AdminError::Refused(_)), "{chance:?}");
    })
    .await;
    let line = json!({"game": "checkers", "rules": "english"});
    let guest = house.guest().await;
    let found = guest.post("/api/explore", &line).await.expect("an answer").json();
    let first = &found["collections"][0];
    assert_eq!(
        (&first["text"], &first["games"]),
        (&json!("11-15"), &json!(2)),
        "{found}"
    );
    assert_eq!((&first["wins"]["first"], &first["draws"]), (&json!(1), &json!(1)));
    house.close().await;
}
