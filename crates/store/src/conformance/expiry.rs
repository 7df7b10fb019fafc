//! What nobody uses any more ends, and nothing else does.

use super::{event, game, guest, rating};
use crate::model::{Append, Expiry, Finish, NewGame};
use crate::store::Store;

const NEVER: Expiry = Expiry {
    unplayed: 0,
    abandoned: 0,
    private: 0,
    guest_sessions: 0,
    sessions: 0,
    guests: 0,
};

async fn games(store: &dyn Store, ids: &[&str]) -> Vec<bool> {
    let mut found = Vec::new();
    for id in ids {
        found.push(store.game(id).await.expect("game").is_some());
    }
    found
}

pub(super) async fn expiry(store: &dyn Store) {
    for name in ["ana", "bob", "eva"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    store.claim("ana", "Ana", "hash").await.expect("an account");
    // Nobody joined one, the other was left after two moves, and one is played.
    for (id, created, moves) in [
        ("empty", 10, 0),
        ("left", 10, 2),
        ("alive", 10, 30),
        ("new", 90, 0),
    ] {
        store
            .add_game(&game(id, created, [Some("bob"), None]))
            .await
            .expect("game");
        for seq in 0..moves {
            store.append(event(id, seq, "m")).await.expect("event");
        }
    }
    let all = ["empty", "left", "alive", "new"];
    store.expire(NEVER).await.expect("nothing to do");
    assert_eq!(games(store, &all).await, [true; 4]);
    let late = Expiry {
        unplayed: 50,
        ..NEVER
    };
    store.expire(late).await.expect("expire");
    assert_eq!(
        games(store, &all).await,
        [false, true, true, true],
        "only what never began"
    );
    // The events of the tests happen at 10 and later.
    let late = Expiry {
        abandoned: 20,
        ..NEVER
    };
    store.expire(late).await.expect("expire");
    assert_eq!(games(store, &all).await, [false, false, true, true]);
    assert!(store.events("left").await.expect("events").is_empty());

    let private = |id: &str, user: &str, rated: bool| NewGame {
        public: false,
        rated,
        ..game(id, 1, [Some(user), None])
    };
    let ended = [
        private("guests", "bob", false),
        private("rated", "bob", true),
        private("account", "ana", false),
        game("public", 1, [Some("bob"), None]),
    ];
    for new in &ended {
        store.add_game(new).await.expect("game");
        let finish = Finish {
            result: "*".to_owned(),
            plies: 0,
            ratings: if new.rated && !new.public {
                vec![rating("eva", 1500.0, 1)]
            } else {
                Vec::new()
            },
            machines: Vec::new(),
        };
        let end = Append {
            finish: Some(finish),
            ..event(&new.id, 0, "end")
        };
        store.append(end).await.expect("end");
    }
    let late = Expiry { private: 50, ..NEVER };
    store.expire(late).await.expect("expire");
    let left = games(store, &["guests", "rated", "account", "public"]).await;
    assert_eq!(left, [false, true, true, true]);

    store.add_session("guest", "bob", 10).await.expect("session");
    store.add_session("used", "bob", 10).await.expect("session");
    store.add_session("account", "ana", 10).await.expect("session");
    store.touch_session("used", 60).await.expect("touched");
    let late = Expiry {
        guest_sessions: 50,
        sessions: 5,
        ..NEVER
    };
    store.expire(late).await.expect("expire");
    for (hash, lives) in [("guest", false), ("used", true), ("account", true)] {
        assert_eq!(
            store.session(hash).await.expect("session").is_some(),
            lives,
            "{hash}"
        );
    }
    store.add_guest(&guest("leo")).await.expect("guest");
    let late = Expiry { guests: 50, ..NEVER };
    store.expire(late).await.expect("expire");
    // Bob has a session and games, Eva a rating, Ana an account; nothing is left of Leo.
    for (user, lives) in [("ana", true), ("bob", true), ("eva", true), ("leo", false)] {
        assert_eq!(store.user(user).await.expect("user").is_some(), lives, "{user}");
    }
}
