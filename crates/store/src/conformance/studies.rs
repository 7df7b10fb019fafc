//! Studies are written whole, by their owners, and never over a version that the writer has not seen.

use super::guest;
use crate::account::AccountChange;
use crate::error::StoreError;
use crate::model::Expiry;
use crate::store::Store;
use crate::study::{StudyHead, StudyQuery, StudyRow, Visibility};

fn study(id: &str, owner: &str, visibility: Visibility, updated: i64) -> StudyRow {
    StudyRow {
        head: StudyHead {
            id: id.to_owned(),
            owner: owner.to_owned(),
            name: format!("Study {id} <b>'\"; DROP TABLE studies"),
            game: if id == "other" { "quarto" } else { "reversi" }.to_owned(),
            visibility,
            chapters: 1,
            version: 1,
            created: 1,
            updated,
        },
        body: "{\"chapters\":[\"á\u{1f600}\"]}".to_owned(),
    }
}

async fn ids(store: &dyn Store, query: StudyQuery) -> Vec<String> {
    let found = store.studies(&query).await.expect("studies");
    found.into_iter().map(|head| head.id).collect()
}

pub(super) async fn studies(store: &dyn Store) {
    for id in ["ana", "bob"] {
        store.add_guest(&guest(id)).await.expect("guest");
    }
    store.claim("ana", "Ana", "hash").await.expect("an account");
    let all = [
        study("secret", "ana", Visibility::Private, 10),
        study("shared", "ana", Visibility::Unlisted, 20),
        study("open", "ana", Visibility::Public, 30),
        study("other", "bob", Visibility::Public, 40),
    ];
    for study in &all {
        store.add_study(study).await.expect("a new study");
    }
    assert!(matches!(store.add_study(&all[0]).await, Err(StoreError::Taken)));
    let nobody = study("lost", "nobody", Visibility::Public, 1);
    assert!(
        store.add_study(&nobody).await.is_err(),
        "a study without an owner"
    );
    assert_eq!(store.study("open").await.expect("study"), Some(all[2].clone()));
    assert_eq!(store.study("lost").await.expect("study"), None);
    assert_eq!(store.study("\0").await.expect("study"), None);

    let limit = 10;
    let query = |owner: Option<&str>, game: Option<&str>, before: Option<i64>| StudyQuery {
        owner: owner.map(str::to_owned),
        game: game.map(str::to_owned),
        before,
        limit,
    };
    assert_eq!(ids(store, query(None, None, None)).await, ["other", "open"]);
    assert_eq!(ids(store, query(None, Some("reversi"), None)).await, ["open"]);
    assert_eq!(ids(store, query(None, None, Some(40))).await, ["open"]);
    assert_eq!(
        ids(store, query(Some("ana"), None, None)).await,
        ["open", "shared", "secret"]
    );
    assert_eq!(store.count_studies("ana").await.expect("a count"), 3);

    // Two windows change the same version: the second one is told.
    let next = |name: &str, version: i64| {
        let mut study = all[0].clone();
        study.head.name = name.to_owned();
        study.head.version = version;
        study.head.visibility = Visibility::Public;
        study.head.updated = 50;
        study
    };
    store
        .change_study(&next("one", 2))
        .await
        .expect("the next version");
    let stale = store.change_study(&next("two", 2)).await;
    assert!(matches!(stale, Err(StoreError::Stale)), "{stale:?}");
    let gap = store.change_study(&next("gap", 4)).await;
    assert!(matches!(gap, Err(StoreError::Stale)), "{gap:?}");
    let mut foreign = next("theirs", 3);
    foreign.head.owner = "bob".to_owned();
    assert!(store.change_study(&foreign).await.is_err(), "somebody else's");
    let found = store.study("secret").await.expect("study");
    assert_eq!(found, Some(next("one", 2)));
    assert_eq!(
        ids(store, query(None, None, None)).await,
        ["secret", "other", "open"]
    );

    let not_hers = store.delete_study("other", "ana").await;
    assert!(matches!(not_hers, Err(StoreError::Missing)), "{not_hers:?}");
    store.delete_study("open", "ana").await.expect("deleted");
    assert_eq!(store.study("open").await.expect("study"), None);

    // A guest who cannot come back loses what is old; an account takes everything along when it ends.
    store.add_session("session", "bob", 1).await.expect("session");
    let expiry = |guests: i64, guest_sessions: i64| Expiry {
        unplayed: 0,
        abandoned: 0,
        private: 0,
        guest_sessions,
        sessions: 0,
        guests,
    };
    store.expire(expiry(100, 0)).await.expect("expired");
    assert_eq!(store.count_studies("bob").await.expect("a count"), 1);
    store.expire(expiry(100, 100)).await.expect("expired");
    assert_eq!(store.count_studies("bob").await.expect("a count"), 0);
    assert_eq!(store.user("bob").await.expect("user"), None);
    let gone = AccountChange::Delete("Guest-ana".to_owned());
    store.change_account("ana", gone, None).await.expect("deleted");
    assert_eq!(store.count_studies("ana").await.expect("a count"), 0);
}
