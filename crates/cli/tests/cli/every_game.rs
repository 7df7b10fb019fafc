//! What must work for every game of the registry, whichever they are.

use damero_games::GameId;

use crate::harness::Folder;

#[test]
fn games_lists_every_game() {
    let folder = Folder::new();
    let text = folder.run("games").quietly();
    let json = folder.run("games --json").quietly().json();
    assert_eq!(json.as_array().expect("a list").len(), GameId::ALL.len());
    for (id, game) in GameId::ALL.iter().zip(json.as_array().expect("a list")) {
        assert_eq!(game["id"], id.to_string());
        assert!(game["summary"]["es"].is_string());
        assert!(game["presets"][0]["name"].is_string());
        assert!(text.stdout.contains(&*id.meta().summary.en), "{id}");
        assert_eq!(
            game["levels"],
            serde_json::json!(["easy", "2", "3", "4", "medium", "6", "hard", "8", "9", "max"])
        );
    }
}

#[test]
fn rules_prints_the_page_in_both_languages() {
    let folder = Folder::new();
    for id in GameId::ALL {
        let rules = id.meta().rules;
        let first = rules.es.lines().next().expect("a title");
        folder
            .run(&format!("rules {id} --lang es"))
            .quietly()
            .says(&[first, "reglas (--rules)"]);
        assert!(
            folder
                .run(&format!("rules {id}"))
                .quietly()
                .stdout
                .starts_with(rules.en.trim_end())
        );
    }
}

#[test]
fn show_draws_the_beginning() {
    let folder = Folder::new();
    for id in GameId::ALL {
        let ran = folder.run(&format!("show {id}")).quietly();
        ran.says(&["turn ", "position ", "moves ", "1  "]);
        let json = folder.run(&format!("show {id} --json")).quietly().json();
        assert_eq!(json["game"], id.to_string());
        let position = json["position"].as_str().expect("a position");
        let again = folder
            .run_with(
                ["show", &id.to_string(), "--json", "--position", position],
                "",
                &[],
            )
            .quietly();
        assert_eq!(again.json()["moves"], json["moves"], "{id}");
    }
}

#[test]
fn every_preset_can_be_shown() {
    let folder = Folder::new();
    let games = folder.run("games --json").quietly().json();
    for game in games.as_array().expect("a list") {
        let id = game["id"].as_str().expect("a name");
        for preset in game["presets"].as_array().expect("a list") {
            let preset = preset["name"].as_str().expect("a name");
            let shown = folder
                .run(&format!("show {id} --rules {preset} --json"))
                .quietly()
                .json();
            assert_eq!(shown["rules"], preset, "{id}");
        }
        for option in game["options"].as_array().expect("a list") {
            let (name, default) = (
                option["name"].as_str().expect("a name"),
                option["default"].as_str().expect("a value"),
            );
            folder.run(&format!("show {id} --set {name}={default}")).quietly();
        }
    }
}

#[test]
fn perft_divides_alike_on_any_number_of_threads() {
    let folder = Folder::new();
    for id in GameId::ALL {
        let divided = folder.run(&format!("perft {id} --depth 2 --divide")).quietly();
        let rows = divided.stdout.lines().take_while(|line| !line.is_empty());
        let counts = rows.map(|row| {
            row.split_whitespace()
                .last()
                .expect("a count")
                .parse::<u64>()
                .expect("a number")
        });
        let nodes = format!("nodes {}", counts.sum::<u64>());
        assert_eq!(divided.last_line(), nodes, "{id}");
        assert_eq!(
            folder
                .run(&format!("perft {id} -d 2 --threads 3"))
                .quietly()
                .stdout,
            nodes + "\n"
        );
    }
}

#[test]
fn random_players_finish_and_their_game_can_be_saved_and_shown() {
    let folder = Folder::new();
    for id in GameId::ALL {
        folder
            .run(&format!("play {id} --first random --second random --seed 5"))
            .quietly()
            .says(&["result "]);
        let name = format!("{id}.dgr");
        let input = format!("random\nrandom\nundo\nsave {name}\nquit\n");
        folder
            .type_in(&format!("play {id} --seed 1"), &input)
            .quietly()
            .says(&["saved"]);
        let shown = folder
            .run(&format!("show {id} --record {name} --json"))
            .quietly()
            .json();
        let moves = shown["history"].as_array().expect("a list").len();
        assert!(moves >= 1, "{id}: {shown}");
    }
}

#[test]
fn bench_prints_a_line_for_each_figure() {
    let folder = Folder::new();
    let ran = folder.run("bench playouts all --seconds 0.01").quietly();
    assert_eq!(ran.stdout.lines().count(), 2 * GameId::ALL.len());
    for line in ran.stdout.lines() {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(words.len(), 3, "{line}");
        assert!(words[1].parse::<u64>().is_ok_and(|value| value > 0), "{line}");
    }
    let json = folder
        .run("bench perft all --seconds 0.01 --json")
        .quietly()
        .json();
    assert_eq!(json.as_array().expect("a list").len(), GameId::ALL.len());
    assert_eq!(json[0]["unit"], "leaves/s");
}

#[test]
fn bench_refuses_before_it_measures() {
    let folder = Folder::new();
    for what in ["playouts", "perft"] {
        folder
            .run(&format!("bench {what} all --rules english --seconds 0.01"))
            .fails(&["--rules", "unknown rules \"english\""]);
    }
    folder
        .run("bench perft checkers -d 0")
        .fails(&["a number from 1 to 200"]);
}

#[test]
fn rules_are_also_for_programs() {
    let folder = Folder::new();
    for id in GameId::ALL {
        let page = folder
            .run(&format!("rules {id} --json --lang es"))
            .quietly()
            .json();
        assert_eq!(page["id"], id.to_string());
        assert_eq!(page["lang"], "es");
        assert_eq!(page["text"], id.meta().rules.es.trim_end());
        assert_eq!(page["name"]["es"], *id.meta().name.es);
        assert_eq!(page["summary"]["en"], *id.meta().summary.en);
        assert!(page["presets"][0]["name"].is_string(), "{id}");
        assert!(page["options"].is_array(), "{id}");
    }
}
