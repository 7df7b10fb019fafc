//! Two people, two connections.

use damero_server::client::Guest;
use serde_json::json;

use crate::harness::{House, Page, me, open, room};

async fn pair(house: &House, game: &str, rated: bool) -> (Guest, Guest, Page, Page) {
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut wanted = room(game, &me(), &open());
    wanted["rated"] = json!(rated);
    wanted["clock"] = json!({"base_ms": 600_000, "increment_ms": 1_000});
    let id = ana.create(&wanted).await.expect("a room");
    let mut first = Page::open(&ana, &id, "a").await;
    assert_eq!(first.head()["status"], "waiting");
    assert_eq!(first.head()["frame"]["legal"], json!([]), "nobody can move yet");
    first
        .refused(json!({"type": "sit", "seat": "second"}), "already-seated")
        .await;
    first.refused(first.to_play("f5"), "not-playing").await;
    let mut second = Page::open(&bob, &id, "b").await;
    assert_eq!(second.state["you"], json!([]));
    second
        .refused(json!({"type": "sit", "seat": "first"}), "seat-taken")
        .await;
    second.must(json!({"type": "sit", "seat": "second"})).await;
    assert_eq!(second.state["you"], json!(["second"]));
    while first.head()["status"] != "playing" {
        first.receive().await;
    }
    (ana, bob, first, second)
}

async fn both_see(first: &mut Page, second: &mut Page, plies: usize) {
    for page in [first, second] {
        while page.log().len() != plies {
            page.receive().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_with_a_lost_connection() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob, mut first, mut second) = pair(&house, "reversi", true).await;
    second
        .refused(
            json!({"type": "move", "ply": 0, "actions": ["f5"]}),
            "not-your-turn",
        )
        .await;
    first.play_any().await;
    both_see(&mut first, &mut second, 1).await;
    second.play_any().await;
    both_see(&mut first, &mut second, 2).await;

    // Bob's connection is cut; Ana plays on; Bob comes back and hears only what he missed.
    let second = {
        let version = second.version();
        let mut cut = second;
        first.play_any().await;
        cut = cut.reopen(&bob, "b").await;
        while cut.version() < first.version() {
            let message = cut.receive().await;
            assert_ne!(message["type"], "state", "a short gap is filled with updates");
        }
        assert!(cut.version() > version);
        assert_eq!(cut.log(), first.log());
        cut
    };
    // A watcher sees the same and can do nothing.
    let eva = house.guest().await;
    let mut watcher = Page::open(&eva, &first.room(), "w").await;
    assert_eq!(watcher.log(), first.log());
    watcher.refused(watcher.to_play("a1"), "not-seated").await;
    watcher.refused(json!({"type": "hint"}), "not-seated").await;
    watcher
        .refused(json!({"type": "sit", "seat": "second"}), "seat-taken")
        .await;

    let mut second = second;
    loop {
        let plies = first.log().len();
        let (mover, other) = if first.is_to_move() {
            (&mut first, &mut second)
        } else {
            (&mut second, &mut first)
        };
        if mover.is_over() {
            break;
        }
        mover.play_any().await;
        both_see(mover, other, plies + 1).await;
        if mover.is_over() || other.is_over() {
            break;
        }
    }
    for page in [&mut first, &mut second] {
        while !page.is_over() {
            page.receive().await;
        }
    }
    let result = first.head()["result"].clone();
    assert_eq!(result, second.head()["result"]);
    assert_eq!(result["cause"], "rules");
    let ratings = &result["ratings"];
    assert_eq!(ratings["first"]["before"], 1500);
    let me = ana.get("/api/me").await.expect("me").json();
    assert_eq!(me["ratings"][0]["rating"], ratings["first"]["after"], "{me}");
    assert_eq!(me["ratings"][0]["provisional"], true);

    // The rematch needs both, and swaps the sides.
    first.must(json!({"type": "rematch"})).await;
    assert_eq!(first.head()["offers"]["rematch"], "first");
    second.must(json!({"type": "rematch"})).await;
    let next = second.head()["next"].as_str().expect("another room").to_owned();
    let again = Page::open(&ana, &next, "a").await;
    assert_eq!(again.state["you"], json!(["second"]));
    assert_eq!(again.head()["status"], "playing");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_made_declined_and_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (_ana, _bob, mut first, mut second) = pair(&house, "checkers", false).await;
    first.play_any().await;
    both_see(&mut first, &mut second, 1).await;
    second.refused(json!({"type": "undo"}), "nothing-to-undo").await;
    first.must(json!({"type": "undo"})).await;
    assert_eq!(first.head()["offers"]["takeback"], "first");
    assert_eq!(first.log().len(), 1, "an offer changes nothing yet");
    second.must(json!({"type": "decline"})).await;
    second
        .refused(json!({"type": "decline"}), "nothing-offered")
        .await;
    while !first.head()["offers"]["takeback"].is_null() {
        first.receive().await;
    }
    first.must(json!({"type": "undo"})).await;
    second.must(json!({"type": "undo"})).await;
    both_see(&mut first, &mut second, 0).await;

    first.play_any().await;
    both_see(&mut first, &mut second, 1).await;
    second.must(json!({"type": "draw"})).await;
    second
        .must(json!({"type": "phrase", "phrase": "good-game"}))
        .await;
    let said = loop {
        let message = first.receive().await;
        if message["type"] == "phrase" {
            break message;
        }
    };
    assert_eq!(
        (&said["by"], &said["phrase"]),
        (&json!("second"), &json!("good-game"))
    );
    second.refused(json!({"type": "claim"}), "still-here").await;
    first.must(json!({"type": "draw"})).await;
    let result = &first.head()["result"];
    assert_eq!(
        (&result["score"], &result["cause"]),
        (&json!("1/2-1/2"), &json!("agreement"))
    );
    assert!(result["ratings"].is_null(), "a casual game");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_out_and_games_are_called_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let mut wanted = room("quarto", &me(), &me());
    wanted["clock"] = json!({"base_ms": 1_000, "increment_ms": 0});
    let mut page = Page::open(&guest, &guest.create(&wanted).await.expect("a room"), "a").await;
    assert!(
        page.head()["clock"]["running"].is_null(),
        "the first turn is free"
    );
    page.play_any().await;
    assert_eq!(page.head()["clock"]["running"], "second");
    while !page.is_over() {
        page.receive().await;
    }
    let result = &page.head()["result"];
    assert_eq!(
        (&result["score"], &result["cause"]),
        (&json!("1-0"), &json!("time"))
    );
    assert_eq!(page.head()["clock"]["second"], 0);

    wanted["clock"] = json!({"base_ms": 0, "increment_ms": 0});
    let refused = guest.post("/api/rooms", &wanted).await.expect("an answer");
    assert_eq!(refused.json()["error"]["code"], "clock");
    wanted["clock"] = json!(null);
    let mut page = Page::open(&guest, &guest.create(&wanted).await.expect("a room"), "a").await;
    page.must(json!({"type": "abort"})).await;
    let result = &page.head()["result"];
    assert_eq!(
        (&result["score"], &result["cause"]),
        (&json!("*"), &json!("aborted"))
    );
    house.close().await;
}
