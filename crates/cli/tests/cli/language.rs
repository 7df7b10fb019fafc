//! Everything in Spanish as well.

use crate::harness::Folder;

const COMMANDS: [&str; 14] = [
    "games",
    "rules",
    "show",
    "play",
    "perft",
    "random",
    "analyze",
    "match",
    "tournament",
    "solve",
    "tables",
    "engine",
    "bench",
    "help",
];

#[test]
fn the_locale_chooses_and_the_option_wins() {
    let folder = Folder::new();
    let run = |words: &[&str], environment: &[(&str, &str)]| {
        folder.run_with(words.iter().copied(), "", environment).quietly()
    };
    run(&["show", "reversi"], &[("LANG", "es_AR.UTF-8")]).says(&["turno", "Negras"]);
    run(&["show", "reversi"], &[("LANG", "es_AR.UTF-8"), ("LC_ALL", "C")]).says(&["turn", "Black"]);
    run(&["--lang", "en", "show", "reversi"], &[("LANG", "es_AR.UTF-8")]).says(&["turn", "Black"]);
    run(&["show", "reversi", "--lang=es"], &[]).says(&["puntos", "jugadas"]);
}

#[test]
fn help_ends_with_examples_in_both_languages() {
    let folder = Folder::new();
    for command in COMMANDS {
        for (lang, usage, examples) in [
            ("en", "Usage: damero", "Examples:"),
            ("es", "Uso: damero", "Ejemplos:"),
        ] {
            let page = folder.run(&format!("{command} --help --lang {lang}")).quietly();
            let after = page.stdout.rsplit("\n\n").next().unwrap_or_default().to_owned();
            assert!(after.starts_with(examples), "{page:#?}");
            assert_eq!(
                folder
                    .run(&format!("help {command} --lang {lang}"))
                    .quietly()
                    .stdout,
                page.stdout
            );
            page.says(&[usage, command]);
        }
    }
    folder.run("--help --lang es").quietly().says(&[
        "Uso: damero [OPCIONES] <ORDEN>",
        "Órdenes:",
        "Opciones:",
        "Códigos de salida:",
    ]);
}

#[test]
fn errors_are_spanish_too() {
    let folder = Folder::new();
    let run = |line: &str| folder.run(&format!("--lang es {line}"));
    run("foo").fails(&["orden desconocida foo"]);
    run("gmes").fails(&["¿quizás games?"]);
    run("perft reversi").fails(&["falta --depth <N>", "ver damero perft --help"]);
    run("perft reversi --deep 3").fails(&["argumento inesperado --deep"]);
    run("perft reversi --depth tres").fails(&["no admite \"tres\"", "un número de 0 a 200"]);
    run("perft reversi --depth").fails(&["necesita un valor"]);
    run("play reversi --first nadie").fails(&["<QUIÉN>", "admite human, random"]);
    run("show reversi --record a --position b").fails(&["no se puede usar junto con"]);
    run("show ajedrez3").fails(&["<JUEGO> no admite \"ajedrez3\"", "reversi"]);
    run("show reversi --set color=azul").fails(&["opción desconocida", "score"]);
    run("show reversi --record nada.txt")
        .fails(&["no se puede leer nada.txt: no existe el archivo o la carpeta"]);
    run("show reversi --position x").fails(&["posición de Reversi, columna"]);
}

#[test]
fn a_game_is_played_in_spanish() {
    let input = "ayuda\njugadas\nf5\na1\ndeshacer\nrendirse\nsalir\n";
    let ran = Folder::new().type_in("play reversi --lang es", input).quietly();
    ran.says(&[
        "turno",
        "Negras> ayuda",
        "guardar ARCHIVO [formato]",
        "3  f5",
        "Blancas> a1",
        "! ",
        "sería legal",
    ])
    .says(&["resultado", "victoria de Blancas: por abandono"]);
}

#[test]
fn numbers_do_not_depend_on_the_language() {
    let folder = Folder::new();
    for line in [
        "games --json",
        "random reversi -n 20 --json",
        "show reversi --json",
        "perft reversi -d 4 --divide",
    ] {
        let (en, es) = (
            folder.run(line).quietly(),
            folder.run(&format!("{line} --lang es")).quietly(),
        );
        assert_eq!(en.stdout, es.stdout, "{line}");
    }
}

#[test]
fn numbers_for_people_have_the_comma_of_their_language() {
    let folder = Folder::new();
    let run = |lang: &str| {
        folder
            .run(&format!("random checkers -n 20 --lang {lang}"))
            .quietly()
    };
    let (en, es) = (run("en"), run("es"));
    assert!(
        !en.stdout.contains(",0 %") && en.stdout.contains(".0 %"),
        "{en:#?}"
    );
    assert_eq!(es.stdout.matches('.').count(), 0, "{es:#?}");
    es.says(&["tablas ", ",0 %"]);
}

#[test]
fn the_help_of_perft_tells_which_draws_it_leaves_out() {
    let folder = Folder::new();
    folder
        .run("perft --help")
        .quietly()
        .says(&["repetition and move limits"]);
    folder
        .run("perft --help --lang es")
        .quietly()
        .says(&["tablas por repetición"]);
}

#[cfg(unix)]
#[test]
fn the_language_is_found_behind_what_is_no_text() {
    use std::os::unix::ffi::OsStrExt;

    let output = crate::harness::command(&Folder::new().path(""))
        .args(["show", "checkers", "--position"])
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .args(["--lang", "es"])
        .output()
        .expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("no es UTF-8 válido"), "{stderr}");
}
