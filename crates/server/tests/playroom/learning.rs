//! Lessons taken to their ends over HTTP, and moves that are tried again in place of a mistake.

use damero_server::client::Guest;
use serde_json::{Value, json};

use crate::harness::House;

async fn attempt(guest: &Guest, wanted: &Value) -> Value {
    let answer = guest
        .post("/api/lessons/attempt", wanted)
        .await
        .expect("an answer");
    assert_eq!(answer.status, 200, "{wanted}: {}", answer.body);
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_can_be_taken_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let games = ana.get("/api/games").await.expect("an answer").json();
    let mut steps = 0;
    for game in games.as_array().expect("games") {
        let game = game["id"].as_str().expect("a name");
        let lessons = ana
            .get(&format!("/api/games/{game}/lessons"))
            .await
            .expect("an answer");
        assert_eq!(lessons.status, 200, "{game}: {}", lessons.body);
        for lesson in lessons.json().as_array().expect("lessons") {
            for (i, step) in lesson["steps"].as_array().expect("steps").iter().enumerate() {
                assert!(!step["frame"]["legal"].as_array().expect("moves").is_empty());
                let mut wanted = json!({"game": game, "lesson": lesson["id"], "step": i, "decisions": []});
                let mut answer = attempt(&ana, &wanted).await;
                while answer["verdict"] == "go" {
                    let next = answer["show"].clone();
                    wanted["decisions"].as_array_mut().expect("a list").push(next);
                    answer = attempt(&ana, &wanted).await;
                }
                assert_eq!(answer["verdict"], "right", "{wanted}");
                assert!(answer["say"]["es"].as_str().is_some_and(|said| !said.is_empty()));
                let [events, frames] = ["events", "frames"].map(|key| answer[key].as_array().map(Vec::len));
                assert_eq!(frames, events.map(|n| n + 1), "{wanted}");
                steps += 1;
            }
        }
    }
    assert!(steps >= 40, "{steps} steps");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_lesson_and_no_move_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let wrong = attempt(
        &ana,
        &json!({"game": "reversi", "lesson": "corners", "step": 1, "decisions": ["b2"]}),
    )
    .await;
    assert_eq!(wrong["verdict"], "wrong");
    for (wanted, status) in [
        (json!({"game": "reversi", "lesson": "none", "step": 0}), 404),
        (json!({"game": "reversi", "lesson": "corners", "step": 99}), 404),
        (json!({"game": "nothing", "lesson": "corners", "step": 0}), 422),
        (
            json!({"game": "reversi", "lesson": "corners", "step": 0, "decisions": ["z9"]}),
            422,
        ),
        (
            json!({"game": "reversi", "lesson": "turning", "step": 0, "decisions": ["a1"]}),
            422,
        ),
        (json!({"game": "reversi", "lesson": "turning", "step": -1}), 422),
    ] {
        let answer = ana
            .post("/api/lessons/attempt", &wanted)
            .await
            .expect("an answer");
        assert!(
            answer.status == status || answer.status == 400,
            "{wanted}: {}",
            answer.body
        );
        assert!(answer.json()["error"]["message"]["es"].is_string(), "{wanted}");
    }
    let none = ana.get("/api/games/nothing/lessons").await.expect("an answer");
    assert_eq!(none.status, 422);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_is_tried_again_until_a_good_move_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let tried = async |plies: usize, attempt: &str| {
        let moves = &["SDRF", "a1", "SDRH", "b1", "SDQF", "c1", "SDQH"][..plies];
        let wanted = json!({"game": "quarto", "rules": "standard", "moves": moves, "attempt": attempt});
        ana.post("/api/retry", &wanted).await.expect("an answer")
    };
    // A piece that completes the row is given: whoever gets it wins.
    let bad = tried(6, "SDQH").await.json();
    assert_eq!(bad["good"], false, "{bad}");
    assert_eq!(bad["events"], json!(["SDQH", "d1"]), "the answer wins");
    let said = bad["reason"]["en"].as_str().expect("a reason");
    assert!(said.contains("completes a group"), "{said}");
    assert_eq!(bad["frames"].as_array().map(Vec::len), Some(3));
    let missed = tried(7, "a4").await.json();
    assert_eq!(missed["good"], false, "{missed}");
    let good = tried(7, "d1").await.json();
    let expected = (&json!(true), &json!(["d1"]));
    assert_eq!((&good["good"], &good["events"]), expected, "{good}");
    let refused = tried(7, "a1").await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    house.close().await;
}
