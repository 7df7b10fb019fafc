//! Exact values: `solve`, `exam` and `tables`, with everything that can be wrong.

use crate::harness::{Folder, Ran};

/// Three kings in all; red wins in 17 plies under the default rules.
const WON: &str = "B:WK1:BK14,K15";

fn run(folder: &Folder, line: &str, position: &str) -> Ran {
    let words = line.split_whitespace().chain(["--position", position]);
    folder.run_with(words, "", &[])
}

#[test]
fn reversi_endings_are_counted() {
    let folder = Folder::new();
    let position = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
    let ran = run(&folder, "solve reversi", position).quietly();
    assert_eq!(ran.last_line(), "value 6");
    ran.says(&["result", "win", "best", "h5", "line", "h5", "nodes"]);
    let json = run(&folder, "solve reversi --moves --threads 2 --json", position)
        .quietly()
        .json();
    let solution = &json["solution"];
    assert_eq!(solution["value"], 6, "{json}");
    assert_eq!(solution["best"], serde_json::json!(["h5"]));
    assert_eq!(solution["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(solution["moves"][3]["value"], -10);
    // The other side to move sees it from the other side.
    let turned: String = position
        .chars()
        .map(|c| {
            if c == 'X' {
                'O'
            } else if c == 'O' {
                'X'
            } else {
                c
            }
        })
        .collect();
    assert_eq!(
        run(&folder, "solve reversi", &turned).quietly().last_line(),
        "value 6"
    );
    run(&folder, "solve reversi --set score=raw", position).fails(&["score=raw"]);
    let over = format!("{} X", "X".repeat(64));
    run(&folder, "solve reversi", &over)
        .ended(1)
        .says(&["result", "wins"]);
}

#[test]
fn quarto_is_a_win_a_draw_or_a_loss() {
    let folder = Folder::new();
    let won = run(&folder, "solve quarto --moves --lang es", "47C./..../0.../.... 5").quietly();
    assert_eq!(won.last_line(), "value 1");
    won.says(&[
        "resultado",
        "victoria",
        "mejor",
        "d1",
        "línea",
        "nodos",
        "tablas",
        "derrota",
    ]);
    // Whatever is given, the opponent completes the first row: all that is left is light like it.
    let json = run(&folder, "solve quarto --json", "47C./..../0.../.... 5")
        .quietly()
        .json();
    assert_eq!(json["solution"]["value"], 1);
    assert_eq!(json["rules"], "square");
}

#[test]
fn a_perfect_player_passes_the_exam_and_a_random_one_does_not() {
    let folder = Folder::new();
    let exam = |player: &str| {
        let line = format!("exam quarto --player {player} --from 18 --games 20 --seed 3 --threads 2 --json");
        folder.run(&line).quietly().json()["marks"].clone()
    };
    let (perfect, random) = (exam("engine"), exam("random"));
    assert_eq!(perfect["spoiled"], 0, "{perfect}");
    assert!(random["spoiled"].as_u64() > Some(0), "{random}");
    folder
        .run("exam reversi --player greedy --from 50 --games 4 --lang es")
        .quietly()
        .says(&["jugador", "greedy", "mantuvo", "errores", "tras 5"]);
    folder
        .run("exam azul --player random")
        .fails(&["azul has no exact solver", "quarto"]);
    folder
        .run("exam quarto --rules standard --player neural")
        .fails(&["learned under the rules square", "standard"]);
    folder.run("exam quarto").fails(&["--player"]);
}

#[test]
fn checkers_endings_are_built_proven_and_looked_up() {
    let folder = Folder::new();
    run(&folder, "solve checkers", WON).fails(&["no tables", "damero tables build checkers --rules seed"]);
    folder
        .run("tables info checkers")
        .ended(1)
        .says(&["no tables in"]);
    folder
        .run("tables verify checkers")
        .fails(&["no tables", "tables build checkers"]);
    let built = folder
        .run("tables build checkers --pieces 3 --json")
        .quietly()
        .json();
    assert_eq!(
        (&built["pieces"], &built["built"]),
        (&3.into(), &true.into()),
        "{built}"
    );
    assert_eq!(built["positions"], 216_000);
    folder
        .run("tables build checkers --pieces 2")
        .quietly()
        .says(&["up to 3 pieces", "already"]);
    folder
        .run("tables verify checkers")
        .quietly()
        .says(&["sound: 199520 legal positions"]);
    let listed = folder.run("tables info checkers --json").quietly().json();
    assert_eq!(listed["files"].as_array().map(Vec::len), Some(1), "{listed}");
    let solved = run(&folder, "solve checkers", WON).quietly();
    assert_eq!(solved.last_line(), "value 1");
    solved.says(&["result", "win in 17", "best", "line"]);
    let probed = run(&folder, "tables probe checkers --lang es", WON).quietly();
    assert_eq!(probed.last_line(), "value 1");
    probed.says(&[
        "resultado",
        "victoria en 17",
        "15-10",
        "1  victoria en 17",
        "1  victoria en 21",
    ]);
    let lost = run(&folder, "tables probe checkers --json", "W:WK1:BK14,K15")
        .quietly()
        .json();
    assert_eq!(lost["solution"]["value"], -1, "{lost}");
    // Other rules need other tables, and other folders hold others.
    run(&folder, "solve checkers --rules english", WON).fails(&["--rules english"]);
    run(&folder, "solve checkers --data elsewhere", WON).fails(&["elsewhere"]);
    folder
        .run("tables build checkers --rules english --pieces 2 --out elsewhere")
        .quietly();
    folder
        .run("tables info checkers --data elsewhere")
        .quietly()
        .says(&["english.tables", "up to 2 pieces"]);
    // The engine uses what is there.
    let told = run(&folder, "analyze checkers --depth 1 --json", WON)
        .quietly()
        .json();
    let without = run(
        &folder,
        "analyze checkers --depth 1 --agent engine:tables=off --json",
        WON,
    )
    .quietly()
    .json();
    let score = |json: &serde_json::Value| json["analysis"]["best"]["score"].as_i64();
    assert!(
        score(&told) > Some(20_000) && score(&without) < Some(5_000),
        "{told} {without}"
    );
}

#[test]
fn damaged_tables_are_refused_by_everybody() {
    let folder = Folder::new();
    folder.run("tables build checkers --pieces 2").quietly();
    let path = folder.path("data/checkers/seed.tables");
    let mut bytes = std::fs::read(&path).expect("it was built");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("it can be written");
    for line in [
        "tables info checkers",
        "tables verify checkers",
        "tables build checkers --pieces 3",
        "tables probe checkers --position B:WK1:BK14",
        "solve checkers --position B:WK1:BK14",
        "analyze checkers --depth 1",
        "match checkers --a level:hard --b random --games 2",
    ] {
        folder.run(line).fails(&[
            "seed.tables is not a usable file of tables",
            "checksum",
            "build it anew",
        ]);
    }
    folder
        .run("tables info checkers --lang es")
        .fails(&["suma de verificación", "volver a construirlo"]);
    folder
        .run("analyze checkers --depth 1 --agent engine:tables=off")
        .quietly();
}

#[test]
fn wrong_requests_are_explained() {
    let folder = Folder::new();
    for (line, texts) in [
        ("solve chess960", &["does not take \"chess960\"", "reversi"][..]),
        (
            "solve azul",
            &["azul has no exact solver", "checkers, quarto, chessfive, reversi"],
        ),
        ("solve azul --lang es", &["azul no tiene solucionador exacto"]),
        (
            "solve reversi --position nonsense",
            &["Reversi position, column 1"],
        ),
        ("solve reversi --table 0", &["a number from 1 to 65536"]),
        ("solve checkers", &["24 pieces", "up to 5"]),
        ("solve checkers --lang es", &["24 piezas", "hasta 5"]),
        ("tables", &["missing", "<WHAT>"]),
        ("tables mend checkers", &["it takes build, verify, probe, info"]),
        ("tables build", &["missing", "<GAME>"]),
        ("tables build quarto", &["quarto has no tables", "checkers"]),
        (
            "tables build quarto --lang es",
            &["quarto no tiene tablas de finales"],
        ),
        ("tables build checkers --pieces 6", &["up to 5"]),
        ("tables build checkers --pieces 1", &["a number from 2 to 24"]),
        (
            "tables build checkers --rules polish",
            &["unknown rules", "english"],
        ),
        ("tables build checkers --position x", &["only for probe"]),
        ("tables info checkers --pieces 3", &["only for build"]),
        ("tables probe checkers", &["--position TEXT"]),
        ("tables probe checkers --lang es", &["--position TEXTO"]),
        ("tables probe checkers --position x", &["--position"]),
    ] {
        folder.run(line).fails(texts);
    }
    folder.write("file", "in the way");
    folder
        .run("tables build checkers --pieces 2 --data file")
        .fails(&["cannot use file"]);
}

/// Ctrl-C keeps what is done.
#[cfg(unix)]
#[test]
fn an_interrupted_building_says_how_to_go_on() {
    use std::process::{Command, Stdio};

    let folder = Folder::new();
    let child = crate::harness::command(&folder.path(""))
        .args(["tables", "build", "checkers", "--pieces", "5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Four pieces take seconds and five minutes, so it is in the middle of something.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("the program ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("interrupted") && stderr.contains("seed.part"),
        "{stderr}"
    );
    assert!(folder.path("data/checkers/seed.part").exists());
}
