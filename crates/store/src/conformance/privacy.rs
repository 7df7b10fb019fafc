//! Private games are for those who played them; and how often two people have played each other.

use super::{event, game, guest};
use crate::model::{Append, Finish, GameQuery, NewGame};
use crate::store::Store;

pub(super) async fn privacy(store: &dyn Store) {
    for name in ["ana", "bob", "eva"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    let games = [
        ("public", [Some("ana"), Some("bob")], true),
        ("private", [Some("bob"), Some("ana")], false),
        ("alone", [Some("eva"), None], false),
    ];
    for (i, (id, seats, public)) in games.into_iter().enumerate() {
        let new = NewGame {
            public,
            ..game(id, i as i64, seats)
        };
        store.add_game(&new).await.expect("game");
        let [first, second] = seats;
        for name in ["ana", "bob", "eva"] {
            let open = store.unfinished_of(name, 10).await.expect("unfinished");
            let expected: &[&str] = if [first, second].contains(&Some(name)) {
                &[id]
            } else {
                &[]
            };
            let ids: Vec<_> = open.iter().map(|row| row.id.as_str()).collect();
            assert_eq!(ids, expected, "what {name} can come back to");
        }
        let end = Append {
            finish: Some(Finish {
                result: "1-0".to_owned(),
                plies: 3,
                ratings: Vec::new(),
                machines: Vec::new(),
            }),
            ..event(id, 0, "end")
        };
        store.append(end).await.expect("end");
        assert_eq!(store.game(id).await.expect("game").expect("it").public, public);
        assert!(
            store
                .unfinished_of("ana", 10)
                .await
                .expect("unfinished")
                .is_empty()
        );
    }
    let seen = async |viewer: Option<&str>, user: Option<&str>, kind: Option<&str>| -> Vec<String> {
        let query = GameQuery {
            game: kind.map(str::to_owned),
            user: user.map(str::to_owned),
            viewer: viewer.map(str::to_owned),
            limit: 10,
            ..GameQuery::default()
        };
        let rows = store.finished(&query).await.expect("finished");
        rows.into_iter().map(|row| row.id).collect()
    };
    for kind in [None, Some("reversi")] {
        assert_eq!(seen(None, None, kind).await, ["public"]);
        assert_eq!(seen(Some("eva"), None, kind).await, ["alone", "public"]);
        assert_eq!(seen(Some("ana"), None, kind).await, ["private", "public"]);
        assert_eq!(seen(Some("eva"), Some("bob"), kind).await, ["public"]);
        assert_eq!(seen(Some("bob"), Some("bob"), kind).await, ["private", "public"]);
    }
    // The events of the tests happen at 10.
    let between = async |since| {
        store
            .rated_games_between("ana", "bob", since)
            .await
            .expect("a count")
    };
    assert_eq!((between(9).await, between(10).await), (2, 0));
    assert_eq!(
        store.rated_games_between("ana", "eva", 0).await.expect("a count"),
        0
    );
}
