//! PostgreSQL keeps the promises of a store, and refuses in words that help. `cargo xtask test` starts a server of its
//! own for this and names it in `DAMERO_TEST_POSTGRES`; every test makes a database of its own there.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::fixture::{self, block_on, event, new_game};
use damero_store::{NewGame, PostgresStore, Store, StoreError};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};

/// The address of the server, with the database that is always there.
pub(crate) fn server() -> String {
    std::env::var("DAMERO_TEST_POSTGRES")
        .expect("`cargo xtask test` runs these tests and sets DAMERO_TEST_POSTGRES")
}

pub(crate) async fn run(address: &str, sql: String) {
    let mut connection = PgConnection::connect(address).await.expect("a connection");
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .expect("a statement");
    connection.close().await.expect("closed");
}

/// The same server with another database, user or password.
fn with(user: &str, password: &str, database: &str) -> String {
    let server = server();
    let (_, host) = server.split_once('@').expect("a user and a host");
    let host = host.split('/').next().expect("a host");
    format!("postgres://{user}:{password}@{host}/{database}")
}

pub(crate) fn database(name: &str) -> String {
    let server = server();
    let (base, _) = server.rsplit_once('/').expect("a database");
    format!("{base}/{name}")
}

fn unused_name() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970");
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("t{}_{}_{next}", std::process::id(), since.as_nanos())
}

/// A new database.
pub(crate) async fn fresh() -> String {
    let name = unused_name();
    run(&server(), format!("CREATE DATABASE {name}")).await;
    database(&name)
}

#[test]
fn conforms() {
    fixture::conforms(async || PostgresStore::open(&fresh().await).await.expect("a new store"));
}

#[test]
fn remembers_after_reopening_and_keeps_a_second_server_away() {
    block_on(async {
        let address = fresh().await;
        let store = PostgresStore::open(&address).await.expect("a new store");
        store.add_game(&new_game("g")).await.expect("game");
        store.append(event(0)).await.expect("event");
        let second = PostgresStore::open(&address).await;
        assert!(matches!(second, Err(StoreError::InUse { .. })), "{second:?}");
        let beside = PostgresStore::open_beside(&address, None)
            .await
            .expect("no server, so it may");
        assert_eq!(beside.events("g").await.expect("events").len(), 1);
        beside.close().await;
        let copy = store.backup(std::path::Path::new("copy")).await;
        let told = copy.expect_err("not ours to make").to_string();
        assert!(told.contains("pg_dump"), "{told}");
        store.close().await;
        assert!(matches!(store.append(event(1)).await, Err(StoreError::Closed)));
        let store = PostgresStore::open(&address).await.expect("the same store");
        assert_eq!(store.events("g").await.expect("events").len(), 1);
        store.close().await;
    });
}

/// The certificate of the test server is for 127.0.0.1 and signed by an authority that only the file names.
#[test]
fn a_connection_is_as_secure_as_the_address_asks() {
    block_on(async {
        let authority = std::env::var("DAMERO_TEST_POSTGRES_CA").expect("`cargo xtask test` sets it");
        let address = fresh().await;
        let encrypted = "SELECT COUNT(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                         WHERE application_name = 'damero' AND datname = current_database() AND ssl";
        for (asked, secure) in [
            (format!("?sslmode=verify-full&sslrootcert={authority}"), true),
            ("?sslmode=require".to_owned(), true),
            (String::new(), true),
            ("?sslmode=disable".to_owned(), false),
        ] {
            let store = PostgresStore::open(&format!("{address}{asked}"))
                .await
                .unwrap_or_else(|error| panic!("{asked}: {error}"));
            let mut other = PgConnection::connect(&address).await.expect("a connection");
            let row = sqlx::query(encrypted)
                .fetch_one(&mut other)
                .await
                .expect("a count");
            let count: i64 = sqlx::Row::get(&row, 0);
            assert_eq!(count > 0, secure, "{asked}: {count} encrypted connections");
            store.close().await;
        }
        let other_name = address.replace("127.0.0.1", "localhost");
        for (address, asked) in [
            (&address, "?sslmode=verify-full".to_owned()),
            (&address, "?sslmode=verify-ca".to_owned()),
            (
                &other_name,
                format!("?sslmode=verify-full&sslrootcert={authority}"),
            ),
            (
                &address,
                "?sslmode=verify-full&sslrootcert=/nowhere/ca.crt".to_owned(),
            ),
        ] {
            let refused = PostgresStore::open(&format!("{address}{asked}")).await;
            assert!(
                matches!(refused, Err(StoreError::Untrusted { .. })),
                "{asked}: {refused:?}"
            );
        }
    });
}

