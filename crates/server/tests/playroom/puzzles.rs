//! Puzzles over HTTP: tasks without solutions, moves checked one by one, attempts rated once, and everybody's daily one.

use std::sync::Arc;

use damero_games::GameId;
use damero_search::puzzle::{Puzzle, accepted, shipped};
use damero_server::client::Guest;
use damero_store::{FaultyStore, Mood, SqliteStore};
use serde_json::{Value, json};

use crate::harness::House;

/// The solver's own moves of the solution.
fn solution(puzzle: &Puzzle) -> Vec<String> {
    let own = puzzle.line.iter().filter(|ply| ply.is_solvers());
    own.map(|ply| ply.text.clone()).collect()
}

/// A move that is legal and wrong at the beginning.
fn wrong(puzzle: &Puzzle) -> String {
    let first = &puzzle.line[0];
    let mut others = first.values.iter().map(|(m, _)| m.clone());
    let found = others.find(|m| !accepted(first).any(|right| right == m));
    found.expect("a wrong move")
}

fn puzzle(id: GameId, decisions: usize) -> &'static Puzzle {
    let file = shipped(id).expect("the file holds");
    let found = file.puzzles.iter().find(|puzzle| puzzle.decisions() == decisions);
    found.expect("a puzzle of so many moves")
}

