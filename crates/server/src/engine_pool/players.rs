//! Players that are kept from one search to the next, with their transposition tables, trees and networks.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use damero_arena::{AnyPlayer, Spec};

/// A player between two searches. During a search it is taken out, so that a player that panics is not used again.
pub(super) struct KeptPlayer {
    pub(super) spec: Spec,
    pub(super) player: Box<dyn AnyPlayer>,
    /// The size of its transposition table in MiB, which is most of what it takes.
    pub(super) mib: usize,
}

/// Where the owner of a game keeps a player. The player is released with its slot.
#[derive(Clone, Default)]
pub(crate) struct PlayerSlot(Arc<Mutex<Option<KeptPlayer>>>);

impl PlayerSlot {
    pub(super) fn lock(&self) -> MutexGuard<'_, Option<KeptPlayer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot that holds a player, unless its owner is gone, and what the player takes.
struct Held {
    slot: Weak<Mutex<Option<KeptPlayer>>>,
    mib: usize,
}

/// The slots that hold a player, the least recently used first. Both the number of players and their memory are bounded.
pub(super) struct KeptPlayers {
    slots: Mutex<VecDeque<Held>>,
    most: usize,
    most_mib: usize,
}

impl KeptPlayers {
    pub(super) fn new(most: usize, most_mib: usize) -> Self {
        Self {
            slots: Mutex::default(),
            most,
            most_mib,
        }
    }

    /// What all kept players take together, in MiB.
    pub(super) fn mib(&self) -> usize {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.retain(|held| held.slot.strong_count() > 0);
        slots.iter().map(|held| held.mib).sum()
    }

    /// Puts a player into its slot, and drops those that were not used for the longest time if there are too many.
    /// `again` says that the same search goes on with it.
    pub(super) fn keep(&self, slot: &PlayerSlot, player: KeptPlayer, again: bool) {
        if !again && Arc::strong_count(&slot.0) == 1 {
            // Only the request knows the slot: nobody will use the player again.
            return;
        }
        let mib = player.mib;
        *slot.lock() = Some(player);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let this = Arc::downgrade(&slot.0);
        slots.retain(|other| other.slot.strong_count() > 0 && !other.slot.ptr_eq(&this));
        slots.push_back(Held { slot: this, mib });
        let mut all: usize = slots.iter().map(|held| held.mib).sum();
        while slots.len() > self.most || all > self.most_mib {
            let Some(oldest) = slots.pop_front() else { return };
            all -= oldest.mib;
            if let Some(slot) = oldest.slot.upgrade() {
                PlayerSlot(slot).lock().take();
            }
        }
    }
}
