//! The engine threads are shared fairly: whoever asks for much slows down nobody's game.

use std::time::{Duration, Instant};

use damero_server::client::Guest;
use serde_json::json;

use crate::harness::{House, Page, machine, me, room};

/// Asks for long analyses of different positions, many at once.
fn flood(guest: &Guest) -> Vec<tokio::task::JoinHandle<u16>> {
    let moves = ["f5", "d3", "c4", "e6"];
    let ask = |text: &str| {
        let guest = guest.clone();
        let wanted = json!({"game": "reversi", "moves": [text], "time_ms": 5_000});
        tokio::spawn(async move {
            let answer = guest.post("/api/analyse", &wanted).await;
            answer.map_or(0, |answer| answer.status)
        })
    };
    moves.iter().cycle().take(12).map(|text| ask(text)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn analyses_of_one_delay_no_game_of_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.engine_threads = 1).await;
    let (greedy, guest) = (house.guest().await, house.guest().await);
    let analyses = flood(&greedy);
    // The strongest machine thinks in several games of the same person.
    let mut games = Vec::new();
    for i in 0..3 {
        let wanted = room("reversi", &machine("max"), &machine("max"));
        let id = greedy.create(&wanted).await.expect("a room");
        games.push(Page::open(&greedy, &id, &format!("m{i}")).await);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut wanted = room("quarto", &me(), &machine("easy"));
    wanted["clock"] = json!({"base_ms": 10_000, "increment_ms": 0});
    let id = guest.create(&wanted).await.expect("a room");
    let mut page = Page::open(&guest, &id, "g").await;
    let mut slowest = Duration::ZERO;
    for _ in 0..4 {
        page.wait_for_turn().await;
        if page.is_over() {
            break;
        }
        while page.is_to_move() {
            page.play_any().await;
        }
        let began = Instant::now();
        page.wait_for_turn().await;
        slowest = slowest.max(began.elapsed());
    }
    // Two actions of the machine, each of which waits for at most a slice. Behind the searches of the other guest they would wait
    // for half a minute; a computer that is busy with other tests may need seconds.
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    if page.is_over() {
        assert_ne!(page.head()["result"]["cause"], "time", "{}", page.head());
    }
    drop(games);
    for analysis in analyses {
        analysis.abort();
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_time_is_a_budget() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.limits = true;
        config.search_seconds = 1;
    })
    .await;
    let guest = house.guest().await;
    let wanted = json!({"game": "reversi", "moves": ["f5"], "time_ms": 800});
    let began = Instant::now();
    let refused = loop {
        let answer = guest.post("/api/analyse", &wanted).await.expect("an answer");
        if answer.status != 200 {
            break answer;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "no end to it");
    };
    assert_eq!(refused.status, 429, "{}", refused.body);
    assert_eq!(refused.json()["error"]["code"], "too-many");
    assert!(refused.header("retry-after").is_some());
    // A game against the machine goes on.
    let id = guest
        .create(&room("quarto", &me(), &machine("easy")))
        .await
        .expect("a room");
    let mut page = Page::open(&guest, &id, "g").await;
    while page.is_to_move() {
        page.play_any().await;
    }
    page.wait_for_turn().await;
    // Hints cost search time too.
    page.refused(json!({"type": "hint"}), "too-many").await;
    house.close().await;
}
