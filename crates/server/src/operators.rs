//! What operators do beside a running server. They write to the store; the server reads their log and lets go of whom it
//! concerns.

use std::sync::atomic::{AtomicI64, Ordering};

use damero_store::{AuditRow, Store, StoreError};
use tracing::info;

use crate::people::People;
use crate::room::Rooms;

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
        for entry in self.news(store).await? {
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

    /// What was done since, the oldest first and all of it: an entry that is left out would never be heeded.
    async fn news(&self, store: &dyn Store) -> Result<Vec<AuditRow>, StoreError> {
        let mut entries = store.audit(self.seen.load(Ordering::Relaxed), i64::MAX).await?;
        entries.reverse();
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use damero_store::{AccountChange, AuditNote, SqliteStore, User};

    use super::*;

    #[tokio::test]
    async fn of_many_orders_at_once_none_is_missed() {
        const ORDERS: usize = 250;
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&folder.path().join("playroom.db"))
            .await
            .expect("a store");
        let operators = Operators::new(&store).await.expect("operators");
        let ana = User {
            id: "ana".to_owned(),
            name: "Guest".to_owned(),
            guest: true,
            created: 1,
        };
        store.add_guest(&ana).await.expect("a guest");
        store.claim("ana", "Ana", "hash").await.expect("an account");
        for order in 0..ORDERS {
            let note = AuditNote {
                at: order as i64,
                actor: "root".to_owned(),
                action: "unban".to_owned(),
                name: "Ana".to_owned(),
                detail: String::new(),
            };
            let change = store.change_account("ana", AccountChange::Ban(None), Some(note));
            change.await.expect("a change");
        }
        let news = operators.news(&store).await.expect("the log");
        let order: Vec<_> = news.iter().map(|entry| entry.note.at).collect();
        assert_eq!(order, (0..ORDERS as i64).collect::<Vec<_>>());
        store.close().await;
    }
}
