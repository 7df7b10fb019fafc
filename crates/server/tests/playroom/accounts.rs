//! Guests, accounts, and what strangers may not do.

use damero_server::client::{Guest, Received, request};
use serde_json::json;

use crate::harness::{House, me, open, room};

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_claims_an_account_and_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let who = guest.get("/api/me").await.expect("me").json();
    assert_eq!(who["guest"], true);
    let credentials = json!({"name": "Ana", "password": "correct horse"});
    let made = guest
        .post("/api/register", &credentials)
        .await
        .expect("an account");
    assert_eq!(made.status, 200, "{}", made.body);
    assert_eq!(
        (&made.json()["name"], &made.json()["id"]),
        (&json!("Ana"), &who["id"])
    );
    let cookie = made.header("set-cookie").expect("a new session");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let old = guest.get("/api/me").await.expect("me").json();
    assert_ne!(old["id"], who["id"], "the old session has ended");

    let stranger = house.guest().await;
    let taken = stranger
        .post(
            "/api/register",
            &json!({"name": "aNA", "password": "another one"}),
        )
        .await
        .expect("an answer");
    assert_eq!(
        (taken.status, &taken.json()["error"]["code"]),
        (409, &json!("name-taken"))
    );
    for bad in [
        json!({"name": "x", "password": "long enough"}),
        json!({"name": "Bob", "password": "short"}),
    ] {
        let refused = stranger.post("/api/register", &bad).await.expect("an answer");
        assert_eq!(refused.status, 422, "{bad}: {}", refused.body);
    }
    for wrong in [
        json!({"name": "Ana", "password": "wrong horse"}),
        json!({"name": "Nobody", "password": "correct horse"}),
    ] {
        let refused = stranger.post("/api/login", &wrong).await.expect("an answer");
        assert_eq!(
            (refused.status, &refused.json()["error"]["code"]),
            (401, &json!("wrong-password"))
        );
    }
    let back = stranger
        .post("/api/login", &json!({"name": "ana", "password": "correct horse"}))
        .await
        .expect("in");
    assert_eq!(back.json()["id"], who["id"]);
    let cookie = back
        .header("set-cookie")
        .and_then(|cookie| cookie.split(';').next())
        .expect("a session");
    let ana = stranger.with_cookie(cookie);
    let profile = ana.get("/api/players/ANA").await.expect("a profile").json();
    assert_eq!(
        (&profile["name"], &profile["recent"]),
        (&json!("Ana"), &json!([]))
    );
    let out = ana.post("/api/logout", &json!({})).await.expect("out");
    assert_eq!(out.json()["guest"], true);
    let nobody = ana.get("/api/players/nobody").await.expect("an answer");
    assert_eq!(nobody.status, 404);
    let none = ana
        .get("/api/leaderboard?game=quarto")
        .await
        .expect("a list")
        .json();
    assert_eq!(none, json!([]));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_strangers_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let wanted = room("quarto", &me(), &open()).to_string();
    let post = async |headers: &[(&str, &str)]| {
        request(house.address, "POST", "/api/rooms", headers, &wanted)
            .await
            .expect("an answer")
    };
    let cookie = ("Cookie", guest.cookie());
    assert_eq!(post(&[]).await.status, 401, "no session");
    assert_eq!(
        post(&[("Cookie", "damero=0000")]).await.status,
        401,
        "no such session"
    );
    assert_eq!(
        post(&[cookie, ("Origin", "http://evil.example")]).await.status,
        403
    );
    let own = format!("http://{}", house.address);
    let made = post(&[cookie, ("Origin", &own)]).await;
    assert_eq!(made.status, 200);
    let upgrade = [
        cookie,
        ("Origin", "http://evil.example"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let socket = request(house.address, "GET", "/ws/lobby", &upgrade, "")
        .await
        .expect("an answer");
    assert_eq!(socket.status, 403, "a socket from another site");
    for header in [
        "content-security-policy",
        "x-content-type-options",
        "referrer-policy",
    ] {
        assert!(made.header(header).is_some(), "{header}");
    }
    let form = [cookie, ("Content-Type", "text/plain")];
    let form = request(house.address, "POST", "/api/rooms", &form, "").await;
    assert_eq!(form.expect("an answer").status, 415, "a form of another site");
    let huge = format!("{{\"game\":\"{}\"}}", "x".repeat(100_000));
    let too_large = request(house.address, "POST", "/api/rooms", &[cookie], &huge)
        .await
        .expect("an answer");
    assert_eq!(too_large.status, 413);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_cannot_be_tried_for_ever() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| config.limits = true).await;
    let guest = house.guest().await;
    let mut last = None;
    for _ in 0..11 {
        let wrong = json!({"name": "ana", "password": "x"});
        last = Some(guest.post("/api/login", &wrong).await.expect("an answer"));
    }
    let last = last.expect("an answer");
    assert_eq!(
        (last.status, &last.json()["error"]["code"]),
        (429, &json!("too-many"))
    );
    assert!(last.header("retry-after").is_some());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_locks_no_owner_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open_with(folder.path(), |config| {
        config.limits = true;
        config.proxy = true;
    })
    .await;
    let from = |address: &'static str| [("X-Forwarded-For", address)];
    let first = request(house.address, "GET", "/api/me", &from("192.0.2.1"), "")
        .await
        .expect("a session");
    let cookie = first
        .header("set-cookie")
        .and_then(|cookie| cookie.split(';').next())
        .expect("a cookie");
    let right = json!({"name": "Ana", "password": "correct horse"}).to_string();
    let headers = [("X-Forwarded-For", "192.0.2.1"), ("Cookie", cookie)];
    let made = request(house.address, "POST", "/api/register", &headers, &right)
        .await
        .expect("an answer");
    assert_eq!(made.status, 200, "{}", made.body);
    let wrong = json!({"name": "Ana", "password": "wrong horse"}).to_string();
    let mut refused = Vec::new();
    for _ in 0..12 {
        let answer = request(house.address, "POST", "/api/login", &from("192.0.2.66"), &wrong).await;
        refused.push(answer.expect("an answer").status);
    }
    assert_eq!(refused.last(), Some(&429), "the stranger is stopped: {refused:?}");
    let owner = request(house.address, "POST", "/api/login", &from("192.0.2.1"), &right).await;
    assert_eq!(owner.expect("an answer").status, 200, "and the owner comes in");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_ended_and_passwords_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let none = guest
        .post("/api/password", &json!({"old": "x", "new": "long enough"}))
        .await
        .expect("an answer");
    assert_eq!(none.json()["error"]["code"], "no-account");
    let signed_in = |answer: &damero_server::client::Answer| {
        let cookie = answer
            .header("set-cookie")
            .and_then(|cookie| cookie.split(';').next());
        guest.clone().with_cookie(cookie.expect("a session"))
    };
    let credentials = json!({"name": "Ana", "password": "correct horse"});
    let laptop = signed_in(
        &guest
            .post("/api/register", &credentials)
            .await
            .expect("an account"),
    );
    let phone = signed_in(
        &house
            .guest()
            .await
            .post("/api/login", &credentials)
            .await
            .expect("a session"),
    );
    let list = phone.get("/api/sessions").await.expect("a list").json();
    let current: Vec<_> = list
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["current"] == true)
        .collect();
    assert_eq!(
        (current.len(), current.iter().filter(|is| **is).count()),
        (2, 1),
        "{list}"
    );

    let mut socket = laptop.socket("/ws/lobby").await.expect("a socket");
    let change = |old: &str| json!({"old": old, "new": "battery staple"});
    let refused = phone
        .post("/api/password", &change("wrong horse"))
        .await
        .expect("an answer");
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (403, &json!("wrong-password"))
    );
    let changed = phone
        .post("/api/password", &change("correct horse"))
        .await
        .expect("an answer");
    assert_eq!(
        (changed.status, changed.json().as_array().map(Vec::len)),
        (200, Some(1)),
        "{}",
        changed.body
    );
    let code = loop {
        if let Received::Closed(code) = socket.receive().await.expect("a goodbye") {
            break code;
        }
    };
    assert_eq!(code, 4401, "at once");
    assert_ne!(
        laptop.get("/api/me").await.expect("me").json()["name"],
        "Ana",
        "its session has ended"
    );
    assert_eq!(phone.get("/api/me").await.expect("me").json()["name"], "Ana");
    let old = house
        .guest()
        .await
        .post("/api/login", &credentials)
        .await
        .expect("an answer");
    assert_eq!(old.status, 401, "the old password is wrong now");

    let mut socket = phone.socket("/ws/lobby").await.expect("a socket");
    let out = phone
        .post("/api/sessions/end", &json!({}))
        .await
        .expect("an answer");
    assert_eq!(
        (out.status, &out.json()["guest"]),
        (200, &json!(true)),
        "{}",
        out.body
    );
    while !matches!(socket.receive().await.expect("a goodbye"), Received::Closed(4401)) {}
    assert_ne!(phone.get("/api/me").await.expect("me").json()["name"], "Ana");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_session_is_ended_and_the_others_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let credentials = json!({"name": "Ana", "password": "correct horse"});
    let enter = async |path: &str| {
        let guest = house.guest().await;
        let answer = guest.post(path, &credentials).await.expect("an answer");
        let cookie = answer
            .header("set-cookie")
            .and_then(|cookie| cookie.split(';').next());
        guest.with_cookie(cookie.expect("a session"))
    };
    let laptop = enter("/api/register").await;
    let (phone, tablet) = (enter("/api/login").await, enter("/api/login").await);
    let list = async |guest: &Guest| guest.get("/api/sessions").await.expect("a list").json();
    let current = |list: &serde_json::Value| -> String {
        let mut sessions = list.as_array().expect("a list").iter();
        let mine = sessions.find(|one| one["current"] == true).expect("mine");
        mine["id"].as_str().expect("an id").to_owned()
    };
    let end = async |guest: &Guest, id: &str| {
        let path = format!("/api/sessions/{id}/end");
        guest.post(&path, &json!({})).await.expect("an answer")
    };
    let lost = current(&list(&phone).await);
    let mut closed = phone.socket("/ws/lobby").await.expect("a socket");
    let mut open = tablet.socket("/ws/lobby").await.expect("a socket");

    let stranger = house.guest().await;
    for (who, id, code) in [
        (&stranger, lost.as_str(), "no-such-session"),
        (&laptop, "0000000000000000", "no-such-session"),
        (&laptop, &current(&list(&laptop).await), "own-session"),
    ] {
        let refused = end(who, id).await;
        assert_eq!(refused.json()["error"]["code"], code, "{}", refused.body);
    }
    let left = end(&laptop, &lost).await;
    assert_eq!(left.status, 200, "{}", left.body);
    let left = left.json();
    assert_eq!(left.as_array().map(Vec::len), Some(2), "{left}");
    assert!(!left.to_string().contains(&lost), "{left}");
    while !matches!(closed.receive().await.expect("a goodbye"), Received::Closed(4401)) {}
    assert_ne!(phone.get("/api/me").await.expect("me").json()["name"], "Ana");
    assert_eq!(tablet.get("/api/me").await.expect("me").json()["name"], "Ana");
    open.send(&json!({"type": "ping", "t": 1}))
        .await
        .expect("it is open");
    open.wait_for("pong")
        .await
        .expect("the other socket is still served");
    let again = end(&laptop, &lost).await;
    assert_eq!(again.json()["error"]["code"], "no-such-session", "{}", again.body);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_out_closes_the_other_sockets_of_the_session_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let credentials = json!({"name": "Ana", "password": "correct horse"});
    let enter = async |path: &str| {
        let guest = house.guest().await;
        let answer = guest.post(path, &credentials).await.expect("an answer");
        let cookie = answer
            .header("set-cookie")
            .and_then(|cookie| cookie.split(';').next());
        guest.with_cookie(cookie.expect("a session"))
    };
    let (laptop, phone) = (enter("/api/register").await, enter("/api/login").await);
    let mut other_tab = laptop.socket("/ws/lobby").await.expect("a socket");
    let mut elsewhere = phone.socket("/ws/lobby").await.expect("a socket");

    let out = laptop.post("/api/logout", &json!({})).await.expect("an answer");
    assert_eq!(
        (out.status, &out.json()["guest"]),
        (200, &json!(true)),
        "{}",
        out.body
    );
    while !matches!(
        other_tab.receive().await.expect("a goodbye"),
        Received::Closed(4401)
    ) {}
    elsewhere
        .send(&json!({"type": "ping", "t": 1}))
        .await
        .expect("it is open");
    elsewhere.wait_for("pong").await.expect("another session goes on");
    assert_eq!(phone.get("/api/me").await.expect("me").json()["name"], "Ana");
    house.close().await;
}

/// Other tabs of a guest would go on in the guest's name, while their requests come from the account.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_becomes_somebody_else_leaves_no_socket_open_as_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let mut given = json!({"name": "Ana", "password": "correct horse"});
    for path in ["/api/register", "/api/login", "/api/recover"] {
        let guest = house.guest().await;
        let mut other_tab = guest.socket("/ws/lobby").await.expect("a socket");
        let answer = guest.post(path, &given).await.expect("an answer");
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        while !matches!(
            other_tab.receive().await.expect("a goodbye"),
            Received::Closed(4401)
        ) {}
        if let Some(code) = answer.json()["recovery_codes"].get(0) {
            given["code"] = code.clone();
        }
    }
    house.close().await;
}