#[test]
fn a_lost_connection_is_opened_again() {
    block_on(async {
        let address = fresh().await;
        let store = PostgresStore::open(&address).await.expect("a new store");
        store.add_game(&new_game("g")).await.expect("game");
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        run(&address, cut.to_owned()).await;
        // The write that finds the connection dead may fail; the next one must not.
        let first = store.append(event(0)).await;
        let next = if first.is_ok() { 1 } else { 0 };
        store
            .append(event(next))
            .await
            .expect("written over a new connection");
        let events = store.events("g").await.expect("read over a new connection");
        assert_eq!(events.len(), usize::from(first.is_ok()) + 1);
        store.close().await;
    });
}

#[test]
fn one_bad_write_harms_no_other() {
    block_on(async {
        let store = PostgresStore::open(&fresh().await).await.expect("a new store");
        store.add_game(&new_game("g")).await.expect("game");
        // A text that PostgreSQL cannot keep is an error of the engine, which ends the transaction of its batch.
        let bad = NewGame {
            rules: "a\0b".to_owned(),
            ..new_game("bad")
        };
        let (good, refused) = tokio::join!(store.append(event(0)), store.add_game(&bad));
        good.expect("the event is written");
        assert!(matches!(refused, Err(StoreError::Engine(_))), "{refused:?}");
        assert_eq!(store.events("g").await.expect("events").len(), 1);
        assert_eq!(store.game("bad").await.expect("game"), None);
        store.close().await;
    });
}

#[test]
fn refusals_say_what_is_wrong() {
    block_on(async {
        let newer = fresh().await;
        PostgresStore::open(&newer)
            .await
            .expect("a new store")
            .close()
            .await;
        run(&newer, "INSERT INTO schema (version) VALUES (999)".to_owned()).await;
        let refused = PostgresStore::open(&newer).await;
        assert!(
            matches!(refused, Err(StoreError::Newer { found: 999, .. })),
            "{refused:?}"
        );

        let older = PostgresStore::open_beside(&fresh().await, None).await;
        assert!(
            matches!(older, Err(StoreError::Older { found: 0, .. })),
            "{older:?}"
        );

        let guest = unused_name();
        run(&server(), format!("CREATE ROLE {guest} LOGIN PASSWORD 'right'")).await;
        let other = fresh().await;
        let name = other.rsplit('/').next().expect("a name").to_owned();
        let wrong = PostgresStore::open(&with(&guest, "wrong", &name)).await;
        assert!(matches!(wrong, Err(StoreError::Denied { .. })), "{wrong:?}");
        let told = wrong.expect_err("refused").to_string();
        assert!(!told.contains("wrong@"), "no password in {told}");
        // Since PostgreSQL 15 only the owner creates in the schema `public`; before, it is taken away here.
        run(&other, "REVOKE CREATE ON SCHEMA public FROM PUBLIC".to_owned()).await;
        let poor = PostgresStore::open(&with(&guest, "right", &name)).await;
        assert!(matches!(poor, Err(StoreError::NotAllowed { .. })), "{poor:?}");
        let none = PostgresStore::open(&database(&unused_name())).await;
        assert!(matches!(none, Err(StoreError::NoDatabase { .. })), "{none:?}");
        let nobody = PostgresStore::open("postgres://ana:secret@127.0.0.1:1/games").await;
        assert!(
            matches!(nobody, Err(StoreError::Unreachable { .. })),
            "{nobody:?}"
        );
    });
}
