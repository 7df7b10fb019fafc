//! Restarts in good order: sockets are told, games go on, clocks are credited.

use damero_server::client::Received;
use serde_json::json;

use crate::harness::{House, Page, machine, me, open, room};

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut wanted = room("azul", &me(), &open());
    wanted["clock"] = json!({"base_ms": 300_000, "increment_ms": 0});
    let id = ana.create(&wanted).await.expect("a room");
    let mut first = Page::open(&ana, &id, "a").await;
    let mut second = Page::open(&bob, &id, "b").await;
    second.must(json!({"type": "sit", "seat": "second"})).await;
    first.wait_for_turn().await;
    first.play_any().await;
    second.wait_for_turn().await;
    second.play_any().await;
    while first.log() != second.log() {
        first.receive().await;
    }
    let (log, frame) = (first.state["log"].clone(), first.head()["frame"].clone());
    let left = first.head()["clock"]["second"].as_u64().expect("a clock");
    let version = first.version();
    let closing = tokio::spawn(house.close());
    let code = loop {
        if let Received::Closed(code) = first.line.receive().await.expect("a goodbye") {
            break code;
        }
    };
    assert_eq!(code, 1012, "come back at once");
    drop(second);
    closing.await.expect("closed");

    // The same data on another port; the cookies still hold.
    let house = House::open(folder.path()).await;
    let ana = house.guest().await.with_cookie(ana.cookie());
    let line = ana
        .socket(&format!("/ws/room/{id}?client=a&since={version}"))
        .await;
    let state = line
        .expect("a socket")
        .wait_for("state")
        .await
        .expect("everything, for the versions are new");
    assert_eq!(state["log"], log);
    assert_eq!(state["head"]["frame"], frame);
    assert_eq!(state["you"], json!(["first"]));
    assert_eq!(
        state["head"]["clock"]["second"].as_u64(),
        Some(left),
        "nothing is lost while nobody could move"
    );
    assert_eq!(state["head"]["clock"]["running"], "first");
    let mut page = Page::open(&ana, &id, "a2").await;
    page.play_any().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_against_the_machine_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let id = ana
        .create(&room("checkers", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    page.play_any().await;
    let log = page.log();
    drop(page);
    house.close().await;
    let house = House::open(folder.path()).await;
    let ana = house.guest().await.with_cookie(ana.cookie());
    let mut page = Page::open(&ana, &id, "a").await;
    assert_eq!(page.log()[..log.len()], log[..]);
    page.wait_for_turn().await;
    page.play_any().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_do_not_share_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let config = damero_server::Config::new(folder.path().to_owned());
    let refused = damero_server::Server::start(&config).await.err();
    assert!(
        matches!(refused, Some(damero_server::ServerError::InUse { .. })),
        "{refused:?}"
    );
    house.close().await;
}
