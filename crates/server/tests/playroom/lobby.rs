//! Finding an opponent.

use serde_json::json;

use crate::harness::{House, Page, me, open, room};

#[tokio::test(flavor = "multi_thread")]
async fn two_who_look_for_the_same_are_paired() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let clock = json!({"base_ms": 180_000, "increment_ms": 2_000});
    let seek = |id: u32, rules: &str| json!({"type": "seek", "id": id, "game": "reversi", "rules": rules, "clock": clock, "rated": true});
    let mut one = ana.socket("/ws/lobby").await.expect("a socket");
    let mut other = bob.socket("/ws/lobby").await.expect("a socket");
    one.send(&seek(1, "no such rules")).await.expect("sent");
    let refused = one.wait_for("refused").await.expect("a refusal");
    assert_eq!(refused["id"], 1);
    one.send(&seek(2, "standard")).await.expect("sent");
    assert_eq!(
        one.wait_for("seeking").await.expect("it looks")["game"],
        "reversi"
    );
    // Other rules do not fit.
    other.send(&seek(1, "standard,score=raw")).await.expect("sent");
    other.wait_for("seeking").await.expect("it looks");
    other
        .send(&json!({"type": "unseek", "id": 2}))
        .await
        .expect("sent");
    other.wait_for("idle").await.expect("it stops");
    other.send(&seek(3, "standard")).await.expect("sent");
    let (found, match_) = (
        one.wait_for("paired").await.expect("a pair"),
        other.wait_for("paired").await.expect("a pair"),
    );
    assert_eq!(found["room"], match_["room"]);
    assert_ne!(found["seat"], match_["seat"]);
    let page = Page::open(&ana, found["room"].as_str().expect("a room"), "a").await;
    assert_eq!(page.state["you"], json!([found["seat"]]));
    assert_eq!(page.state["rated"], true);
    assert_eq!(page.head()["status"], "playing");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn open_rooms_are_listed_until_somebody_comes() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut hidden = room("azul", &me(), &open());
    let secret = ana.create(&hidden).await.expect("a room");
    hidden["public"] = json!(true);
    let id = ana.create(&hidden).await.expect("a room");
    let _waiting = Page::open(&ana, &id, "a").await;
    let listed = || async { ana.get("/api/lobby").await.expect("the lobby").json() };
    let lobby = listed().await;
    assert_eq!(lobby["open"].as_array().map(Vec::len), Some(1), "{lobby}");
    assert_eq!(lobby["open"][0]["room"], id.as_str());
    assert_eq!(lobby["open"][0]["seat"], "second");
    let mut guest = Page::open(&bob, &id, "b").await;
    guest.must(json!({"type": "sit", "seat": "second"})).await;
    let lobby = listed().await;
    assert_eq!(lobby["open"], json!([]));
    assert_eq!(lobby["running"][0]["room"], id.as_str());
    assert_eq!(lobby["playing"], 1);
    // Who knows the link of the hidden room still gets in.
    let mut friend = Page::open(&bob, &secret, "b").await;
    friend.must(json!({"type": "sit", "seat": "second"})).await;
    house.close().await;
}
