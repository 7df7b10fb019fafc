//! `damero book`: made, interrupted, looked into, checked, and refused when broken, in both languages.

use crate::harness::Folder;

const SMALL: &str = "book build reversi --plies 3 --nodes 300";

#[test]
fn a_book_is_built_shown_and_checked() {
    let folder = Folder::new();
    folder
        .run(SMALL)
        .quietly()
        .says(&["reversi.book: ", "positions of", "studied"]);
    // What was studied is removed with the end of the work.
    assert_eq!(folder.files(), ["reversi.book"]);
    folder
        .run("book show reversi --file reversi.book")
        .quietly()
        .says(&["Reversi", "line", "depth"]);
    let json = folder
        .run("book show reversi --file reversi.book --moves f5 --json")
        .quietly()
        .json();
    let moves = json["moves"].as_array().expect("a list");
    assert!(!moves.is_empty());
    assert!(["d6", "f4", "f6"].contains(&moves[0]["move"].as_str().expect("a text")));
    assert!(moves[0]["depth"].as_u64().expect("a number") > 0);
    let info = folder.run("book info reversi.book --json").quietly().json();
    assert_eq!((&info["game"], &info["plies"]), (&"reversi".into(), &3.into()));
    for ply in info["coverage"].as_array().expect("a list") {
        assert_eq!(ply["met"], ply["known"]);
    }
    folder
        .run("book check reversi.book")
        .quietly()
        .says(&["every line holds"]);
    folder
        .run("book check reversi.book --lang es")
        .quietly()
        .says(&["motor", "todas las líneas están bien"]);
}

#[test]
fn the_same_book_comes_out_of_any_number_of_threads_and_of_an_interrupted_run() {
    let folder = Folder::new();
    folder.run(&format!("{SMALL} --out one")).quietly();
    folder.run(&format!("{SMALL} --out two --threads 2")).quietly();
    assert_eq!(folder.read("one"), folder.read("two"));
    // What an interrupted run leaves: a header and some studies, the last one cut.
    let book = folder.read("one");
    let header: Vec<_> = book.lines().skip(1).take(8).collect();
    let header = format!("damero book studies 1\n{}\n", header.join("\n"));
    let study = "---------------------------OX------XO--------------------------- X\t2\tf5 +";
    folder.write("three.studies", header + study);
    let json = folder
        .run(&format!("{SMALL} --out three --json"))
        .quietly()
        .json();
    assert_eq!((&json["resumed"], &json["file"]), (&0.into(), &"three".into()));
    assert_eq!(folder.read("one"), folder.read("three"));
    assert_eq!(folder.files(), ["one", "three", "two"]);
}

#[test]
fn wrong_input_is_explained_in_both_languages() {
    let folder = Folder::new();
    folder.run(SMALL).quietly();
    let book = folder.read("reversi.book");
    folder.write("changed", book.replacen(" +", " -", 1));
    folder.write("cut", &book[..book.len() / 2]);
    folder.write("text", "f5d6\n");
    folder.write("game", book.replacen("game reversi", "game chess960", 1));
    folder.write("left.studies", "damero book studies 1\ngame chessfive\n");
    for (line, english, spanish) in [
        ("book burn", "unknown command burn", "orden desconocida burn"),
        ("book build", "missing", "falta"),
        ("book build azul", "chance decides", "el azar decide"),
        (
            "book build chess",
            "does not take \"chess\"",
            "no admite \"chess\"",
        ),
        (
            "book build reversi --plies 0",
            "a number from 1 to 60",
            "un número de 1 a 60",
        ),
        ("book build reversi --nodes x", "--nodes", "--nodes"),
        (
            "book build reversi --agent gtp:x",
            "program outside",
            "programa externo",
        ),
        (
            "book build reversi --plies 1 --out no/book",
            "cannot write",
            "no se puede escribir",
        ),
        (
            "book build reversi --out left",
            "remove it or choose another --out",
            "elegir otro --out",
        ),
        ("book show reversi --moves a1", "--moves", "--moves"),
        ("book show reversi --position x", "--position", "--position"),
        (
            "book show chessfive --file reversi.book",
            "expected \"chessfive\"",
            "se esperaba \"chessfive\"",
        ),
        (
            "book info missing",
            "cannot read missing",
            "no se puede leer missing",
        ),
        ("book info text", "damero book 1", "en la primera línea"),
        ("book check changed", "changed: ", "cambiado o cortado"),
        (
            "book check cut",
            "the file was changed or cut",
            "cambiado o cortado",
        ),
        (
            "book info game",
            "unknown game \"chess960\"",
            "juego desconocido \"chess960\"",
        ),
        (
            "match reversi --a alphabeta:book=perhaps --b random",
            "on or off",
            "on u off",
        ),
    ] {
        folder.run(line).fails(&[english]);
        folder.run(&format!("{line} --lang es")).fails(&[spanish]);
    }
    // Like the program itself without a command, it shows its help.
    assert!(folder.run("book").ended(2).stderr.contains("Usage: damero book"));
    folder.run("book --lang es").fails(&["falta la orden"]);
    let left = folder.run("book info --bad").fails(&["unexpected argument"]);
    assert!(left.stderr.contains("damero book info --help"), "{left:#?}");
}

