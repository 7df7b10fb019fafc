//! Files of games from elsewhere.

use crate::harness::Folder;

#[test]
fn a_collection_is_told_and_written_as_one_file() {
    let folder = Folder::new();
    // Latin-1, a game that breaks off, and one that cannot be read.
    folder.write(
        "old.pdn",
        b"[Event \"Torneo de Logro\xf1o\"]\n[Result \"1-0\"]\n\n1. 11-15 22-18 2. 15x 22 25x18 1-0\n\n\
          [Event \"Two\"]\n\n1. 11-15 23-19 *\n\n[Event \"Bad\"]\n\n1. 1-2 *\n",
    );
    folder.run("games import checkers old.pdn").quietly().says(&[
        "old.pdn: 2 games, 6 moves, 1 with a result; 1 cannot be read",
        "game 3: ",
    ]);
    let command = "games import checkers old.pdn old.pdn --out all.pdn --format pdn --json";
    let told = folder.run(command).quietly().json();
    assert_eq!(
        (&told[1]["games"], &told[1]["unreadable"]),
        (&2.into(), &1.into()),
        "{told}"
    );
    let written = folder.read("all.pdn");
    assert_eq!(written.matches("Logroño").count(), 2, "{written}");
    folder
        .run("games import checkers all.pdn --lang es")
        .quietly()
        .says(&["all.pdn: 4 partidas, 12 jugadas, 2 con resultado; 0 no se pueden leer"]);
    // Nothing is written over, and what is not there is said.
    folder.run(command).fails(&["all.pdn"]);
    assert_eq!(folder.read("all.pdn"), written);
    folder
        .run("games import checkers none.pdn")
        .fails(&["none.pdn: "]);
    folder.write("none.pdn", "");
    folder.run("games import checkers none.pdn").ended(1);
}

#[test]
fn a_database_is_read_with_the_names_beside_it() {
    let folder = Folder::new();
    let header = |games: u32, names: u16| {
        let mut bytes = vec![20, 26, 11, 18];
        bytes.extend(games.to_le_bytes());
        bytes.extend(names.to_le_bytes());
        bytes.extend(2026_u16.to_le_bytes());
        bytes.extend([8, 0, 24, 0]);
        bytes
    };
    // f5 d6 c3, which white wins when black gives up.
    let mut game = vec![0, 0, 0, 0, 1, 0, 20, 20, 56, 64, 33];
    game.resize(68, 0);
    folder.write("database.wtb", [header(1, 0), game].concat());
    let mut names = header(0, 2);
    for name in [&b"Ana"[..], b"Jos\xe9"] {
        let mut name = name.to_vec();
        name.resize(20, 0);
        names.extend(name);
    }
    folder.write("wthor.jou", names);
    folder
        .run("games import reversi database.wtb --out 2026.ggf --format ggf")
        .quietly()
        .says(&["1 games, 3 moves, 1 with a result; 0 cannot be read"]);
    let written = folder.read("2026.ggf");
    for part in [
        "PB[Ana]",
        "PW[José]",
        "DT[2026]",
        "RE[-64.000:r]",
        "B[F5]W[D6]B[C3]",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
    folder.run("games import checkers database.wtb").ended(1);
}
