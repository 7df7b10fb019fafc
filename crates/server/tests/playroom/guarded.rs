//! What guards an account: passwords that are not the first to be tried, recovery codes, the second factor; and what its owner
//! may take along or end.

use std::time::{SystemTime, UNIX_EPOCH};

use damero_server::client::{Answer, Guest, Received, authenticator_code};
use serde_json::{Value, json};

use crate::harness::{House, Page, me, room};

/// An account, and its recovery codes.
async fn register(house: &House, name: &str) -> (Guest, Vec<String>) {
    let guest = house.guest().await;
    let credentials = json!({"name": name, "password": "correct horse"});
    let made = guest
        .post("/api/register", &credentials)
        .await
        .expect("an answer");
    assert_eq!(made.status, 200, "{}", made.body);
    let codes = made.json()["recovery_codes"].clone();
    let codes = serde_json::from_value(codes).expect("codes");
    (in_session(guest, &made), codes)
}

/// The visitor with the session of an answer.
fn in_session(guest: Guest, answer: &Answer) -> Guest {
    assert_eq!(answer.status, 200, "{}", answer.body);
    let cookie = answer
        .header("set-cookie")
        .and_then(|cookie| cookie.split(';').next());
    guest.with_cookie(cookie.expect("a session"))
}

async fn refused(guest: &Guest, path: &str, body: &Value, code: &str) {
    let answer = guest.post(path, body).await.expect("an answer");
    assert_eq!(answer.json()["error"]["code"], code, "{path}: {}", answer.body);
    for lang in ["en", "es"] {
        assert!(
            answer.json()["error"]["message"][lang].is_string(),
            "{}",
            answer.body
        );
    }
}

