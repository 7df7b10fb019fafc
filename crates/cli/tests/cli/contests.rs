//! Matches and tournaments through the real binary.

use damero_games::GameId;

use crate::harness::Folder;

#[test]
fn every_game_has_players_that_can_meet() {
    let folder = Folder::new();
    for id in GameId::ALL {
        let line = format!("match {id} --a careful --b random --games 2 --json");
        let json = folder.run(&line).quietly().json();
        assert_eq!(json["games"], 2, "{id}");
        assert_eq!(json["game"], id.to_string());
    }
}

#[test]
fn a_match_says_who_is_stronger() {
    let folder = Folder::new();
    let line = "match reversi --a alphabeta:depth=3,table=1 --b random --games 10 --threads 2";
    folder.run(line).quietly().says(&[
        "Reversi · standard",
        "A          alphabeta:depth=3",
        "B          random",
        "won",
        "score",
        "Elo",
        "95 %",
        "likelihood",
        "points     A ",
    ]);
    folder.run(&format!("{line} --lang es")).quietly().says(&[
        "partidas",
        "ganadas",
        "pares",
        "con probabilidad",
        "diferencia +",
    ]);
}

#[test]
fn a_match_is_resumed_by_the_same_command_and_refuses_another() {
    let folder = Folder::new();
    let line = |games: u32| {
        format!("match reversi --a greedy --b random --games {games} --seed 3 --json --out games.jsonl")
    };
    let whole = folder
        .run(&line(6).replace("games.jsonl", "other.jsonl"))
        .quietly()
        .json();
    folder.run(&line(4)).quietly();
    assert_eq!(folder.read("games.jsonl").lines().count(), 5);
    let resumed = folder.run(&line(6)).quietly().json();
    assert_eq!(folder.read("games.jsonl").lines().count(), 7);
    for field in ["games", "wins", "draws", "losses", "pairs", "elo"] {
        assert_eq!(resumed[field], whole[field], "{field}");
    }
    assert_eq!(resumed["records"], "games.txt");
    assert_eq!(folder.read("games.txt"), folder.read("other.txt"));
    assert_eq!(folder.read("games.txt").lines().count(), 6);
    folder.run(&line(6).replace("--seed 3", "--seed 4")).fails(&[
        "games.jsonl",
        "another contest",
        "seed is 3 there and 4 here",
    ]);
    folder
        .run(&line(6).replace("--out games.jsonl", "--out games.txt"))
        .fails(&["games.txt", "not a file of finished games"]);
}

#[test]
fn a_book_gives_the_openings() {
    let folder = Folder::new();
    folder.write("book.txt", "f5 d6 c3\nf5 f6\n");
    let line = "match reversi --a greedy --b random --games 4 --book book.txt --out m.jsonl";
    folder.run(line).quietly();
    let records = folder.read("m.txt");
    let begins: Vec<_> = records.lines().map(|line| &line[..4]).collect();
    assert_eq!(begins, ["f5d6", "f5d6", "f5f6", "f5f6"]);
    folder.write("bad.txt", "f5 d6\nf5 a1\n");
    folder
        .run("match reversi --a greedy --b random --book bad.txt")
        .fails(&["bad.txt: opening 2"]);
    folder
        .run("match reversi --a greedy --b random --book none.txt")
        .fails(&["cannot read none.txt"]);
}

