//! Whole games evaluated: every position in order, mistakes marked, kept for the next who asks, refused while two play.

use damero_server::client::{Answer, Guest};
use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, open, room};

fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let lines = answer.body.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn plies(all: &[Value]) -> Vec<&Value> {
    all.iter().filter(|line| line["type"] == "ply").collect()
}

async fn evaluate(guest: &Guest, wanted: Value) -> Vec<Value> {
    lines(&guest.post("/api/evaluate", &wanted).await.expect("an answer"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_blunder_is_marked_and_values_are_for_the_first_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    // Three in a row that share a trait are on the board, and the first player gives a fourth piece that has it.
    let moves = ["SDRF", "a1", "SDRH", "b1", "SDQF", "c1", "SDQH", "d1"];
    let wanted = json!({"game": "quarto", "rules": "standard", "moves": moves, "time_ms": 100});
    let all = evaluate(&ana, wanted.clone()).await;
    let begin = &all[0];
    assert_eq!(
        (&begin["type"], &begin["plies"], &begin["cached"]),
        (&json!("begin"), &json!(8), &json!(false))
    );
    assert_eq!(all.last().map(|line| &line["type"]), Some(&json!("done")));
    let plies = plies(&all);
    assert_eq!(plies.len(), 9, "one more than moves");
    for (i, line) in plies.iter().enumerate() {
        assert_eq!((&line["type"], &line["ply"]), (&json!("ply"), &json!(i)));
        assert_eq!(
            line["played"],
            moves.get(i).map_or(Value::Null, |text| json!(text))
        );
    }
    // Who gave the last piece lost by it; whoever places it wins.
    let given = &plies[6];
    assert_eq!(given["mark"], "blunder", "{given}");
    assert!(
        given["loss"].as_f64().expect("a loss") >= begin["thresholds"]["blunder"].as_f64().expect("a number")
    );
    let placing = &plies[7];
    let sign = if placing["turn"] == "first" { 1.0 } else { -1.0 };
    let value = placing["value"].as_f64().expect("a value");
    assert!(value * sign > 0.9, "the one who places wins: {placing}");
    let end = &plies[8];
    assert_eq!(
        end["value"].as_f64(),
        Some(sign),
        "the result, for the first player"
    );
    assert!(end["turn"].is_null());
    // The game itself says why, and where that is taught; the one who gave it played less accurately.
    let reason = all
        .iter()
        .find(|line| line["type"] == "reason" && line["ply"] == 6);
    let reason = reason.expect("the blunder has a reason");
    let said = reason["text"]["en"].as_str().expect("a sentence");
    assert!(said.contains("gives SDQH") && said.contains("d1"), "{said}");
    assert_eq!(
        (&reason["lesson"], &reason["answer"][0]),
        (&json!("give"), &json!("d1"))
    );
    let accuracy = &all.last().expect("a last line")["accuracy"];
    let of = |player: &str| accuracy[player].as_f64().expect("a number");
    assert!(
        of("second") < 100.0 && (0.0..=100.0).contains(&of("first")),
        "{accuracy}"
    );
    let again = evaluate(&ana, wanted).await;
    assert_eq!(again[0]["cached"], true);
    assert_eq!(again[1..], all[1..], "computed once");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_rooms_are_evaluated_once_they_are_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let id = ana.create(&room("azul", &me(), &open())).await.expect("a room");
    let mut first = Page::open(&ana, &id, "a").await;
    let mut second = Page::open(&bob, &id, "b").await;
    second.must(json!({"type": "sit", "seat": "second"})).await;
    first.wait_for_turn().await;
    first.play_any().await;
    let path = format!("/api/rooms/{id}/evaluation?time_ms=20");
    let refused = bob.get(&path).await.expect("an answer");
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (409, &json!("still-playing"))
    );
    first.must(json!({"type": "resign"})).await;
    let all = lines(&bob.get(&path).await.expect("an answer"));
    let plies = plies(&all);
    assert_eq!(plies.len(), first.log().len() + 1);
    assert!(
        plies[0]["turn"].is_null() && plies[0]["value"].is_null(),
        "chance deals first"
    );
    assert!(plies[1]["value"].is_number(), "{}", plies[1]);
    // Alone nobody is cheated: the game against a machine may be looked at while it goes on.
    let id = ana
        .create(&room("reversi", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    page.play_any().await;
    let all = lines(
        &ana.get(&format!("/api/rooms/{id}/evaluation?time_ms=20"))
            .await
            .expect("an answer"),
    );
    assert_eq!(
        all[0]["thresholds"],
        json!({"inaccuracy": 0.1, "mistake": 0.2, "blunder": 0.4})
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_game_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    for wanted in [
        json!({"game": "chess", "moves": []}),
        json!({"game": "reversi", "moves": ["a1"]}),
        json!({"game": "reversi", "moves": vec!["f5"; 2000]}),
        json!({"game": "reversi", "rules": "chaos"}),
    ] {
        let refused = ana.post("/api/evaluate", &wanted).await.expect("an answer");
        assert_eq!(refused.status, 422, "{}", refused.body);
    }
    assert_eq!(
        ana.get("/api/rooms/nowhere/evaluation")
            .await
            .expect("an answer")
            .status,
        404
    );
    house.close().await;
}