/// The code that an authenticator shows, so many steps after now.
fn shown(secret: &Value, steps: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    authenticator_code(secret.as_str().expect("a secret"), now.as_secs() + 30 * steps).expect("a secret")
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_that_others_would_try_first_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    for bad in ["password1", "qwertyuiop", "Magdalena-77", "11111111"] {
        let credentials = json!({"name": "Magdalena", "password": bad});
        refused(&guest, "/api/register", &credentials, "password-common").await;
    }
    let (ana, _) = register(&house, "Ana").await;
    let change = json!({"old": "correct horse", "new": "iloveyou1"});
    refused(&ana, "/api/password", &change, "password-common").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_replaces_a_password_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, codes) = register(&house, "Ana").await;
    assert_eq!(codes.len(), 8);
    let mut socket = ana.socket("/ws/lobby").await.expect("a socket");
    let stranger = house.guest().await;
    let recovery =
        |name: &str, code: &str, password: &str| json!({"name": name, "code": code, "password": password});
    for wrong in [
        recovery("Ana", "aaaa-bbbb-cccc-dddd", "a new horse"),
        recovery("Eva", &codes[0], "a new horse"),
    ] {
        refused(&stranger, "/api/recover", &wrong, "wrong-code").await;
    }
    refused(
        &stranger,
        "/api/recover",
        &recovery("Ana", &codes[0], "password"),
        "password-common",
    )
    .await;
    // As people type it.
    let typed = format!(" {} ", codes[0].to_uppercase().replace('-', " "));
    let right = recovery("ana", &typed, "a new horse");
    let recovered = stranger.post("/api/recover", &right).await.expect("an answer");
    let back = in_session(stranger.clone(), &recovered);
    assert_eq!(back.get("/api/me").await.expect("me").json()["name"], "Ana");
    while !matches!(socket.receive().await.expect("a goodbye"), Received::Closed(4401)) {}
    assert_ne!(
        ana.get("/api/me").await.expect("me").json()["name"],
        "Ana",
        "the old session has ended"
    );
    let info = back.get("/api/account").await.expect("an answer").json();
    assert_eq!(info, json!({"two_factor": false, "recovery_codes": 7}));
    refused(
        &house.guest().await,
        "/api/recover",
        &recovery("Ana", &codes[0], "another horse"),
        "wrong-code",
    )
    .await;
    let old = json!({"name": "Ana", "password": "correct horse"});
    refused(&house.guest().await, "/api/login", &old, "wrong-password").await;

    refused(
        &back,
        "/api/account/codes",
        &json!({"password": "correct horse"}),
        "wrong-password",
    )
    .await;
    let fresh = back
        .post("/api/account/codes", &json!({"password": "a new horse"}))
        .await
        .expect("an answer");
    assert_eq!(
        fresh.json()["codes"].as_array().map(Vec::len),
        Some(8),
        "{}",
        fresh.body
    );
    refused(
        &house.guest().await,
        "/api/recover",
        &recovery("Ana", &codes[1], "another horse"),
        "wrong-code",
    )
    .await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_factor_is_asked_for_and_counts_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, codes) = register(&house, "Ana").await;
    let offer = ana
        .get("/api/account/second-factor")
        .await
        .expect("an answer")
        .json();
    let secret = &offer["secret"];
    assert!(
        offer["uri"]
            .as_str()
            .is_some_and(|uri| uri.starts_with("otpauth://totp/Damero:Ana?")),
        "{offer}"
    );
    let size = offer["qr"]["size"].as_u64().expect("a size");
    assert!((29..=57).contains(&size), "{offer}");
    assert!(
        offer["qr"]["path"]
            .as_str()
            .is_some_and(|path| path.starts_with("M4 4h7v1h-7z")),
        "the first corner of a QR code: {offer}"
    );
    let on = |code: &str| json!({"password": "correct horse", "secret": secret, "code": code});
    refused(&ana, "/api/account/second-factor", &on("000000x"), "wrong-code").await;
    let made_up = json!({"password": "correct horse", "secret": "AAAA", "code": "000000"});
    refused(&ana, "/api/account/second-factor", &made_up, "secret").await;
    let now = shown(secret, 0);
    let turned = ana
        .post("/api/account/second-factor", &on(&now))
        .await
        .expect("an answer");
    assert_eq!(turned.json()["two_factor"], true, "{}", turned.body);

    let login = |code: &str| json!({"name": "ana", "password": "correct horse", "code": code});
    let other = house.guest().await;
    let without = json!({"name": "ana", "password": "correct horse"});
    refused(&other, "/api/login", &without, "second-factor").await;
    refused(&other, "/api/login", &login(&now), "wrong-code").await;
    refused(&other, "/api/login", &login("aaaa-bbbb-cccc-dddd"), "wrong-code").await;
    let next = shown(secret, 1);
    let came = other.post("/api/login", &login(&next)).await.expect("an answer");
    in_session(other, &came);
    let third = house.guest().await;
    refused(&third, "/api/login", &login(&next), "wrong-code").await;
    let came = third
        .post("/api/login", &login(&codes[0]))
        .await
        .expect("an answer");
    let third = in_session(third, &came);

    let off = |code: &str| json!({"password": "correct horse", "code": code});
    refused(
        &third,
        "/api/account/second-factor/off",
        &off(&codes[0]),
        "wrong-code",
    )
    .await;
    let turned = third
        .post("/api/account/second-factor/off", &off(&codes[1]))
        .await
        .expect("an answer");
    assert_eq!(
        turned.json(),
        json!({"two_factor": false, "recovery_codes": 6}),
        "{}",
        turned.body
    );
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_leaves_may_take_everything_along() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, _) = register(&house, "Ana").await;
    let mut played = Vec::new();
    for _ in 0..23 {
        let id = ana.create(&room("quarto", &me(), &me())).await.expect("a room");
        let mut page = Page::open(&ana, &id, "x").await;
        page.play_any().await;
        page.must(json!({"type": "resign"})).await;
        played.push(id);
    }
    let export = ana.get("/api/account/export").await.expect("an answer");
    assert_eq!(export.status, 200, "{}", export.body);
    let lines: Vec<Value> = export
        .body
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect();
    assert_eq!(
        (&lines[0]["type"], &lines[0]["name"]),
        (&json!("person"), &json!("Ana"))
    );
    let mut games: Vec<&str> = lines[1..]
        .iter()
        .map(|line| line["room"].as_str().expect("a game"))
        .collect();
    games.sort_unstable();
    played.sort_unstable();
    assert_eq!(games, played);
    assert_eq!(lines[1]["events"][0]["event"]["type"], "play");
    assert!(!export.body.contains("argon2"), "no password");

    let mut socket = ana.socket("/ws/lobby").await.expect("a socket");
    refused(
        &ana,
        "/api/account/delete",
        &json!({"password": "wrong horse"}),
        "wrong-password",
    )
    .await;
    let gone = ana
        .post("/api/account/delete", &json!({"password": "correct horse"}))
        .await
        .expect("an answer");
    assert_eq!(gone.json()["guest"], true, "{}", gone.body);
    while !matches!(socket.receive().await.expect("a goodbye"), Received::Closed(4401)) {}
    let profile = ana.get("/api/players/Ana").await.expect("an answer");
    assert_eq!(profile.status, 404);
    let login = json!({"name": "Ana", "password": "correct horse"});
    refused(&house.guest().await, "/api/login", &login, "wrong-password").await;
    let game = house
        .guest()
        .await
        .get(&format!("/api/rooms/{}", played[0]))
        .await
        .expect("an answer");
    assert_eq!(game.status, 200, "its games can still be seen");
    assert!(!game.body.contains("\"Ana\""), "without the name: {}", game.body);
    register(&house, "Ana").await;
    house.close().await;
    let report = tokio::task::spawn_blocking(move || damero_server::check(folder.path(), None));
    let report = report.await.expect("ran").expect("a check");
    assert!(report.problems.is_empty(), "{:?}", report.problems);
}
