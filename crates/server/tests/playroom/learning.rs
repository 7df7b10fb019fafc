//! Lessons taken to their ends over HTTP, and moves that are tried again in place of a mistake.

use damero_server::client::{Answer, Guest};
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
    let done = ana.get("/api/lessons/done").await.expect("an answer").json();
    let lessons = done.as_array().expect("lessons").iter();
    let kept: usize = lessons
        .map(|lesson| lesson["steps"].as_array().map_or(0, Vec::len))
        .sum();
    assert_eq!(kept, steps, "what is done is kept");
    let other = house.guest().await;
    let nothing = other.get("/api/lessons/done").await.expect("an answer").json();
    assert_eq!(nothing, json!([]), "for oneself");
    house.close().await;
}

const DONE: &str = "/api/lessons/done";

fn corners(decisions: &[&str]) -> Value {
    json!({"game": "reversi", "lesson": "corners", "step": 0, "decisions": decisions})
}

/// The cookie of the session that an answer begins.
fn session(answer: &Answer) -> String {
    assert_eq!(answer.status, 200, "{}", answer.body);
    let cookie = answer.header("set-cookie").expect("a new session");
    cookie.split(';').next().expect("its value").to_owned()
}

/// The move that does the first step of the lesson about corners.
async fn corner(guest: &Guest) -> String {
    let shown = attempt(guest, &corners(&[])).await["show"].clone();
    shown.as_str().expect("a move").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_learned_follows_into_an_account_and_ends_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    // What a page had kept itself is added once; nonsense is left out.
    let brought = json!([
        {"game": "reversi", "lesson": "parity", "steps": [0, 0, 99]},
        {"game": "nothing", "lesson": "parity", "steps": [0]},
        {"game": "reversi", "lesson": "none", "steps": [0]},
    ]);
    let parity = json!({"game": "reversi", "lesson": "parity", "steps": [0]});
    for _ in 0..2 {
        let all = ana.post(DONE, &brought).await.expect("an answer");
        assert_eq!((all.status, all.json()), (200, json!([parity])), "{}", all.body);
    }
    for bad in [
        json!({"game": "reversi"}),
        json!([{"game": "reversi", "lesson": "parity", "steps": [-1]}]),
    ] {
        let refused = ana.post(DONE, &bad).await.expect("an answer");
        assert!((400..500).contains(&refused.status), "{}", refused.body);
        assert!(refused.json()["error"]["message"]["es"].is_string(), "{bad}");
    }
    let account = json!({"name": "Ana", "password": "correct horse"});
    let registered = ana.post("/api/register", &account).await.expect("an answer");
    let ana = ana.with_cookie(&session(&registered));

    // A guest on another device logs in: both have it now.
    let elsewhere = house.guest().await;
    let m = corner(&elsewhere).await;
    let right = attempt(&elsewhere, &corners(&[&m])).await;
    assert_eq!(
        (&right["verdict"], &right["kept"]),
        (&json!("right"), &json!(true))
    );
    let wrong = attempt(&elsewhere, &corners(&[])).await;
    assert_eq!(wrong["kept"], json!(false), "nothing is done yet");
    let login = elsewhere.post("/api/login", &account).await.expect("an answer");
    let elsewhere = elsewhere.with_cookie(&session(&login));
    let all = json!([{"game": "reversi", "lesson": "corners", "steps": [0]}, parity]);
    for guest in [&ana, &elsewhere] {
        assert_eq!(guest.get(DONE).await.expect("an answer").json(), all);
    }
    let export = ana.get("/api/account/export").await.expect("a file").body;
    let person: Value = serde_json::from_str(export.lines().next().expect("the person")).expect("JSON");
    assert_eq!(person["lessons"].as_array().map(Vec::len), Some(2), "{person}");
    let gone = ana
        .post("/api/account/delete", &json!({"password": "correct horse"}))
        .await
        .expect("an answer");
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(ana.get(DONE).await.expect("an answer").status, 401);
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
