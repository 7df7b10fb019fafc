//! What every engine promises, as checks that run on any of them.
//!
//! Each check gets an empty store and panics with the reason when a promise is broken. [`CHECKS`] lists them all, so an
//! engine's test is a loop.

mod accounts;
mod expiry;
mod explorer;
mod faults;
mod lessons;
mod privacy;
mod puzzles;
mod studies;

pub use faults::{Effect, heals};

use std::pin::Pin;

use crate::error::StoreError;
use crate::model::{Append, Finish, GameQuery, NewGame, RatingRow, User};
use crate::store::Store;

/// A check with its name.
pub type Check = (
    &'static str,
    for<'a> fn(&'a dyn Store) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>,
);

/// All checks.
pub const CHECKS: &[Check] = &[
    ("people", |store| Box::pin(people(store))),
    ("sessions", |store| Box::pin(sessions(store))),
    ("events", |store| Box::pin(events(store))),
    ("crowd", |store| Box::pin(crowd(store))),
    ("atomic", |store| Box::pin(atomic(store))),
    ("ratings", |store| Box::pin(ratings(store))),
    ("machines", |store| Box::pin(machines(store))),
    ("library", |store| Box::pin(library(store))),
    ("hostile", |store| Box::pin(hostile(store))),
    ("probe", |store| Box::pin(faults::probe(store))),
    ("accounts", |store| Box::pin(accounts::accounts(store))),
    ("recovery", |store| Box::pin(accounts::recovery(store))),
    ("operators", |store| Box::pin(accounts::operators(store))),
    ("deletion", |store| Box::pin(accounts::deletion(store))),
    ("privacy", |store| Box::pin(privacy::privacy(store))),
    ("studies", |store| Box::pin(studies::studies(store))),
    ("explorer", |store| Box::pin(explorer::explorer(store))),
    ("lessons", |store| Box::pin(lessons::lessons(store))),
    ("puzzles", |store| Box::pin(puzzles::puzzles(store))),
    ("expiry", |store| Box::pin(expiry::expiry(store))),
];

fn guest(id: &str) -> User {
    User {
        id: id.to_owned(),
        name: format!("Guest {id}"),
        guest: true,
        created: 1,
    }
}

fn game(id: &str, created: i64, seats: [Option<&str>; 2]) -> NewGame {
    NewGame {
        id: id.to_owned(),
        game: "reversi".to_owned(),
        rules: "standard".to_owned(),
        settings: "{}".to_owned(),
        created,
        rated: true,
        public: true,
        seats: seats.map(|seat| seat.map(str::to_owned)),
    }
}

fn event(game: &str, seq: i64, body: &str) -> Append {
    Append {
        game: game.to_owned(),
        seq,
        at: 10 + seq,
        bodies: vec![body.to_owned()],
        ..Append::default()
    }
}

async fn bodies(store: &dyn Store, game: &str) -> Vec<String> {
    let events = store.events(game).await.expect("events");
    let in_order = events.iter().zip(0..).all(|(event, seq)| event.seq == seq);
    assert!(in_order, "the events of a game are numbered from 0: {events:?}");
    events.into_iter().map(|event| event.body).collect()
}

async fn people(store: &dyn Store) {
    let ana = guest("ana");
    store.add_guest(&ana).await.expect("a new guest");
    assert!(matches!(store.add_guest(&ana).await, Err(StoreError::Taken)));
    assert_eq!(store.user("ana").await.expect("user"), Some(ana));
    assert_eq!(store.user("bob").await.expect("user"), None);
    assert_eq!(store.account("Guest ana").await.expect("account"), None);

    store.claim("ana", "Ana", "hash").await.expect("a free name");
    let account = store.account("ANA").await.expect("account").expect("Ana");
    assert_eq!((account.user.name.as_str(), account.user.guest), ("Ana", false));
    assert_eq!(account.password, "hash");

    store.add_guest(&guest("bob")).await.expect("a new guest");
    let taken = store.claim("bob", "aNa", "other").await;
    assert!(matches!(taken, Err(StoreError::Taken)), "{taken:?}");
    let again = store.claim("ana", "Anna", "other").await;
    assert!(matches!(again, Err(StoreError::Missing)), "{again:?}");
    let nobody = store.claim("carl", "Carl", "hash").await;
    assert!(matches!(nobody, Err(StoreError::Missing)), "{nobody:?}");
}

async fn sessions(store: &dyn Store) {
    store.add_guest(&guest("ana")).await.expect("guest");
    store.add_session("old", "ana", 5).await.expect("session");
    store.add_session("new", "ana", 9).await.expect("session");
    assert!(store.add_session("lost", "nobody", 9).await.is_err());
    assert_eq!(store.session("old").await.expect("session"), Some(guest("ana")));
    assert_eq!(store.session("lost").await.expect("session"), None);
    store.end_session("old").await.expect("end");
    assert_eq!(store.session("old").await.expect("session"), None);
    store.end_session("new").await.expect("end");
    store.end_session("new").await.expect("ending twice is no error");
    assert_eq!(store.session("new").await.expect("session"), None);
}

