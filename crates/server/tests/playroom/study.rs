//! What can be asked without a room, and the page itself.

use damero_games::GameId;
use damero_server::client::request;
use serde_json::json;

use crate::harness::House;

#[tokio::test(flavor = "multi_thread")]
async fn games_lines_and_analyses() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let games = guest.get("/api/games").await.expect("games").json();
    let ids: Vec<_> = games
        .as_array()
        .expect("a list")
        .iter()
        .map(|game| game["id"].clone())
        .collect();
    let known: Vec<_> = GameId::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(ids, known);
    assert_eq!(known[..5], ["checkers", "quarto", "chessfive", "azul", "reversi"]);
    for id in ids {
        let id = id.as_str().expect("a name");
        let rules = guest
            .get(&format!("/api/games/{id}/rules"))
            .await
            .expect("rules")
            .json();
        assert!(
            rules["text"]["es"]
                .as_str()
                .is_some_and(|text| text.starts_with("# ")),
            "{id}"
        );
    }
    assert_eq!(
        guest
            .get("/api/games/chess/rules")
            .await
            .expect("an answer")
            .status,
        422
    );

    let line = json!({"game": "reversi", "moves": ["f5", "d6", "c3"]});
    let frames = guest.post("/api/replay", &line).await.expect("frames").json();
    assert_eq!(frames.as_array().map(Vec::len), Some(4));
    assert_eq!(frames[1]["legal"], json!(["f4", "d6", "f6"]));
    let bad = guest
        .post("/api/replay", &json!({"game": "reversi", "moves": ["a1"]}))
        .await
        .expect("an answer");
    assert_eq!(bad.status, 422);

    // A win in one is found, and every move is valued.
    let rules = "standard";
    let start = "F7../..../..../.... E";
    let wanted = json!({"game": "quarto", "rules": rules, "start": start, "time_ms": 300});
    let answer = guest.post("/api/analyse", &wanted).await.expect("an analysis");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let analysis = answer.json();
    assert_eq!(analysis["moves"].as_array().map(Vec::len), Some(14), "{analysis}");
    let position = guest
        .post(
            "/api/import",
            &json!({"game": "quarto", "rules": rules, "text": start}),
        )
        .await
        .expect("an import")
        .json();
    assert_eq!(
        (&position["kind"], &position["start"]),
        (&json!("position"), &json!(start))
    );
    let nonsense = guest
        .post("/api/import", &json!({"game": "quarto", "text": "what is this"}))
        .await
        .expect("an answer");
    assert_eq!(nonsense.status, 422, "{}", nonsense.body);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_and_the_numbers_are_served() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let get = async |path: &str| {
        request(house.address, "GET", path, &[], "")
            .await
            .expect("an answer")
    };
    for path in ["/", "/new", "/lobby"] {
        let page = get(path).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert_eq!(page.header("cache-control"), Some("no-cache"));
        let etag = page.header("etag").expect("a tag");
        let again = request(house.address, "GET", path, &[("If-None-Match", etag)], "")
            .await
            .expect("an answer");
        assert_eq!(again.status, 304);
    }
    for path in ["/no.js", "/api/nothing", "/../Cargo.toml", "/ws/nothing"] {
        assert_eq!(get(path).await.status, 404, "{path}");
    }
    assert_eq!(get("/healthz").await.body, "ok");
    let metrics = get("/metrics").await.body;
    for name in [
        "damero_sockets",
        "damero_rooms",
        "damero_moves_total",
        "damero_move_seconds_bucket",
    ] {
        assert!(metrics.contains(name), "{metrics}");
    }
    let version = get("/api/version").await.json();
    assert_eq!(version["version"], env!("CARGO_PKG_VERSION"));
    house.close().await;
}
