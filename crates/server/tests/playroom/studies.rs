//! Studies: who may read and write them, two windows at once, what is refused, and what they become elsewhere.

use damero_server::client::Guest;
use serde_json::{Value, json};

use crate::harness::{House, Page, me, room};

fn node(parent: usize, text: &str) -> Value {
    json!({"parent": parent, "text": text})
}

fn tree(nodes: &[Value]) -> Value {
    json!({"game": "reversi", "rules": "standard", "start": null, "nodes": nodes})
}

fn study(name: &str, visibility: &str, tree: &Value) -> Value {
    json!({"name": name, "visibility": visibility, "chapters": [{"name": "", "tree": tree}]})
}

async fn keep(guest: &Guest, study: &Value) -> Value {
    let answer = guest.post("/api/studies", study).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()
}

async fn code(guest: &Guest, path: &str, body: &Value) -> (u16, String) {
    let answer = guest.post(path, body).await.expect("an answer");
    let code = answer.json()["error"]["code"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    (answer.status, code)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_kept_shared_forked_and_deleted() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let hostile = "<script>alert(1)</script>\u{0}\u{7} \"' ]}";
    let mut noted = node(2, "c3");
    noted["comment"] = json!(hostile);
    noted["glyphs"] = json!([3, 14]);
    noted["shapes"] = json!([{"from": "c3", "to": "d4", "colour": "red"}]);
    noted["opinion"] = json!({"value": 0.25, "label": "+2", "line": ["d3"], "depth": 7});
    let nodes = [node(0, ""), node(0, "F5"), node(1, "d6"), noted, node(1, "f6")];
    let made = keep(&ana, &study(hostile, "private", &tree(&nodes))).await;
    let id = made["about"]["study"].as_str().expect("an id").to_owned();
    let path = format!("/api/studies/{id}");
    assert_eq!(made["about"]["name"], "<script>alert(1)</script> \"' ]}");
    let kept = &made["chapters"][0]["tree"]["nodes"];
    assert_eq!(kept[1]["text"], "f5", "moves are written as the game writes them");
    assert_eq!(
        (&kept[1]["by"], &kept[2]["by"]),
        (&json!("first"), &json!("second"))
    );
    assert_eq!(kept[3]["comment"], "<script>alert(1)</script> \"' ]}");
    assert_eq!(kept[3]["shapes"][0]["to"], "d4");

    // Nobody else sees a private one, nor that there is one.
    assert_eq!(bob.get(&path).await.expect("an answer").status, 404);
    assert_eq!(ana.get(&path).await.expect("an answer").status, 200);
    let list = |guest: Guest, query: &'static str| async move {
        let found = guest
            .get(&format!("/api/studies{query}"))
            .await
            .expect("an answer")
            .json();
        found.as_array().expect("a list").len()
    };
    assert_eq!(list(ana.clone(), "?mine=true").await, 1);
    assert_eq!(list(bob.clone(), "?mine=true").await, 0);
    assert_eq!(list(bob.clone(), "").await, 0);

    // Public: everybody reads, only the owner writes, anybody takes a copy.
    let mut open = study("Open", "public", &tree(&nodes));
    open["version"] = json!(1);
    let changed = ana.post(&path, &open).await.expect("an answer").json();
    assert_eq!((&changed["version"], &changed["mine"]), (&json!(2), &json!(true)));
    assert_eq!(list(bob.clone(), "?game=reversi").await, 1);
    assert_eq!(list(bob.clone(), "?game=quarto").await, 0);
    open["version"] = json!(2);
    assert_eq!(code(&bob, &path, &open).await, (403, "not-yours".to_owned()));
    let copy = bob
        .post(&format!("{path}/fork"), &json!({}))
        .await
        .expect("an answer")
        .json();
    assert_eq!(
        (&copy["about"]["mine"], &copy["about"]["visibility"]),
        (&json!(true), &json!("private"))
    );
    assert_eq!(copy["chapters"][0]["tree"]["nodes"], *kept);
    assert_eq!(code(&bob, &format!("{path}/delete"), &json!({})).await.0, 404);

    // Two windows: the second one is told, and nothing is lost.
    open["name"] = json!("First window");
    assert_eq!(ana.post(&path, &open).await.expect("an answer").status, 200);
    open["name"] = json!("Second window");
    assert_eq!(code(&ana, &path, &open).await, (409, "stale".to_owned()));
    let now = ana.get(&path).await.expect("an answer").json();
    assert_eq!(
        (&now["about"]["name"], &now["about"]["version"]),
        (&json!("First window"), &json!(3))
    );

    let text = bob.get(&format!("{path}/record")).await.expect("an answer");
    assert!(text.body.contains("(f6)"), "{}", text.body);
    assert!(
        text.body.contains("$3 $14 {[%cal Rc3-d4] [%value 0.250]"),
        "{}",
        text.body
    );
    assert_eq!(
        bob.get(&format!("{path}/record?format=nothing"))
            .await
            .expect("an answer")
            .status,
        422
    );
    let picture = bob
        .get(&format!("/preview/study/{id}.png"))
        .await
        .expect("an answer");
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, Some("image/png"))
    );
    let page = bob.get(&format!("/study/{id}")).await.expect("an answer").body;
    assert!(page.contains(&format!("/preview/study/{id}.png")), "{page}");
    assert!(page.contains("content=\"First window\""), "{page}");

    assert_eq!(
        ana.post(&format!("{path}/delete"), &json!({}))
            .await
            .expect("an answer")
            .status,
        204
    );
    assert_eq!(ana.get(&path).await.expect("an answer").status, 404);
    assert_eq!(list(bob, "?mine=true").await, 1, "the copy stays");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_a_study_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let wrong = [
        study("illegal", "private", &tree(&[node(0, ""), node(0, "a1")])),
        study("nonsense", "private", &tree(&[node(0, ""), node(0, "<img>")])),
        study("loop", "private", &tree(&[node(0, ""), node(1, "f5")])),
        study("empty", "private", &tree(&[])),
        study(
            "game",
            "private",
            &json!({"game": "go", "rules": "", "start": null, "nodes": [node(0, "")]}),
        ),
        json!({"name": "x", "visibility": "private", "chapters": []}),
        json!({"name": "x", "visibility": "secret", "chapters": []}),
        json!({"name": "x"}),
    ];
    for study in &wrong {
        let answer = ana.post("/api/studies", study).await.expect("an answer");
        assert_eq!(answer.status, 422, "{study}: {}", answer.body);
        assert!(answer.json()["error"]["message"]["es"].is_string());
    }
    let mut long = tree(&[node(0, ""), node(0, "f5")]);
    long["nodes"][1]["comment"] = json!("á".repeat(4_001));
    let (status, _) = code(&ana, "/api/studies", &study("long", "private", &long)).await;
    assert_eq!(status, 422, "a comment that is too long");

    // Ten thousand nodes are kept; one more is refused.
    let mut nodes = vec![node(0, "")];
    for i in 1..10_000 {
        let parent = if i % 2 == 1 { 0 } else { i - 1 };
        nodes.push(node(parent, if i % 2 == 1 { "f5" } else { "d6" }));
    }
    let large = study("large", "private", &tree(&nodes));
    assert_eq!(
        ana.post("/api/studies", &large).await.expect("an answer").status,
        200
    );
    nodes.push(node(0, "f5"));
    let (status, problem) = code(&ana, "/api/studies", &study("larger", "private", &tree(&nodes))).await;
    assert_eq!((status, problem.as_str()), (422, "study"));
    let endless = study("x", "private", &tree(&vec![node(0, "f5"); 100_000]));
    assert_eq!(
        ana.post("/api/studies", &endless)
            .await
            .expect("an answer")
            .status,
        413
    );
    for i in 0..19 {
        keep(&ana, &study(&i.to_string(), "private", &tree(&[node(0, "")]))).await;
    }
    let (status, problem) = code(
        &ana,
        "/api/studies",
        &study("21", "private", &tree(&[node(0, "")])),
    )
    .await;
    assert_eq!((status, problem.as_str()), (409, "too-many-studies"));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_come_in_and_go_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let text = "[Event \"A\"]\n\n1. 11-15 {best?} 23-19 (1... 22-18 2. 15x22) *\n\n[Event \"B\"]\n\n1. 11-99 *\n\n\
                [Event \"C\"]\n\n1. 12-16 {half written\n";
    let read = json!({"game": "checkers", "text": text});
    let games = ana.post("/api/read", &read).await.expect("an answer").json();
    let games = games.as_array().expect("games");
    assert_eq!(games.len(), 3, "{games:?}");
    assert_eq!(games[0]["tree"]["nodes"].as_array().map(Vec::len), Some(5));
    assert_eq!(games[0]["tree"]["nodes"][1]["comment"], "best?");
    for broken in &games[1..] {
        assert!(
            broken["tree"].is_null() && broken["problem"]["message"]["en"].is_string(),
            "{broken}"
        );
    }
    let written = json!({"tree": games[0]["tree"], "format": "pdn"});
    let pdn = ana.post("/api/write", &written).await.expect("an answer").body;
    assert!(
        pdn.contains("1. 11-15 {best?} 1... 23-19 (1... 22-18 2. 15x22) *"),
        "{pdn}"
    );

    for game in ["reversi", "quarto"] {
        let id = ana.create(&room(game, &me(), &me())).await.expect("a room");
        let mut page = Page::open(&ana, &id, "a").await;
        page.play_any().await;
        page.must(json!({"type": "resign"})).await;
    }
    let mine = ana.get("/api/mine").await.expect("an answer").body;
    let both = json!({"game": "azul", "text": mine});
    let games = ana.post("/api/read", &both).await.expect("an answer").json();
    let mut names: Vec<_> = games
        .as_array()
        .expect("games")
        .iter()
        .map(|game| &game["tree"]["game"])
        .collect();
    names.sort_by_key(ToString::to_string);
    assert_eq!(names, [&json!("quarto"), &json!("reversi")], "{mine}");
    let ggf = ana
        .get("/api/mine?game=reversi&format=ggf")
        .await
        .expect("an answer")
        .body;
    assert!(ggf.starts_with("(;GM[Othello]"), "{ggf}");
    assert_eq!(
        ana.get("/api/mine?format=ggf").await.expect("an answer").status,
        422
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_and_games_become_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    for (kind, mime, begin) in [
        ("svg", "image/svg+xml", "<svg"),
        ("png", "image/png", "PNG"),
        ("apng", "image/apng", "PNG"),
    ] {
        let wanted = json!({"game": "reversi", "moves": ["f5", "d6"], "kind": kind});
        let answer = ana.post("/api/picture", &wanted).await.expect("an answer");
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some(mime)),
            "{kind}"
        );
        assert!(answer.body.contains(begin), "{kind}");
        assert_eq!(answer.body.contains("acTL"), kind == "apng");
    }
    let wrong = json!({"game": "reversi", "moves": ["a1"], "kind": "png"});
    assert_eq!(
        ana.post("/api/picture", &wrong).await.expect("an answer").status,
        422
    );
    let id = ana.create(&room("quarto", &me(), &me())).await.expect("a room");
    for path in [
        format!("/preview/room/{id}.png"),
        "/preview/position?game=azul".to_owned(),
        "/preview/position?game=checkers&moves=11-15~23-19&at=1~22-18".to_owned(),
    ] {
        let answer = ana.get(&path).await.expect("an answer");
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("image/png")),
            "{path}"
        );
    }
    for path in [
        "/preview/room/nowhere.png",
        "/preview/position?game=go",
        "/preview/study/x.png",
    ] {
        let status = ana.get(path).await.expect("an answer").status;
        assert!((400..500).contains(&status), "{path}: {status}");
    }
    let page = ana.get(&format!("/play/{id}")).await.expect("an answer").body;
    assert!(page.contains(&format!("/preview/room/{id}.png")), "{page}");
    let page = ana
        .get("/analysis?game=reversi&moves=f5~d6&at=1")
        .await
        .expect("an answer")
        .body;
    assert!(
        page.contains("/preview/position?game=reversi&amp;moves=f5~d6&amp;at=1\""),
        "{page}"
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_public_games_are_counted_by_position() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    for public in [true, false, true] {
        let mut wanted = room("reversi", &me(), &me());
        wanted["public"] = json!(public);
        let id = ana.create(&wanted).await.expect("a room");
        let mut page = Page::open(&ana, &id, "a").await;
        page.must(json!({"type": "move", "ply": 0, "actions": ["f5"]}))
            .await;
        page.must(json!({"type": "move", "ply": 1, "actions": [if public { "d6" } else { "f6" }]}))
            .await;
        page.must(json!({"type": "resign", "seat": "first"})).await;
    }
    let line = json!({"game": "reversi", "moves": ["f5"]});
    let mut found = json!(null);
    for _ in 0..100 {
        found = ana.post("/api/explore", &line).await.expect("an answer").json();
        if found["here"][0]["games"] == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    let here = found["here"].as_array().expect("moves");
    assert_eq!(here.len(), 1, "private games stay out: {found}");
    assert_eq!((&here[0]["text"], &here[0]["games"]), (&json!("d6"), &json!(2)));
    assert_eq!(
        (&here[0]["wins"]["second"], &here[0]["draws"]),
        (&json!(2), &json!(0))
    );
    assert!(here[0]["opening"]["en"].is_string(), "{found}");
    assert_eq!(found["collections"], json!([]));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_best_moves_come_with_their_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let wanted = json!({"game": "reversi", "moves": ["f5", "d6", "c3"], "time_ms": 400, "lines": 3});
    let found = ana.post("/api/analyse", &wanted).await.expect("an answer").json();
    let moves = found["moves"].as_array().expect("moves");
    for opinion in moves {
        let line = opinion["line"].as_array().expect("a line");
        assert!(line.is_empty() || line[0] == opinion["text"], "{opinion}");
    }
    let with_lines = moves
        .iter()
        .filter(|one| one["line"].as_array().is_some_and(|line| line.len() > 1));
    assert!(with_lines.count() >= 3, "{found}");
    house.close().await;
}