#[test]
fn bad_players_and_limits_are_explained() {
    let folder = Folder::new();
    for (line, texts) in [
        (
            "match reversi --a nobody --b random",
            &["--a <PLAYER>", "there are random, greedy"][..],
        ),
        (
            "match reversi --a level:mild --b random",
            &["easy, medium, hard, max"],
        ),
        (
            "match reversi --a alphabeta:x=1 --b random",
            &["depth, nodes, time"],
        ),
        ("match reversi --a random", &["missing --b <PLAYER>"]),
        ("match reversi --a random --b random --time now", &["1s, 500ms"]),
        (
            "match reversi --a random --b random --depth 0",
            &["a number from 1 to 200"],
        ),
        (
            "match reversi --a random --b random --games 0",
            &["a number from 1 to"],
        ),
        (
            "match reversi --a random --b random --book a --openings 3",
            &["together"],
        ),
    ] {
        folder.run(line).fails(texts);
    }
    folder
        .run("match reversi --a nadie --b random --lang es")
        .fails(&["<JUGADOR>", "jugador desconocido", "hay random"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_keeps_what_is_finished() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let folder = Folder::new();
    let line = "match reversi --a careful --b careful --games 100000 --out m.jsonl";
    let child = crate::harness::command(&folder.path(""))
        .args(line.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begun =
        || folder.files().contains(&"m.jsonl".to_owned()) && folder.read("m.jsonl").lines().count() > 3;
    while !begun() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill");
    assert!(sent.success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the same command goes on from here"), "{said}");
    let log = folder.read("m.jsonl");
    assert!(log.ends_with('\n') && log.lines().count() > 3);
    assert_eq!(folder.read("m.txt").lines().count() + 1, log.lines().count());
}

#[test]
fn analyze_gives_every_move_a_value() {
    let folder = Folder::new();
    for id in GameId::ALL {
        let json = folder
            .run(&format!("analyze {id} --nodes 3000 --json"))
            .quietly()
            .json();
        let analysis = &json["analysis"];
        let moves = analysis["moves"].as_array().expect("a list");
        assert!(!moves.is_empty(), "{id}");
        assert_eq!(analysis["best"]["move"], moves[0]["move"], "{id}");
        assert!(moves.iter().all(|one| one["value"].is_number()), "{id}: {json}");
    }
    let minimax = folder
        .run("analyze reversi --agent minimax:depth=3 --json")
        .quietly()
        .json();
    let engine = folder.run("analyze reversi --depth 3 --json").quietly().json();
    assert_eq!(
        minimax["analysis"]["best"]["score"],
        engine["analysis"]["best"]["score"]
    );
    folder
        .run("analyze reversi --depth 2")
        .quietly()
        .says(&["best ", "chances", "line ", "depth 2", "d3", " %"]);
    folder
        .run("analyze reversi --depth 2 --lang es")
        .quietly()
        .says(&["mejor", "opciones", "línea", "profundidad 2"]);
}

#[test]
fn nothing_is_found_where_the_game_is_over() {
    let folder = Folder::new();
    let full = format!("{} X", "X".repeat(64));
    let ran = folder.run_with(["analyze", "reversi", "--position", &full], "", &[]);
    ran.ended(1).says(&["result"]);
}

#[test]
fn a_sequential_test_stops_when_it_is_decided_and_does_not_depend_on_threads() {
    let folder = Folder::new();
    let line = "match reversi --a minimax:depth=2 --b random --games 400 --sprt 0,50 --json";
    let one = folder.run(line).quietly().json();
    assert_eq!(one["sprt"]["verdict"], "h1");
    assert!(one["games"].as_u64().is_some_and(|games| games < 400), "{one}");
    let two = folder.run(&format!("{line} --threads 2")).quietly().json();
    assert_eq!(one, two);
    let turned = "match reversi --b minimax:depth=2 --a random --games 400 --sprt 0,50";
    folder
        .run(turned)
        .ended(1)
        .says(&["SPRT", "more like +0.0", "LLR -"]);
    let short = "match reversi --a random --b random --games 4 --sprt -5,5 --lang es";
    folder.run(short).ended(1).says(&["SPRT", "sin decidir"]);
    for bad in ["5", "5,0", "a,b", "0,5000"] {
        folder
            .run(&format!("match reversi --a random --b random --sprt {bad}"))
            .fails(&["--sprt", "the smaller first"]);
    }
}

#[test]
fn a_tournament_rates_its_players() {
    let folder = Folder::new();
    let line = "tournament reversi random minimax:depth=2 greedy --games 6 --out t.jsonl";
    folder
        .run(line)
        .quietly()
        .says(&["Reversi", "Elo", "1  ", "2  ", "3  ", "random"]);
    let json = folder.run(&format!("{line} --json")).quietly().json();
    let rows = json["table"].as_array().expect("a list");
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows.iter()
            .map(|row| row["games"].as_u64().unwrap_or(0))
            .sum::<u64>(),
        36
    );
    let ratings: Vec<f64> = rows
        .iter()
        .filter_map(|row| row["rating"]["elo"].as_f64())
        .collect();
    assert!(ratings.is_sorted_by(|a, b| a >= b), "{ratings:?}");
    assert!(ratings.iter().sum::<f64>().abs() < 1e-6);
    assert_eq!(rows[2]["player"], "random");
    let csv = folder.run(&format!("{line} --csv")).quietly().stdout;
    assert!(csv.starts_with("rank,player,elo,margin,points,games,"), "{csv}");
    assert_eq!(csv.lines().count(), 4);
    let gauntlet = "tournament reversi careful random greedy --gauntlet --games 2 --json --lang es";
    let json = folder.run(gauntlet).quietly().json();
    let games = |player: &str| {
        let rows = json["table"].as_array().expect("a list");
        rows.iter()
            .find(|row| row["player"] == player)
            .map(|row| row["games"].clone())
    };
    assert_eq!(games("careful"), Some(4.into()));
    assert_eq!(games("random"), Some(2.into()));
    folder
        .run("tournament reversi random")
        .fails(&["at least two players"]);
    folder
        .run("tournament reversi random hard random")
        .fails(&["random", "twice"]);
}

#[test]
fn the_table_of_a_tournament_has_the_comma_of_its_language() {
    let folder = Folder::new();
    let run = |lang: &str| {
        let line = format!("tournament reversi random greedy --games 2 --lang {lang}");
        folder.run(&line).quietly().stdout
    };
    let (en, es) = (run("en"), run("es"));
    assert!(en.contains('.') && !en.contains(','), "{en}");
    assert!(es.contains(',') && !es.contains('.'), "{es}");
}
