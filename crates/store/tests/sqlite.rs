//! SQLite keeps the promises of a store, and those about its file.

use damero_store::conformance::CHECKS;
use damero_store::{Append, NewGame, SqliteStore, Store, StoreError};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

#[test]
fn conforms() {
    for (name, check) in CHECKS {
        println!("{name}");
        runtime().block_on(async {
            let folder = tempfile::tempdir().expect("a folder");
            let store = SqliteStore::open(&folder.path().join("damero.db"))
                .await
                .expect("a new store");
            check(&store).await;
            store.close().await;
        });
    }
}

fn new_game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        game: "quarto".to_owned(),
        rules: "square".to_owned(),
        settings: "{}".to_owned(),
        created: 1,
        rated: false,
        seats: [None, None],
    }
}

fn event(seq: i64) -> Append {
    Append {
        game: "g".to_owned(),
        seq,
        bodies: vec![format!("event {seq}")],
        ..Append::default()
    }
}

#[test]
fn remembers_after_reopening_and_in_a_backup() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, copy) = (folder.path().join("damero.db"), folder.path().join("copy.db"));
        let store = SqliteStore::open(&file).await.expect("a new store");
        store.add_game(&new_game("g")).await.expect("game");
        store.append(event(0)).await.expect("event");
        store.backup(&copy).await.expect("a backup while open");
        let twice = store.backup(&copy).await;
        assert!(
            matches!(twice, Err(StoreError::Io(_))),
            "never overwrites: {twice:?}"
        );
        store.append(event(1)).await.expect("event");
        store.close().await;
        assert!(matches!(store.append(event(2)).await, Err(StoreError::Closed)));

        let store = SqliteStore::open(&file).await.expect("the same store");
        assert_eq!(store.events("g").await.expect("events").len(), 2);
        store.close().await;
        let copy = SqliteStore::open(&copy).await.expect("the copy");
        assert_eq!(copy.events("g").await.expect("events").len(), 1);
        copy.close().await;
    });
}

/// Every schema that was ever released can still be opened.
#[test]
fn brings_a_file_of_the_first_schema_up_to_date() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        let mut connection = sqlx::ConnectOptions::connect(&options).await.expect("a connection");
        let first = include_str!("../migrations/sqlite/0001_first.sql");
        let game = "INSERT INTO games (id, game, rules, settings, created, rated) VALUES ('g', 'quarto', 'square', '{}', 1, 0); \
                    INSERT INTO events (game_id, seq, at, body) VALUES ('g', 0, 1, 'event 0'); \
                    CREATE TABLE schema (version BIGINT NOT NULL); INSERT INTO schema (version) VALUES (1)";
        for sql in [first, game] {
            sqlx::raw_sql(sql).execute(&mut connection).await.expect("the first schema");
        }
        sqlx::Connection::close(connection).await.expect("closed");
        let store = SqliteStore::open(&file).await.expect("an old file");
        assert_eq!(store.events("g").await.expect("events").len(), 1);
        store.append(event(1)).await.expect("goes on");
        assert!(store.machine_ratings("quarto").await.expect("the new table").is_empty());
        store.close().await;
    });
}

#[test]
fn refuses_a_file_from_the_future() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        SqliteStore::open(&file).await.expect("a new store").close().await;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
        let mut connection = sqlx::ConnectOptions::connect(&options)
            .await
            .expect("a connection");
        sqlx::query("INSERT INTO schema (version) VALUES (999)")
            .execute(&mut connection)
            .await
            .expect("a newer schema");
        sqlx::Connection::close(connection).await.expect("closed");
        let refused = SqliteStore::open(&file).await;
        assert!(
            matches!(refused, Err(StoreError::Newer { found: 999, .. })),
            "{refused:?}"
        );
    });
}

#[test]
fn refuses_what_is_no_database() {
    runtime().block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        std::fs::write(&file, "this is a text, not a database, however long it may be").expect("a file");
        assert!(SqliteStore::open(&file).await.is_err());
    });
}
