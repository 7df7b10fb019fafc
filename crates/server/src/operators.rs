//! What operators do beside a running server. They write to the store; the server reads their log and lets go of whom it
//! concerns.

use std::sync::atomic::{AtomicI64, Ordering};

use damero_store::{Store, StoreError};
use tracing::info;

use crate::people::People;
use crate::room::Rooms;

/// Entries that are read at a time.
const PAGE: i64 = 100;

/// How far the log was read.
pub(crate) struct Operators {
    seen: AtomicI64,
}

impl Operators {
    /// What was done before the start concerns nobody who is here.
    pub(crate) async fn new(store: &dyn Store) -> Result<Self, StoreError> {
        let newest = store.audit(0, 1).await?;
        let seen = newest.first().map_or(0, |entry| entry.id);
        Ok(Self {
            seen: AtomicI64::new(seen),
        })
    }

    /// Closes the sockets of those whose accounts were changed since. Their sessions have ended in the store.
    pub(crate) async fn heed(
        &self,
        store: &dyn Store,
        people: &People,
        rooms: &Rooms,
    ) -> Result<(), StoreError> {
        let entries = store.audit(self.seen.load(Ordering::Relaxed), PAGE).await?;
        for entry in entries.iter().rev() {
            let note = &entry.note;
            info!(
                actor = note.actor,
                action = note.action,
                name = note.name,
                "an operator's order"
            );
            people.close_sockets(&entry.user);
            rooms.renamed(&entry.user).await;
            self.seen.store(entry.id, Ordering::Relaxed);
        }
        Ok(())
    }
}
