//! How long things are kept that nobody uses, and whether the clock can be trusted to say so.

use std::time::Duration;

use damero_store::{Expiry, Store, StoreError};
use tracing::warn;

use crate::server_error::ServerError;
use crate::time::now_ms;

const DAY: u64 = 24 * 3_600_000;

/// A room in which nobody has played ends after so many days,
const UNPLAYED: u64 = 2;

/// an unfinished game after so many days without a move,
const ABANDONED: u64 = 30;

/// a finished private game of guests that is not rated after so many days.
const PRIVATE: u64 = 90;

/// The session of a guest ends after so many days without a visit,
const GUEST_SESSIONS: u64 = 90;

/// that of an account after so many.
pub(crate) const SESSIONS: u64 = 365;

/// A guest without sessions, games and ratings is forgotten after so many days.
const GUESTS: u64 = 7;

/// Data that was in use may lie still for so many days. After more of them the clock is doubted.
const STILL: u64 = 180;

/// A clock may go back by so many milliseconds between two starts.
const BACK: u64 = 3_600_000;

/// A copy of a trained player that no running game needs is removed when nobody has sat down with it for so long.
pub(crate) const COPIES: Duration = Duration::from_millis(DAY);

/// How often the store is told that it is in use, and what is unused ends.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(60);

fn expiry(now: u64) -> Expiry {
    let before = |days: u64| now.saturating_sub(days * DAY) as i64;
    Expiry {
        unplayed: before(UNPLAYED),
        abandoned: before(ABANDONED),
        private: before(PRIVATE),
        guest_sessions: before(GUEST_SESSIONS),
        sessions: before(SESSIONS),
        guests: before(GUESTS),
    }
}

/// Whether a clock is so far from the time at which the data was last in use that by it everything would be old, or nothing
/// would ever be.
pub(crate) fn is_doubtful(now: u64, last: u64) -> bool {
    now > last + STILL * DAY || now + BACK < last
}

/// Ends what is unused, unless it is too early for that, and notes that the store is in use.
pub(crate) async fn heartbeat(store: &dyn Store, now: u64, ends_from: u64) -> Result<(), StoreError> {
    if now >= ends_from {
        store.expire(expiry(now)).await?;
    }
    store.probe(now as i64).await
}

/// When things may begin to end after a start. Data that has lain still for more than a day is left alone for a day: nobody
/// could come back to it meanwhile, and if it is the clock that is wrong the operator has time to see it.
fn ends_from(now: u64, last: u64) -> u64 {
    match now > last + DAY {
        true => now + DAY,
        false => now,
    }
}

/// Refuses a clock that is far from the time at which the data was last in use: by such a clock everything would be old.
/// Returns when things may begin to end.
///
/// # Errors
/// If the clock is doubted and the operator has not said that it is right.
pub(crate) async fn check_clock(store: &dyn Store, trusted: bool) -> Result<u64, ServerError> {
    let now = now_ms();
    let Some(last) = store.last_probe().await? else {
        return Ok(now);
    };
    let last = u64::try_from(last).unwrap_or_default();
    let days = now.abs_diff(last) / DAY;
    if trusted {
        if is_doubtful(now, last) {
            warn!(days, "the data was last in use long ago, or in the future");
        }
        return Ok(now);
    }
    if !is_doubtful(now, last) {
        let from = ends_from(now, last);
        if from > now {
            warn!(
                days,
                "the data has lain still, or the clock is wrong: nothing ends for a day"
            );
        }
        return Ok(from);
    }
    Err(ServerError::Clock {
        days,
        ahead: now > last,
    })
}

#[cfg(test)]
mod tests {
    use damero_store::{Append, Finish, NewGame, SqliteStore, User};

    use super::*;

    const NOW: u64 = 1_000 * DAY;

    fn guest(id: &str, created: u64) -> User {
        User {
            id: id.to_owned(),
            name: format!("Guest {id}"),
            guest: true,
            created: created as i64,
        }
    }

