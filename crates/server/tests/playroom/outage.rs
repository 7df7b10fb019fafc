//! The store fails while people play: nobody loses time, a game or a move by it.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use damero_server::client::request;
use damero_store::{FaultyStore, Mood, SqliteStore};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::harness::{House, Page, me, open, room};

type Faulty = Arc<FaultyStore<SqliteStore>>;

async fn house(folder: &Path) -> (House, Faulty) {
    let store = SqliteStore::open(&folder.join("test.db")).await.expect("a store");
    let store = Arc::new(FaultyStore::new(store));
    let house = House::open_on(folder, Arc::<FaultyStore<SqliteStore>>::clone(&store)).await;
    (house, store)
}

/// Two people in a rated game, each of whom has moved once.
async fn pair(house: &House, base_ms: u64) -> (Page, Page) {
    let (ana, bob) = (house.guest().await, house.guest().await);
    let mut wanted = room("reversi", &me(), &open());
    wanted["rated"] = json!(true);
    wanted["clock"] = json!({"base_ms": base_ms, "increment_ms": 0});
    let id = ana.create(&wanted).await.expect("a room");
    let mut second = Page::open(&bob, &id, "b").await;
    second.must(json!({"type": "sit", "seat": "second"})).await;
    let mut first = Page::open(&ana, &id, "a").await;
    first.play_any().await;
    second.wait_for_turn().await;
    second.play_any().await;
    first.wait_for_turn().await;
    (first, second)
}

async fn wait_until(page: &mut Page, what: impl Fn(&Value) -> bool) {
    let began = Instant::now();
    while !what(page.head()) {
        assert!(began.elapsed() < Duration::from_secs(20), "{}", page.head());
        page.receive().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_cannot_be_saved_waits_and_its_clock_stands_still() {
    let folder = tempfile::tempdir().expect("a folder");
    let (house, store) = house(folder.path()).await;
    let (mut first, mut second) = pair(&house, 3_000).await;
    store.set(Mood::Gone);
    let text = first.any_move();
    let mut order = first.to_play(&text);
    order["id"] = json!(77);
    first.line.send(&order).await.expect("sent");
    for page in [&mut first, &mut second] {
        wait_until(page, |head| head["halted"] == true).await;
        assert_eq!(
            page.head()["clock"]["running"],
            json!(null),
            "the page shows that it stands"
        );
    }
    let left = first.head()["clock"]["first"].as_u64().expect("a clock");
    // Longer than the whole clock.
    sleep(Duration::from_secs(4)).await;
    store.set(Mood::Works);
    loop {
        let message = first.receive().await;
        assert_ne!(message["type"], "refused", "{message}");
        if message["type"] == "ack" && message["id"] == 77 {
            break;
        }
    }
    wait_until(&mut second, |head| head["frame"]["ply"] == 3).await;
    let head = second.head();
    assert_eq!(
        (&head["status"], &head["halted"]),
        (&json!("playing"), &json!(false)),
        "{head}"
    );
    let after = head["clock"]["first"].as_u64().expect("a clock");
    assert!(
        after + 500 >= left,
        "{left} ms before the outage, {after} ms after it"
    );
    assert_eq!(head["result"], json!(null));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_runs_out_in_an_outage_decides_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (house, store) = house(folder.path()).await;
    let (mut first, mut second) = pair(&house, 1_000).await;
    store.set(Mood::Full);
    wait_until(&mut second, |head| head["halted"] == true).await;
    sleep(Duration::from_secs(2)).await;
    let metrics = request(house.address, "GET", "/metrics", &[], "")
        .await
        .expect("metrics");
    let failures = metrics
        .body
        .lines()
        .find_map(|line| line.strip_prefix("damero_store_errors_total "));
    let failures: u32 = failures.expect("a counter").parse().expect("a number");
    assert!(
        (1..20).contains(&failures),
        "it is tried with pauses: {failures} failures"
    );
    store.set(Mood::Works);
    wait_until(&mut first, |head| head["halted"] == false).await;
    assert_eq!(first.head()["status"], "playing");
    first.play_any().await;
    second.wait_for_turn().await;
    // The store works, so now the clock of the other one decides.
    wait_until(&mut first, |head| head["status"] == "over").await;
    assert_eq!(first.head()["result"]["cause"], "time");
    assert_eq!(first.head()["result"]["score"], "1-0");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_store_is_an_outage_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (house, store) = house(folder.path()).await;
    let (mut first, mut second) = pair(&house, 1_500).await;
    store.set(Mood::Slow(Duration::from_secs(2)));
    // The clock runs out; before that decides, a write is tried, and takes too long.
    wait_until(&mut second, |head| head["halted"] == true).await;
    store.set(Mood::Works);
    wait_until(&mut first, |head| head["halted"] == false).await;
    assert_eq!(first.head()["status"], "playing");
    first.play_any().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_in_an_outage_is_told_to_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (house, store) = house(folder.path()).await;
    let guest = house.guest().await;
    let id = guest.create(&room("quarto", &me(), &me())).await.expect("a room");
    store.set(Mood::Full);
    let refused = guest
        .post("/api/rooms", &room("quarto", &me(), &me()))
        .await
        .expect("an answer");
    assert_eq!(refused.status, 503, "{}", refused.body);
    assert_eq!(refused.json()["error"]["code"], "unavailable");
    assert!(refused.header("retry-after").is_some());
    // A room that is awake is shown as it stands.
    let mut page = Page::open(&guest, &id, "x").await;
    assert_eq!(page.head()["halted"], true);
    store.set(Mood::Works);
    wait_until(&mut page, |head| head["halted"] == false).await;
    page.play_any().await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_comes_nearer_to_a_claim_in_an_outage() {
    let folder = tempfile::tempdir().expect("a folder");
    let (house, store) = house(folder.path()).await;
    let (mut first, mut second) = pair(&house, 600_000).await;
    // Whoever says goodbye may be claimed against ten seconds later.
    second
        .line
        .send(&json!({"type": "bye"}))
        .await
        .expect("a goodbye");
    second.line.close().await;
    store.set(Mood::Gone);
    wait_until(&mut first, |head| head["halted"] == true).await;
    sleep(Duration::from_secs(11)).await;
    let during = first.order(json!({"type": "claim"})).await;
    assert_eq!(during["type"], "refused", "{during}");
    store.set(Mood::Works);
    wait_until(&mut first, |head| head["halted"] == false).await;
    first.refused(json!({"type": "claim"}), "still-here").await;
    assert_eq!(
        (&first.head()["status"], &first.head()["result"]),
        (&json!("playing"), &json!(null))
    );
    house.close().await;
}
