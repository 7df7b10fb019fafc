//! Ratings and positions are protected from those who would help themselves.

use damero_server::client::Guest;
use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, open, room};

async fn pair(house: &House, rated: bool) -> (Guest, Guest, Page, Page) {
    let (ana, bob) = (house.guest().await, house.guest().await);
    let (first, second) = meet(&ana, &bob, rated).await;
    (ana, bob, first, second)
}

async fn meet(ana: &Guest, bob: &Guest, rated: bool) -> (Page, Page) {
    let mut wanted = room("reversi", &me(), &open());
    wanted["rated"] = json!(rated);
    wanted["clock"] = json!({"base_ms": 600_000, "increment_ms": 0});
    let id = ana.create(&wanted).await.expect("a room");
    let mut second = Page::open(bob, &id, "b").await;
    second.must(json!({"type": "sit", "seat": "second"})).await;
    let mut first = Page::open(ana, &id, "a").await;
    first.wait_for_turn().await;
    (first, second)
}

/// Both move until so many moves are played.
async fn play(first: &mut Page, second: &mut Page, moves: usize) {
    for _ in 0..moves {
        first.wait_for_turn().await;
        first.play_any().await;
        second.wait_for_turn().await;
        second.play_any().await;
    }
    first.wait_for_turn().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_says_nothing_about_a_game_that_is_being_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob, mut first, mut second) = pair(&house, true).await;
    let eva = house.guest().await;
    let ask = async |guest: &Guest, path: &str, moves: &[String]| -> (u16, Value) {
        let wanted = json!({"game": "reversi", "moves": moves, "time_ms": 100});
        let answer = guest.post(path, &wanted).await.expect("an answer");
        (answer.status, answer.json()["error"]["code"].clone())
    };
    let playing = (409, json!("still-playing"));
    play(&mut first, &mut second, 1).await;
    let line = first.log();
    for guest in [&ana, &bob] {
        assert_eq!(ask(guest, "/api/analyse", &line).await, playing);
        assert_eq!(ask(guest, "/api/evaluate", &line).await, playing);
        // A line that goes on from there is no way around it, and neither is the position alone.
        let legal = first.head()["frame"]["legal"][0]
            .as_str()
            .expect("a move")
            .to_owned();
        let longer = [line.clone(), vec![legal]].concat();
        assert_eq!(ask(guest, "/api/analyse", &longer).await, playing);
        let position = first.head()["frame"]["position"].clone();
        let wanted = json!({"game": "reversi", "start": position, "moves": [], "time_ms": 100});
        let refused = guest.post("/api/analyse", &wanted).await.expect("an answer");
        assert_eq!(refused.status, 409, "{}", refused.body);
    }
    assert_eq!(
        ask(&eva, "/api/analyse", &line).await.0,
        200,
        "an opening like any other"
    );
    play(&mut first, &mut second, 4).await;
    assert_eq!(
        ask(&eva, "/api/analyse", &first.log()).await,
        playing,
        "not even to those who watch"
    );
    assert_eq!(
        ask(&ana, "/api/analyse", &line).await.0,
        200,
        "what is past may be looked at"
    );
    let late = first.log();
    first.must(json!({"type": "resign"})).await;
    assert_eq!(ask(&ana, "/api/analyse", &late).await.0, 200, "the game is over");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_have_a_clock_and_both_have_moved() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let mut wanted = room("reversi", &me(), &open());
    wanted["rated"] = json!(true);
    let refused = ana.post("/api/rooms", &wanted).await.expect("an answer");
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (422, &json!("rated")),
        "{}",
        refused.body
    );
    let (_, _, mut first, _second) = pair(&house, true).await;
    first.play_any().await;
    first.must(json!({"type": "resign"})).await;
    let result = &first.head()["result"];
    assert_eq!(result["ratings"], json!(null), "{result}");
    assert!(
        result["reason"]["en"]
            .as_str()
            .expect("a reason")
            .contains("not both have moved")
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_friends_cannot_feed_each_other_points() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut rated = 0;
    for _ in 0..14 {
        let (mut first, mut second) = meet(&ana, &bob, true).await;
        play(&mut first, &mut second, 1).await;
        first.must(json!({"type": "resign"})).await;
        rated += u32::from(first.head()["result"]["ratings"] != json!(null));
    }
    assert_eq!(rated, 12);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_at_one_address_have_three_rated_games_a_day() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut reasons = Vec::new();
    for _ in 0..4 {
        let (mut first, mut second) = meet(&ana, &bob, true).await;
        play(&mut first, &mut second, 1).await;
        first.must(json!({"type": "resign"})).await;
        let result = &first.head()["result"];
        reasons.extend((result["ratings"] == json!(null)).then(|| result["reason"].clone()));
    }
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    assert!(
        reasons[0]["en"]
            .as_str()
            .is_some_and(|en| en.contains("3 rated games")),
        "{reasons:?}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_watches_can_order_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, eva) = (house.guest().await, house.guest().await);
    let id = ana
        .create(&room("quarto", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    let mut watcher = Page::open(&eva, &id, "w").await;
    for order in ["hint", "undo", "resign", "draw", "rematch", "abort"] {
        let answer = watcher.order(json!({"type": order})).await;
        assert_eq!(answer["type"], "refused", "{order}: {answer}");
    }
    page.wait_for_turn().await;
    let hint = page.order(json!({"type": "hint"})).await;
    assert_eq!(hint["type"], "hint", "{hint}");
    // A private game is in the library of those who played it, and of nobody else.
    page.must(json!({"type": "resign"})).await;
    let listed = async |guest: &Guest| {
        let list = guest.get("/api/library").await.expect("a list").json();
        list.as_array().expect("a list").len()
    };
    assert_eq!((listed(&ana).await, listed(&eva).await), (1, 0));
    house.close().await;
}
