//! What nobody uses ends, and a wrong clock ends nothing.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use damero_server::client::request;
use damero_server::{Config, DATABASE, Server, ServerError};
use damero_store::{SqliteStore, Store as _};
use serde_json::json;

use crate::harness::{House, Page, me, open, room};

async fn gauge(house: &House, name: &str) -> i64 {
    let metrics = request(house.address, "GET", "/metrics", &[], "")
        .await
        .expect("metrics");
    let value = metrics
        .body
        .lines()
        .find_map(|line| line.strip_prefix(&format!("damero_{name} ")));
    value.expect("a gauge").parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_that_nobody_joins_go_to_sleep() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.room_idle = Duration::from_millis(500);
    })
    .await;
    let guest = house.guest().await;
    let mut wanted = room("reversi", &me(), &open());
    wanted["public"] = json!(true);
    let mut ids = Vec::new();
    for _ in 0..20 {
        ids.push(guest.create(&wanted).await.expect("a room"));
    }
    let page = Page::open(&guest, &ids[0], "x").await;
    let began = Instant::now();
    while (
        gauge(&house, "rooms").await,
        gauge(&house, "rooms_occupied").await,
    ) != (1, 1)
    {
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "rooms without anybody stay awake"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // A visit wakes a room up again.
    let other = Page::open(&guest, &ids[7], "y").await;
    assert_eq!(other.head()["status"], "waiting");
    assert_eq!(gauge(&house, "rooms").await, 2);
    drop((page, other));
    while (
        gauge(&house, "rooms").await,
        gauge(&house, "rooms_occupied").await,
    ) != (0, 0)
    {
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "rooms that were left stay awake"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_far_ahead_is_refused_and_ends_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    house.close().await;
    // The data was last in use 400 days ago: the same as a clock that is 400 days ahead.
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("after 1970")
        .as_millis() as i64;
    let store = SqliteStore::open(&folder.path().join(DATABASE))
        .await
        .expect("the store");
    store.probe(now - 400 * 24 * 3_600_000).await.expect("a probe");
    store.close().await;
    let mut config = Config::new(folder.path().to_owned());
    config.listen = ([127, 0, 0, 1], 0).into();
    let refused = Server::start(&config).await.err().expect("refused");
    assert!(
        matches!(
            refused,
            ServerError::Clock {
                days: 400,
                ahead: true
            }
        ),
        "{refused}"
    );
    assert!(refused.to_string().contains("--clock-is-right"));
    assert!(
        refused
            .message(damero_games::Lang::Es)
            .contains("400 días después")
    );
    let house = House::open_with(folder.path(), |config| config.clock_is_right = true).await;
    let again = house.guest().await.with_cookie(guest.cookie());
    let me = again.get("/api/me").await.expect("an answer");
    assert!(
        me.header("set-cookie").is_none(),
        "the session lives: {}",
        me.body
    );
    house.close().await;
}