async fn events(store: &dyn Store) {
    store.add_game(&game("g", 1, [None, None])).await.expect("game");
    let twice = store.add_game(&game("g", 2, [None, None])).await;
    assert!(matches!(twice, Err(StoreError::Taken)), "{twice:?}");
    store.append(event("g", 0, "a")).await.expect("the first event");
    let two = Append {
        bodies: vec!["b".to_owned(), "c".to_owned()],
        ..event("g", 1, "")
    };
    store.append(two).await.expect("two events");
    for (seq, what) in [(0, "again"), (2, "late"), (4, "gap")] {
        let refused = store.append(event("g", seq, what)).await;
        assert!(matches!(refused, Err(StoreError::Stale)), "{what}: {refused:?}");
    }
    let lost = store.append(event("nowhere", 0, "x")).await;
    assert!(lost.is_err(), "an event without a game");
    assert_eq!(bodies(store, "g").await, ["a", "b", "c"]);
    assert_eq!(bodies(store, "nowhere").await, Vec::<String>::new());
    let running = store.running(0).await.expect("running");
    assert_eq!(running.len(), 1);
    assert!(store.running(1).await.expect("running").is_empty());
}

/// Many writers at once: everything arrives, in order, and one refusal harms nobody else.
async fn crowd(store: &dyn Store) {
    const GAMES: usize = 40;
    for i in 0..GAMES {
        store
            .add_game(&game(&format!("g{i}"), 1, [None, None]))
            .await
            .expect("game");
    }
    for seq in 0..5 {
        let all: Vec<_> = (0..GAMES)
            .map(|i| store.append(event(&format!("g{i}"), if i == 7 { seq + 1 } else { seq }, "m")))
            .collect();
        for (i, done) in join_all(all).await.into_iter().enumerate() {
            assert_eq!(done.is_ok(), i != 7, "game {i}: {done:?}");
        }
    }
    for i in 0..GAMES {
        let expected = if i == 7 { 0 } else { 5 };
        assert_eq!(bodies(store, &format!("g{i}")).await.len(), expected, "game {i}");
    }
}

/// Runs futures together without another library.
async fn join_all<F: Future>(futures: Vec<F>) -> Vec<F::Output> {
    let mut futures: Vec<_> = futures.into_iter().map(Box::pin).collect();
    let mut outputs: Vec<Option<F::Output>> = futures.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, output) in futures.iter_mut().zip(&mut outputs) {
            if output.is_none()
                && let std::task::Poll::Ready(done) = future.as_mut().poll(context)
            {
                *output = Some(done);
            }
        }
        if outputs.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    outputs.into_iter().flatten().collect()
}

fn rating(user: &str, value: f64, games: i64) -> RatingRow {
    RatingRow {
        user: user.to_owned(),
        game: "reversi".to_owned(),
        rating: value,
        deviation: 60.0,
        volatility: 0.06,
        games,
    }
}

/// The end of a game is written whole or not at all.
async fn atomic(store: &dyn Store) {
    store.add_guest(&guest("ana")).await.expect("guest");
    store
        .add_game(&game("g", 1, [Some("ana"), None]))
        .await
        .expect("game");
    let end = |games| Append {
        finish: Some(Finish {
            result: "1-0".to_owned(),
            plies: 1,
            ratings: vec![rating("ana", 1600.0, games)],
            machines: Vec::new(),
        }),
        seats: Some([Some("ana".to_owned()), None]),
        ..event("g", 0, "end")
    };
    let stale = store.append(end(2)).await;
    assert!(matches!(stale, Err(StoreError::Stale)), "{stale:?}");
    assert!(
        bodies(store, "g").await.is_empty(),
        "nothing of a refused append stays"
    );
    assert_eq!(store.game("g").await.expect("game").expect("g").result, None);
    store.append(end(1)).await.expect("the right number of games");
    let row = store.game("g").await.expect("game").expect("g");
    assert_eq!(
        (row.result.as_deref(), row.plies, row.ended),
        (Some("1-0"), 1, Some(10))
    );
    assert_eq!(bodies(store, "g").await, ["end"]);
}

async fn ratings(store: &dyn Store) {
    for (i, name) in ["ana", "bob", "eva"].into_iter().enumerate() {
        store.add_guest(&guest(name)).await.expect("guest");
        let id = format!("g{i}");
        store
            .add_game(&game(&id, 1, [Some(name), None]))
            .await
            .expect("game");
        let finish = Finish {
            result: "1-0".to_owned(),
            plies: 0,
            ratings: vec![rating(name, 1500.0 + 100.0 * i as f64, 1)],
            machines: Vec::new(),
        };
        let append = Append {
            finish: Some(finish),
            ..event(&id, 0, "end")
        };
        store.append(append).await.expect("end");
    }
    let again = |games, deviation| Append {
        finish: Some(Finish {
            result: "1-0".to_owned(),
            plies: 0,
            ratings: vec![RatingRow {
                deviation,
                ..rating("bob", 2000.0, games)
            }],
            machines: Vec::new(),
        }),
        ..event("g1", 1, "end")
    };
    let stale = store.append(again(1, 60.0)).await;
    assert!(
        matches!(stale, Err(StoreError::Stale)),
        "a rating counts up: {stale:?}"
    );
    store.append(again(2, 200.0)).await.expect("the second game");
    let rows = store.ratings("bob").await.expect("ratings");
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].rating, rows[0].games), (2000.0, 2));
    for (id, name) in [("ana", "Ana"), ("bob", "Bob")] {
        store.claim(id, name, "hash").await.expect("an account");
    }
    let leaders = store.leaders("reversi", 75.0, 10).await.expect("leaders");
    let names: Vec<_> = leaders.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(
        names,
        ["Ana"],
        "Bob's rating is too unsure to be ranked, and Eva is a guest"
    );
    assert!(store.leaders("azul", 75.0, 10).await.expect("leaders").is_empty());
}

