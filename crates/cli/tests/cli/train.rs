//! Trainings through the real binary: what is refused, and what can be looked at. Those who learn are tested where they
//! live; here the folders are made by hand.

use std::collections::BTreeMap;
use std::fs;

use damero_learn::run::{Identity, Line, Log, Meta, RunFolder, RunPath, TrainStep};

use crate::harness::Folder;

const CONFIG: &str =
    "algo = \"dqn\"\ngame = \"quarto\"\n[run]\nbest = \"win_rate/greedy\"\nepochs = 40\n[dqn]\nlr = 0.5\n";

/// A run of three epochs, as a training leaves it that was killed before its first checkpoint.
fn run(folder: &Folder, name: &str) -> RunFolder {
    let identity = Identity {
        game: "quarto".to_owned(),
        rules: "square".to_owned(),
        rules_version: 1,
        algo: "dqn".to_owned(),
    };
    let meta = Meta::new(identity, 7, 1, 1.8e9);
    let run = RunFolder::create(&folder.path("runs"), Some(name), "x", CONFIG, &meta).expect("room");
    let mut log = Log::open(&run.path.metrics(), 0).expect("room");
    for epoch in 1..=3 {
        let values = BTreeMap::from([
            ("loss/mean".to_owned(), 0.5),
            ("win_rate/greedy".to_owned(), 0.25),
        ]);
        log.append(&Line::new(
            TrainStep {
                epoch,
                step: 6 * epoch,
            },
            90.0,
            values,
        ))
        .expect("room");
    }
    run
}

#[test]
fn runs_are_listed_shown_and_drawn() {
    let folder = Folder::new();
    folder.run("runs list").ended(1).says(&["no trainings here"]);
    drop(run(&folder, "mine-2"));
    let held = run(&folder, "mine-10");
    folder
        .run("runs list")
        .quietly()
        .says(&["mine-2", "quarto dqn", "killed", "running", "1.5"]);
    folder
        .run("runs list --lang es")
        .quietly()
        .says(&["entrenamiento", "época", "1,5"]);
    let json = folder.run("runs list --json").quietly().json();
    assert_eq!(
        (&json[0]["name"], &json[1]["name"]),
        (&"mine-2".into(), &"mine-10".into())
    );
    assert_eq!(
        (&json[0]["state"], &json[1]["state"]),
        (&"killed".into(), &"running".into())
    );
    assert_eq!(json[0]["last"]["epoch"], 3);
    folder
        .run("runs show mine-2")
        .quietly()
        .says(&["dqn.lr", "0.5", "epoch 3", "loss/mean"]);
    assert_eq!(
        folder.run("runs show mine-2 --json").quietly().json()["meta"]["seed"],
        7
    );
    folder
        .run("plot mine-2 --lang es")
        .quietly()
        .says(&["win_rate.svg", "win_rate.png", "loss.png"]);
    let svg =
        fs::read_to_string(RunPath(folder.path("runs/mine-2")).plots().join("win_rate.svg")).expect("a file");
    assert!(svg.contains("Tasa de victorias"));
    drop(held);
}

#[test]
fn bad_input_is_told_in_a_sentence_and_changes_nothing() {
    let folder = Folder::new();
    folder
        .run("train --resume latest")
        .fails(&["there is no run in runs"]);
    folder.run("plot nothing").fails(&["there is no run \"nothing\""]);
    let held = run(&folder, "mine");
    folder.run("runs show mone").fails(&["did you mean \"mine\"?"]);
    folder
        .run("train --resume mine --lang es")
        .fails(&["otro proceso usa esta carpeta"]);
    drop(held);
    folder.run("train --resume mine@step-6").fails(&[]);
    folder.run("train").ended(2);
    folder.run("train quarto --resume latest").ended(2);
    folder
        .run("train quarto --config nonsense")
        .fails(&["there is no preset or file \"nonsense\""]);
    folder.write("bad.toml", "[run]\nepochs = = 3\n");
    folder
        .run("train quarto --config bad.toml")
        .fails(&["bad.toml, line 2: not TOML"]);
    folder.run("train azul --algo dreams").fails(&[]);
    let meta = folder.read("runs/mine/meta.json");
    folder.write("runs/mine/meta.json", &meta[..meta.len() / 2]);
    folder.run("train --resume mine").fails(&["meta.json", "damaged"]);
    assert_eq!(folder.read("runs/mine/metrics.jsonl").lines().count(), 3);
    folder.write(
        "runs/mine/meta.json",
        meta.replace("\"format\": 1", "\"format\": 9"),
    );
    folder.run("runs show mine").fails(&["format 9"]);
}

#[test]
fn each_method_of_a_game_has_its_own_configuration() {
    let folder = Folder::new();
    folder
        .run("train reversi --algo alphazero --print-config")
        .quietly()
        .says(&["algo = \"alphazero\"", "mlp:512-256", "root = \"gumbel\""]);
    folder
        .run("train reversi --print-config")
        .quietly()
        .says(&["algo = \"dqn\"", "heads=dueling"]);
    folder
        .run("train azul --print-config")
        .quietly()
        .says(&["algo = \"alphazero\"", "curriculum"]);
    folder
        .run("train azul --seed-compat --print-config")
        .quietly()
        .says(&["architecture = \"azul\"", "seed4"]);
}

#[test]
fn what_makes_no_sense_is_refused_with_its_line_before_anything_begins() {
    let folder = Folder::new();
    let text = "game = \"azul\"\n[alphazero]\ngames = 8\ncurriculum = [\"1-6: 30\", \"8-: 75\"]\n";
    folder.write("gap.toml", text);
    folder.run("train --config gap.toml").fails(&[
        "gap.toml, line 4",
        "alphazero.curriculum",
        "begins with 7",
    ]);
    folder.write("none.toml", text.replace("8-: 75", "7-: 0"));
    folder
        .run("train --config none.toml --lang es")
        .fails(&["none.toml, línea 4", "de 1 a"]);
    folder.write(
        "net.toml",
        "game = \"azul\"\n[alphazero]\narchitecture = \"quarto\"\n",
    );
    folder
        .run("train --config net.toml")
        .fails(&["net.toml, line 3", "alphazero.architecture"]);
    // What was set on the command line is not blamed on the file.
    let set = folder.run("train --config gap.toml --set games=0 --set curriculum=[\"1-:5\"]");
    set.fails(&["alphazero.games = 0"]);
    folder
        .run("train azul --set best=win_rate/nobody")
        .fails(&["run.best = \"win_rate/nobody\"", "\"win_rate/greedy\""]);
    assert!(!folder.path("runs").exists());
}