async fn attempt(guest: &Guest, game: &str, puzzle: &Puzzle, moves: &[String]) -> Value {
    let path = format!("/api/puzzles/{game}/{}/try", puzzle.id);
    let answer = guest
        .post(&path, &json!({ "moves": moves }))
        .await
        .expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_with_puzzles_offers_them_and_they_can_be_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let games = guest.get("/api/puzzles").await.expect("an answer").json();
    let games = games.as_array().expect("a list");
    let known = GameId::ALL
        .iter()
        .filter(|&&id| !shipped(id).expect("a file").puzzles.is_empty());
    assert_eq!(games.len(), known.count());
    for entry in games {
        let game = entry["game"].as_str().expect("a name");
        let id: GameId = game.parse().expect("a game");
        assert!(entry["count"].as_u64() >= Some(300), "{game}");
        assert!(entry["themes"].as_array().is_some_and(|themes| themes.len() > 3));
        assert_eq!(entry["standing"]["rating"], 1500);
        let daily = guest
            .get(&format!("/api/puzzles/{game}/daily"))
            .await
            .expect("a puzzle");
        assert_eq!(daily.json()["id"], entry["daily"]["id"]);
        let task = guest
            .get(&format!("/api/puzzles/{game}/next"))
            .await
            .expect("a puzzle")
            .json();
        let text = task.to_string();
        assert!(
            !text.contains("values") && task["themes"].is_null(),
            "no solution in it: {text}"
        );
        let puzzle = shipped(id)
            .expect("a file")
            .puzzles
            .iter()
            .find(|one| task["id"] == one.id.as_str());
        let puzzle = puzzle.expect("one of those that there are");
        assert_eq!(task["decisions"], puzzle.decisions());
        let right = solution(puzzle);
        for found in 1..=right.len() {
            let answer = attempt(&guest, game, puzzle, &right[..found]).await;
            assert_eq!(
                (&answer["right"], &answer["done"]),
                (&json!(true), &json!(found == right.len()))
            );
            let (moves, frames) = (&answer["moves"], &answer["frames"]);
            assert_eq!(moves[0], right[found - 1].as_str());
            assert_eq!(moves.as_array().map(Vec::len), frames.as_array().map(Vec::len));
            if found < right.len() {
                let last = frames
                    .as_array()
                    .and_then(|frames| frames.last())
                    .expect("a frame");
                assert_eq!(last["turn"], task["player"], "it is the solver's turn again");
                assert_eq!(answer["change"], Value::Null);
            } else {
                assert!(answer["change"]["after"].as_u64() > Some(1500), "{answer}");
                assert_eq!(
                    (&answer["standing"]["streak"], &answer["standing"]["played"]),
                    (&json!(1), &json!(1))
                );
                assert!(
                    answer["themes"]
                        .as_array()
                        .is_some_and(|themes| !themes.is_empty())
                );
            }
        }
        let other = guest
            .get(&format!("/api/puzzles/{game}/next"))
            .await
            .expect("a puzzle")
            .json();
        assert_ne!(other["id"], task["id"], "not the same one again");
    }
    let history = guest.get("/api/puzzles/history").await.expect("a list").json();
    assert_eq!(history.as_array().map(Vec::len), Some(games.len()));
    assert!(
        history
            .as_array()
            .expect("a list")
            .iter()
            .all(|one| one["solved"] == true)
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_first_attempt_counts_and_help_fails_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob, eva) = (house.guest().await, house.guest().await, house.guest().await);
    let puzzle = puzzle(GameId::Reversi, 2);
    let right = solution(puzzle);
    let bad = attempt(&ana, "reversi", puzzle, &[wrong(puzzle)]).await;
    assert_eq!((&bad["right"], &bad["done"]), (&json!(false), &json!(false)));
    assert!(bad["change"]["after"].as_u64() < Some(1500), "{bad}");
    assert_eq!(bad["moves"], json!([]), "a wrong move gets no reply");
    let good = attempt(&ana, "reversi", puzzle, &right).await;
    assert_eq!(
        (&good["done"], &good["change"]),
        (&json!(true), &Value::Null),
        "tried again, not rated again"
    );
    assert_eq!(good["standing"]["played"], 1);
    let path = format!("/api/puzzles/reversi/{}", puzzle.id);
    let task = ana.get(&path).await.expect("a puzzle").json();
    assert_eq!((&task["solved"], &task["played"]), (&json!(false), &json!(1)));

    let hint = bob
        .post(&format!("{path}/hint"), &json!({"moves": []}))
        .await
        .expect("a hint")
        .json();
    let shown = hint["moves"].as_array().expect("moves");
    assert!(
        shown.len() > 1 && shown.contains(&json!(puzzle.line[0].text)),
        "{hint}"
    );
    assert!(hint["change"]["after"].as_u64() < Some(1500));
    let next = bob
        .post(&format!("{path}/hint"), &json!({"moves": right[..1]}))
        .await
        .expect("a hint")
        .json();
    assert_eq!(next["change"], Value::Null);
    let whole = eva
        .post(&format!("{path}/solution"), &json!({}))
        .await
        .expect("a solution")
        .json();
    assert_eq!(whole["moves"].as_array().map(Vec::len), Some(puzzle.line.len()));
    assert!(whole["change"]["after"].as_u64() < Some(1500));
    assert_eq!(eva.get(&path).await.expect("a puzzle").json()["played"], 3);

    // The same for everybody, also for those who have no account.
    let daily = async |guest: &Guest| {
        let daily = guest
            .get("/api/puzzles/azul/daily")
            .await
            .expect("a puzzle")
            .json();
        daily["id"].clone()
    };
    assert_eq!(daily(&ana).await, daily(&bob).await);
    let export = ana.get("/api/account/export").await.expect("a file").body;
    assert!(
        export.contains(&puzzle.id),
        "attempts belong to what is kept about somebody"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_is_refused_with_a_sentence_and_counts_for_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let puzzle = puzzle(GameId::Reversi, 2);
    let path = format!("/api/puzzles/reversi/{}", puzzle.id);
    let right = solution(puzzle);
    let many = vec!["a1"; 500];
    for (address, body, status) in [
        (format!("{path}/try"), json!({"moves": ["z9"]}), 422),
        (format!("{path}/try"), json!({"moves": many}), 422),
        (format!("{path}/try"), json!({"moves": []}), 409),
        (
            format!("{path}/try"),
            json!({"moves": [wrong(puzzle), right[1]]}),
            409,
        ),
        (
            format!("{path}/try"),
            json!({"moves": [right[0], right[1], right[0]]}),
            409,
        ),
        (format!("{path}/try"), json!({"moves": "f5"}), 422),
        (format!("{path}/hint"), json!({"moves": ["z9"]}), 409),
        (
            "/api/puzzles/reversi/nowhere/try".to_owned(),
            json!({"moves": []}),
            404,
        ),
        (
            "/api/puzzles/chess/nowhere/try".to_owned(),
            json!({"moves": []}),
            422,
        ),
    ] {
        let answer = guest.post(&address, &body).await.expect("an answer");
        assert_eq!(answer.status, status, "{address} {body}: {}", answer.body);
        let message = &answer.json()["error"]["message"];
        assert!(
            message["en"].is_string() && message["es"].is_string(),
            "{}",
            answer.body
        );
    }
    for address in [
        "/api/puzzles/reversi/next?theme=nothing",
        "/api/puzzles/reversi/%00",
        "/api/puzzles/reversi/abcdef",
    ] {
        assert_eq!(
            guest.get(address).await.expect("an answer").status,
            404,
            "{address}"
        );
    }
    let theme = guest
        .get("/api/puzzles/reversi/next?theme=corner")
        .await
        .expect("a puzzle")
        .json();
    let file = shipped(GameId::Reversi).expect("a file");
    let found = file
        .puzzles
        .iter()
        .find(|one| theme["id"] == one.id.as_str())
        .expect("it");
    assert!(found.themes.iter().any(|one| one == "corner"));
    assert_eq!(
        guest.get("/api/puzzles/history").await.expect("a list").json(),
        json!([])
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_that_cannot_be_saved_is_told_and_can_be_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = SqliteStore::open(&folder.path().join("damero.db"))
        .await
        .expect("a store");
    let store = Arc::new(FaultyStore::new(inner));
    let house = House::open_on(folder.path(), store.clone()).await;
    let guest = house.guest().await;
    let puzzle = puzzle(GameId::Quarto, 1);
    let path = format!("/api/puzzles/quarto/{}/try", puzzle.id);
    let body = json!({ "moves": solution(puzzle) });
    store.set(Mood::Full);
    let answer = guest.post(&path, &body).await.expect("an answer");
    assert_eq!(answer.status, 503, "{}", answer.body);
    store.set(Mood::Works);
    let answer = attempt(&guest, "quarto", puzzle, &solution(puzzle)).await;
    assert_eq!(answer["done"], true);
    assert!(answer["change"]["after"].as_u64() > Some(1500));
    house.close().await;
}
