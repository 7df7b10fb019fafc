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

/// Ends what is unused, and notes that the store is in use.
pub(crate) async fn heartbeat(store: &dyn Store, now: u64) -> Result<(), StoreError> {
    store.expire(expiry(now)).await?;
    store.probe(now as i64).await
}

/// Refuses a clock that is far from the time at which the data was last in use: by such a clock everything would be old.
///
/// # Errors
/// If the clock is doubted and the operator has not said that it is right.
pub(crate) async fn check_clock(store: &dyn Store, trusted: bool) -> Result<(), ServerError> {
    let Some(last) = store.last_probe().await? else {
        return Ok(());
    };
    let (now, last) = (now_ms(), u64::try_from(last).unwrap_or_default());
    if !is_doubtful(now, last) {
        return Ok(());
    }
    let days = now.abs_diff(last) / DAY;
    if trusted {
        warn!(days, "the data was last in use long ago, or in the future");
        return Ok(());
    }
    Err(ServerError::Clock {
        days,
        ahead: now > last,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
