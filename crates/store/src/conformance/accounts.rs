//! Accounts: names that cannot be mistaken, passwords that change, sessions that are listed and ended.

use super::guest;
use crate::error::StoreError;
use crate::store::Store;

pub(super) async fn accounts(store: &dyn Store) {
    for name in ["ana", "bob"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    let none = store.set_password("ana", "new").await;
    assert!(
        matches!(none, Err(StoreError::Missing)),
        "a guest has no password: {none:?}"
    );
    store.claim("ana", "Bill-1", "old").await.expect("a free name");
    for alike in ["bill1", "BI11_L", "Bi--lll"] {
        let taken = store.claim("bob", alike, "hash").await;
        assert!(matches!(taken, Err(StoreError::Taken)), "{alike}: {taken:?}");
    }
    store.claim("bob", "Billa", "hash").await.expect("another name");
    store.set_password("ana", "new").await.expect("an account");
    let account = store.account("bill-1").await.expect("account").expect("it");
    assert_eq!(account.password, "new");

    for (hash, at) in [("one", 1), ("two", 2), ("three", 3)] {
        store.add_session(hash, "ana", at).await.expect("session");
    }
    store.add_session("other", "bob", 1).await.expect("session");
    store.touch_session("one", 9).await.expect("touched");
    let hashes = async || -> Vec<String> {
        let sessions = store.sessions_of("ana").await.expect("sessions");
        sessions.into_iter().map(|session| session.hash).collect()
    };
    assert_eq!(hashes().await, ["one", "three", "two"]);
    store.end_sessions_of("ana", Some("two")).await.expect("ended");
    assert_eq!(hashes().await, ["two"]);
    store.end_sessions_of("ana", None).await.expect("ended");
    assert!(hashes().await.is_empty());
    assert!(
        store.session("other").await.expect("session").is_some(),
        "nobody else's"
    );
}
