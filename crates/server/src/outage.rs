//! Outages of the store. Time in which nothing could be saved does not count in any game: no clock runs, nobody who is
//! away comes nearer to a loss.
//!
//! All rooms measure in game time: the time of [`now_ms`] without the outages. It stands still during an outage and for a
//! moment after it, so that pages can come back and send what was not saved. A failure is noticed when a write or a read
//! has failed; the outage begins when that was asked for, so game time may go back a little then.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damero_store::Store;
use tokio::sync::watch;
use tracing::info;

use crate::time::now_ms;

/// A write that takes so many milliseconds is an outage too.
const SLOW: u64 = 1_000;

/// Games stand still for so long after the store works again.
const GRACE: Duration = Duration::from_secs(3);

/// The pauses between two probes of a store that fails.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

#[derive(Default)]
struct State {
    /// When the present outage began.
    since: Option<u64>,
    /// When the last one ended.
    ended: u64,
    failures: u64,
}

/// The outages so far.
pub(crate) struct Outage {
    state: Mutex<State>,
    /// Milliseconds of all outages that have ended.
    lost: AtomicU64,
    /// How often games have begun or ceased to stand still: odd while they do. Asked so often that it must cost nothing.
    epoch: AtomicU64,
    changes: watch::Sender<u64>,
}

impl Outage {
    pub(crate) fn new() -> Self {
        Self {
            state: Mutex::default(),
            lost: AtomicU64::new(0),
            epoch: AtomicU64::new(0),
            changes: watch::Sender::new(0),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Milliseconds that have counted in games.
    pub(crate) fn game_time(&self) -> u64 {
        self.at(now_ms())
    }

    fn at(&self, now: u64) -> u64 {
        let lost = self.lost.load(Ordering::Acquire);
        if !self.halted() {
            return now.saturating_sub(lost);
        }
        let since = self.state().since.unwrap_or(now);
        now.min(since).saturating_sub(lost)
    }

    /// Whether games stand still.
    pub(crate) fn halted(&self) -> bool {
        !self.epoch().is_multiple_of(2)
    }

    /// A number that changes whenever games begin or cease to stand still.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::Acquire)
    }

    /// Tells these changes.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn next_epoch(&self) {
        let epoch = self.epoch.fetch_add(1, Ordering::AcqRel) + 1;
        self.changes.send_replace(epoch);
    }

    /// Something that was asked for `ago` failed. True if this is how an outage begins.
    pub(crate) fn failed(&self, ago: Duration) -> bool {
        self.failed_since(now_ms().saturating_sub(ago.as_millis() as u64))
    }

    fn failed_since(&self, began: u64) -> bool {
        let mut state = self.state();
        state.failures += 1;
        let began = began.max(state.ended);
        let first = state.since.is_none();
        state.since = Some(state.since.map_or(began, |since| since.min(began)));
        if first {
            self.next_epoch();
        }
        first
    }

    /// A write took so long: too long for a game to go on meanwhile?
    pub(crate) fn took(&self, time: Duration) -> bool {
        let slow = time.as_millis() as u64 >= SLOW;
        if slow {
            self.failed(time);
        }
        slow
    }

    fn failures(&self) -> u64 {
        self.state().failures
    }

    /// Games go on at `now`. Returns how long they stood still.
    fn end(&self, now: u64) -> u64 {
        let mut state = self.state();
        let Some(since) = state.since.take() else {
            return 0;
        };
        let lost = now.saturating_sub(since);
        state.ended = now;
        self.lost.fetch_add(lost, Ordering::AcqRel);
        self.next_epoch();
        lost
    }

    /// Whether the store takes a write now, without making anybody wait.
    pub(crate) async fn store_answers(&self, store: &dyn Store) -> bool {
        let began = crate::time::now();
        let probed = store.probe(now_ms() as i64).await;
        probed.is_ok() && !self.took(began.elapsed()) && !self.halted()
    }

    /// Asks a store that fails until it works again, for as long as the server runs.
    pub(crate) async fn watch(&self, store: &dyn Store) {
        let mut changes = self.changes();
        while changes.wait_for(|epoch| !epoch.is_multiple_of(2)).await.is_ok() {
            let mut pause = FIRST_PAUSE;
            loop {
                if store.probe(now_ms() as i64).await.is_err() {
                    tokio::time::sleep(pause).await;
                    pause = (2 * pause).min(LONGEST_PAUSE);
                    continue;
                }
                let failures = self.failures();
                tokio::time::sleep(GRACE).await;
                if self.failures() == failures {
                    break;
                }
            }
            let lost = self.end(now_ms());
            info!(seconds = lost / 1_000, "the store works again; games go on");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_time_stands_still_from_the_first_failure_to_the_end() {
        let outage = Outage::new();
        assert_eq!(outage.at(1_000), 1_000);
        assert!(outage.failed_since(1_500), "the first");
        assert!(!outage.failed_since(1_400), "one that was asked for earlier");
        assert!(outage.halted() && *outage.changes().borrow() == outage.epoch());
        assert_eq!((outage.at(1_200), outage.at(9_000)), (1_200, 1_400));
        assert_eq!(outage.end(9_400), 8_000);
        assert!(!outage.halted());
        assert_eq!(outage.at(9_500), 1_500);
        assert!(
            outage.failed_since(9_000),
            "asked for before the end of the last one"
        );
        assert_eq!(outage.at(9_700), 1_400, "no time is taken off twice");
        outage.end(9_800);
        assert_eq!(outage.at(10_000), 1_600);
    }

    #[test]
    fn only_slow_writes_are_outages() {
        let outage = Outage::new();
        assert!(!outage.took(Duration::from_millis(900)) && !outage.halted());
        assert!(outage.took(Duration::from_millis(1_100)) && outage.halted());
    }
}
