//! What operators rely on: readiness, metrics, refusals in one form, and data that is checked before it is used.

use std::path::Path;
use std::sync::Arc;

use damero_server::client::request;
use damero_server::{Config, DATABASE, Server, ServerError};
use damero_store::{Append, FaultyStore, Finish, Mood, NewGame, RatingRow, SqliteStore, Store as _, User};
use serde_json::json;

use crate::harness::{House, Page, me, room};

async fn start(folder: &Path) -> Result<Server, ServerError> {
    let mut config = Config::new(folder.to_owned());
    config.listen = ([127, 0, 0, 1], 0).into();
    config.check = true;
    Server::start(&config).await
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_is_a_write_and_health_a_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&folder.path().join("test.db"))
        .await
        .expect("a store");
    let store = Arc::new(FaultyStore::new(store));
    let house = House::open_on(folder.path(), Arc::<FaultyStore<SqliteStore>>::clone(&store)).await;
    let status = async |path: &str| {
        let answer = request(house.address, "GET", path, &[], "")
            .await
            .expect("an answer");
        assert!(answer.header("x-request-id").is_some_and(|id| id.len() == 8));
        answer.status
    };
    assert_eq!((status("/healthz").await, status("/readyz").await), (200, 200));
    store.set(Mood::Full);
    assert_eq!((status("/healthz").await, status("/readyz").await), (200, 503));
    let metrics = request(house.address, "GET", "/metrics", &[], "").await;
    let metrics = metrics.expect("metrics").body;
    let of = |name: &str| -> i64 {
        let value = metrics.lines().find_map(|line| line.strip_prefix(name));
        value.expect(name).trim().parse().expect("a number")
    };
    assert_eq!(of("damero_failed_requests_total "), 1);
    assert!(of("damero_store_errors_total ") > 0);
    assert_eq!(of("damero_halted "), 1);
    for queue in ["damero_store_queue ", "damero_engine_queue "] {
        assert_eq!(of(queue), 0, "{queue}");
    }
    store.set(Mood::Works);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_for_those_whom_the_operator_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.proxy = true;
        config.metrics_for = vec![[192, 0, 2, 7].into()];
    })
    .await;
    for (from, status) in [
        (None, 200),
        (Some("192.0.2.7"), 200),
        (Some("192.0.2.7:4711"), 200),
        (Some("192.0.2.8"), 403),
        // Nobody knows who that is, so it is not taken for this machine.
        (Some("unknown"), 403),
        (Some(""), 403),
    ] {
        let headers: Vec<_> = from.map(|from| ("X-Forwarded-For", from)).into_iter().collect();
        let answer = request(house.address, "GET", "/metrics", &headers, "")
            .await
            .expect("an answer");
        assert_eq!(answer.status, status, "{from:?}");
    }
    house.close().await;
}

/// Behind a proxy that the operator has not told of, everybody seems to be on this machine.
#[tokio::test(flavor = "multi_thread")]
async fn metrics_are_not_for_those_behind_an_unknown_proxy() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let status = async |headers: &[(&str, &str)]| {
        let answer = request(house.address, "GET", "/metrics", headers, "").await;
        answer.expect("an answer").status
    };
    assert_eq!(status(&[]).await, 200);
    assert_eq!(status(&[("X-Forwarded-For", "203.0.113.9")]).await, 403);
    assert_eq!(status(&[("X-Forwarded-For", "127.0.0.1")]).await, 403);
    house.close().await;
}

