//! Every game is counted once, and private games are not even offered.

use super::{event, game, guest};
use crate::error::StoreError;
use crate::explorer::{Ended, ExploredGame, ExploredMove, GameSource};
use crate::model::{Append, Finish, NewGame};
use crate::store::Store;

fn counted(id: &str, source: GameSource, ended: Ended, moves: &[(i64, &str)]) -> ExploredGame {
    let moves = moves.iter().map(|&(position, text)| ExploredMove {
        position,
        text: text.to_owned(),
    });
    ExploredGame {
        id: id.to_owned(),
        source,
        game: "reversi".to_owned(),
        rules: "standard".to_owned(),
        moves: moves.collect(),
        ended,
        points: (ended != Ended::Drawn).then_some(if ended == Ended::First { 6 } else { -2 }),
    }
}

pub(super) async fn explorer(store: &dyn Store) {
    store.add_guest(&guest("ana")).await.expect("guest");
    for (id, public, over) in [
        ("a", true, true),
        ("b", true, true),
        ("private", false, true),
        ("running", true, false),
    ] {
        let new = NewGame {
            public,
            ..game(id, 5, [Some("ana"), None])
        };
        store.add_game(&new).await.expect("game");
        let finish = over.then(|| Finish {
            result: "1-0".to_owned(),
            plies: 1,
            ratings: Vec::new(),
            machines: Vec::new(),
        });
        let end = Append {
            finish,
            ..event(id, 0, "end")
        };
        store.append(end).await.expect("an event");
    }
    let waiting = async || -> Vec<String> {
        let rows = store.unexplored(10).await.expect("games");
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(waiting().await, ["a", "b"], "finished and public");

    let here = GameSource::Here;
    let first = counted("a", here, Ended::First, &[(7, "f5"), (-9, "d6")]);
    store.explore(first.clone()).await.expect("counted");
    let again = store.explore(first).await;
    assert!(matches!(again, Err(StoreError::Taken)), "{again:?}");
    store
        .explore(counted("b", here, Ended::Second, &[(7, "f5"), (-9, "f6")]))
        .await
        .expect("counted");
    assert_eq!(waiting().await, Vec::<String>::new());
    let imported = counted(
        "hash",
        GameSource::Collection,
        Ended::Drawn,
        &[(7, "f5"), (7, "c4")],
    );
    store.explore(imported.clone()).await.expect("counted");
    assert!(matches!(store.explore(imported).await, Err(StoreError::Taken)));

    let found = store.explored("reversi", "standard", 7).await.expect("counts");
    let numbers: Vec<_> = found
        .iter()
        .map(|count| {
            let ends = (count.first, count.draws, count.second);
            (
                count.source,
                count.text.as_str(),
                ends,
                count.points,
                count.pointed,
            )
        })
        .collect();
    assert_eq!(
        numbers,
        [
            (here, "f5", (1, 0, 1), 4, 2),
            (GameSource::Collection, "c4", (0, 1, 0), 0, 0),
            (GameSource::Collection, "f5", (0, 1, 0), 0, 0),
        ]
    );
    let other = store.explored("reversi", "standard", -9).await.expect("counts");
    assert_eq!(other.len(), 2);
    for (game, rules, position) in [
        ("quarto", "standard", 7),
        ("reversi", "anti", 7),
        ("reversi", "standard", 8),
    ] {
        let none = store.explored(game, rules, position).await.expect("counts");
        assert!(none.is_empty(), "{game} {rules} {position}");
    }
}