#[test]
fn a_position_that_no_book_knows_is_told_by_the_exit_code() {
    let folder = Folder::new();
    folder.run(SMALL).quietly();
    folder
        .run("book show reversi --file reversi.book --moves f5f6 --lang es")
        .fails(&["--moves"]);
    let words = [
        "book",
        "show",
        "reversi",
        "--file",
        "reversi.book",
        "--moves",
        "f5 f6 e6",
    ];
    let ran = folder.run_with(words, "", &[]).ended(1);
    assert!(
        ran.stdout.contains("the book does not know this position"),
        "{ran:#?}"
    );
    let none = folder.run("book show quarto").ended(1);
    assert!(
        none.stdout.contains("no book comes with the program"),
        "{none:#?}"
    );
}

#[test]
fn analysis_marks_the_moves_of_the_book_and_names_the_opening() {
    let folder = Folder::new();
    let told = folder.run("analyze reversi --depth 2").quietly();
    let marked = told.stdout.lines().filter(|line| line.contains("book ")).count();
    assert!((1..=4).contains(&marked), "{}", told.stdout);
    told.says(&["best", "depth 2", "book ", "depth "]);
    folder.write("tiger.txt", "f5d6c3d3c4");
    folder
        .run("analyze reversi --record tiger.txt --depth 2 --lang es")
        .quietly()
        .says(&["apertura", "Tigre", "libro ", "profundidad"]);
    let json = folder
        .run("analyze reversi --record tiger.txt --depth 2 --json")
        .quietly()
        .json();
    assert_eq!(json["opening"], "Tiger");
    let moves = json["analysis"]["moves"].as_array().expect("a list");
    let known = moves.iter().filter(|one| one["book"].is_object());
    // The engine thinks by itself: every move has its score, those of the book have a second one.
    assert!(moves.iter().all(|one| one["score"].is_i64()));
    assert!(known.clone().count() > 0 && known.count() < moves.len());
    // No book and no names.
    let json = folder.run("analyze quarto --depth 1 --json").quietly().json();
    assert!(json["opening"].is_null());
}

#[test]
fn hints_come_from_the_book_and_the_opening_has_its_name() {
    let folder = Folder::new();
    folder
        .type_in("play reversi", "hint\nf5\nd6\nc3\nd3\nc4\nhint\nquit\n")
        .quietly()
        .says(&[
            "from the book, depth",
            "Perpendicular",
            "Tiger",
            "from the book, depth",
        ]);
    folder
        .type_in("play reversi --lang es", "pista\nf5\nf4\nsalir\n")
        .quietly()
        .says(&["del libro, profundidad", "apertura", "Paralela"]);
}

#[test]
fn a_player_can_do_without_its_book() {
    let folder = Folder::new();
    let meet = |a: &str| {
        let line = format!("match reversi --a {a} --b random --games 2 --seed 3 --nodes 200 --json");
        folder.run(&line).quietly().json()
    };
    for player in [
        "engine:book=off",
        "level:max,book=off",
        "level:hard,book=on",
        "engine",
    ] {
        assert_eq!(meet(player)["games"], 2, "{player}");
    }
    folder
        .run("match reversi --a level:hard,book=perhaps --b random")
        .fails(&["book=perhaps", "on or off"]);
}
