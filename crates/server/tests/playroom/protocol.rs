//! Messages that come twice, late, out of order, never, or make no sense.

use damero_games::random::{below, seeded};
use damero_server::client::Received;
use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, open, room};

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_comes_twice_is_done_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest
        .create(&room("reversi", &me(), &me()))
        .await
        .expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    let order = json!({"type": "move", "id": 1, "ply": 0, "actions": ["f5"]});
    for _ in 0..3 {
        page.line.send(&order).await.expect("sent");
    }
    for _ in 0..3 {
        let ack = page.line.wait_for("ack").await.expect("an answer to each");
        assert_eq!(ack["id"], 1);
    }
    // A refusal is repeated as well, and does not turn into anything else.
    let refused = json!({"type": "move", "id": 2, "ply": 1, "actions": ["a1"]});
    for _ in 0..2 {
        page.line.send(&refused).await.expect("sent");
        assert_eq!(
            page.line.wait_for("refused").await.expect("an answer")["rule"],
            "turns-nothing"
        );
    }
    // The connection was lost before the answer: the same page load asks again on another socket.
    let mut again = guest
        .socket(&format!("/ws/room/{id}?client=a"))
        .await
        .expect("a socket");
    again.send(&order).await.expect("sent");
    again.wait_for("ack").await.expect("done before");
    // Another page load has numbers of its own, but the move is known by its place.
    let mut other = guest
        .socket(&format!("/ws/room/{id}?client=b"))
        .await
        .expect("a socket");
    other.send(&order).await.expect("sent");
    other.wait_for("ack").await.expect("done before");
    let differs = json!({"type": "move", "id": 2, "ply": 0, "actions": ["d3"]});
    other.send(&differs).await.expect("sent");
    assert_eq!(
        other.wait_for("refused").await.expect("an answer")["rule"],
        "old-position"
    );
    let state = guest
        .get(&format!("/api/rooms/{id}"))
        .await
        .expect("the state")
        .json();
    assert_eq!(state["log"].as_array().map(Vec::len), Some(1));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn gaps_are_filled_with_updates_or_with_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest
        .create(&room("reversi", &me(), &me()))
        .await
        .expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    let start = page.version();
    for _ in 0..3 {
        page.play_any().await;
    }
    page.line
        .send(&json!({"type": "sync", "version": start + 1}))
        .await
        .expect("sent");
    for missed in [start + 2, start + 3] {
        assert_eq!(
            page.line.wait_for("update").await.expect("an update")["version"],
            missed
        );
    }
    for nonsense in [0, start - 1, start + 1_000_000] {
        page.line
            .send(&json!({"type": "sync", "version": nonsense}))
            .await
            .expect("sent");
        let state = page.line.wait_for("state").await.expect("everything");
        assert_eq!(state["version"], start + 3);
        assert_eq!(state["log"].as_array().map(Vec::len), Some(3));
    }
    for _ in 0..40 {
        page.play_any().await;
    }
    page.line
        .send(&json!({"type": "sync", "version": start + 1}))
        .await
        .expect("sent");
    page.line
        .wait_for("state")
        .await
        .expect("a gap too long for updates");
    page.line
        .send(&json!({"type": "ping", "t": 42}))
        .await
        .expect("sent");
    assert_eq!(page.line.wait_for("pong").await.expect("a sign of life")["t"], 42);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_closes_the_socket_and_harms_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest
        .create(&room("quarto", &me(), &open()))
        .await
        .expect("a room");
    let path = format!("/ws/room/{id}?client=x");
    let texts = [
        "",
        "{",
        "null",
        "[]",
        "{\"type\":\"move\"}",
        "{\"type\":\"move\",\"id\":1e9}",
        "\u{0}\u{1F600}",
    ];
    for text in texts {
        let mut line = guest.socket(&path).await.expect("a socket");
        line.say(text).await.expect("sent");
        let code = loop {
            if let Received::Closed(code) = line.receive().await.expect("an end") {
                break code;
            }
        };
        assert_eq!(code, 4400, "{text:?}");
    }
    let mut line = guest.socket(&path).await.expect("a socket");
    let long = json!({"type": "move", "id": 1, "ply": 0, "actions": ["x".repeat(5000)]});
    line.send(&long).await.expect("sent");
    let closed = loop {
        match line.receive().await {
            Ok(Received::Message(_)) => {}
            Ok(Received::Closed(_)) | Err(_) => break true,
        }
    };
    assert!(closed, "a message that is too long");
    let mut line = guest.socket("/ws/room/nowhere").await.expect("a socket");
    assert_eq!(line.receive().await.expect("an end"), Received::Closed(4404));
    let page = Page::open(&guest, &id, "y").await;
    assert_eq!(page.log().len(), 0);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_messages_close_the_socket() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let guest = house.guest().await;
    let mut line = guest.socket("/ws/lobby").await.expect("a socket");
    for t in 0..200 {
        if line.send(&json!({"type": "ping", "t": t})).await.is_err() {
            break;
        }
    }
    let code = loop {
        match line.receive().await {
            Ok(Received::Message(_)) => {}
            Ok(Received::Closed(code)) => break code,
            // Our own messages may have crossed the goodbye.
            Err(_) => break 4429,
        }
    };
    assert_eq!(code, 4429);
    house.close().await;
}

