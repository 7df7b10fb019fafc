//! What an operator gets wrong is refused with a sentence and changes nothing.

#![cfg(unix)]

use std::path::Path;

use damero_server::client::{Guest, request};
use serde_json::json;
use sqlx::{ConnectOptions as _, Connection as _};

use crate::harness::Folder;
use crate::logged::{Logged, block_on, stop};

/// A data folder in which a game was played.
fn played(folder: &Folder) {
    let server = Logged::start(folder);
    block_on(async {
        let guest = Guest::arrive(server.address).await.expect("a session");
        let me = json!({"kind": "me"});
        for _ in 0..25 {
            let wanted = json!({"game": "reversi", "seats": {"first": me, "second": me}});
            guest.create(&wanted).await.expect("a room");
        }
    });
    stop(server);
}

/// All files of a folder in which something is, with that. The index of a log, which SQLite makes anew whenever it is missing, is
/// left out.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        files.push((name, std::fs::read(&path).unwrap_or_default()));
    }
    files.retain(|(name, bytes)| !bytes.is_empty() && !name.ends_with("-shm"));
    files.sort();
    files
}

#[test]
fn data_that_is_damaged_empty_or_gone_is_refused_and_left_alone() {
    let folder = Folder::new();
    played(&folder);
    let (data, file) = (folder.path("data"), folder.path("data/damero.db"));
    folder
        .run("check --data data")
        .ended(0)
        .says(&["25 games", "all is well"]);
    folder.run("backup copy.db --data data").ended(0);
    let sound = std::fs::read(&file).expect("the data");
    let whole = contents(&data);

    // Pages in the middle become noise, the last ones are cut off, or all of them.
    let mut noise = sound.clone();
    let middle = sound.len() / 4 / 4096 * 4096;
    noise[middle..middle + 8 * 4096].fill(0xa5);
    let cut = &sound[..sound.len() / 2];
    for (name, bytes, en, es) in [
        ("noise", noise.as_slice(), "damaged", "dañado"),
        ("cut", cut, "damaged", "dañado"),
        ("empty", &[][..], "is empty", "está vacío"),
        (
            "text",
            b"no database, but a text that goes on for a while and says nothing",
            "damaged",
            "dañado",
        ),
    ] {
        folder.write("data/damero.db", bytes);
        folder.write(name, bytes);
        let before = contents(&data);
        for (line, lang) in [
            ("check --data data", "en"),
            ("check --data data", "es"),
            ("serve --check --data data --listen 127.0.0.1:0", "en"),
            ("serve --check --data data --listen 127.0.0.1:0", "es"),
        ] {
            let ran = folder.run(&format!("{line} --lang {lang}")).ended(2);
            let said = if lang == "en" { en } else { es };
            assert!(
                ran.stderr.contains(said) && ran.stderr.starts_with("damero: "),
                "{name}: {ran:#?}"
            );
            assert!(
                !ran.stdout.contains("http://"),
                "{name}: nobody is let in: {ran:#?}"
            );
        }
        assert!(before == contents(&data), "{name}: nothing has changed");
        // Neither does it come in by a restore.
        folder.write("data/damero.db", &sound);
        folder
            .run(&format!("restore {name} --force --data data"))
            .fails(&[]);
        assert!(whole == contents(&data), "{name}: the data is as it was");
    }
    std::fs::remove_file(&file).expect("removed");
    folder.run("check --data data").fails(&["damero.db"]);
    folder
        .run("serve --data data --listen 127.0.0.1:0")
        .fails(&["is gone", "damero.lock"]);
    folder
        .run("serve --data data --listen 127.0.0.1:0 --lang es")
        .fails(&["ya no está"]);
    assert!(!file.exists(), "never an empty playroom");
    folder.run("restore none.db --data data").fails(&["none.db"]);
    folder.run("restore copy.db --data data").ended(0);
    folder
        .run("check --data data")
        .ended(0)
        .says(&["25 games", "all is well"]);
}

#[test]
fn a_second_server_and_an_older_program_are_refused_and_change_nothing() {
    let folder = Folder::new();
    let server = Logged::start(&folder);
    for (lang, words) in [
        ("en", "another server is using"),
        ("es", "otro servidor está usando"),
    ] {
        let line = format!("serve --data data --listen 127.0.0.1:0 --lang {lang}");
        folder.run(&line).fails(&[words]);
    }
    let healthy = block_on(request(server.address, "GET", "/readyz", &[], ""));
    assert_eq!(healthy.expect("an answer").status, 200, "the first goes on");
    let line = format!("serve --data other --listen {}", server.address);
    folder.run(&line).fails(&["cannot listen on"]);
    stop(server);

    // As a later version leaves it.
    block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path("data/damero.db"));
        let mut other = options.connect().await.expect("a connection");
        let newer = sqlx::raw_sql("INSERT INTO schema (version) VALUES (999)");
        newer.execute(&mut other).await.expect("a newer schema");
        other.close().await.expect("closed");
    });
    let before = contents(&folder.path("data"));
    for line in ["serve --listen 127.0.0.1:0", "check", "admin list"] {
        for (lang, words) in [
            ("en", "use the newer program"),
            ("es", "usa el programa más nuevo"),
        ] {
            folder
                .run(&format!("{line} --data data --lang {lang}"))
                .fails(&["999", words]);
        }
    }
    assert!(before == contents(&folder.path("data")), "nothing has changed");
}

/// A folder in which everybody may write, and files with a password that everybody may read.
#[test]
fn modes_that_let_others_in_are_refused() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let set = |name: &str, mode: u32| {
        std::fs::set_permissions(folder.path(name), PermissionsExt::from_mode(mode)).expect("a mode");
    };
    std::fs::create_dir(folder.path("data")).expect("a folder");
    set("data", 0o777);
    for (lang, words) in [
        ("en", "everybody on this machine may write"),
        ("es", "cualquiera en este equipo puede escribir"),
    ] {
        let line = format!("serve --data data --listen 127.0.0.1:0 --lang {lang}");
        folder.run(&line).fails(&[words, "chmod o-w"]);
    }
    assert!(
        contents(&folder.path("data")).is_empty(),
        "nothing was made there"
    );

    let database = "postgres://ana@127.0.0.1:1/games";
    folder.write("password", "secret\n");
    folder.write(
        "own.toml",
        "database = \"postgres://ana:secret@127.0.0.1:1/games\"\n",
    );
    let lines = [
        format!(
            "serve --data other --listen 127.0.0.1:0 --database {database} --database-password-file password"
        ),
        format!("check --data other --database {database} --database-password-file password"),
        "serve --data other --listen 127.0.0.1:0 --config own.toml".to_owned(),
    ];
    for (mode, words) in [
        (
            0o644,
            [
                "holds a password and everybody on this machine can read it",
                "chmod o-r",
            ],
        ),
        (0o640, ["no PostgreSQL at", "127.0.0.1:1/games"]),
    ] {
        for name in ["password", "own.toml"] {
            set(name, mode);
        }
        for line in &lines {
            let ran = folder.run(line).fails(&words);
            assert!(!ran.stderr.contains("secret"), "{ran:#?}");
        }
    }
}