/// Machines have ratings of their own, which count up like those of people and never mix with them.
async fn machines(store: &dyn Store) {
    store.add_game(&game("g", 1, [None, None])).await.expect("game");
    let end = |seq, games| Append {
        finish: Some(Finish {
            result: "1-0".to_owned(),
            plies: 0,
            ratings: Vec::new(),
            machines: vec![rating("hard", 1700.0, games), rating("easy", 1300.0, games)],
        }),
        ..event("g", seq, "end")
    };
    assert!(
        store
            .machine_ratings("reversi")
            .await
            .expect("ratings")
            .is_empty()
    );
    store.append(end(0, 1)).await.expect("the first game");
    let stale = store.append(end(1, 1)).await;
    assert!(matches!(stale, Err(StoreError::Stale)), "{stale:?}");
    store.append(end(1, 2)).await.expect("the second game");
    let rows = store.machine_ratings("reversi").await.expect("ratings");
    let seen: Vec<_> = rows.iter().map(|row| (row.user.as_str(), row.games)).collect();
    assert_eq!(seen, [("hard", 2), ("easy", 2)]);
    assert!(store.machine_ratings("azul").await.expect("ratings").is_empty());
    let people = store.leaders("reversi", 500.0, 10).await.expect("leaders");
    assert!(people.is_empty(), "machines are no people");
}

async fn library(store: &dyn Store) {
    for name in ["ana", "bob"] {
        store.add_guest(&guest(name)).await.expect("guest");
    }
    let seats = [
        [Some("ana"), Some("bob")],
        [Some("bob"), None],
        [Some("ana"), Some("ana")],
        [None, None],
    ];
    for (i, seats) in seats.into_iter().enumerate() {
        let id = format!("g{i}");
        store.add_game(&game(&id, i as i64, seats)).await.expect("game");
        if i < 3 {
            let finish = Finish {
                result: "*".to_owned(),
                plies: 3,
                ratings: Vec::new(),
                machines: Vec::new(),
            };
            let append = Append {
                finish: Some(finish),
                ..event(&id, 0, "end")
            };
            store.append(append).await.expect("end");
        }
    }
    let ids = async |query: GameQuery| -> Vec<String> {
        let rows = store.finished(&query).await.expect("finished");
        rows.into_iter().map(|row| row.id).collect()
    };
    let all = GameQuery {
        limit: 10,
        ..GameQuery::default()
    };
    assert_eq!(ids(all.clone()).await, ["g2", "g1", "g0"]);
    let of = |user: &str| GameQuery {
        user: Some(user.to_owned()),
        ..all.clone()
    };
    assert_eq!(ids(of("ana")).await, ["g2", "g0"], "each game once");
    assert_eq!(ids(of("bob")).await, ["g1", "g0"]);
    let before = GameQuery {
        before: Some(2),
        limit: 1,
        ..all.clone()
    };
    assert_eq!(ids(before).await, ["g1"]);
    let azul = GameQuery {
        game: Some("azul".to_owned()),
        ..all.clone()
    };
    assert!(ids(azul).await.is_empty());
    let reversi = GameQuery {
        game: Some("reversi".to_owned()),
        ..of("ana")
    };
    assert_eq!(ids(reversi).await, ["g2", "g0"]);
}

/// Texts that would break a store that glues SQL together.
async fn hostile(store: &dyn Store) {
    let text = "'); DROP TABLE users; -- \u{1F600} \" \\ %_\n\t";
    store.add_guest(&guest("ana")).await.expect("guest");
    store.claim("ana", text, text).await.expect("any name");
    let account = store.account(text).await.expect("account").expect("found");
    assert_eq!(
        (account.user.name.as_str(), account.password.as_str()),
        (text, text)
    );
    store
        .add_game(&game(text, 1, [Some("ana"), None]))
        .await
        .expect("game");
    store.append(event(text, 0, text)).await.expect("event");
    assert_eq!(bodies(store, text).await, [text]);
    assert_eq!(store.user(text).await.expect("user"), None);
    // PostgreSQL cannot keep this character; a visitor may still ask for it.
    assert_eq!(store.user("a\0b").await.expect("user"), None);
    assert_eq!(store.account("a\0b").await.expect("account"), None);
    assert_eq!(store.game("a\0b").await.expect("game"), None);
}
