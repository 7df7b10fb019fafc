//! Ratings and positions are protected from those who would help themselves.

use damero_server::DATABASE;
use damero_server::client::Guest;
use damero_store::{Append, NewGame, SqliteStore, Store as _};
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
    no_way_around(&house, &ana, &late, first.head()).await;
    first.must(json!({"type": "resign"})).await;
    assert_eq!(ask(&ana, "/api/analyse", &late).await.0, 200, "the game is over");
    house.close().await;
}

/// What else would let an engine speak to a player about the game: the position after a move, an attempt that leads to the present
/// one, a hint and a review in a room of one's own, a machine that plays on.
async fn no_way_around(house: &House, ana: &Guest, late: &[String], head: &Value) {
    let still_playing = |answer: &damero_server::client::Answer| {
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (409, &json!("still-playing")),
            "{}",
            answer.body
        );
    };
    let position = &head["frame"]["position"];
    let legal = head["frame"]["legal"].as_array().expect("moves");
    let mut alone = room("reversi", &me(), &me());
    alone["start"] = position.clone();
    let own = ana.create(&alone).await.expect("a room");
    let mut page = Page::open(ana, &own, "own").await;
    page.refused(json!({"type": "hint"}), "still-playing").await;
    still_playing(
        &ana.get(&format!("/api/rooms/{own}/evaluation"))
            .await
            .expect("an answer"),
    );
    let text = legal[0].as_str().expect("a move");
    let order = page.to_play(text);
    page.must(order).await;
    page.refused(json!({"type": "hint"}), "still-playing").await;
    let next =
        json!({"game": "reversi", "start": page.head()["frame"]["position"], "moves": [], "time_ms": 100});
    still_playing(&ana.post("/api/analyse", &next).await.expect("an answer"));
    let (attempt, before) = late.split_last().expect("moves");
    let retry = json!({"game": "reversi", "moves": before, "attempt": attempt});
    still_playing(&ana.post("/api/retry", &retry).await.expect("an answer"));
    let mut machine_plays_on = room("reversi", &machine("easy"), &me());
    machine_plays_on["start"] = position.clone();
    still_playing(
        &ana.post("/api/rooms", &machine_plays_on)
            .await
            .expect("an answer"),
    );
    // Somebody else may do all of this with other games.
    let eva = house.guest().await;
    let other = json!({"game": "reversi", "moves": ["f5", "f6"], "time_ms": 100});
    assert_eq!(
        eva.post("/api/analyse", &other).await.expect("an answer").status,
        200
    );
}

/// After a restart nobody need visit a room for its position to be closed.
#[tokio::test(flavor = "multi_thread")]
async fn old_games_are_still_being_played_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, _, mut first, mut second) = pair(&house, false).await;
    play(&mut first, &mut second, 1).await;
    let (id, line) = (first.room(), first.log());
    house.close().await;
    // The same game as one that was begun long ago.
    let store = SqliteStore::open(&folder.path().join(DATABASE))
        .await
        .expect("the store");
    let row = store.game(&id).await.expect("a game").expect("it");
    let old = NewGame {
        id: "old".to_owned(),
        game: row.game,
        rules: row.rules,
        settings: row.settings,
        created: row.created - 20 * 24 * 3_600_000,
        rated: false,
        public: false,
        seats: row.seats,
    };
    store.add_game(&old).await.expect("a game");
    let events = store.events(&id).await.expect("events");
    let at = events.last().expect("a move").at;
    let append = Append {
        game: old.id,
        at,
        bodies: events.into_iter().map(|event| event.body).collect(),
        ..Append::default()
    };
    store.append(append).await.expect("written");
    store.close().await;
    let house = House::open(folder.path()).await;
    let ana = Guest::returning(house.address, None, ana.cookie());
    let mut first = Page::open(&ana, &id, "a").await;
    first.must(json!({"type": "resign"})).await;
    let wanted = json!({"game": "reversi", "moves": line, "time_ms": 100});
    let refused = ana.post("/api/analyse", &wanted).await.expect("an answer");
    assert_eq!(refused.status, 409, "{}", refused.body);
    house.close().await;
}

/// Whoever hangs up before the end still came from there.
#[tokio::test(flavor = "multi_thread")]
async fn leaving_before_the_end_makes_no_other_address() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut rated = 0;
    for _ in 0..4 {
        let (mut first, mut second) = meet(&ana, &bob, true).await;
        play(&mut first, &mut second, 1).await;
        drop(second);
        while first.receive().await["second"] != json!(false) {}
        first.must(json!({"type": "resign"})).await;
        rated += u32::from(first.head()["result"]["ratings"] != json!(null));
    }
    assert_eq!(rated, 3);
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
