//! Players that are kept from one search to the next, with their transposition tables, trees and networks.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use damero_arena::{AnyPlayer, Spec};

/// A player between two searches. During a search it is taken out, so that a player that panics is not used again.
pub(super) struct KeptPlayer {
    pub(super) spec: Spec,
    pub(super) player: Box<dyn AnyPlayer>,
}

/// Where the owner of a game keeps a player. The player is released with its slot.
#[derive(Clone, Default)]
pub(crate) struct PlayerSlot(Arc<Mutex<Option<KeptPlayer>>>);

impl PlayerSlot {
    pub(super) fn lock(&self) -> MutexGuard<'_, Option<KeptPlayer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The slots that hold a player, the least recently used first.
pub(super) struct KeptPlayers {
    slots: Mutex<VecDeque<Weak<Mutex<Option<KeptPlayer>>>>>,
    capacity: usize,
}

impl KeptPlayers {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            slots: Mutex::default(),
            capacity,
        }
    }

    /// Puts a player into its slot, and drops the player that was not used for the longest time if there are too many.
    /// `again` says that the same search goes on with it.
    pub(super) fn keep(&self, slot: &PlayerSlot, player: KeptPlayer, again: bool) {
        if !again && Arc::strong_count(&slot.0) == 1 {
            // Only the request knows the slot: nobody will use the player again.
            return;
        }
        *slot.lock() = Some(player);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let this = Arc::downgrade(&slot.0);
        slots.retain(|other| other.strong_count() > 0 && !other.ptr_eq(&this));
        slots.push_back(this);
        while slots.len() > self.capacity {
            if let Some(oldest) = slots.pop_front().and_then(|slot| slot.upgrade()) {
                PlayerSlot(oldest).lock().take();
            }
        }
    }
}
