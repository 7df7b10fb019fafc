//! The file of the playroom's options: found, read, overruled by the command line, and refused with its line.

use crate::harness::Folder;

#[test]
fn the_file_in_the_data_folder_is_taken_and_the_command_line_wins() {
    let folder = Folder::new();
    folder.write(
        "damero.toml",
        "listen = \"127.0.0.1:9000\"\nhttps = true\nminds = 3\n",
    );
    let ran = folder
        .run("serve --data . --minds 5 --https=false --print-config")
        .ended(0);
    for line in [
        "listen = \"127.0.0.1:9000\"",
        "engine-threads = 5",
        "https = false",
        "# proxy = false",
        "data = \".\"",
    ] {
        assert!(
            ran.stdout.lines().any(|said| said == line),
            "{line}: {}",
            ran.stdout
        );
    }
    folder.write("other.toml", "data = \"there\"\nlog = \"info\"\n");
    let ran = folder.run("serve --config other.toml --print-config").ended(0);
    for line in ["data = \"there\"", "log = \"info\"", "# https = false"] {
        assert!(
            ran.stdout.lines().any(|said| said == line),
            "{line}: {}",
            ran.stdout
        );
    }
    // What was printed is a file with the same meaning.
    folder.write("again.toml", &ran.stdout);
    assert_eq!(
        folder
            .run("serve --config again.toml --print-config")
            .ended(0)
            .stdout,
        ran.stdout
    );
}

#[test]
fn mistakes_in_the_file_are_told_with_their_line() {
    let folder = Folder::new();
    folder.write("a.toml", "proxy = true\nlisten = 80\n");
    folder
        .run("serve --config a.toml")
        .fails(&["a.toml, line 2", "listen = 80: expected a text in quotes"]);
    folder.write("a.toml", "no-limit = true\n");
    folder
        .run("serve --config a.toml")
        .fails(&["line 1", "did you mean \"no-limits\"?"]);
    folder
        .run("serve --config none.toml")
        .fails(&["none.toml", "no such file"]);
    folder.write("damero.toml", "data = \"elsewhere\"\n");
    folder.run("serve --data .").fails(&["cannot name another"]);
    folder
        .run("serve --database mysql://x --data .")
        .fails(&["postgres://"]);
    folder
        .run("serve --public-url play.example")
        .fails(&["https://play.example"]);
}

#[test]
fn copies_of_postgresql_are_left_to_its_programs() {
    let folder = Folder::new();
    folder
        .run("backup copy.db --data . --database postgres://localhost/games")
        .fails(&["pg_dump"]);
    folder.write("damero.toml", "database = \"postgres://localhost/games\"\n");
    folder.write("copy.db", "");
    folder.run("restore copy.db --data .").fails(&["pg_restore"]);
    folder
        .run("serve --data . --listen 127.0.0.1:0 --database postgres://ana@127.0.0.1:1/games")
        .fails(&["no PostgreSQL at 127.0.0.1:1/games"]);
}

/// The list of processes shows it to everybody.
#[test]
fn a_password_on_the_command_line_is_refused_and_not_said_again() {
    let folder = Folder::new();
    let address = "postgres://ana:secret@127.0.0.1:1/games";
    for command in ["serve", "check", "admin list", "backup copy.db"] {
        for address in [address, "postgres://ana@127.0.0.1:1/games?password=secret"] {
            let ran = folder.run(&format!("{command} --data . --database {address}"));
            let ran = ran.fails(&["--database-password-file", "DAMERO_DATABASE_PASSWORD"]);
            assert!(!ran.stderr.contains("secret"), "{}", ran.stderr);
        }
    }
    // In a file that not everybody can read it may stand.
    folder.write(
        "own.toml",
        format!("database = \"{address}\"\nlisten = \"127.0.0.1:0\"\n"),
    );
    #[cfg(unix)]
    std::fs::set_permissions(
        folder.path("own.toml"),
        std::os::unix::fs::PermissionsExt::from_mode(0o600),
    )
    .expect("a mode");
    let shown = folder.run("serve --config own.toml --print-config").ended(0);
    assert!(
        shown.stdout.contains("postgres://ana@127.0.0.1:1/games") && !shown.stdout.contains("secret"),
        "{shown:#?}"
    );
    folder
        .run("serve --config own.toml")
        .fails(&["no PostgreSQL at 127.0.0.1:1/games"]);
}
