//! What every engine promises when the ground under it fails: nothing that was acknowledged is lost, nothing is half done,
//! the cause is reported, and the store works again by itself.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{bodies, event, game, guest, join_all, rating};
use crate::error::StoreError;
use crate::model::{Append, Finish};
use crate::store::{Report, Store};

/// Games that are played during the fault.
const GAMES: usize = 6;

/// A store must work again so long after the fault has ended.
const RECOVERY: Duration = Duration::from_secs(20);

/// What a fault is expected to do to writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// They fail.
    Fail,
    /// They only take longer.
    Wait,
}

/// Lets people play while a fault begins, lasts and ends, and checks the promises. `begin` and `end` make and mend the
/// fault.
///
/// # Panics
/// When a promise is broken.
pub async fn heals(store: &dyn Store, effect: Effect, begin: impl AsyncFnOnce(), end: impl AsyncFnOnce()) {
    let causes: Arc<Mutex<Vec<String>>> = Arc::default();
    let told = Arc::clone(&causes);
    store.watch(Arc::new(move |report| {
        if let Report::Failed { error, .. } = report {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            told.push(error.to_string());
        }
    }));
    store.add_guest(&guest("ana")).await.expect("a guest");
    let mut tables = Vec::new();
    for i in 0..GAMES {
        let table = Table {
            id: format!("g{i}"),
            ..Table::default()
        };
        store
            .add_game(&game(&table.id, 1, [Some("ana"), None]))
            .await
            .expect("a game");
        tables.push(table);
    }
    play(store, &mut tables, 3).await;
    assert!(
        tables.iter().all(|table| table.failed == 0),
        "nothing has failed yet"
    );
    begin().await;
    if effect == Effect::Fail {
        let until = Instant::now() + RECOVERY;
        while tables.iter().all(|table| table.failed == 0) {
            assert!(Instant::now() < until, "the fault shows");
            play(store, &mut tables, 1).await;
        }
        // It must not matter how often it is tried.
        play(store, &mut tables, 5).await;
        end().await;
        let until = Instant::now() + RECOVERY;
        while store.probe(2).await.is_err() {
            assert!(Instant::now() < until, "the store works again by itself");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    } else {
        let (_, ()) = tokio::join!(play(store, &mut tables, 2), end());
        assert!(tables.iter().all(|table| table.failed == 0), "slow is not broken");
    }
    for table in &mut tables {
        table.failed = 0;
        // Whether a write that failed was done is only known now.
        table.seq = i64::try_from(bodies(store, &table.id).await.len()).expect("few");
    }
    play(store, &mut tables, 3).await;
    assert!(
        tables.iter().all(|table| table.failed == 0),
        "it goes on as before"
    );
    finish(store, &tables[0].id, tables[0].seq).await;
    for table in &tables {
        let stored = bodies(store, &table.id).await;
        for (seq, body) in &table.acknowledged {
            assert_eq!(
                stored.get(*seq),
                Some(body),
                "{} lost an acknowledged event",
                table.id
            );
        }
    }
    let causes = causes.lock().unwrap_or_else(PoisonError::into_inner);
    assert_eq!(causes.is_empty(), effect == Effect::Wait, "{causes:?}");
}

/// A game while it is played.
#[derive(Default)]
struct Table {
    id: String,
    seq: i64,
    tries: u32,
    failed: u32,
    acknowledged: Vec<(usize, String)>,
}

/// Some moves in every game at once: single ones and turns of two actions, which need a transaction.
async fn play(store: &dyn Store, tables: &mut [Table], rounds: usize) {
    for _ in 0..rounds {
        let turns = tables.iter_mut().map(|table| turn(store, table));
        join_all(turns.collect()).await;
    }
}

async fn turn(store: &dyn Store, table: &mut Table) {
    table.tries += 1;
    let count = 1 + table.tries % 2;
    let turn: Vec<String> = (0..count)
        .map(|i| format!("try {} action {i}", table.tries))
        .collect();
    let append = Append {
        bodies: turn.clone(),
        ..event(&table.id, table.seq, "")
    };
    match store.append(append).await {
        Ok(()) => {
            let at = usize::try_from(table.seq).expect("from 0");
            table.acknowledged.extend((at..).zip(turn));
            table.seq += i64::from(count);
        }
        Err(StoreError::Unavailable { .. }) => table.failed += 1,
        // An earlier attempt was done although it was said to have failed.
        Err(StoreError::Stale) if table.failed > 0 => {
            let stored = store.events(&table.id).await.map_or(0, |events| events.len());
            assert!(stored as i64 > table.seq, "{}: stale without a reason", table.id);
        }
        Err(error) => panic!("{}: {error}", table.id),
    }
}

/// The end of a game with ratings, which touches most tables.
async fn finish(store: &dyn Store, id: &str, seq: i64) {
    let end = Append {
        finish: Some(Finish {
            result: "1-0".to_owned(),
            plies: 1,
            ratings: vec![rating("ana", 1600.0, 1)],
            machines: vec![rating("hard", 1400.0, 1)],
        }),
        ..event(id, seq, "end")
    };
    store.append(end).await.expect("the end of a game");
    assert_eq!(store.ratings("ana").await.expect("ratings").len(), 1);
}

/// A probe is a write like any other, and can be repeated.
pub(super) async fn probe(store: &dyn Store) {
    assert_eq!(store.last_probe().await.expect("a look"), None);
    store.probe(1).await.expect("a probe");
    store.probe(2).await.expect("another");
    assert_eq!(store.last_probe().await.expect("a look"), Some(2));
}
