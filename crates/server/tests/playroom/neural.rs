//! The networks that come with the program: told with the games, at the board, in the pool of machines, asked about
//! positions.

use damero_server::client::Guest;
use serde_json::{Value, json};

use crate::harness::{House, Page, machine, me, room};

/// A game with its network, if it has one.
async fn networks(guest: &Guest) -> Vec<(String, Option<String>)> {
    let games = guest.get("/api/games").await.expect("an answer").json();
    let told = games.as_array().expect("a list").iter().map(|game| {
        let rules = game["network"]["rules"].as_str().map(str::to_owned);
        (game["id"].as_str().expect("a name").to_owned(), rules)
    });
    told.collect()
}

fn neural() -> Value {
    machine("neural")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_plays_and_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let wanted = room("quarto", &me(), &neural());
    let id = guest.create(&wanted).await.expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    let seat = json!({"kind": "machine", "level": "neural", "rating": null, "provisional": true});
    assert_eq!(page.head()["seats"]["second"], seat);
    page.play_any().await;
    page.wait_for_turn().await;
    let played = page.log();
    assert!(played.len() > 1, "the network answers");

    house.close().await;
    let house = House::open(folder.path()).await;
    let guest = house.guest().await.with_cookie(guest.cookie());
    let mut page = Page::open(&guest, &id, "b").await;
    assert_eq!(page.log(), played);
    assert_eq!(page.head()["seats"]["second"], seat);
    // To place and to give.
    for _ in 0..2 {
        page.play_any().await;
        page.wait_for_turn().await;
    }
    assert!(page.log().len() > played.len() + 2, "it answers again");
    page.must(json!({"type": "resign"})).await;
    let library = guest.get("/api/library?game=quarto").await.expect("games").json();
    assert_eq!(library[0]["players"]["second"], seat);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_earns_a_rating_among_the_machines() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let mut wanted = room("quarto", &machine("easy"), &neural());
    wanted["delay_ms"] = json!(0);
    // Under a clock a network that searches does not take all of its time.
    wanted["clock"] = json!({"base_ms": 3000, "increment_ms": 100});
    let id = guest.create(&wanted).await.expect("a room");
    let mut page = Page::open(&guest, &id, "a").await;
    while !page.is_over() {
        page.receive().await;
    }
    let path = "/api/leaderboard?game=quarto&pool=machines";
    let rows = guest.get(path).await.expect("an answer").json();
    let rows = rows.as_array().expect("rows");
    let row = rows
        .iter()
        .find(|row| row["name"] == "neural")
        .expect("it is rated");
    assert_eq!((&row["bot"], &row["games"]), (&json!(true), &json!(1)));
    assert_eq!(page.head()["seats"]["second"]["rating"], row["rating"]);
    house.close().await;
}

#[tokio::test]
async fn where_there_is_no_network_or_it_has_learned_other_rules_a_sentence_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let known = networks(&guest).await;
    let azul = known.iter().find(|(game, _)| game == "azul").expect("a game");
    let learned = azul.1.clone().expect("Azul has one");
    let others = Some(format!("{learned},max_rounds=9"));
    let mut cases = vec![("azul", others, "has learned the rules")];
    let without = known.iter().filter(|(_, rules)| rules.is_none());
    cases.extend(without.map(|(game, _)| (&**game, None, "there is one for")));
    for (game, rules, words) in cases {
        let mut wanted = room(game, &neural(), &me());
        wanted["rules"] = json!(rules);
        let asked = json!({"game": game, "rules": rules, "with": "neural"});
        for (path, body) in [("/api/rooms", wanted), ("/api/analyse", asked)] {
            let answer = guest.post(path, &body).await.expect("an answer");
            let message = &answer.json()["error"]["message"];
            assert_eq!(answer.status, 422, "{path} {game}: {message}");
            let en = message["en"].as_str().expect("a sentence");
            assert!(en.contains(words), "{game}: {en}");
            assert_ne!(message["es"], en);
        }
    }
    let mut wanted = room("quarto", &machine("divine"), &me());
    wanted["rules"] = json!("standard");
    let answer = guest.post("/api/rooms", &wanted).await.expect("an answer");
    assert_eq!(answer.json()["error"]["code"], "level");
    house.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn positions_are_valued_by_the_network_that_comes_with_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::open(folder.path()).await;
    let guest = house.guest().await;
    let known = networks(&guest).await;
    let quarto = known.into_iter().find(|(game, _)| game == "quarto");
    let rules = quarto.and_then(|(_, rules)| rules).expect("Quarto has one");
    let asked = json!({"game": "quarto", "rules": rules, "with": "neural", "time_ms": 200});
    let answer = guest.post("/api/analyse", &asked).await.expect("an answer");
    let analysis = answer.json();
    assert_eq!(analysis["moves"].as_array().map(Vec::len), Some(16), "{analysis}");
    assert!(analysis["best"]["value"].is_number(), "{analysis}");
    house.close().await;
}
