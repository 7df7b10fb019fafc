//! The machines' own pool of ratings.

use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, room};

async fn pool(guest: &damero_server::client::Guest, game: &str) -> Vec<Value> {
    let path = format!("/api/leaderboard?game={game}&pool=machines");
    let board = guest.get(&path).await.expect("an answer");
    assert_eq!(board.status, 200, "{}", board.body);
    board.json().as_array().expect("rows").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_earn_ratings_from_each_other_and_people_earn_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    assert!(pool(&ana, "quarto").await.is_empty());
    let mut wanted = room("quarto", &machine("easy"), &machine("medium"));
    wanted["delay_ms"] = json!(0);
    let id = ana.create(&wanted).await.expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    assert_eq!(page.head()["seats"]["first"]["provisional"], true);
    assert!(
        page.head()["seats"]["first"]["rating"].is_null(),
        "a level without games has no rating"
    );
    while !page.is_over() {
        page.receive().await;
    }
    let rows = pool(&ana, "quarto").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    for row in &rows {
        assert_eq!((&row["bot"], &row["games"]), (&json!(true), &json!(1)));
        let seat = ["first", "second"]
            .into_iter()
            .map(|side| &page.head()["seats"][side])
            .find(|seat| seat["level"] == row["name"])
            .expect("at the board");
        assert_eq!(
            seat["rating"], row["rating"],
            "the room shows what the board shows"
        );
    }
    // The same level on both sides says nothing.
    wanted["seats"] = json!({"first": machine("easy"), "second": machine("easy")});
    let id = ana.create(&wanted).await.expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    while !page.is_over() {
        page.receive().await;
    }
    assert_eq!(pool(&ana, "quarto").await, rows);
    // A guest whose strength nobody knows teaches the machine nothing, and loses nothing either.
    let id = ana
        .create(&room("quarto", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    page.play_any().await;
    page.must(json!({"type": "resign"})).await;
    assert!(page.head()["result"]["ratings"].is_null());
    assert_eq!(pool(&ana, "quarto").await, rows);
    let me = ana.get("/api/me").await.expect("an answer").json();
    assert_eq!(me["ratings"], json!([]));
    let people = ana
        .get("/api/leaderboard?game=quarto")
        .await
        .expect("an answer")
        .json();
    assert_eq!(people, json!([]));
    let unknown = ana
        .get("/api/leaderboard?game=quarto&pool=cats")
        .await
        .expect("an answer");
    assert_eq!(unknown.status, 400);
    house.close().await;
}