/// Any order that a page could send, and many that none would.
fn any_order(rng: &mut damero_games::random::SeededRng, state: &Value) -> Value {
    let legal = state["head"]["frame"]["legal"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let plies = state["log"].as_array().map_or(0, Vec::len) as u32;
    let mut text = || match below(rng, 4) {
        0 => json!("a1"),
        1 => json!("TLQH"),
        2 => json!("\u{1F600}-x"),
        _ if legal.is_empty() => json!(""),
        _ => legal[below(rng, legal.len() as u32) as usize].clone(),
    };
    let (one, two) = (text(), text());
    let kind = below(rng, 24);
    match kind {
        0..=11 => {
            let ply = if below(rng, 4) == 0 {
                below(rng, plies + 2)
            } else {
                plies
            };
            let actions = if kind < 9 { json!([one]) } else { json!([one, two]) };
            json!({"type": "move", "ply": ply, "actions": actions})
        }
        13 => json!({"type": "draw"}),
        14 => json!({"type": "decline"}),
        15 => json!({"type": "claim", "draw": true}),
        16 => json!({"type": "rematch"}),
        17 => json!({"type": "sit", "seat": "second"}),
        18 => json!({"type": "pace", "paused": true, "delay_ms": 5}),
        19 => json!({"type": "step"}),
        20 => json!({"type": "phrase", "phrase": "oops"}),
        21 => json!({"type": "move", "ply": plies, "actions": []}),
        22 if below(rng, 8) == 0 => json!({"type": "resign"}),
        23 if below(rng, 8) == 0 => json!({"type": "abort"}),
        _ => json!({"type": "undo"}),
    }
}

/// Random orders from two seats and a watcher, some sent twice, some sockets cut in the middle: whatever happens, the
/// stored game is legal and everybody ends with the same log.
#[tokio::test(flavor = "multi_thread")]
async fn random_orders_never_make_an_illegal_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    for (seed, game) in (1..).zip(["quarto", "reversi", "azul"]) {
        let mut rng = seeded(seed);
        let people = [house.guest().await, house.guest().await, house.guest().await];
        let id = people[0]
            .create(&room(game, &me(), &open()))
            .await
            .expect("a room");
        let mut pages = Vec::new();
        for (i, guest) in people.iter().enumerate() {
            pages.push(Page::open(guest, &id, &format!("c{i}")).await);
        }
        pages[1].must(json!({"type": "sit", "seat": "second"})).await;
        for _ in 0..150 {
            let i = below(&mut rng, 3) as usize;
            let order = any_order(&mut rng, &pages[i].state);
            let answer = pages[i].order(order.clone()).await;
            assert!(
                ["ack", "refused"].contains(&answer["type"].as_str().unwrap_or_default()),
                "{order}: {answer}"
            );
            if below(&mut rng, 10) == 0 {
                let page = pages.remove(i).reopen(&people[i], &format!("c{i}")).await;
                pages.insert(i, page);
            }
        }
        let state = people[2]
            .get(&format!("/api/rooms/{id}"))
            .await
            .expect("the state")
            .json();
        for page in &mut pages {
            page.line
                .send(&json!({"type": "sync", "version": 0}))
                .await
                .expect("sent");
            while page.receive().await["type"] != "state" {}
            assert_eq!(page.state["log"], state["log"], "{game}");
        }
        let texts = pages[0].log();
        let replay = json!({"game": game, "rules": state["rules"], "moves": texts});
        let frames = people[0].post("/api/replay", &replay).await.expect("frames");
        assert_eq!(frames.status, 200, "the game is legal: {}", frames.body);
        // The room as the store has it is the room as it was told.
        let last = frames
            .json()
            .as_array()
            .and_then(|frames| frames.last().cloned())
            .expect("a frame");
        assert_eq!(last["position"], state["head"]["frame"]["position"]);
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_at_work_is_stopped_by_an_undo() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest
        .create(&room("reversi", &me(), &machine("max")))
        .await
        .expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    page.play_any().await;
    while page.head()["thinking"] != "second" {
        page.receive().await;
    }
    page.must(json!({"type": "undo"})).await;
    assert!(page.head()["thinking"].is_null());
    assert_eq!(page.log().len(), 0);
    assert!(page.is_to_move());
    page.must(json!({"type": "resign"})).await;
    house.close().await;
}
