//! Draws offered to a machine: it takes them when it is not better.

use damero_games::random::{below, seeded};
use damero_server::client::Guest;
use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, open, room};

/// A random game of Reversi in which few squares are left, so that the machine sees the end.
async fn late(guest: &Guest, seed: u64) -> (Vec<String>, Value) {
    let mut rng = seeded(seed);
    let mut moves: Vec<String> = Vec::new();
    loop {
        let line = json!({"game": "reversi", "moves": moves});
        let frames = guest.post("/api/replay", &line).await.expect("frames").json();
        let last = frames
            .as_array()
            .and_then(|frames| frames.last())
            .expect("a frame")
            .clone();
        let legal = last["legal"].as_array().expect("moves").clone();
        if moves.len() >= 52 || legal.is_empty() {
            return (moves, last);
        }
        let pick = below(&mut rng, legal.len() as u32) as usize;
        moves.push(legal[pick].as_str().expect("a text").to_owned());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_takes_a_draw_unless_it_is_better() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let (mut taken, mut declined) = (0, 0);
    for seed in 0..40 {
        let (moves, frame) = late(&ana, seed).await;
        if frame["turn"].is_null() || (taken > 0 && declined > 0) {
            continue;
        }
        let question = json!({"game": "reversi", "moves": moves, "time_ms": 2000});
        let analysis = ana
            .post("/api/analyse", &question)
            .await
            .expect("an answer")
            .json();
        let ours = analysis["best"]["value"].as_f64().expect("a value");
        // We are to move, the machine sits opposite.
        let mut wanted = match frame["turn"].as_str() {
            Some("first") => room("reversi", &me(), &machine("easy")),
            _ => room("reversi", &machine("easy"), &me()),
        };
        wanted["record"] = json!(moves.concat());
        let id = ana.create(&wanted).await.expect("a room");
        let mut page = Page::open(&ana, &id, "a").await;
        assert_eq!(page.head()["can"]["draw"], true, "the game is old enough");
        let answer = page.order(json!({"type": "draw"})).await;
        if ours < 0.0 {
            assert_eq!(answer["rule"], "machine-declines", "it wins: {answer}");
            assert_eq!(page.head()["status"], "playing");
            declined += 1;
        } else {
            assert_eq!(answer["type"], "ack", "it does not win ({ours}): {answer}");
            let result = &page.head()["result"];
            assert_eq!(
                (&result["score"], &result["cause"]),
                (&json!("1/2-1/2"), &json!("agreement"))
            );
            taken += 1;
        }
    }
    assert!(taken > 0 && declined > 0, "{taken} taken, {declined} declined");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn some_draws_are_not_for_offering() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let id = ana
        .create(&room("quarto", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    assert_eq!(page.head()["can"]["draw"], false);
    page.refused(json!({"type": "draw"}), "too-early").await;
    // In Azul the points decide, between people too.
    let id = ana.create(&room("azul", &me(), &open())).await.expect("a room");
    let mut first = Page::open(&ana, &id, "a").await;
    let mut second = Page::open(&bob, &id, "b").await;
    second.must(json!({"type": "sit", "seat": "second"})).await;
    assert_eq!(second.head()["can"]["draw"], false);
    first.refused(json!({"type": "draw"}), "no-draws").await;
    house.close().await;
}
