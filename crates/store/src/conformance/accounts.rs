//! Accounts: names that cannot be mistaken, passwords that change, sessions that are listed and ended, second factors,
//! recovery codes, bans, deletion, and the log of what operators did.

use super::{game, guest};
use crate::account::{AccountChange, AuditNote, Ban};
use crate::error::StoreError;
use crate::store::Store;

pub(super) async fn accounts(store: &dyn Store) {
    for name in ["ana", "bob"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    let password = || AccountChange::Password("new".to_owned());
    let none = store.change_account("ana", password(), None).await;
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
    store
        .change_account("ana", password(), None)
        .await
        .expect("an account");
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

/// Codes and steps of time count once, and what is refused leaves nothing behind.
pub(super) async fn recovery(store: &dyn Store) {
    store.add_guest(&guest("ana")).await.expect("guest");
    let change = async |change| store.change_account("ana", change, None).await;
    let code = |code: &str| code.to_owned();
    // Codes are shown with the new account, so they are there before it.
    change(AccountChange::Codes(vec![code("one"), code("two")]))
        .await
        .expect("codes");
    store.claim("ana", "Ana", "old").await.expect("an account");
    assert_eq!(store.recovery_codes("ana").await.expect("codes"), 2);
    change(AccountChange::Totp(Some(code("secret"))))
        .await
        .expect("a second factor");
    change(AccountChange::UseTotp(7)).await.expect("a later step");
    let again = change(AccountChange::UseTotp(7)).await;
    assert!(matches!(again, Err(StoreError::Stale)), "{again:?}");
    store.add_session("session", "ana", 1).await.expect("session");
    let recover = |code: &str| AccountChange::Recover {
        code: code.to_owned(),
        password: "new".to_owned(),
    };
    let wrong = change(recover("three")).await;
    assert!(matches!(wrong, Err(StoreError::Missing)), "{wrong:?}");
    let account = store.account("ana").await.expect("account").expect("Ana");
    assert_eq!(
        (
            account.password.as_str(),
            account.totp.as_deref(),
            account.totp_step
        ),
        ("old", Some("secret"), 7)
    );
    assert!(
        store.session("session").await.expect("session").is_some(),
        "nothing has changed"
    );
    change(recover("one")).await.expect("the right code");
    let account = store.account("ana").await.expect("account").expect("Ana");
    assert_eq!((account.password.as_str(), account.totp), ("new", None));
    assert_eq!(store.session("session").await.expect("session"), None);
    assert!(change(recover("one")).await.is_err(), "a code counts once");
    change(AccountChange::UseCode(code("two")))
        .await
        .expect("the other");
    assert_eq!(store.recovery_codes("ana").await.expect("codes"), 0);
    let nobody = store
        .change_account("bob", AccountChange::Codes(vec![code("x")]), None)
        .await;
    assert!(matches!(nobody, Err(StoreError::Missing)), "{nobody:?}");
}

/// What operators do is done and noted together.
pub(super) async fn operators(store: &dyn Store) {
    for (id, name) in [("ana", "Ana"), ("bob", "Bob")] {
        store.add_guest(&guest(id)).await.expect("guest");
        store.claim(id, name, "hash").await.expect("an account");
        store
            .add_session(&format!("of {id}"), id, 5)
            .await
            .expect("session");
    }
    let note = |action: &str| {
        Some(AuditNote {
            at: 9,
            actor: "eva".to_owned(),
            action: action.to_owned(),
            name: "Ana".to_owned(),
            detail: "why".to_owned(),
        })
    };
    let taken = store
        .change_account("ana", AccountChange::Rename("B-ob".to_owned()), note("rename"))
        .await;
    assert!(matches!(taken, Err(StoreError::Taken)), "{taken:?}");
    assert!(
        store.audit(0, 10).await.expect("the log").is_empty(),
        "nothing was done"
    );
    store
        .change_account("ana", AccountChange::Rename("Anne".to_owned()), note("rename"))
        .await
        .expect("a free name");
    assert_eq!(store.account("Ana").await.expect("account"), None);
    let ban = Ban {
        since: 9,
        reason: "cheats".to_owned(),
    };
    store
        .change_account("ana", AccountChange::Ban(Some(ban.clone())), note("ban"))
        .await
        .expect("banned");
    let account = store.account("anne").await.expect("account").expect("Anne");
    assert_eq!(account.ban, Some(ban));
    assert_eq!(store.session("of ana").await.expect("session"), None);
    let rows = store.accounts_after("", 10).await.expect("a list");
    let listed: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.account.user.name.as_str(),
                row.account.ban.is_some(),
                row.used,
            )
        })
        .collect();
    assert_eq!(listed, [("Anne", true, None), ("Bob", false, Some(5))]);
    assert_eq!(store.accounts_after("ANNE", 10).await.expect("a list").len(), 1);
    store
        .change_account("ana", AccountChange::Ban(None), note("unban"))
        .await
        .expect("allowed again");
    store
        .change_account("ana", AccountChange::Reset("code".to_owned()), note("reset"))
        .await
        .expect("reset");
    let account = store.account("anne").await.expect("account").expect("Anne");
    assert_ne!(account.password, "hash");
    assert_eq!(store.recovery_codes("ana").await.expect("codes"), 1);
    let log = store.audit(0, 10).await.expect("the log");
    let actions: Vec<_> = log
        .iter()
        .map(|row| (row.user.as_str(), row.note.action.as_str()))
        .collect();
    assert_eq!(
        actions,
        ["reset", "unban", "ban", "rename"].map(|action| ("ana", action))
    );
    assert_eq!(Some(&log[0].note), note("reset").as_ref());
    assert_eq!(store.audit(log[1].id, 10).await.expect("the log"), log[..1]);
}

/// Who leaves takes name, password and sessions along; the games of others stay whole.
pub(super) async fn deletion(store: &dyn Store) {
    for (id, name) in [("ana", "Ana"), ("bob", "Bob")] {
        store.add_guest(&guest(id)).await.expect("guest");
        store.claim(id, name, "hash").await.expect("an account");
    }
    for (id, seats) in [
        ("a", [Some("ana"), Some("bob")]),
        ("b", [Some("bob"), None]),
        ("c", [None, Some("ana")]),
    ] {
        store.add_game(&game(id, 1, seats)).await.expect("game");
    }
    let games = async |user: &str, after: &str| -> Vec<String> {
        let rows = store.games_of(user, after, 10).await.expect("games");
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(games("ana", "").await, ["a", "c"]);
    assert_eq!(games("ana", "a").await, ["c"]);
    store.add_session("session", "ana", 1).await.expect("session");
    let gone = || AccountChange::Delete("Guest-ana".to_owned());
    store.change_account("ana", gone(), None).await.expect("deleted");
    assert_eq!(store.account("ana").await.expect("account"), None);
    assert_eq!(store.session("session").await.expect("session"), None);
    let row = store.user("ana").await.expect("user").expect("an empty shell");
    assert_eq!((row.name.as_str(), row.guest), ("Guest-ana", true));
    assert_eq!(
        games("bob", "").await,
        ["a", "b"],
        "the other one's games are there"
    );
    let again = store.change_account("ana", gone(), None).await;
    assert!(matches!(again, Err(StoreError::Missing)), "{again:?}");
    store.add_guest(&guest("eva")).await.expect("guest");
    store.claim("eva", "Ana", "hash").await.expect("the name is free");
}