/// Each answer to whether the server is ready is a write.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_asks_for_writes_without_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let mut asked = 0;
    let refused = loop {
        let answer = request(house.address, "GET", "/readyz", &[], "").await;
        let answer = answer.expect("an answer");
        if answer.status != 200 {
            break answer;
        }
        asked += 1;
        assert!(asked < 5_000, "no end to it");
    };
    assert_eq!(refused.status, 429, "{}", refused.body);
    assert!(asked >= 600 && refused.header("retry-after").is_some(), "{asked}");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_has_the_same_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let cookie = [("Cookie", guest.cookie())];
    for (method, path, status) in [
        ("DELETE", "/api/rooms", 405),
        ("DELETE", "/", 404),
        ("PUT", "/metrics", 405),
        ("POST", "/preview/position", 405),
        ("GET", "/api/library?limit=many", 400),
        ("GET", "/api/leaderboard", 400),
        ("GET", "/ws/lobby", 400),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/rooms/nowhere", 404),
        ("POST", "/api/rooms", 415),
    ] {
        let answer = request(house.address, method, path, &cookie, "")
            .await
            .expect("an answer");
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        let error = &answer.json()["error"];
        assert!(error["code"].is_string(), "{method} {path}: {}", answer.body);
        for lang in ["en", "es"] {
            assert!(
                error["message"][lang].is_string(),
                "{method} {path}: {}",
                answer.body
            );
        }
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_on_data_that_is_gone_or_empty_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    House::open(&data).await.close().await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(mode(&data), 0o700);
        std::fs::set_permissions(data.join(DATABASE), PermissionsExt::from_mode(0o644)).expect("opened");
        House::open(&data).await.close().await;
        assert_eq!(mode(&data.join(DATABASE)), 0o600);
    }
    let file = data.join(DATABASE);
    std::fs::rename(&file, folder.path().join("kept.db")).expect("moved");
    let gone = start(&data).await.err().expect("refused");
    assert!(matches!(gone, ServerError::Gone { .. }), "{gone}");
    assert!(!file.exists(), "nothing was made in its place");
    std::fs::write(&file, "").expect("an empty file");
    let empty = start(&data).await.err().expect("refused");
    assert!(empty.to_string().contains("is empty"), "{empty}");
    std::fs::rename(folder.path().join("kept.db"), &file).expect("moved back");
    drop(start(&data).await.expect("as before"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_finds_what_does_not_fit() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let id = guest.create(&room("quarto", &me(), &me())).await.expect("a room");
    let mut page = Page::open(&guest, &id, "x").await;
    for _ in 0..4 {
        page.play_any().await;
    }
    page.must(json!({"type": "resign"})).await;
    house.close().await;
    let check = || {
        let folder = folder.path().to_owned();
        tokio::task::spawn_blocking(move || damero_server::check(&folder, None).expect("a check"))
    };
    let report = check().await.expect("a report");
    assert_eq!((report.games, report.problems.as_slice()), (1, &[][..]));
    assert!(report.events >= 3);

    let store = SqliteStore::open(&folder.path().join(DATABASE))
        .await
        .expect("the store");
    let row = store.game(&id).await.expect("game").expect("it");
    let user = User {
        id: "u".to_owned(),
        name: "Ana".to_owned(),
        guest: true,
        created: 1,
    };
    store.add_guest(&user).await.expect("a guest");
    for (game, body) in [
        ("bad-event", "no event"),
        (
            "bad-move",
            r#"{"type":"play","texts":["z9"],"ms":1,"clock":null}"#,
        ),
    ] {
        let new = NewGame {
            id: game.to_owned(),
            game: row.game.clone(),
            rules: row.rules.clone(),
            settings: row.settings.clone(),
            created: 1,
            rated: false,
            public: false,
            seats: row.seats.clone(),
        };
        store.add_game(&new).await.expect("a game");
        let finish = (game == "bad-event").then(|| Finish {
            result: "{}".to_owned(),
            plies: 1,
            ratings: vec![RatingRow {
                user: "u".to_owned(),
                game: "quarto".to_owned(),
                rating: 2900.0,
                deviation: 60.0,
                volatility: 0.06,
                games: 1,
            }],
            machines: Vec::new(),
        });
        let append = Append {
            game: game.to_owned(),
            bodies: vec![body.to_owned()],
            finish,
            ..Append::default()
        };
        store.append(append).await.expect("written");
    }
    store.close().await;
    let problems = check().await.expect("a report").problems.join("\n");
    for word in [
        "game bad-event: it cannot be read",
        "game bad-move: it cannot be played again",
        "comes from no game",
    ] {
        assert!(problems.contains(word), "{word:?} is not in {problems}");
    }
    let refused = start(folder.path()).await.err().expect("refused");
    assert!(
        matches!(refused, ServerError::Damaged { more: 2, .. }),
        "{refused}"
    );
}

/// Every metric that the alert rules and the dashboard name is one that the server has.
#[tokio::test(flavor = "multi_thread")]
async fn alerts_and_dashboard_name_only_metrics_that_exist() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let metrics = house.guest().await.get("/metrics").await.expect("metrics").body;
    let deploy = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy"));
    for file in ["alerts.yml", "grafana.json"] {
        let text = std::fs::read_to_string(deploy.join(file)).expect("it comes with the program");
        let is_of_name = |c: char| c.is_ascii_lowercase() || c == '_';
        let names = text
            .split(|c| !is_of_name(c))
            .filter(|name| name.starts_with("damero_"));
        let mut count = 0;
        for name in names {
            let exists = metrics
                .lines()
                .filter_map(|line| line.split([' ', '{']).next())
                .any(|known| known == name);
            assert!(exists, "{file} names {name}");
            count += 1;
        }
        assert!(count > 5, "{file} names {count} metrics");
    }
    house.close().await;
}
