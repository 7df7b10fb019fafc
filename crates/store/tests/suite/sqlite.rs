//! SQLite keeps the promises of a store, and those about its file.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use crate::fixture::{self, block_on, event, new_game};
use damero_store::{Append, Report, SqliteStore, Store, StoreError};

#[test]
fn conforms() {
    let folder = tempfile::tempdir().expect("a folder");
    let next = AtomicU32::new(0);
    fixture::conforms(async || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let file = folder.path().join(format!("{number}.db"));
        SqliteStore::open(&file).await.expect("a new store")
    });
}

#[test]
fn remembers_after_reopening_and_in_a_backup() {
    block_on(async {
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

        for ending in ["db-wal", "db-shm"] {
            assert!(!file.with_extension(ending).exists(), "all is in the one file");
        }

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
    block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true);
        let mut connection = sqlx::ConnectOptions::connect(&options)
            .await
            .expect("a connection");
        let first = include_str!("../../migrations/sqlite/0001_first.sql");
        let game = "INSERT INTO games (id, game, rules, settings, created, rated) VALUES ('g', 'quarto', 'square', '{}', 1, 0); \
                    INSERT INTO events (game_id, seq, at, body) VALUES ('g', 0, 1, 'event 0'); \
                    CREATE TABLE schema (version BIGINT NOT NULL); INSERT INTO schema (version) VALUES (1)";
        for sql in [first, game] {
            sqlx::raw_sql(sql)
                .execute(&mut connection)
                .await
                .expect("the first schema");
        }
        sqlx::Connection::close(connection).await.expect("closed");
        // Whoever only looks, beside a server of that time perhaps, changes nothing.
        let beside = SqliteStore::open_beside(&file).await;
        assert!(
            matches!(beside, Err(StoreError::Older { found: 1, .. })),
            "{beside:?}"
        );
        let copy = folder.path().join("copy.db");
        SqliteStore::copy(&file, &copy)
            .await
            .expect("a copy of any version");
        let beside = SqliteStore::open_beside(&copy).await;
        assert!(
            matches!(beside, Err(StoreError::Older { found: 1, .. })),
            "{beside:?}"
        );
        let store = SqliteStore::open(&file).await.expect("an old file");
        assert_eq!(store.events("g").await.expect("events").len(), 1);
        store.append(event(1)).await.expect("goes on");
        assert!(
            store
                .machine_ratings("quarto")
                .await
                .expect("the new table")
                .is_empty()
        );
        store.close().await;
    });
}

#[test]
fn refuses_a_file_from_the_future() {
    block_on(async {
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
        for refused in [
            SqliteStore::open(&file).await,
            SqliteStore::open_beside(&file).await,
        ] {
            assert!(
                matches!(refused, Err(StoreError::Newer { found: 999, .. })),
                "{refused:?}"
            );
        }
    });
}

#[test]
fn refuses_what_is_no_database() {
    block_on(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("damero.db");
        std::fs::write(&file, "this is a text, not a database, however long it may be").expect("a file");
        assert!(SqliteStore::open(&file).await.is_err());
        std::fs::write(&file, "").expect("a file");
        let empty = SqliteStore::open(&file).await;
        assert!(matches!(empty, Err(StoreError::Empty)), "{empty:?}");
        std::fs::remove_file(&file).expect("removed");
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true);
        let mut other = sqlx::ConnectOptions::connect(&options)
            .await
            .expect("a connection");
        sqlx::raw_sql("CREATE TABLE recipes (name TEXT)")
            .execute(&mut other)
            .await
            .expect("a table");
        sqlx::Connection::close(other).await.expect("closed");
        let foreign = SqliteStore::open(&file).await;
        assert!(matches!(foreign, Err(StoreError::Foreign)), "{foreign:?}");
    });
}

/// Somebody always writes; still the log is begun anew now and then, and every commit is told.
#[test]
fn the_log_does_not_grow_for_ever() {
    const GAMES: usize = 64;
    const EVENTS: i64 = 500;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("damero.db");
    let log = folder.path().join("damero.db-wal");
    let told: &'static Mutex<Vec<usize>> = Box::leak(Box::default());
    let sizes = Mutex::new(Vec::new());
    block_on(async {
        let store = SqliteStore::open(&file).await.expect("a new store");
        store.watch(Arc::new(|report| {
            if let Report::Committed(commit) = report {
                told.lock().expect("sound").push(commit.writes);
            }
        }));
        for game in 0..GAMES {
            store.add_game(&new_game(&game.to_string())).await.expect("game");
        }
        let play = async |game: usize| {
            for seq in 0..EVENTS {
                let append = Append {
                    game: game.to_string(),
                    ..event(seq)
                };
                store.append(append).await.expect("event");
                if game == 0 && seq % 10 == 0 {
                    let size = std::fs::metadata(&log).expect("the log").len();
                    sizes.lock().expect("sound").push(size);
                }
            }
        };
        futures_util::future::join_all((0..GAMES).map(play)).await;
        for game in 0..GAMES {
            let events = store.events(&game.to_string()).await.expect("events");
            assert_eq!(events.len(), EVENTS as usize);
        }
        store.close().await;
    });
    let writes: usize = told.lock().expect("sound").iter().sum();
    assert_eq!(writes, GAMES + GAMES * EVENTS as usize);
    let sizes = sizes.into_inner().expect("sound");
    let written_over = sizes.windows(2).filter(|pair| pair[0] == pair[1]).count();
    assert!(written_over >= 10, "it grew nearly all the time: {sizes:?}");
}
