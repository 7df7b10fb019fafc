//! What is said of a page before it is opened, and addresses that lead nowhere.

use damero_server::client::{Answer, request};
use serde_json::json;

use crate::harness::{House, Page, me, room};

async fn get(house: &House, path: &str, language: &str) -> Answer {
    let headers = [("Accept-Language", language)];
    request(house.address, "GET", path, &headers, "")
        .await
        .expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_lead_nowhere_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    for path in [
        "/",
        "/new",
        "/rules",
        "/rules/quarto",
        "/leaderboard/azul",
        "/training/x",
    ] {
        assert_eq!(get(&house, path, "en").await.status, 200, "{path}");
    }
    for path in [
        "/nowhere",
        "/play",
        "/play/nowhere",
        "/rules/nothing",
        "/leaderboard/nothing",
        "/newer",
    ] {
        let answer = get(&house, path, "en").await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            answer
                .body
                .contains("<title>There is nothing here · Damero</title>"),
            "the page itself comes: {path}"
        );
    }
    assert!(get(&house, "/api/nothing", "en").await.json()["error"].is_object());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_has_a_preview_of_its_own_in_both_languages() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let rules = get(&house, "/rules/quarto", "es-ES,es;q=0.9").await.body;
    assert!(
        rules.contains("<title>Reglas de Quarto · Damero</title>"),
        "{rules}"
    );
    assert!(rules.contains("property=\"og:title\" content=\"Reglas de Quarto\""));
    let whole = format!("content=\"http://{}/rules/quarto\"", house.address);
    assert!(rules.contains(&whole), "{rules}");
    let guest = house.guest().await;
    let id = guest
        .create(&room("reversi", &me(), &me()))
        .await
        .expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    let path = format!("/play/{id}");
    assert!(get(&house, &path, "en").await.body.contains("being played"));
    page.must(json!({"type": "resign", "seat": "first"})).await;
    let shown = get(&house, &path, "en").await;
    let name = guest.get("/api/me").await.expect("me").json()["name"].clone();
    let name = name.as_str().expect("a name");
    assert!(
        shown
            .body
            .contains(&format!("content=\"{name} – {name}, Reversi\"")),
        "{}",
        shown.body
    );
    assert!(
        shown.body.contains("content=\"0-1: Black resigned.\""),
        "{}",
        shown.body
    );
    let known = [("If-None-Match", shown.header("etag").expect("an etag"))];
    let again = request(house.address, "GET", &path, &known, "").await;
    assert_eq!(again.expect("an answer").status, 304);
    house.close().await;
}
