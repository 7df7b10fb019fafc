//! Whole games over the socket.

use damero_games::GameId;
use serde_json::json;

use crate::harness::{House, Page, machine, me, room};

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_the_end_against_easy() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    for (i, game) in GameId::ALL.iter().enumerate() {
        let game = &*game.to_string();
        let guest = house.guest().await;
        // Once on each side.
        let seats = if i % 2 == 0 {
            (me(), machine("easy"))
        } else {
            (machine("easy"), me())
        };
        let id = guest
            .create(&room(game, &seats.0, &seats.1))
            .await
            .expect("a room");
        let mut page = Page::open(&guest, &id, "a").await;
        loop {
            page.wait_for_turn().await;
            if page.is_over() {
                break;
            }
            page.play_any().await;
        }
        let result = page.head()["result"].clone();
        assert_eq!(result["cause"], "rules", "{game}: {result}");
        assert!(page.head()["frame"]["turn"].is_null(), "{game}");
        assert_eq!(page.head()["frame"]["legal"], json!([]), "{game}");

        // What was played is in the record, in the frames and in the library.
        let frames = guest
            .get(&format!("/api/rooms/{id}/frames"))
            .await
            .expect("frames")
            .json();
        let frames = frames.as_array().expect("a list");
        assert_eq!(frames.len(), page.log().len() + 1, "{game}");
        assert_eq!(frames.last(), Some(&page.head()["frame"]), "{game}");
        let record = guest
            .get(&format!("/api/rooms/{id}/record"))
            .await
            .expect("a record");
        let score = result["score"].as_str().expect("a score");
        assert!(
            record.body.contains(&format!("[Game \"{game}\"]")),
            "{}",
            record.body
        );
        assert!(
            record.body.contains(&format!("[Result \"{score}\"]")),
            "{}",
            record.body
        );
        let imported = guest
            .post("/api/import", &json!({"game": game, "text": record.body}))
            .await
            .expect("an import")
            .json();
        assert_eq!(imported["moves"], json!(page.log()), "{game}");
        let library = guest
            .get(&format!("/api/library?game={game}"))
            .await
            .expect("games")
            .json();
        assert_eq!(library[0]["room"], id.as_str(), "{game}: {library}");
        assert_eq!(library[0]["result"], result, "{game}");
        assert_eq!(library[0]["plies"], page.log().len(), "{game}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_on_one_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest.create(&room("quarto", &me(), &me())).await.expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    assert_eq!(page.state["you"], json!(["first", "second"]));
    page.play_any().await;

    // A turn of two actions, all or none.
    let given = page.head()["frame"]["view"]["left"][0]
        .as_str()
        .expect("a piece")
        .to_owned();
    let half = json!({"type": "move", "ply": 1, "actions": ["a1", "not a piece"]});
    page.refused(half, "notation").await;
    assert_eq!(page.log().len(), 1, "nothing of a refused turn stays");
    page.must(json!({"type": "move", "ply": 1, "actions": ["a1", given]}))
        .await;
    assert_eq!(page.log().len(), 3);
    let turns: Vec<_> = page.state["log"]
        .as_array()
        .expect("a log")
        .iter()
        .map(|entry| &entry["turn"])
        .collect();
    assert_eq!(turns, [1, 2, 2]);

    // Undo goes back one decision at a time, whoever made it.
    page.must(json!({"type": "undo"})).await;
    assert_eq!(page.log().len(), 2);
    page.must(json!({"type": "undo"})).await;
    page.must(json!({"type": "undo"})).await;
    page.refused(json!({"type": "undo"}), "nothing-to-undo").await;

    page.play_any().await;
    page.must(json!({"type": "resign", "seat": "first"})).await;
    assert_eq!(page.head()["result"]["score"], "0-1");
    page.refused(json!({"type": "undo"}), "not-playing").await;
    page.must(json!({"type": "rematch"})).await;
    let next = page.head()["next"].as_str().expect("another room").to_owned();
    let again = Page::open(&guest, &next, "a").await;
    assert_eq!(again.head()["status"], "playing");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_and_hints_against_the_machine() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest
        .create(&room("reversi", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    page.refused(json!({"type": "undo"}), "nothing-to-undo").await;
    let answer = page.refused(page.to_play("a1"), "turns-nothing").await;
    let instead = answer["instead"].as_str().expect("a legal move");
    let legal = page.head()["frame"]["legal"].as_array().expect("moves").clone();
    assert!(legal.contains(&json!(instead)), "{answer}");

    let hint = page.order(json!({"type": "hint"})).await;
    assert_eq!(hint["type"], "hint", "{hint}");
    assert_eq!(hint["analysis"]["moves"].as_array().map(Vec::len), Some(4));
    assert!(legal.contains(&hint["analysis"]["best"]["text"]), "{hint}");

    page.play_any().await;
    page.wait_for_turn().await;
    assert_eq!(page.log().len(), 2);
    page.must(json!({"type": "undo"})).await;
    assert_eq!(page.log().len(), 0);
    page.play_any().await;
    page.wait_for_turn().await;
    page.refused(json!({"type": "draw"}), "too-early").await;
    page.must(json!({"type": "resign"})).await;
    page.must(json!({"type": "rematch"})).await;
    let next = page.head()["next"].as_str().expect("another room").to_owned();
    let mut again = Page::open(&guest, &next, "a").await;
    assert_eq!(again.state["you"], json!(["second"]), "the sides are swapped");
    again.wait_for_turn().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_machines_pause_step_and_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let mut wanted = room("quarto", &machine("easy"), &machine("easy"));
    wanted["delay_ms"] = json!(10_000);
    let id = guest.create(&wanted).await.expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    page.must(json!({"type": "pace", "paused": true, "delay_ms": 0}))
        .await;
    // The first piece may have been given before the order to pause came.
    if page.log().is_empty() && page.head()["thinking"].is_null() {
        page.must(json!({"type": "step"})).await;
    }
    while page.log().len() != 1 || !page.head()["thinking"].is_null() {
        page.receive().await;
    }
    // A step is a whole turn: place and give.
    page.must(json!({"type": "step"})).await;
    while page.log().len() != 3 {
        page.receive().await;
    }
    let other = house.guest().await;
    let mut watcher = Page::open(&other, &id, "b").await;
    assert_eq!(watcher.state["you"], json!([]));
    watcher
        .refused(json!({"type": "pace", "paused": false, "delay_ms": 0}), "no-pace")
        .await;
    watcher.refused(json!({"type": "resign"}), "not-seated").await;
    page.must(json!({"type": "pace", "paused": false, "delay_ms": 0}))
        .await;
    while !watcher.is_over() {
        watcher.receive().await;
    }
    while !page.is_over() {
        page.receive().await;
    }
    assert_eq!(watcher.log(), page.log());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_starts_from_a_position_or_a_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let mut wanted = room("checkers", &me(), &me());
    wanted["start"] = json!("W:W18:B14,K5");
    let page = Page::open(&guest, &guest.create(&wanted).await.expect("a room"), "a").await;
    assert_eq!(page.state["start"], "W:W18:B14,K5");
    assert_eq!(page.head()["frame"]["turn"], "second");

    let mut wanted = room("reversi", &me(), &machine("easy"));
    wanted["record"] = json!("f5d6c3");
    let mut page = Page::open(&guest, &guest.create(&wanted).await.expect("a room"), "a").await;
    assert_eq!(page.log()[..3], ["f5", "d6", "c3"]);
    page.wait_for_turn().await;
    assert_eq!(page.log().len(), 4);

    let mut both = wanted.clone();
    both["start"] = json!("x");
    let refused = guest.post("/api/rooms", &both).await.expect("an answer");
    assert_eq!(
        (refused.status, refused.json()["error"]["code"].clone()),
        (422, json!("start"))
    );
    wanted["record"] = json!("f5a1");
    let refused = guest.post("/api/rooms", &wanted).await.expect("an answer");
    assert_eq!(refused.status, 422, "{}", refused.body);
    let message = refused.json()["error"]["message"]["es"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert!(message.contains("jugada 2"), "{message}");
    house.close().await;
}