    /// A game whose last event, of so many, was at that time.
    async fn game(store: &SqliteStore, id: &str, public: bool, events: usize, at: u64, over: bool) {
        let new = NewGame {
            id: id.to_owned(),
            game: "reversi".to_owned(),
            rules: "standard".to_owned(),
            settings: "{}".to_owned(),
            created: at as i64,
            rated: false,
            public,
            seats: [Some("player".to_owned()), None],
        };
        store.add_game(&new).await.expect("a game");
        if events > 0 {
            let played = Append {
                game: id.to_owned(),
                seq: 0,
                at: at as i64,
                bodies: vec!["{}".to_owned(); events],
                finish: over.then(|| Finish {
                    result: "*".to_owned(),
                    plies: 0,
                    ratings: Vec::new(),
                    machines: Vec::new(),
                }),
                ..Append::default()
            };
            store.append(played).await.expect("events");
        }
    }

    /// The times of the table "What ends by itself" in docs/playroom.md, each a moment before it has passed and when it has.
    #[tokio::test]
    async fn what_is_unused_ends_at_the_documented_times() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("playroom.db"))
            .await
            .expect("a store");
        for id in ["player", "account"] {
            store.add_guest(&guest(id, NOW)).await.expect("a guest");
        }
        store.claim("account", "Ana", "hash").await.expect("an account");
        for (when, early) in [("now", 0), ("soon", 60_000)] {
            let ago = |days: u64| NOW - days * DAY + early - u64::from(early == 0);
            let name = |what: &str| format!("{what}-{when}");
            game(&store, &name("unplayed"), true, 0, ago(2), false).await;
            game(&store, &name("abandoned"), true, 4, ago(30), false).await;
            game(&store, &name("private"), false, 4, ago(90), true).await;
            game(&store, &name("public"), true, 4, ago(900), true).await;
            for (what, user, days) in [("visitor", "player", 90), ("member", "account", 365)] {
                let used = ago(days) as i64;
                store
                    .add_session(&name(what), user, used)
                    .await
                    .expect("a session");
            }
            let unused = guest(&name("guest"), ago(7));
            store.add_guest(&unused).await.expect("a guest");
        }
        heartbeat(&store, NOW, NOW + 1).await.expect("a beat");
        for id in ["unplayed-now", "abandoned-now", "private-now"] {
            let kept = store.game(id).await.expect("an answer");
            assert!(kept.is_some(), "{id}: it is too early");
        }
        heartbeat(&store, NOW, NOW).await.expect("a beat");
        let mut left = Vec::new();
        for when in ["now", "soon"] {
            for what in ["unplayed", "abandoned", "private", "public"] {
                let id = format!("{what}-{when}");
                if store.game(&id).await.expect("an answer").is_some() {
                    left.push(id);
                }
            }
            for what in ["visitor", "member"] {
                let id = format!("{what}-{when}");
                if store.session(&id).await.expect("an answer").is_some() {
                    left.push(id);
                }
            }
            let id = format!("guest-{when}");
            if store.user(&id).await.expect("an answer").is_some() {
                left.push(id);
            }
        }
        let stay = [
            "public-now",
            "unplayed-soon",
            "abandoned-soon",
            "private-soon",
            "public-soon",
        ];
        let stay = [&stay[..], &["visitor-soon", "member-soon", "guest-soon"]].concat();
        assert_eq!(left, stay);
        assert_eq!(store.last_probe().await.expect("a probe"), Some(NOW as i64));
        store.close().await;
    }

    #[test]
    fn data_that_has_lain_still_is_left_alone_for_a_day() {
        let now = 400 * DAY;
        for (last, wait) in [
            (now, 0),
            (now + BACK, 0),
            (now - DAY, 0),
            (now - DAY - 1, DAY),
            (now - 100 * DAY, DAY),
        ] {
            assert_eq!(ends_from(now, last), now + wait, "last in use at {last}");
        }
    }

    #[test]
    fn a_clock_that_jumps_far_is_doubted() {
        let now = 400 * DAY;
        for (last, doubtful) in [
            (now, false),
            (now - 60_000, false),
            (now - STILL * DAY, false),
            (now - STILL * DAY - 1, true),
            (now + BACK, false),
            (now + BACK + 1, true),
            (0, true),
        ] {
            assert_eq!(is_doubtful(now, last), doubtful, "last in use at {last}");
        }
    }
}
