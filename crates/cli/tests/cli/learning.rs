//! Real trainings through the real binary, as small as they can be: stopped, killed, taken up again, compared.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::harness::{Folder, command};

/// A training of Quarto whose epochs take milliseconds.
const TINY: &str = "train quarto --name tiny --set matches_per_epoch=2 --set batch_size=4 --set iterations=1 --set views=2 \
                    --set evaluation_games=2 --set blunder_games=0 --set eval_every=1 --set checkpoint_every=1 \
                    --set run.threads=1 --set keep=1000";

/// Starts the program and waits until the training has written some checkpoints.
fn begun(folder: &Folder, line: &str) -> Child {
    let child = command(&folder.path(""))
        .args(line.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while steps(folder).len() < 3 {
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}

/// The steps of the checkpoints, in order.
fn steps(folder: &Folder) -> Vec<u64> {
    let entries = fs::read_dir(folder.path("runs/tiny/checkpoints"));
    let mut steps: Vec<u64> = entries
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_prefix("step-")?.parse().ok())
        .collect();
    steps.sort_unstable();
    steps
}

fn send(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().expect("kill");
    assert!(sent.success());
}

#[test]
fn a_training_is_interrupted_killed_and_goes_on() {
    let folder = Folder::new();
    let child = begun(&folder, &format!("{TINY} --set epochs=1000000"));
    // Somebody else wants to go on with it meanwhile.
    folder
        .run("train --resume tiny")
        .fails(&["another process", "runs/tiny"]);
    send(&child, "-INT");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("interrupted at epoch") && said.contains("damero train --resume"),
        "{said}"
    );

    let interrupted = steps(&folder).len();
    let child = command(&folder.path(""))
        .args(["train", "--resume", "latest"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while steps(&folder).len() < interrupted + 3 {
        std::thread::sleep(Duration::from_millis(20));
    }
    send(&child, "-KILL");
    child.wait_with_output().expect("the program ends");

    let epochs = steps(&folder).len() + 2;
    folder
        .run(&format!("train --resume tiny --set epochs={epochs} --lang es"))
        .ended(0)
        .says(&[&format!("terminado en la época {epochs}")]);
    let log = folder.read("runs/tiny/metrics.jsonl");
    let lines: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert!(
        lines.iter().zip(1..).all(|(line, epoch)| line["epoch"] == epoch),
        "no seam"
    );
    assert_eq!(lines.len(), epochs);
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused_and_left_alone() {
    let folder = Folder::new();
    folder
        .run(&format!("{TINY} --set epochs=2"))
        .ended(0)
        .says(&["finished at epoch 2"]);
    let [first, last] = steps(&folder)[..] else {
        panic!("two checkpoints: {:?}", steps(&folder));
    };
    let weights = format!("runs/tiny/checkpoints/step-{last}/weights.safetensors");
    let bytes = fs::read(folder.path(&weights)).expect("a file");
    folder.write(&weights, &bytes[..bytes.len() / 2]);
    folder
        .run("train --resume tiny --set epochs=3")
        .fails(&["weights.safetensors", &format!("step-{last}")]);
    folder
        .run(&format!(
            "match quarto --a dqn:tiny@step-{last} --b random --games 2"
        ))
        .fails(&["weights.safetensors"]);
    assert_eq!(
        fs::read(folder.path(&weights)).expect("a file").len(),
        bytes.len() / 2
    );

    // An earlier one is still good, also at the board; under other rules it refuses to play.
    folder
        .run(&format!(
            "match quarto --a dqn:tiny@step-{first} --b random --games 2"
        ))
        .ended(0);
    folder
        .run(&format!(
            "match quarto --rules standard --a dqn:tiny@step-{first} --b random --games 2"
        ))
        .says(&["learned under the rules"]);
    folder
        .run(&format!(
            "match reversi --a dqn:tiny@step-{first} --b random --games 2"
        ))
        .fails(&["quarto"]);
    let config = folder.read("runs/tiny/config.toml");
    folder.write(
        "runs/tiny/config.toml",
        config.replace("rules = \"square\"", "rules = \"standard\""),
    );
    folder
        .run(&format!("train --resume tiny@step-{first} --set epochs=3"))
        .fails(&["meta.json", "square", "standard"]);
    folder.write("runs/tiny/config.toml", config);
    folder
        .run(&format!("train --resume tiny@step-{first} --set epochs=3"))
        .ended(0)
        .says(&["finished at epoch 3"]);
    assert!(
        folder
            .path(&format!("runs/tiny/checkpoints/step-{last}.aside"))
            .exists()
    );
}

#[test]
fn the_learning_rate_is_swept_by_its_short_name() {
    let folder = Folder::new();
    let line = TINY.replace("--name tiny", "--name lr");
    folder
        .run(&format!("{line} --set epochs=1 --set lr=1e-4,3e-4,1e-3"))
        .ended(0)
        .says(&["dqn.lr", "0.0001", "0.0003", "0.001"]);
    folder
        .run("match quarto --a dqn:shipped --b random --games 2 --seed 1")
        .ended(0);
    folder
        .run("match azul --a dqn:shipped --b random --games 2")
        .fails(&["no network for azul comes with the program"]);
}

/// An experiment with trainings like [`TINY`].
const EXPERIMENT: &str = r#"
base = "quarto-quick"
seeds = [1]
budget_cpu_seconds = 1000
metrics = ["win_rate/random"]
[set]
epochs = 2
eval_every = 1
threads = 1
matches_per_epoch = 2
batch_size = 4
iterations = 1
views = 2
evaluation_games = 2
blunder_games = 0
[arms.one]
[arms.other]
lr = 1e-2
[matches]
baselines = ["random"]
games = 2
arm_games = 2
"#;

#[test]
fn an_experiment_is_killed_interrupted_and_goes_on() {
    let folder = Folder::new();
    let endless = EXPERIMENT.replace("epochs = 2", "epochs = 1000000");
    folder.write("endless.toml", &endless);
    for signal in ["-KILL", "-INT"] {
        let child = command(&folder.path(""))
            .args("experiment run endless.toml".split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let epochs = || {
            let log = fs::read_to_string(folder.path("runs/endless/one-1/metrics.jsonl"));
            log.unwrap_or_default().lines().count()
        };
        let before = epochs();
        while epochs() <= before + 1 {
            std::thread::sleep(Duration::from_millis(20));
        }
        send(&child, signal);
        let output = child.wait_with_output().expect("the program ends");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            said.contains("the same command goes on"),
            signal == "-INT",
            "{said}"
        );
    }
    folder.write("endless.toml", EXPERIMENT);
    folder
        .run("experiment run endless.toml")
        .fails(&["one-1", "choose another folder"]);
    folder
        .run("experiment run endless.toml --out otra --lang es")
        .ended(0)
        .says(&["Formas de aprender comparadas", "| one | other | 2 |", "otra"]);
    let png = fs::read(folder.path("otra/comparison.png")).expect("a file");
    assert!(png.starts_with(b"\x89PNG"));
    folder
        .run("experiment reward-shaping --set lr=1,2")
        .fails(&["one value"]);
    folder
        .run("plot otra/one-1 otra/other-1 --over cpu --out drawn")
        .ended(0)
        .says(&["comparison.svg"]);
}

/// A run in another folder than `runs` is found by its name wherever a player can be named.
#[test]
fn runs_of_another_folder_play_everywhere() {
    let folder = Folder::new();
    folder
        .run(&format!("{TINY} --set epochs=1 --runs elsewhere"))
        .ended(0);
    let player = "dqn:tiny@latest --runs elsewhere";
    folder
        .run(&format!("match quarto --b random --games 2 --a {player}"))
        .ended(0);
    folder
        .run(&format!("tournament quarto random greedy {player} --games 2"))
        .ended(0);
    folder.run(&format!("analyze quarto --agent {player}")).ended(0);
    folder
        .run(&format!("exam quarto --games 1 --from 20 --player {player}"))
        .ended(0);
    folder
        .run(&format!("play quarto --first random --seed 1 --second {player}"))
        .ended(0);
    folder.run(&format!("engine quarto --agent {player}")).ended(0);
    folder
        .run("match quarto --a dqn:tiny@latest --b random --games 2")
        .fails(&["no run at tiny", "runs/tiny"]);
}
