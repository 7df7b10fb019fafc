//! Coming back: unfinished games, one's own finished ones as a guest, points in results, odds in time, records with names.

use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, open, room};

fn rooms(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list");
    list.iter()
        .map(|game| game["game"]["room"].as_str().expect("an id"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn guests_find_their_unfinished_games_also_those_that_sleep() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let (ana, bob) = (house.guest().await, house.guest().await);
    let untouched = ana
        .create(&room("reversi", &me(), &machine("easy")))
        .await
        .expect("a room");
    let alone = ana.create(&room("reversi", &me(), &me())).await.expect("a room");
    let mut page = Page::open(&ana, &alone, "a").await;
    page.play_any().await;
    let waiting = ana.create(&room("quarto", &me(), &open())).await.expect("a room");
    let list = ana.get("/api/playing").await.expect("a list").json();
    assert_eq!(
        rooms(&list),
        [&*alone, &*waiting],
        "not {untouched}, where nobody moved"
    );
    assert_eq!(list[0]["turn"], "second");
    assert_eq!(list[0]["you"], json!(["first", "second"]));
    assert_eq!(list[1]["turn"], Value::Null, "nobody moves while a seat is open");
    assert_eq!(
        bob.get("/api/playing").await.expect("a list").json(),
        json!([]),
        "they are for those who play them"
    );
    drop(page);
    house.close().await;

    let house = House::open(folder.path()).await;
    let ana = house.guest().await.with_cookie(ana.cookie());
    let list = ana.get("/api/playing").await.expect("a list").json();
    assert_eq!(
        rooms(&list),
        [&*alone, &*waiting],
        "after a restart, when all rooms sleep"
    );
    let mut page = Page::open(&ana, &alone, "b").await;
    page.must(json!({"type": "resign", "seat": "first"})).await;
    let list = ana.get("/api/playing").await.expect("a list").json();
    assert_eq!(rooms(&list), [&*waiting]);
    let mine = ana.get("/api/library?mine=true").await.expect("games").json();
    assert_eq!(mine[0]["room"], alone.as_str(), "a guest's own games");
    assert_eq!(mine[0]["result"]["points"], Value::Null, "nobody counted");
    let others = house.guest().await.get("/api/library?mine=true").await;
    assert_eq!(others.expect("games").json(), json!([]));
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_have_points_and_records_have_names_dates_and_times() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let name = ana.get("/api/me").await.expect("me").json()["name"].clone();
    let mut wanted = room("reversi", &me(), &me());
    wanted["clock"] = json!({"base_ms": 600_000, "increment_ms": 5_000});
    let id = ana.create(&wanted).await.expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    while !page.is_over() {
        page.play_any().await;
    }
    let points = &page.head()["result"]["points"];
    assert_eq!(points, &page.head()["frame"]["scores"], "what both have counted");
    let points = format!("{}-{}", points["first"], points["second"]);
    let record = async |format: &str| {
        let path = format!("/api/rooms/{id}/record?format={format}");
        ana.get(&path).await.expect("a record").body
    };
    let native = record("damero").await;
    for tag in [
        format!("[Black {name}]"),
        format!("[White {name}]"),
        "[Date \"20".to_owned(),
        "[TimeControl \"600+5\"]".to_owned(),
        format!("[Points \"{points}\"]"),
        "[MoveTimes \"".to_owned(),
    ] {
        assert!(native.contains(&tag), "{tag}: {native}");
    }
    let ggf = record("ggf").await;
    let name = name.as_str().expect("a name");
    for part in [
        format!("PB[{name}]"),
        format!("PW[{name}]"),
        "TI[600+5]".to_owned(),
    ] {
        assert!(ggf.contains(&part), "{part}: {ggf}");
    }
    for (text, format) in [(native, "damero"), (ggf, "ggf")] {
        let read = json!({"game": "reversi", "text": text});
        let read = ana.post("/api/import", &read).await.expect("an answer").json();
        let moves = read["moves"].as_array().map(Vec::len);
        assert_eq!(moves, Some(page.log().len()), "{format} comes back: {read}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_may_give_the_other_odds_in_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let ana = house.guest().await;
    let mut wanted = room("reversi", &me(), &machine("easy"));
    let clock = |first: u64| json!({"base_ms": 300_000, "increment_ms": 0, "odds": {"first": first, "second": 300_000}});
    wanted["clock"] = clock(60_000);
    let id = ana.create(&wanted).await.expect("a room");
    let mut page = Page::open(&ana, &id, "a").await;
    assert_eq!(page.head()["clock"]["first"], 60_000);
    assert_eq!(page.head()["clock"]["second"], 300_000);
    page.must(json!({"type": "resign"})).await;
    page.must(json!({"type": "rematch"})).await;
    while page.head()["next"].is_null() {
        page.receive().await;
    }
    let next = page.head()["next"].as_str().expect("a room").to_owned();
    let page = Page::open(&ana, &next, "b").await;
    assert_eq!(
        page.head()["clock"]["second"],
        60_000,
        "odds go with the one who gives them"
    );
    wanted["clock"] = clock(1);
    assert_eq!(
        ana.post("/api/rooms", &wanted).await.expect("an answer").status,
        422
    );
    let mut rated = room("reversi", &me(), &open());
    rated["clock"] = clock(60_000);
    rated["rated"] = json!(true);
    let refused = ana.post("/api/rooms", &rated).await.expect("an answer");
    assert_eq!(
        (refused.status, &refused.json()["error"]["code"]),
        (422, &json!("rated"))
    );
    house.close().await;
}
